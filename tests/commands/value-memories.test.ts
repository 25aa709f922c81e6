/** @module-tag slow */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { valueMemoriesLive } from '../../src/commands/memories/value-memories.ts';
import type { World } from '../../src/commands/world.ts';
import { COST_USD, settingsFor, startOfflineServer } from '../helpers/offline-server.ts';
import { runCli } from '../helpers/run-cli.ts';
import { makePlace } from '../helpers/workdir.ts';
import { json, memories } from '../helpers/memories-workdir.ts';
import { playedWorkdir } from '../helpers/played-workdir.ts';

interface Answer {
  readonly pairs: number;
  readonly stopped: string | null;
  readonly memories: readonly {
    readonly id: string;
    readonly location: { readonly id: number };
    readonly worth: { readonly pairs: readonly object[] };
  }[];
}

const files = (cwd: string) =>
  ['Memories.md', 'knowledgebase.md', 'map_state.json'].map((name) =>
    readFileSync(path.join(cwd, 'play', name), 'utf8'),
  );

describe('zorkgpt memories value', () => {
  it('plays pairs within its budget, goes on where it ended, and changes nothing but the evidence', async () => {
    const cwd = await playedWorkdir();
    const before = files(cwd);
    const ask = async (...more: readonly string[]) => {
      const asked = ['value', '--each', '2', '--turns', '2', '--json', ...more];
      const { out, err, code } = await memories(cwd, ...asked);
      expect(code).toBe(0);
      expect(err).toMatch(
        /^The player was shown \d+ memor(?:y|ies) in recorded turns; \d+ pairs? of plays of 2 turns, about [\d,]+ questions, free, about \d+ (?:s|min)\.\nA pair takes about \d+ m?s and is kept: --pairs plays fewer, and after Ctrl-C the same command goes on\.\n/,
      );
      return json(out) as Answer;
    };
    const first = await ask('--pairs', '1');
    expect([first.pairs, first.stopped]).toEqual([1, 'the pairs are used up']);
    const then = await ask('--pairs', '2');
    const [one] = first.memories;
    const again = then.memories.find(({ id }) => id === one?.id);
    expect(again?.worth.pairs).toHaveLength(2);
    expect(again?.worth.pairs[0]).toEqual(one?.worth.pairs[0]);
    expect(files(cwd)).toEqual(before);
    expect(existsSync(path.join(cwd, 'play/episodes/0003'))).toBe(false);
    const shown = await memories(cwd, 'show', '--location', String(one?.location.id));
    expect(shown.out).toMatch(/#[a-z2-9]{6}: .*worth [-+\d.]+ points .*in 2 pairs of\s+plays/s);
  });

  it('keeps its limit of money, counts what it spends, and ends there', async () => {
    const server = await startOfflineServer();
    const { cwd, workdir } = makePlace({
      player: 'openai',
      models: settingsFor(server.baseUrl),
      episode: { maxTurns: 10 },
    });
    const environment = { OPENAI_API_KEY: 'k'.repeat(20) };
    const play = ['run', '--episodes', '2', '--seed', '5', '--display', 'none'];
    expect((await runCli(play, { cwd, environment })).code).toBe(0);
    const spent = () =>
      Object.values(
        (
          JSON.parse(readFileSync(path.join(workdir, 'spending.json'), 'utf8')) as {
            days: Record<string, { costUsd: number; calls: number }>;
          }
        ).days,
      ).reduce((sum, { costUsd }) => sum + costUsd, 0);
    const before = spent();
    const limit = 10 * COST_USD;
    const asked = ['memories', 'value', '--turns', '4', '--max-cost', String(limit), '--json'];
    const { code, out, err } = await runCli(asked, { cwd, environment });
    await server.close();
    expect(code).toBe(0);
    expect(err).toMatch(
      /about [\d,]+ questions, about \$\d+\.\d+, at most \$0\.0100, about \d+ (?:s|min)\./,
    );
    expect((json(out) as Answer).stopped).toMatch(/^The limit of \$0\.01 per run is reached/);
    expect(spent() - before).toBeGreaterThan(0);
    expect(spent() - before).toBeLessThanOrEqual(limit);
  });

  it('stops at a signal within the pair in hand, says so, and ends with its code', async () => {
    const cwd = await playedWorkdir();
    let stop: ((signal: NodeJS.Signals) => void) | undefined;
    const ended = runCli(['memories', 'value', '--json', '--turns', '1000'], {
      cwd,
      onListening: (listener) => (stop = listener),
      onComplaint: (line) =>
        void (line.startsWith('A pair takes') && setTimeout(() => stop?.('SIGINT'))),
    });
    const { out, err, code } = await ended;
    expect(code).toBe(130);
    expect(err).toContain('Stopping; the pair in hand is not kept.\n');
    expect(json(out)).toMatchObject({
      pairs: 0,
      stopped: expect.stringMatching(/on request/) as string,
    });
  });

  it('says that nothing was played', async () => {
    const cwd = await playedWorkdir({}, 1);
    const { err, code } = await memories(cwd, 'value', '--pairs', '1');
    expect(code).toBe(0);
    expect(err).toContain('Nothing was valued.');
  });
});

it('where nobody watches a terminal, the count of pairs is a line each minute', () => {
  vi.useFakeTimers();
  const stderr = new PassThrough();
  const line = valueMemoriesLive({ stderr, environment: {} } as unknown as World, 4);
  vi.advanceTimersByTime(59_000);
  line.count(1);
  vi.advanceTimersByTime(2000);
  line.stop();
  vi.advanceTimersByTime(120_000);
  vi.useRealTimers();
  expect(String(stderr.read())).toBe('pair 2 of 4 · 1:00 · 3:00 left\n');
});

/** @module-tag slow */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/run-cli.ts';
import { startOfflineServer, type OfflineServer } from '../helpers/offline-server.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { CANARY, canaryHits } from './harness/canary.ts';
import { differing, playedFiles } from './harness/played-files.ts';
import { ENVIRONMENT, prepareWorkdir } from './harness/resume-trial.ts';

const RUN = ['run', '--turns', '8', '--seed', '5', '--display', 'none'];
/** Long enough for a conversation to be folded. */
const LONG = ['run', '--turns', '10', '--seed', '5', '--display', 'none'];

let server: OfflineServer;
beforeAll(async () => {
  server = await startOfflineServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.forget();
  server.onRequest = null;
  server.failing = null;
});

const cli = (
  cwd: string,
  args: readonly string[],
  onListening?: Parameters<typeof runCli>[1]['onListening'],
) => runCli(args, { cwd, environment: ENVIRONMENT, ...(onListening && { onListening }) });

function place(settings: object = {}) {
  return prepareWorkdir(path.join(temporaryFolder(), 'run'), server, settings);
}

function summaryOf(workdir: string): Record<string, unknown> {
  return JSON.parse(
    readFileSync(path.join(workdir, 'episodes/0001/summary.json'), 'utf8'),
  ) as Record<string, unknown>;
}

type Played = Promise<{ files: ReturnType<typeof playedFiles>; calls: number }>;
const played = new Map<string, Played>();

/** The same episode without anything in its way, played once for all claims. */
function undisturbed(settings: object = {}, run = RUN): Played {
  const key = JSON.stringify([settings, run]);
  const one = played.get(key) ?? playUndisturbed(settings, run);
  played.set(key, one);
  return one;
}

async function playUndisturbed(settings: object, run: readonly string[]) {
  const { cwd, workdir } = place(settings);
  const { code, err } = await cli(cwd, run);
  expect(code, err).toBe(0);
  const calls = server.asked.length;
  server.forget();
  return { files: playedFiles(workdir), calls };
}

describe('an episode that is cut short', () => {
  it('by a limit of tokens in the middle of a turn stops as such, and resumed without it equals the unlimited one', async () => {
    const whole = await undisturbed();
    const { cwd, workdir } = place();
    const limited = await cli(cwd, [...RUN, '--max-tokens', '10000']);
    expect(limited.code, limited.err).toBe(0);
    expect(limited.err).toMatch(/^Spent: \d+ calls, \d,\d{3} tokens, \$0\.0\d{3}\.$/m);
    expect(summaryOf(workdir)).toMatchObject({ stopReason: 'budget' });
    expect(limited.err).toMatch(
      /^Episode 1 stopped for the budget: The limit of 10000 tokens per run /m,
    );
    expect(summaryOf(workdir)['turns']).toBeLessThan(8);
    const unlimited = await cli(cwd, ['resume', '--display', 'none']);
    expect(unlimited.code, unlimited.err).toBe(0);
    expect(differing(playedFiles(workdir), whole.files)).toEqual([]);
    expect(server.asked.length).toBe(whole.calls);
  });

  it('after its conversation was folded comes out as the unlimited one, and replays', async () => {
    const folding = { context: { historyTokens: 500 } };
    const whole = await undisturbed(folding, LONG);
    const { cwd, workdir } = place(folding);
    expect((await cli(cwd, [...LONG, '--max-tokens', '40000'])).code).toBe(0);
    expect(summaryOf(workdir)).toMatchObject({ stopReason: 'budget' });
    const log = readFileSync(path.join(workdir, 'episodes/0001/log.jsonl'), 'utf8');
    expect(log).toMatch(/"component":"context","metrics":\{[^}]*"folds":[1-9]/);
    const unlimited = await cli(cwd, ['resume', '--display', 'none']);
    expect(unlimited.code, unlimited.err).toBe(0);
    expect(differing(playedFiles(workdir), whole.files)).toEqual([]);
    expect(server.asked.length).toBe(whole.calls);
    expect((await cli(cwd, ['replay', '1'])).out).toContain('comes out identical');
  });

  it('again and again by small budgets of money still ends as the unlimited one', async () => {
    const whole = await undisturbed();
    const { cwd, workdir } = place();
    await cli(cwd, [...RUN, '--max-cost', '0.007']);
    for (let part = 0; part < 20 && summaryOf(workdir)['stopReason'] === 'budget'; part += 1) {
      await cli(cwd, ['resume', '--display', 'none', '--max-cost', '0.007']);
    }
    expect(differing(playedFiles(workdir), whole.files)).toEqual([]);
    expect(server.asked.length).toBe(whole.calls);
  });

  it('by a signal, politely or at once, is saved, told of, and goes on as if nothing had happened', async () => {
    const whole = await undisturbed();
    for (const signals of [1, 2]) {
      const { cwd, workdir } = place();
      server.forget();
      const run = await cli(cwd, RUN, (listener) => {
        server.onRequest = (number) => {
          if (number === 12) for (let sent = 0; sent < signals; sent += 1) listener('SIGINT');
        };
      });
      server.onRequest = null;
      expect(run.code).toBe(130);
      expect(summaryOf(workdir)).toMatchObject({ stopReason: 'interruption' });
      const next = await cli(cwd, ['run', '--turns', '1', '--display', 'none', '--dry-run']);
      expect(next.code).toBe(0);
      const resumed = await cli(cwd, ['resume', '1', '--display', 'none']);
      expect(resumed.code, resumed.err).toBe(0);
      expect(differing(playedFiles(workdir), whole.files)).toEqual([]);
    }
  });

  it('by a provider that is down is resumed when it is up again, and asks anew what had failed', async () => {
    const whole = await undisturbed();
    const { cwd, workdir } = place();
    server.onRequest = (number) => {
      if (number === 10) server.failing = 401;
    };
    const { code } = await cli(cwd, RUN);
    expect(code).toBe(77);
    expect(summaryOf(workdir)).toMatchObject({ stopReason: 'model-failed' });
    server.onRequest = null;
    server.failing = null;
    const resumed = await cli(cwd, ['resume', '--display', 'none']);
    expect(resumed.code, resumed.err).toBe(0);
    const { 'model-calls.jsonl': _, ...files } = playedFiles(workdir);
    const { 'model-calls.jsonl': __, ...expected } = whole.files;
    expect(differing(files, expected)).toEqual([]);
    const replayed = await cli(cwd, ['replay', '1']);
    expect(replayed.out).toContain('identical');
  });

  it('keeps what a person wrote into Memories.md meanwhile, also when it is played back', async () => {
    const { cwd, workdir } = place();
    const memories = path.join(workdir, 'Memories.md');
    const note = (title: string) =>
      `\n## Location 9999: Attic\n**Visits:** 0 | **Episodes:** 1\n\n### Memories\n\n**[NOTE - PERMANENT] ${title}** *(Ep1, T1, +0)*\nWritten by hand.\n\n---\n`;
    server.onRequest = (number) => {
      if (number === 12) appendFileSync(memories, note('During play'));
    };
    await cli(cwd, [...RUN, '--max-tokens', '15000']);
    appendFileSync(memories, note('Between'));
    const resumed = await cli(cwd, ['resume', '--display', 'none']);
    expect(resumed.code, resumed.err).toBe(0);
    const text = readFileSync(memories, 'utf8');
    expect(text.match(/During play/g)).toHaveLength(1);
    expect(text.match(/Between/g)).toHaveLength(1);
    const replayed = await cli(cwd, ['replay', 'latest', '--json']);
    expect(JSON.parse(replayed.out)).toMatchObject({ identical: true, turns: 8 });
  });

  it('says so when the next run starts, and nothing of its key is anywhere', async () => {
    const { cwd } = place();
    const runs = [
      await cli(cwd, [...RUN, '--max-tokens', '6000']),
      await cli(cwd, [...RUN, '--max-tokens', '3000', '--no-resume']),
      await cli(cwd, ['resume', '7']),
      await cli(cwd, ['resume', '--display', 'none']),
    ];
    expect(runs[1]?.err).toMatch(/^Episode 1 unfinished; this goes on with 1:\n {2}.* resume 1 /m);
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 1, 0]);
    const texts = runs.flatMap(({ out, err }) => [out, err]);
    expect(canaryHits(cwd, texts)).toEqual([]);
    const packed = path.join(cwd, 'planted.br');
    writeFileSync(packed, brotliCompressSync(CANARY));
    expect(canaryHits(cwd, [CANARY])).toEqual([packed, CANARY]);
  });

  it('is not resumed once it is finished, nor by another model', async () => {
    const { cwd } = place();
    await cli(cwd, [...RUN, '--max-tokens', '6000']);
    const other = await cli(cwd, ['resume', '--player', 'offline']);
    expect(other.code).toBe(78);
    await cli(cwd, ['resume', '--display', 'none']);
    const again = await cli(cwd, ['resume']);
    expect(again.code).toBe(1);
    expect(again.err).toContain('No episode');
  });
});

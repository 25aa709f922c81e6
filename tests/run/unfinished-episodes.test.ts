/** @module-tag slow */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { futileResumptions } from '../../src/records/history.ts';
import { summaryOf } from '../report/scene.ts';
import { type InputRecord } from '../../src/records/cassette.ts';
import type { EpisodeSummary } from '../../src/records/summary.ts';
import { expandFile } from '../../src/storage/compressed-file.ts';
import { openRecordLog } from '../../src/storage/record-log.ts';
import { runCli } from '../helpers/run-cli.ts';
import { makePlace, temporaryFolder } from '../helpers/workdir.ts';

const RUN = ['run', '--turns', '6', '--seed', '3', '--display', 'none', '--json'];

/** A folder in which one episode was played, for each test to copy. */
const { cwd: played } = makePlace();
beforeAll(async () => {
  const { code, err } = await runCli(RUN, { cwd: played });
  expect(code, err).toBe(0);
});

/** A workdir whose first episode, of 6 turns, has lost its summary, as a kill leaves it. */
function killed() {
  const cwd = temporaryFolder();
  cpSync(played, cwd, { recursive: true });
  const configured = (settings: object) => void makePlace(settings, cwd);
  const cli = (...args: string[]) => runCli(args, { cwd });
  const file = (name: string) => path.join(cwd, 'play/episodes/0001', name);
  rmSync(file('summary.json'));
  expandFile(file('model-calls.jsonl'));
  const summary = () => JSON.parse(readFileSync(file('summary.json'), 'utf8')) as EpisodeSummary;
  return { cwd, cli, configured, file, summary };
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
const summaries = (out: string) => linesOf(out).map((line) => JSON.parse(line) as EpisodeSummary);

describe('an episode that an earlier run left unfinished', () => {
  it('is resumed first, is not one of --episodes, and the night after says nothing', async () => {
    const { cli } = killed();
    const night = await cli(...RUN);
    expect(night.code, night.err).toBe(0);
    expect(summaries(night.out).map(({ episode }) => episode)).toEqual([1, 2]);
    expect(linesOf(night.err)).toHaveLength(1);
    const next = await cli(...RUN);
    expect(next).toMatchObject({ code: 0, err: '' });
  });

  it('is played on with the turns of its own manifest', async () => {
    const { cli, file } = killed();
    const lines = readFileSync(file('trajectory.jsonl'), 'utf8').split('\n');
    writeFileSync(file('trajectory.jsonl'), `${lines.slice(0, 3).join('\n')}\n`);
    const { out } = await cli('run', '--turns', '2', '--display', 'none', '--json');
    expect(summaries(out).map(({ turns }) => turns)).toEqual([6, 2]);
  });

  it('stays as it is with --no-resume, which tells a command line that works anywhere', async () => {
    const { cli } = killed();
    const { out, err } = await cli(...RUN, '--no-resume');
    expect(summaries(out).map(({ episode }) => episode)).toEqual([2]);
    const [, line = ''] = /^Episode 1 unfinished; this goes on with 1:\n {2}(.*)$/m.exec(err) ?? [];
    const [, ...words] =
      line
        .split(/ (?=resume )/)
        .at(-1)
        ?.split(' ') ?? [];
    const resumed = await runCli(['resume', ...words, '--json', '--display', 'none'], {
      cwd: temporaryFolder(),
    });
    expect(resumed.code, resumed.err).toBe(0);
    expect(summaries(resumed.out)).toMatchObject([{ episode: 1, turns: 6 }]);
  });

  it('is resumed without its number, though a newer one was killed before its first turn', async () => {
    const { cwd, cli, file } = killed();
    cpSync(path.join(cwd, 'play/episodes/0001'), path.join(cwd, 'play/episodes/0002'), {
      recursive: true,
    });
    const [manifest, turns] = ['manifest.json', 'trajectory.jsonl'].map((name) =>
      file(name).replace('0001', '0002'),
    );
    const text = readFileSync(manifest ?? '', 'utf8');
    writeFileSync(manifest ?? '', text.replace('"episode": 1,', '"episode": 2,'));
    writeFileSync(turns ?? '', '');
    const { out, err } = await cli('resume', '--display', 'none', '--json');
    expect(summaries(out).map(({ episode }) => episode)).toEqual([1]);
    expect(err).toContain('resume 2 ');
  });

  it('is closed at once when no turn was played in it, whatever failed then, and is none of the night that plays', async () => {
    const { cli, file, summary } = killed();
    writeFileSync(file('trajectory.jsonl'), '');
    const failed = { ...summaryOf(1, (field) => field), stopReason: 'model-failed', turns: 0 };
    writeFileSync(file('summary.json'), JSON.stringify({ ...failed, modelError: 'no-endpoint' }));
    const { code, out, err } = await cli(...RUN);
    expect(code, err).toBe(0);
    expect(summaries(out)).toMatchObject([{ episode: 2, stopReason: 'max-turns' }]);
    expect(summary().stopReason).toBe('abandoned');
    expect(err).toBe(
      'Episode 1 was left by an earlier run before its first turn, and is closed without one.\n',
    );
    expect((await cli('status', '--json')).out).toContain('"1 episode, begun');
  });

  it('is named with its model, and with --no-resume, where another one is to play', async () => {
    const { cli, file } = killed();
    const text = readFileSync(file('manifest.json'), 'utf8');
    writeFileSync(file('manifest.json'), text.replace('"model": "offline"', '"model": "other"'));
    const { err } = await cli(...RUN);
    expect(err).toMatch(
      /^Going on with episode 1 \(with other\), .* --no-resume only offline plays\.$/m,
    );
  });

  it('of another story is left as it is, with the command that plays it on', async () => {
    const { cli, file } = killed();
    const text = readFileSync(file('manifest.json'), 'utf8');
    const other = text.replace(/"ifid": "[^"]+"/, '"ifid": "ZCODE-1-000000"');
    writeFileSync(file('manifest.json'), other);
    const { code, out, err } = await cli(...RUN);
    expect(code, err).toBe(0);
    expect(summaries(out).map(({ episode }) => episode)).toEqual([2]);
    expect(err).toBe(
      'Left as it is: episode 1 of The Saltmere Light, which is unfinished; zorkgpt resume 1 plays it on.\n',
    );
    expect(readFileSync(file('manifest.json'), 'utf8')).toBe(other);
  });

  it('is closed with its score when it gained no turn in two resumptions', async () => {
    const { cli, file, summary } = killed();
    const { log } = openRecordLog(file('inputs.jsonl'));
    for (const turns of [6, 6]) log.append({ kind: 'resumed', turns });
    log.close();
    const { code, out, err } = await cli(...RUN);
    expect(code).toBe(0);
    expect(summaries(out)).toMatchObject([
      { episode: 1, stopReason: 'abandoned', turns: 6, maxScore: 100 },
      { episode: 2 },
    ]);
    expect(linesOf(err)).toHaveLength(2);
    expect(err).toMatch(/^Episode 1 is closed with \d+\/100 points after 6 turns: .*two|2/m);
    expect(summary().score).not.toBeNull();
    expect((await cli(...RUN)).err).toBe('');
  });

  it.each([
    ['was written by another version', 'manifest.json', '"map": {', '"map": { "other": 1,'],
    ['has a manifest that is no JSON', 'manifest.json', '{', ''],
    ['comes out otherwise than it was recorded', 'model-calls.jsonl', '', ''],
  ])('is closed when it %s, and the night goes on', async (_, name, from, to) => {
    const { cli, file, summary } = killed();
    const text = readFileSync(file(name), 'utf8');
    writeFileSync(file(name), from === '' ? '' : text.replace(from, () => to));
    const { code, out, err } = await cli(...RUN);
    expect(code, err).toBe(0);
    expect(summaries(out).map(({ stopReason }) => stopReason)).toEqual(['abandoned', 'max-turns']);
    expect(summary().stopDetail).toContain('cannot be repeated');
    expect(err).toContain('Episode 1 is closed');
  });

  it('is closed when it used up its own budget, but one turn less is gone on with', async () => {
    for (const [turns, reason] of [
      [6, 'abandoned'],
      [7, 'max-turns'],
    ] as const) {
      const { cli, configured } = killed();
      configured({ budget: { episode: { turns } } });
      const { out } = await cli(...RUN);
      expect(summaries(out)[0]?.stopReason).toBe(reason);
    }
  });

  it('keeps the summary it had when a person stops the repetition', async () => {
    const { cwd, cli, file } = killed();
    const known = summaryOf(1, (field) => field);
    const before = JSON.stringify({ ...known, stopReason: 'interruption', turns: 6 });
    writeFileSync(file('summary.json'), before);
    const { code } = await runCli(RUN, {
      cwd,
      onListening(listener) {
        const timer = setInterval(() => {
          if (!readFileSync(file('inputs.jsonl'), 'utf8').includes('"resumed"')) return;
          clearInterval(timer);
          listener('SIGINT');
          listener('SIGINT');
        }, 1);
      },
    });
    expect(code).toBe(130);
    expect(readFileSync(file('summary.json'), 'utf8')).toBe(before);
    expect(summaries((await cli(...RUN)).out)).toMatchObject([{ episode: 1, turns: 6 }, {}]);
  });
});

describe('resumptions without a turn to show for them', () => {
  const resumed = (turns: number): InputRecord => ({ kind: 'resumed', turns });
  it.each([
    ['none', [], 0],
    ['one', [resumed(6)], 1],
    ['two', [resumed(6), resumed(6)], 2],
    ['one, after one that gained a turn', [resumed(5), resumed(6)], 1],
    ['none, when a turn was gained since', [resumed(5), resumed(5)], 0],
    ['one, after a person stopped one', [resumed(6), { kind: 'stopped' }, resumed(6)], 1],
  ] as const)('are counted: %s', (_, inputs, count) => {
    expect(futileResumptions(inputs, 6)).toBe(count);
  });
});

/** @module-tag slow */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { turnRows } from '../../src/commands/episodes/formats/turn-columns.ts';
import { acquireRunLock } from '../../src/storage/lock.ts';
import { fixtureFile } from '../helpers/fixture-stories.ts';
import { playedWorkdir } from '../helpers/played-workdir.ts';
import { runCli } from '../helpers/run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';
import { summaryOf } from '../report/scene.ts';

const TALES_COLUMNS = [
  'Step',
  'Score',
  'Max Score',
  'Normalized Score',
  'Moves',
  'Observation',
  'Action',
  'Feedback',
  'Prompt',
  'Response',
  'Thinking',
  'Token Usage',
  'Prompt Tokens',
  'Response Tokens',
  'Thinking Tokens',
];

test('zorkgpt episodes list and show say when by the clocks of this place, and name their zone', async () => {
  const cwd = await playedWorkdir();
  const zone = Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;
  for (const args of ['list', 'show latest']) {
    const { out } = await runCli(['episodes', ...args.split(' ')], { cwd });
    const [, said] = /\d{4}-\d\d-\d\d \d\d:\d\d (\S+)/.exec(out) ?? [];
    expect(said, out).toBe(zone);
  }
});

test('zorkgpt episodes and report look at the story that is named, and say where nothing of it was played', async () => {
  const cwd = await playedWorkdir();
  const listed = await runCli(['episodes', '--story', SHIPPED_STORY, '--json'], { cwd });
  expect(JSON.parse(listed.out)).toMatchObject([{ episode: 1 }, { episode: 2 }]);
  const other = fixtureFile('boat.z3');
  for (const command of ['episodes', 'report']) {
    const { code, err } = await runCli([command, '--story', other], { cwd });
    expect({ command, code }).toEqual({ command, code: 0 });
    expect(err).toBe(
      `No episode of ${other} yet in ${cwd}/play; zorkgpt run --story ${other} plays one.\n`,
    );
  }
});

test('at a terminal the list of episodes has no zone in each row', async () => {
  const cwd = await playedWorkdir();
  const { out } = await runCli(['episodes'], { cwd, columns: 120 });
  expect(out).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d {2}/);
});

describe('zorkgpt episodes export', () => {
  async function exported(...args: string[]) {
    const cwd = await playedWorkdir();
    const { code, out, err } = await runCli(['episodes', 'export', ...args], { cwd });
    expect([code, err]).toEqual([0, '']);
    const file = (name: string) => path.join(cwd, 'play/episodes', name);
    return { cwd, out, file };
  }

  it('gives the transcript and the commands byte for byte', async () => {
    const { out, file } = await exported('2');
    expect(out).toBe(readFileSync(file('0002/transcript.txt'), 'utf8'));
    const commands = await exported('latest', '--format', 'commands');
    expect(commands.out).toBe(readFileSync(file('0002/commands.rec'), 'utf8'));
  });

  it('gives a TALES rollout: its columns, a line per turn, what the agent read and answered', async () => {
    const { out } = await exported('2', '--format', 'tales');
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map((row) => row['Step'])).toEqual(rows.map((_, index) => index + 1));
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(TALES_COLUMNS);
      expect(row['Response']).toContain(row['Action']);
      expect(row['Normalized Score']).toBe(Number(row['Score']) / 100);
      expect(JSON.stringify(row['Prompt'])).toContain('"role":"user"');
    }
    for (const [index, row] of rows.slice(1).entries()) {
      expect(row['Observation']).toBe(rows[index]?.['Feedback']);
    }
  });

  it('gives CSV and JSON of the same turns, into a file with --out', async () => {
    const { out } = await exported('1', '--json');
    const { turns, summary } = JSON.parse(out) as {
      turns: { decision: { action: string } }[];
      summary: { turns: number };
    };
    expect(turns.length).toBe(summary.turns);
    const csv = await exported('1', '--format', 'csv', '--out', 'one.csv');
    const lines = readFileSync(path.join(csv.cwd, 'one.csv'), 'utf8').trimEnd().split('\r\n');
    expect(csv.out).toBe(`${path.join(csv.cwd, 'one.csv')}\n`);
    expect(lines[0]).toMatch(/^turn,location_id,location,action,/);
    expect(lines.length).toBe(turns.length + 1);
    expect(lines[1]?.split(',')[3]).toBe(turns[0]?.decision.action);
  });

  it('keeps every action whole in CSV, whatever is in it', () => {
    const sight = (score: number) => ({
      location: { id: 1, name: 'A "room", of sorts' },
      inventory: [],
      score,
      maxScore: 10,
      moves: 1,
      ended: null,
      died: false,
      text: '',
    });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (action) => {
        const decision = { action, reasoning: '', newObjective: null, target: null };
        const record = {
          turn: 1,
          before: sight(0),
          decision: { ...decision, judged: [], overridden: false },
          after: sight(3),
        };
        const csv = turnRows('csv', [{ turn: 1, record, calls: [] }]);
        expect([action, `'${action}`]).toContain(parseCsv(csv)[1]?.[3]);
      }),
    );
  });

  it('says what is not there', async () => {
    const cwd = temporaryFolder();
    mkdirSync(path.join(cwd, 'game_files/episodes/0001'), { recursive: true });
    const export1 = (...args: string[]) => runCli(['episodes', 'export', ...args], { cwd });
    expect((await export1('2')).code).toBe(1);
    expect(await export1('1')).toMatchObject({ code: 1, out: '' });
    expect((await export1('1', '--format', 'xml')).code).toBe(2);
  });
});

describe('zorkgpt episodes prune', () => {
  function kept(count: number): string {
    const cwd = temporaryFolder();
    for (let number = 1; number <= count; number += 1) {
      const folder = path.join(cwd, 'game_files/episodes', String(number).padStart(4, '0'));
      mkdirSync(path.join(folder, 'knowledge'), { recursive: true });
      const summary = { ...summaryOf(number, (field) => field), stopReason: 'max-turns' };
      writeFileSync(path.join(folder, 'summary.json'), JSON.stringify(summary));
    }
    return cwd;
  }

  const left = (cwd: string) =>
    readdirSync(path.join(cwd, 'game_files/episodes')).filter((name) => name.startsWith('0'));

  it('deletes older finished episodes and leaves those that can be resumed', async () => {
    const cwd = kept(5);
    rmSync(path.join(cwd, 'game_files/episodes/0002/summary.json'));
    const cut = { ...summaryOf(3, (field) => field), stopReason: 'budget' };
    writeFileSync(path.join(cwd, 'game_files/episodes/0003/summary.json'), JSON.stringify(cut));
    mkdirSync(path.join(cwd, 'game_files/episodes/0009.removed/half'), { recursive: true });
    const { code, out } = await runCli(['episodes', 'prune', '--keep', '2', '--yes', '--json'], {
      cwd,
    });
    expect([code, JSON.parse(out)]).toMatchObject([0, { deleted: [1] }]);
    expect(left(cwd)).toEqual(['0002', '0003', '0004', '0005']);
    const list = await runCli(['episodes'], { cwd });
    expect(list.out.match(/^\d.*, deleted$/gm)).toEqual([expect.stringMatching(/^1 /)]);
    const gone = await runCli(['episodes', 'show', '1'], { cwd });
    expect(gone).toMatchObject({ code: 1, err: expect.stringContaining('no longer in') });
    const never = await runCli(['episodes', 'show', '6'], { cwd });
    expect(never.err).toContain('There is no episode "6"');
  });

  it('changes nothing without --yes or a terminal, with --keep 0, or while a run goes on', async () => {
    const cwd = kept(3);
    const prune = async (...args: string[]) =>
      (await runCli(['episodes', 'prune', ...args], { cwd })).code;
    const { out } = await runCli(['episodes', 'prune', '--keep', '9'], { cwd });
    expect(out).toBe('There is nothing to delete: the newest 9 are kept.\n');
    expect(await prune('--keep', '1')).toBe(2);
    expect(await prune('--keep', '0', '--yes')).toBe(2);
    expect(await prune('--yes')).toBe(2);
    const lock = await acquireRunLock(path.join(cwd, 'game_files'), 'night');
    expect(await prune('--keep', '1', '--yes')).toBe(75);
    lock.release();
    expect(left(cwd)).toEqual(['0001', '0002', '0003']);
  });

  it('is done by a run only when episodes.keep says so, and no number is given twice', async () => {
    const cwd = temporaryFolder();
    const play = async (keep: number | null) => {
      const config = { story: SHIPPED_STORY, player: 'offline', episodes: { keep } };
      writeFileSync(path.join(cwd, 'zorkgpt.config.json'), JSON.stringify(config));
      const args = ['run', '--turns', '1', '--episodes', '2', '--display', 'none'];
      expect(await runCli(args, { cwd })).toMatchObject({ code: 0, err: '' });
    };
    await play(null);
    expect(left(cwd)).toEqual(['0001', '0002']);
    await play(1);
    expect(left(cwd)).toEqual(['0004']);
    rmSync(path.join(cwd, 'game_files/episodes/0004'), { recursive: true });
    await play(1);
    expect(left(cwd)).toEqual(['0006']);
    expect(existsSync(path.join(cwd, 'game_files/Memories.md'))).toBe(true);
  });

  it('is done by a resume too, which names what is still unfinished', async () => {
    const cwd = temporaryFolder();
    const configured = (settings: object) => {
      const config = { story: SHIPPED_STORY, player: 'offline', ...settings };
      writeFileSync(path.join(cwd, 'zorkgpt.config.json'), JSON.stringify(config));
    };
    const quietly = (...args: string[]) => runCli([...args, '--display', 'none'], { cwd });
    configured({});
    await quietly('run', '--turns', '1', '--episodes', '2');
    configured({ budget: { episode: { turns: 1 } } });
    await quietly('run', '--turns', '2');
    await quietly('run', '--turns', '2', '--no-resume');
    configured({ episodes: { keep: 1 } });
    const first = await quietly('resume', '3');
    expect(first).toMatchObject({ code: 0 });
    expect(first.err).toMatch(
      /^Episode 4 unfinished; this goes on with 4:\n {2}[^\n]* resume 4 [^\n]*\n$/,
    );
    expect(left(cwd)).toEqual(['0004']);
    expect(await quietly('resume')).toMatchObject({ code: 0, err: '' });
    expect(await quietly('resume')).toMatchObject({ code: 1 });
  });
});

/** RFC 4180, for checking. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(cells)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

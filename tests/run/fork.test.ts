/** @module-tag slow */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { EpisodeSummary } from '../../src/records/summary.ts';
import { startCli } from '../helpers/cli-child.ts';
import { callLines } from '../helpers/read-calls.ts';
import { runCli } from '../helpers/run-cli.ts';
import { fixtureFile } from '../helpers/fixture-stories.ts';
import { makePlace } from '../helpers/workdir.ts';
import { allBytes } from './harness/played-files.ts';

const { cwd, workdir } = makePlace();
const PARENT = '0001';
const TURNS = 12;

beforeAll(async () => {
  // The second episode learns on, so that the workdir is not as the first one found it.
  await call('run', '--episodes', '2', '--turns', String(TURNS), '--seed', '7');
});

function call(...args: readonly string[]) {
  return runCli(args, { cwd });
}

function lines(episode: string, file = 'trajectory.jsonl'): readonly string[] {
  return readFileSync(path.join(workdir, 'episodes', episode, file), 'utf8')
    .trim()
    .split('\n');
}

function isSameUpTo(turn: number, one: string, other: string): boolean {
  const [a, b] = [lines(one), lines(other)].map((all) => all.slice(0, turn));
  return a?.length === turn && a.join('\n') === b?.join('\n');
}

/** Turns without the ids of the memories shown: an id says the episode that learnt it, and each fork has a number of its own. */
function turnsButForIds(episode: string): readonly string[] {
  return lines(episode).map((line) =>
    line.replace(/"memories":\[[^\]]*\]/, '').replace(/,"crc":"\w+"/, ''),
  );
}

function directoryOf(episode: string): string {
  return path.join(workdir, 'episodes', episode);
}

async function fork(...args: readonly string[]): Promise<EpisodeSummary & { name: string }> {
  const { code, out, err } = await call('fork', '1', ...args, '--json');
  // The offline player says that it reads no instruction.
  expect([code, args.includes('--instruct') || err === '']).toEqual([0, true]);
  const summary = JSON.parse(out) as EpisodeSummary;
  return { ...summary, name: path.basename(summary.directory) };
}

describe('a fork', () => {
  test('has the turns of its parent up to the moment, goes on from there, and comes out identical again', async () => {
    const parent = allBytes(directoryOf(PARENT));
    const { name, turns, modelCalls, newRooms, ...told } = await fork(
      '--turn',
      '8',
      '--turns',
      '11',
    );
    expect(turns).toBe(11);
    // It begins with an empty map; its parent knew every room.
    expect([newRooms, told.parent]).toEqual([0, { episode: 1, turn: 8 }]);
    expect(isSameUpTo(8, name, PARENT)).toBe(true);
    expect(lines(name, 'transcript.txt').length).toBeGreaterThan(11);
    const manifest = JSON.parse(lines(name, 'manifest.json').join('')) as object;
    expect(manifest).toMatchObject({ parent: { episode: 1, turn: 8 } });
    const calls = callLines(directoryOf(name)).trim().split('\n');
    const copied = calls.filter((line) => line.includes('"copied":true'));
    expect(copied.length).toBeGreaterThan(0);
    expect(modelCalls).toBe(calls.length - copied.length);
    const rows = (await call('episodes', 'export', name, '--format', 'jsonl')).out
      .trim()
      .split('\n');
    const counted = rows.map((row) => (JSON.parse(row) as { calls: number }).calls);
    expect(counted.slice(0, 7)).toEqual(Array(7).fill(0));
    expect(Math.max(...counted)).toBeGreaterThan(0);
    const replayed = await call('replay', name);
    const from = `${calls.length} calls, ${copied.length} of them copied from episode 1.`;
    expect(replayed.code).toBe(0);
    expect(replayed.out).toContain(from);
    expect(allBytes(directoryOf(PARENT))).toEqual(parent);
  });

  test('is shown with its own limit of turns, also while it repeats those of its parent', async () => {
    const { err } = await call('fork', '1', '--turn', '8', '--turns', '11', '--display', 'plain');
    const limits = err.match(/(?<=: turn \d+\/)\d+/g);
    expect(new Set(limits)).toEqual(new Set(['11']));
  });

  test('says where it leaves its parent, by how many points, and what compares them', async () => {
    const told = async (...args: readonly string[]) =>
      (await call('fork', '1', '--turn', '6', ...args)).out.replaceAll(/\s+/g, ' ');
    expect(await told()).toContain('It is like episode 1 in every turn. Everything is in');
    expect(await told('--turns', '8')).toMatch(
      /From turn 9 on it differs from episode 1; it ended with (?:as many points|\d+ points? fewer)\. To compare them: zorkgpt episodes diff 1 \d+/,
    );
  });

  test('left alone plays on as its parent did, though the workdir has learnt since', async () => {
    const { name } = await fork('--turn', '6');
    const commands = (episode: string) =>
      lines(episode).map(
        (line) => (JSON.parse(line) as { decision: { action: string } }).decision.action,
      );
    expect(commands(name)).toEqual(commands(PARENT));
  });

  test('is told its instruction from there on, and never before', async () => {
    const { name } = await fork('--turn', '5', '--turns', '8', '--instruct', 'Go to the mill.');
    const asked = callLines(directoryOf(name)).trim().split('\n');
    const told = asked.filter((line) => line.includes('Go to the mill.'));
    expect(told.length).toBeGreaterThan(0);
    expect(told.every((line) => !line.includes('"copied":true'))).toBe(true);
    expect((await call('replay', name)).code).toBe(0);
  });

  test.each([
    ['memory.enabled=false'],
    ['critic.mode=always'],
    ['objectives.enabled=false'],
    ['context.historyTokens=500'],
    ['extractor.mode=always'],
  ])('goes on with %s, and its records say so', async (set) => {
    const { name } = await fork('--turn', '4', '--turns', '6', '--set', set);
    expect(isSameUpTo(4, name, PARENT)).toBe(true);
    expect((await call('replay', name)).code).toBe(0);
  });

  test('is not shown a memory that it is played without, from there on', async () => {
    const shownIn = (episode: string) =>
      lines(episode).map(
        (line) =>
          (JSON.parse(line) as { decision: { memories?: string[] } }).decision.memories ?? [],
      );
    const turn = shownIn('0002').findIndex((ids, at) => at > 0 && ids.length > 0);
    const [id = ''] = shownIn('0002')[turn] ?? [];
    expect(id).toMatch(/^[a-z2-9]{6}$/);
    const { out } = await call(
      ...['fork', '2', '--turn', String(turn), '--without', `#${id}`, '--json'],
    );
    const name = path.basename((JSON.parse(out) as EpisodeSummary).directory);
    expect(isSameUpTo(turn, name, '0002')).toBe(true);
    expect(shownIn(name).slice(turn).flat()).not.toContain(id);
    expect((await call('replay', name)).code).toBe(0);
  });

  test('can be forked itself, before and after its own moment', async () => {
    const { name } = await fork('--turn', '4', '--turns', '6', '--instruct', 'Be quick.');
    for (const turn of ['3', '5']) {
      const { code, out } = await call('fork', name, '--turn', turn, '--turns', '7', '--json');
      expect(code).toBe(0);
      const own = path.basename((JSON.parse(out) as EpisodeSummary).directory);
      expect(isSameUpTo(Number(turn), own, name)).toBe(true);
      expect((await call('replay', own)).code).toBe(0);
    }
  });

  test('merges what it learns, and loses nothing that others learnt', async () => {
    const before = readFileSync(path.join(workdir, 'Memories.md'), 'utf8');
    const { episode } = await fork('--turn', '2', '--turns', '7', '--set', 'critic.mode=always');
    const after = readFileSync(path.join(workdir, 'Memories.md'), 'utf8');
    const headers = (text: string) => text.split('\n').filter((line) => line.startsWith('**['));
    for (const header of headers(before)) expect(after).toContain(header);
    expect(episode).toBeGreaterThan(2);
    expect((await call('memories', 'check')).code).toBe(0);
  });
});

test('episodes diff tells where a fork and its parent part, and what came of it', async () => {
  const { name, episode } = await fork(
    '--turn',
    '8',
    '--turns',
    '11',
    '--set',
    'critic.mode=never',
  );
  const { code, out } = await call('episodes', 'diff', '1', name, '--json');
  expect(code).toBe(0);
  const told = JSON.parse(out) as { common: number; parts: { turn: number } | null };
  expect(told).toMatchObject({
    a: { episode: 1, turns: TURNS, parent: null },
    b: { episode, turns: 11, parent: { episode: 1, turn: 8 }, stopReason: 'max-turns' },
  });
  expect(told.common).toBeGreaterThanOrEqual(8);
  expect(told.parts?.turn).toBe(told.common + 1);
  expect((await call('episodes', 'diff', '1', name)).out).toContain('1 after turn 8');
  expect((await call('episodes', 'diff', '1', '1')).out).toContain('the same in all 12 turns');
  expect((await call('episodes', 'diff', '1', '99')).code).toBe(1);
});

test('a fork that was killed is gone on with and comes out as if it had not been', async () => {
  const args = ['fork', '1', '--turn', '3', '--turns', '9', '--set', 'memory.maxShown=3'];
  const whole = await call(...args, '--json');
  const expected = path.basename((JSON.parse(whole.out) as EpisodeSummary).directory);
  const child = startCli(args, { cwd });
  const episodes = path.join(workdir, 'episodes');
  const isUnderWay = () =>
    readdirSync(episodes).some((name) => {
      const file = path.join(episodes, name, 'trajectory.jsonl');
      const isNew = /^\d+$/.test(name) && Number(name) > Number(expected);
      return isNew && existsSync(file) && readFileSync(file, 'utf8').split('\n').length > 5;
    });
  await vi.waitUntil(isUnderWay, { timeout: 60_000, interval: 5 });
  child.kill('SIGKILL');
  await child.ended;
  const killed =
    readdirSync(path.join(workdir, 'episodes'))
      .filter((name) => /^\d+$/.test(name))
      .sort()
      .at(-1) ?? '';
  expect(existsSync(path.join(directoryOf(killed), 'summary.json'))).toBe(false);
  expect((await call('resume', killed)).code).toBe(0);
  expect(turnsButForIds(killed).length).toBe(9);
  expect(turnsButForIds(killed)).toEqual(turnsButForIds(expected));
  expect((await call('replay', killed)).code).toBe(0);
});

describe('a fork is refused in one sentence, and leaves nothing,', () => {
  const episodes = () =>
    readdirSync(path.join(workdir, 'episodes')).filter((name) => /^\d+$/.test(name));

  test.each([
    [['1', '--turn', '13'], 1, 'Episode 1 has 12 turns, so there is no turn 13'],
    [['1', '--turn', '0'], 2, 'at least 1'],
    [['77', '--turn', '1'], 1, 'There is no episode "77"'],
    [['1', '--turn', '8', '--turns', '8'], 2, 'leaves nothing to play'],
    [
      ['1', '--turn', '8', '--turns', '11', '--set', 'episode.maxTurns=-1'],
      2,
      '--turns and --set episode.maxTurns say the same',
    ],
    [['1', '--turn', '8', '--set', 'episode.maxTurns=-1'], 78, 'episode.maxTurns is not valid'],
    [['1', '--turn', '8', '--set', 'memory'], 78, 'sets nothing'],
    [['1', '--turn', '8', '--set', 'memory.luck=1'], 78, 'no setting memory.luck; see'],
    [['1', '--turn', '8', '--set', 'memory.enable=false'], 78, 'mean memory.enabled?'],
    [['1', '--turn', '8', '--set', 'seed=4'], 78, 'keeps "seed"'],
    [['1', '--turn', '8', '--set', 'critic.mode=sometimes'], 78, 'critic.mode is not valid'],
    [
      ['1', '--turn', '8', '--story', fixtureFile('hazards.z3')],
      78,
      'is not the one that episode 1',
    ],
  ])('%j', async (args, code, words) => {
    const before = episodes();
    const refused = await call('fork', ...args);
    expect(refused).toMatchObject({ code, out: '', err: expect.stringContaining(words) });
    expect(episodes()).toEqual(before);
  });

  test('when a record of the parent is damaged', async () => {
    const file = path.join(directoryOf('0002'), 'trajectory.jsonl');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"action":', '"aktion":'));
    const before = episodes();
    const refused = await call('fork', '2', '--turn', '9');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is damaged') });
    expect(episodes()).toEqual(before);
    writeFileSync(file, text);
  });
});

/** @module-tag slow */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { ExperimentResult } from '../../src/eval/experiment-result.ts';
import { startCli } from '../helpers/cli-child.ts';
import { runCli } from '../helpers/run-cli.ts';
import { makePlace } from '../helpers/workdir.ts';

const EVAL = ['eval', '--arms', 'memory,no-memory', '--seeds', '1..2', '--episodes', '2'];
const SHORT = [...EVAL, '--turns', '3'];

/** An experiment that nobody disturbed. */
const { cwd } = makePlace();
beforeAll(async () => {
  expect(await call([...SHORT, '--out', 'whole'])).toMatchObject({ code: 0 });
});

/** What is checked after each episode must come to the same, too. */
const SAME_STEPS = { ZORKGPT_VERIFY_AFTER_EPISODE: '100' };

function call(args: readonly string[]) {
  return runCli(args, { cwd, environment: SAME_STEPS });
}

/** What must be the same however an experiment was played: results, every turn, everything learnt. */
function playedIn(folder: string): Record<string, string> {
  const root = path.join(cwd, folder);
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) =>
      /(?:^|\/)(?:results|units|trajectory|Memories\.md$|map_state|evidence|recipes\.md$|transcript)/.test(
        path.relative(root, file),
      ),
    )
    .filter((file) => !/\.(?:backup|journal)$/.test(file));
  return Object.fromEntries(
    files.map((file) => [path.relative(root, file), readFileSync(file, 'utf8')]),
  );
}

test('an experiment that is killed again and again comes to the same, and plays no episode twice', async () => {
  const wait = [100, 600];
  for (const ms of wait) {
    const child = startCli([...SHORT, '--out', 'killed'], { cwd, environment: SAME_STEPS });
    await child.said(' of 8');
    await sleep(ms);
    child.kill('SIGKILL');
    await child.ended;
  }
  const over = readdirSync(path.join(cwd, 'killed/units'), { recursive: true }).filter((name) =>
    String(name).endsWith('.json'),
  ).length;
  const last = await call(['eval', '--continue', 'killed']);
  expect(last).toMatchObject({
    code: 0,
    err: expect.stringContaining(`${over} episodes are over`),
  });
  expect(over).toBeGreaterThanOrEqual(wait.length);
  expect(playedIn('killed')).toEqual(playedIn('whole'));
});

test('the same command again plays nothing more, and goes on by itself where no folder is named', async () => {
  const before = playedIn('whole');
  const again = await call([...SHORT, '--out', 'whole']);
  expect(again).toMatchObject({
    code: 0,
    err: expect.stringContaining('where 8 episodes are over'),
  });
  expect(again.err).not.toContain(' turns (');
  expect(playedIn('whole')).toEqual(before);
  const one = ['eval', '--seeds', '3', '--episodes', '1', '--turns', '2'];
  await call(one);
  const folder = path.join(cwd, 'play/eval/0001');
  rmSync(path.join(folder, 'units/no-memory'), { recursive: true });
  await call(one);
  expect(existsSync(path.join(folder, 'units/no-memory/seed-0003/0001.json'))).toBe(true);
  expect(existsSync(path.join(cwd, 'play/eval/0002'))).toBe(false);
});

test('parts that are played apart and merged are the experiment, and merging twice changes nothing', async () => {
  for (const part of ['1/3', '2/3', '3/3']) {
    const said = await call([...SHORT, '--shard', part, '--out', `part-${part[0]}`]);
    expect(said).toMatchObject({ code: 0, err: expect.stringContaining('of 8 episodes are over') });
  }
  const parts = ['part-1', 'part-2', 'part-3'];
  expect((await call(['eval', 'merge', 'part-1', 'part-2', '--out', 'joined'])).code).toBe(0);
  expect((await call(['eval', 'merge', ...parts, '--out', 'joined'])).code).toBe(0);
  expect(playedIn('joined')).toEqual(playedIn('whole'));
  await call(['eval', 'merge', ...parts, '--out', 'joined']);
  expect(playedIn('joined')).toEqual(playedIn('whole'));
});

test('results can be shown while episodes are missing, and say how many', async () => {
  const shown = await call(['eval', 'show', 'part-1', '--json']);
  expect(shown.err).toContain('of 8 episodes are over');
  const { units, pairedSeeds } = JSON.parse(shown.out) as ExperimentResult;
  expect(units.planned).toBe(8);
  expect(units.over).toBeLessThan(8);
  expect(pairedSeeds).toEqual([]);
  expect(existsSync(path.join(cwd, 'part-1/results.html'))).toBe(true);
});

test('another plan is refused with what differs, and nothing is played', async () => {
  const before = playedIn('whole');
  const turns = await call([...EVAL, '--turns', '7', '--out', 'whole']);
  expect(turns).toMatchObject({
    code: 78,
    err: expect.stringContaining('protocol.turns is 3 and not 7'),
  });
  const arms = await call(['eval', '--continue', 'whole', '--arms', 'memory']);
  expect(arms).toMatchObject({
    code: 78,
    err: expect.stringContaining('holds another experiment'),
  });
  const environment = { ...SAME_STEPS, ZORKGPT_MEMORY_MAX_SHOWN: '3' };
  const config = await runCli(['eval', '--continue', 'whole'], { cwd, environment });
  expect(config).toMatchObject({
    code: 78,
    err: expect.stringContaining('maxShown is 5 and not 3'),
  });
  const budget = { ...SAME_STEPS, ZORKGPT_BUDGET_RUN_TURNS: '900' };
  expect(await runCli(['eval', '--continue', 'whole'], { cwd, environment: budget })).toMatchObject(
    { code: 0 },
  );
  expect(playedIn('whole')).toEqual(before);
  const merged = await call(['eval', 'merge', 'whole', 'play/eval/0001', '--out', 'both']);
  expect(merged).toMatchObject({
    code: 78,
    err: expect.stringContaining('holds another experiment'),
  });
});

test('a folder without an experiment, and one with a damaged unit, are told in one sentence', async () => {
  const none = await call(['eval', 'show', '.']);
  expect(none).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no experiment in'),
  });
  await call(['eval', 'merge', 'whole', '--out', 'damaged']);
  writeFileSync(path.join(cwd, 'damaged/units/memory/seed-0002/0001.json'), '{"arm":');
  const damaged = await call(['eval', '--continue', 'damaged']);
  expect(damaged).toMatchObject({
    code: 78,
    err: expect.stringMatching(/0001\.json is damaged; .*anew/),
  });
});

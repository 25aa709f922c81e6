/** @module-tag slow */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ExperimentFolder } from '../../src/eval/experiment-folder.ts';
import { experimentResult, type ExperimentResult } from '../../src/eval/experiment-result.ts';
import { playExperiment, type ExperimentPorts } from '../../src/eval/play-experiment.ts';
import { resultTables } from '../../src/eval/result-wording.ts';
import { openRunServices } from '../../src/run/run-services.ts';
import { loadConfig, type LoadedConfig } from '../../src/config/load.ts';
import type { Flags } from '../../src/run/settings.ts';
import { parseArms } from '../../src/eval/arms.ts';
import {
  armFlags,
  parsePlanSeeds,
  planExperiment,
  type PlanSources,
  type Protocol,
} from '../../src/eval/plan.ts';
import type { LanguageModel, ModelRequest } from '../../src/model/model.ts';
import { createOfflinePlayer } from '../../src/player/offline-player.ts';
import { neverWaitedFor } from '../../src/model/players.ts';
import { createScriptedModel } from '../helpers/scripted-model.ts';
import { runCli } from '../helpers/run-cli.ts';
import { QUICK_END, SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const MARK = 'the way into the house';
/** Worth 10 points on the last step. */
const WAY = ['north', 'north', 'northeast', 'open window', 'enter window'];

/** Plays the way in exactly when a memory reached its prompt on the first turn, else walks to and fro. */
function memoryDependentPlayer(): LanguageModel {
  const others = createOfflinePlayer();
  let isTold = false;
  const agent = ({ messages }: ModelRequest) => {
    const prompt = messages.map(({ content }) => content).join('\n');
    const turn = Number(/^Turn (\d+) of \d+ \|/m.exec(prompt)?.[1] ?? 0);
    if (turn === 1) isTold = prompt.includes(MARK);
    const action = (isTold ? WAY[turn - 1] : null) ?? (turn % 2 === 1 ? 'north' : 'south');
    return { json: { thinking: '', action } };
  };
  const lesson = {
    should_remember: true,
    category: 'SUCCESS',
    memory_title: MARK,
    memory_text: 'It begins here.',
    persistence: 'permanent',
    status: 'ACTIVE',
    supersedes_memory_titles: [],
    reasoning: '',
  };
  return createScriptedModel(async (request) => {
    if (request.role === 'agent') return agent(request);
    if (request.role === 'memory') return { json: lesson };
    return (await others.complete(request)).text;
  });
}

type Asked = Pick<PlanSources, 'arms' | 'protocol'>;

function protocol(arms: string, differs: Partial<Protocol> = {}): Asked {
  return {
    arms: parseArms(arms),
    protocol: {
      seeds: [1, 2],
      episodes: 2,
      turns: WAY.length,
      store: 'persistent',
      episodeSeeds: 'same',
      preset: null,
      ...differs,
    },
  };
}

type Differs = Partial<Pick<ExperimentPorts, 'controls' | 'onUnit'>> & {
  /** Who answers. */
  readonly player?: (config: LoadedConfig['config']) => LanguageModel;
};

/** Plays an experiment to its end and returns what it came to. */
async function play(cwd: string, how: Asked, { player, ...differs }: Differs = {}) {
  const load = (flags: Flags) =>
    loadConfig({
      flags: {
        player: 'offline',
        story: SHIPPED_STORY,
        // A player that knows its way asks for none, and finding them is what costs most.
        ...(player !== undefined && { exits: 'none' }),
        ...flags,
      },
      cwd,
      environment: QUICK_END,
      readText: () => null,
    });
  const plan = planExperiment({ ...how, flags: {}, load });
  const folder = new ExperimentFolder(path.join(cwd, 'out'));
  folder.claim(plan);
  const extent = { parallel: 2, shard: { index: 1, of: 1 } };
  await playExperiment(folder, plan, extent, {
    async open({ arm, seed, workdir }) {
      const loaded = load({ ...armFlags(arm, how.protocol.turns, {}), seed, workdir });
      const services = await openRunServices(loaded, () => undefined);
      const model = player?.(services.config);
      return model === undefined ? services : { ...services, model: neverWaitedFor(model) };
    },
    controls: NEVER_STOPPED,
    onUnit: () => undefined,
    ...differs,
  });
  return experimentResult(plan, folder.units(plan));
}

const NEVER_STOPPED = {
  signal: new AbortController().signal,
  stopRequested: () => false,
  progress: () => undefined,
  complain: () => undefined,
};

test('a player that depends on memory alone is found out by real runs, and no other component is blamed', async () => {
  const others = 'no-map+no-critic+no-objectives+no-knowledge';
  const seeds = parsePlanSeeds('1..7');
  const result = await play(temporaryFolder(), protocol(`full,no-memory,${others}`, { seeds }), {
    player: memoryDependentPlayer,
  });
  for (const [arms, isCorrected] of [
    [result.arms, true],
    [result.arms.slice(0, 2), false],
  ] as const) {
    const { head, rows } = resultTables({ ...result, arms }).comparison;
    expect(head.includes('p (Holm)')).toBe(isCorrected);
    expect(rows.every((row) => row.length === head.length)).toBe(true);
  }
  const scores = result.comparisons.filter(({ metric }) => metric === 'score');
  expect(scores.map(({ arm, difference, verdict }) => ({ arm, difference, verdict }))).toEqual([
    { arm: 'no-memory', difference: -5, verdict: 'worse' },
    { arm: others, difference: 0, verdict: 'not shown' },
  ]);
});

test('a fresh store teaches nothing from one episode to the next', async () => {
  const scoresOf = async (store: Protocol['store']) => {
    const how = protocol('memory', { store, seeds: [1] });
    const { runs } = await play(temporaryFolder(), how, { player: memoryDependentPlayer });
    return runs.map(({ episodes }) => episodes.map(({ score }) => score));
  };
  expect(await scoresOf('persistent')).toEqual([[0, 10]]);
  expect(await scoresOf('fresh')).toEqual([[0, 0]]);
});

test('with fresh stores a failure is new in every episode, and equal episodes measure the same', async () => {
  const how = protocol('memory', { store: 'fresh', seeds: [1], turns: 10 });
  const { runs } = await play(temporaryFolder(), how);
  const [first, second] = runs[0]?.episodes ?? [];
  expect(first?.wastedRate).toBeGreaterThan(0);
  expect(second).toEqual(first);
});

test('an experiment that is stopped still compares the seeds that every arm has played', async () => {
  let episodes = 0;
  const how = protocol('memory,no-memory', { seeds: [1, 2, 3] });
  const result = await play(temporaryFolder(), how, {
    player: memoryDependentPlayer,
    controls: { ...NEVER_STOPPED, stopRequested: () => episodes >= 5 },
    onUnit: () => {
      episodes += 1;
    },
  });
  expect(result.pairedSeeds).toEqual([1]);
  expect(result.excluded.length).toBeGreaterThan(0);
  expect(result.comparisons.find(({ metric }) => metric === 'score')).toMatchObject({ pairs: 1 });
});

test('an episode whose model failed is no measurement, and its seed counts for no arm', async () => {
  const result = await play(temporaryFolder(), protocol('memory,no-memory'), {
    player: ({ seed, memory }) =>
      seed === 2 && memory.enabled
        ? createScriptedModel(() => 'no reply that anybody could read')
        : memoryDependentPlayer(),
  });
  expect(result.pairedSeeds).toEqual([1]);
  expect(result.excluded).toEqual([
    { arm: 'memory', seed: 2, reason: 'model-failed' },
    { arm: 'no-memory', seed: 2, reason: 'another arm has no whole run with this seed' },
  ]);
});

test('runs that are copies of each other are said to be', async () => {
  const { arms } = await play(temporaryFolder(), protocol('memory'), {
    player: memoryDependentPlayer,
  });
  expect(arms).toMatchObject([{ name: 'memory', countedRuns: 2, distinctRuns: 1 }]);
});

test('the command writes a table, JSON, CSV and a page, each saying who played how', async () => {
  const cwd = temporaryFolder();
  const environment = { ZORKGPT_STORY: SHIPPED_STORY, ZORKGPT_PLAYER: 'offline' };
  const args = ['eval', '--seeds', '1..2', '--episodes', '2', '--turns', '3'];
  const said = await runCli([...args, '--json'], { cwd, environment });
  expect(said.code).toBe(0);
  const result = JSON.parse(said.out) as ExperimentResult;
  expect(result).toMatchObject({
    subject: { model: 'offline', story: { milestones: 33 } },
    protocol: { seeds: [1, 2], episodes: 2, turns: 3, store: 'persistent' },
    pairedSeeds: [1, 2],
  });
  expect(result.played.label).toContain('says nothing about a language model');
  expect(new Set(result.arms.map(({ configHash }) => configHash)).size).toBe(2);
  const folder = path.join(cwd, 'game_files/eval/0001');
  expect(JSON.parse(readFileSync(path.join(folder, 'results.json'), 'utf8'))).toEqual(result);
  const [head = '', ...rows] = readFileSync(path.join(folder, 'results.csv'), 'utf8').split('\n');
  expect(head.split(',').slice(0, 3)).toEqual(['arm', 'seed', 'episode']);
  expect(rows.filter(Boolean)).toHaveLength(8);
  const page = readFileSync(path.join(folder, 'results.html'), 'utf8');
  expect(page).toContain('default-src &#39;none&#39;');
  expect(page).not.toMatch(/https?:|<script|\sNaN|undefined/);
  expect(page.match(/<svg /g)?.length).toBe(10);
  expect(page).toContain('With 2 seeds no difference can be shown, however large');
});

test('the table goes to stdout, a second experiment into the next folder, never over the first', async () => {
  const cwd = temporaryFolder();
  const environment = { ZORKGPT_STORY: SHIPPED_STORY, ZORKGPT_PLAYER: 'offline' };
  const args = ['eval', '--seeds', '1', '--episodes', '1', '--turns', '2'];
  const first = await runCli(args, { cwd, environment });
  expect(first.out).toContain('not shown');
  // The other arm has no memories to count.
  expect(first.out).toMatch(/^rooms with memories .* - *$/m);
  expect(first.out).toContain('most often broken by');
  // One episode makes no curve over episodes: only milestones over turns are drawn, in two widths.
  const page = readFileSync(path.join(cwd, 'game_files/eval/0001/results.html'), 'utf8');
  expect(page.match(/<svg /g)).toHaveLength(2);
  await runCli(args, { cwd, environment });
  expect(existsSync(path.join(cwd, 'game_files/eval/0002/results.html'))).toBe(true);
  const out = ['--out', 'game_files/eval/0001'];
  const over = await runCli([...args, ...out, '--turns', '3'], { cwd, environment });
  expect(over).toMatchObject({ code: 78, err: expect.stringContaining('protocol.turns is 2') });
  const wrong = await runCli([...args, '--arms', 'luck'], { cwd, environment });
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('memory, map, critic') });
});

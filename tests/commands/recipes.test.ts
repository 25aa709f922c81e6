/** @module-tag slow */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { LUCK_RULE } from '../../src/domain/recipe.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { json } from '../helpers/memories-workdir.ts';
import { playedWorkdir } from '../helpers/played-workdir.ts';
import { readCalls } from '../helpers/read-calls.ts';
import { runCli } from '../helpers/run-cli.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';

interface Made {
  readonly recipes: readonly { commands: string[]; points: number; seeds: number[] }[];
  readonly luck: readonly { points: number; share: string }[];
}

const STORY = readFileSync(SHIPPED_STORY);

/** Episodes make recipes when they end, with as many steps as their few turns need. */
const MAKING = { ZORKGPT_VERIFY_AFTER_EPISODE: '1200' };

function scoreOf(commands: readonly string[], seed: number): number {
  const game = openStory(STORY, { seed });
  for (const command of commands) game.step(command);
  return game.facts().score ?? 0;
}

async function recipes(cwd: string, ...args: string[]): Promise<Made & { readonly err: string }> {
  const { out, err, code } = await runCli(['recipes', ...args, '--json'], { cwd });
  expect(code).toBe(0);
  return { ...(json(out) as Made), err };
}

it('a run leaves recipes that work on seeds nobody played, and of which no command can be left out', async () => {
  const cwd = await playedWorkdir(MAKING, 20);
  const { recipes: all, luck } = await recipes(cwd, 'list');
  expect(all.length).toBeGreaterThan(0);
  for (const { commands, points, seeds } of all) {
    expect(seeds.length).toBeGreaterThanOrEqual(5);
    for (const seed of [77, 78]) expect(scoreOf(commands, seed)).toBeGreaterThanOrEqual(points);
    for (let at = 0; at < commands.length; at += 1) {
      expect(scoreOf(commands.toSpliced(at, 1), 77)).toBeLessThan(points);
    }
  }
  const summaries = ['0001', '0002'].map(
    (episode) =>
      json(readFileSync(path.join(cwd, 'play/episodes', episode, 'summary.json'), 'utf8')) as {
        score: number;
      },
  );
  const best = Math.max(...summaries.map(({ score }) => score));
  expect(Math.max(...[...all, ...luck].map(({ points }) => points))).toBe(best);
});

it('make finds them again from the recordings alone, and marks a recipe that stopped working', async () => {
  const cwd = await playedWorkdir(MAKING, 20);
  const file = path.join(cwd, 'play/recipes.md');
  const before = await recipes(cwd, 'list');
  rmSync(file);
  // Of two ways that are as long either may come out.
  const kinds = ({ recipes: all }: Made) =>
    all.map(({ points, commands }) => [points, commands.length]);
  expect(kinds(await recipes(cwd, 'make'))).toEqual(kinds(before));
  const broken = '\n## 99 points\n**Seeds:** 1, 2 | **Worked:** 2 of 2\n\n1. wait\n';
  writeFileSync(file, readFileSync(file, 'utf8') + broken);
  expect((await recipes(cwd, 'make')).luck).toContainEqual(
    expect.objectContaining({ points: 99, share: '0 of 10' }),
  );
  expect(readFileSync(file, 'utf8')).toContain('**Worked:** 0 of 10 | **Failed:** 900001');
  const list = async () => (await runCli(['recipes', 'list'], { cwd })).out.replaceAll(/\s+/g, ' ');
  expect(await list()).toContain(' 0 of 10 did not work');
  const lucky = '\n## 98 points\n**Seeds:** 1, 2 | **Worked:** 1 of 2 | **Failed:** 2\n\n1. wait\n';
  writeFileSync(file, readFileSync(file, 'utf8') + lucky);
  expect(await list()).toContain(' 98 1 1 of 2 needs luck');
  for (const says of [await list(), readFileSync(file, 'utf8')]) expect(says).toContain(LUCK_RULE);
});

it('nonsense in the file is told with its line, and the other recipes stay', async () => {
  const cwd = await playedWorkdir(MAKING, 20);
  const file = path.join(cwd, 'play/recipes.md');
  const before = await recipes(cwd, 'list');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  writeFileSync(file, [...lines, '', '## 98 points', '1. quit', ''].join('\n'));
  const after = await recipes(cwd, 'list');
  expect(after.recipes).toEqual(before.recipes);
  expect(after.err).toContain(`recipes.md, line ${lines.length + 3}: "quit" acts on the session`);
});

it('list tells the rooms where something is untried, each with a way that leads there', async () => {
  const cwd = await playedWorkdir(MAKING, 20);
  const { out } = await runCli(['recipes', 'list', '--json'], { cwd });
  const { open } = json(out) as { readonly open: readonly Open[] };
  expect(open.length).toBeGreaterThan(1);
  for (const { room, points, commands, untried } of open) {
    const game = openStory(STORY, { seed: 77 });
    const opening = game.facts().score ?? 0;
    for (const command of commands) game.step(command);
    const { location, score } = game.facts();
    expect([location.id, (score ?? 0) - opening]).toEqual([room.id, points]);
    expect(untried).not.toEqual([]);
  }
  const table = await runCli(['recipes', 'list'], { cwd });
  const last = open.at(-1);
  expect(table.out).toContain(`${last?.room.name} (${last?.room.id})`);
  expect(table.out).toContain(last?.untried.join(', '));
});

interface Open {
  readonly room: { readonly id: number; readonly name: string };
  readonly points: number;
  readonly commands: readonly string[];
  readonly untried: readonly string[];
}

it('show prints the commands as play --commands reads them', async () => {
  const cwd = await playedWorkdir(MAKING, 20);
  const [first] = (await recipes(cwd, 'list')).recipes;
  const { out } = await runCli(['recipes', 'show', '--points', String(first?.points)], { cwd });
  expect(out.trimEnd().split('\n')).toEqual(first?.commands);
  expect((await runCli(['recipes', 'show', String(first?.points)], { cwd })).out).toBe(out);
  expect((await runCli(['recipes', 'show', 'lamp'], { cwd })).code).toBe(2);
});

it('list marks the ways that the player is told', async () => {
  const cwd = await playedWorkdir(MAKING, 20);
  const best = (await recipes(cwd, 'list')).recipes.at(-1);
  const { out } = await runCli(['recipes', 'list'], { cwd });
  const marked = out.split('\n').filter((line) => line.endsWith('the player is told this way'));
  expect(marked[0]).toMatch(new RegExp(`^${best?.points} +\\d+ +(\\d+) of \\1 +the player`));
});

interface Line {
  readonly turn: number;
  readonly decision: { readonly action: string; readonly by?: string };
  readonly after: { readonly score: number };
}

async function runAgain(cwd: string, ...args: readonly string[]) {
  const run = ['run', '--seed', '31', '--turns', '20', '--display', 'none', ...args];
  expect(await runCli(run, { cwd })).toMatchObject({ code: 0 });
  const lines = (name: string) =>
    readFileSync(path.join(cwd, 'play/episodes/0003', name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => json(line) as Line);
  const manifest = readFileSync(path.join(cwd, 'play/episodes/0003/manifest.json'), 'utf8');
  return { lines, manifest: json(manifest) as { readonly recipe?: object } };
}

it('play: the best recipe is played first, without a model, and says so; then the player takes over', async () => {
  const cwd = await playedWorkdir(MAKING, 20);
  const best = (await recipes(cwd, 'list')).recipes.at(-1);
  const { lines, manifest } = await runAgain(cwd, '--recipes', 'play');
  const turns = best?.commands.length ?? 0;
  const trajectory = lines('trajectory.jsonl');
  const byRecipe = trajectory.filter(({ decision }) => decision.by === 'recipe');
  expect(byRecipe.map(({ decision }) => decision.action)).toEqual(best?.commands);
  expect(byRecipe.at(-1)).toMatchObject({ turn: turns, after: { score: best?.points } });
  expect(trajectory.length).toBeGreaterThan(turns);
  expect(trajectory.slice(turns).every(({ decision }) => !('by' in decision))).toBe(true);
  expect(manifest.recipe).toEqual({ turns, points: best?.points });
  const [first] = readCalls(path.join(cwd, 'play/episodes/0003'));
  expect(first).toMatchObject({ turn: turns + 1 });
  const replayed = await runCli(['replay', '3', '--workdir', 'play', '--json'], { cwd });
  expect(json(replayed.out)).toMatchObject({ identical: true, turns: trajectory.length });
});

it('from: episodes begin at the room that is named, and say so; what cannot be is refused in a sentence', async () => {
  const cwd = await playedWorkdir(MAKING, 20);
  const seen = readFileSync(path.join(cwd, 'play/episodes/0002/trajectory.jsonl'), 'utf8');
  const turns = seen
    .trimEnd()
    .split('\n')
    .map((line) => json(line) as Sight);
  const entered = turns.flatMap(({ before, after }) =>
    after.location?.id === before?.location?.id ? [] : (after.location ?? []),
  );
  const [first, last] = [entered[0] ?? NOWHERE, entered.at(-1) ?? NOWHERE];
  const { name } = first;
  for (const [episode, named, id] of [
    ['0003', String(last.id), last.id],
    ['0004', name.toUpperCase(), first.id],
  ] as const) {
    await runCli(['run', '--turns', '14', '--seed', '31', '--display', 'none', '--from', named], {
      cwd,
    });
    const file = path.join(cwd, 'play/episodes', episode, 'manifest.json');
    expect(json(readFileSync(file, 'utf8'))).toMatchObject({ recipe: { room: id, from: id } });
    const replayed = await runCli(['replay', episode, '--workdir', 'play', '--json'], { cwd });
    expect(json(replayed.out)).toMatchObject({ identical: true, turns: 14 });
  }
  const dry = await runCli(['run', '--dry-run', '--turns', '14', '--from', name], { cwd });
  expect(dry.out).toMatch(
    /^Begins at: .+ \(\d+\), after a checked way of \d+ commands? and \d+ points?$/m,
  );
  for (const args of [['status'], ['episodes', 'list'], ['episodes', 'show', '3']]) {
    const { out } = await runCli([...args, '--workdir', 'play'], { cwd });
    expect(out).toMatch(/(?:turn \d+ in|\d+ turns? to) .+ \(\d+\), simulated/);
  }
  const shown = await runCli(['episodes', 'show', '3', '--workdir', 'play', '--json'], { cwd });
  const way = { room: { id: last.id, name: last.name }, beyond: expect.any(Number) as number };
  expect(json(shown.out)).toMatchObject({ way, newRooms: expect.any(Number) as number });
  for (const [args, says] of [
    [[name.slice(0, -1)], `Did you mean ${name}?`],
    [['9999'], 'names no room that somebody was in'],
    [[name, '--recipes', 'off'], 'it needs memory and recipes, which are off'],
  ] as const) {
    const { code, err } = await runCli(['run', '--from', ...args], { cwd });
    expect([code, err]).toEqual([2, expect.stringContaining(says)]);
  }
});

const NOWHERE = { id: 0, name: '' };

interface Sight {
  readonly before?: Seen;
  readonly after: Seen;
}

interface Seen {
  readonly location?: { readonly id: number; readonly name: string };
}

it('advice: the first prompt has the commands of the best recipe in a row, unless recipes or memory are off', async () => {
  const cwd = await playedWorkdir(MAKING, 20);
  const best = (await recipes(cwd, 'list')).recipes.at(-1);
  const prompt = async (...args: readonly string[]) => {
    const { out } = await runCli(['run', '--dry-run', '--json', ...args], { cwd });
    const { firstPrompt } = json(out) as { firstPrompt: readonly { content: string }[] };
    return firstPrompt.at(-1)?.content ?? '';
  };
  const advised = await prompt();
  expect(advised).toContain(`\n| ${best?.commands.join('; ')}\n`);
  expect(advised).toMatch(new RegExp(`^Suggestion: .*: (?:then )?${best?.commands[0]}\\b`, 'm'));
  expect(await prompt('--recipes', 'off')).not.toMatch(/Checked way|Suggestion/);
  const config = path.join(cwd, 'zorkgpt.config.json');
  const settings = json(readFileSync(config, 'utf8')) as object;
  writeFileSync(config, JSON.stringify({ ...settings, memory: { enabled: false } }));
  expect(await prompt('--recipes', 'play')).not.toMatch(/Checked way|Suggestion/);
});

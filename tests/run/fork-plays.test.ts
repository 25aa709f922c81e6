import { beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { hadNoEffect, isDeath } from '../../src/domain/turn-effect.ts';
import { NotFoundError } from '../../src/domain/errors.ts';
import { isPassive } from '../../src/domain/command.ts';
import type { TurnRecord } from '../../src/domain/turn-record.ts';
import { findStarted } from '../../src/records/episodes.ts';
import { openBudgets } from '../../src/run/budgets.ts';
import { ForkPlays, type ForkPlay } from '../../src/run/fork-plays.ts';
import { playEpisode } from '../../src/run/play-episode.ts';
import { openRunServices } from '../../src/run/run-services.ts';
import { fixtureFile } from '../helpers/fixture-stories.ts';
import { QUICK_END, temporaryFolder } from '../helpers/workdir.ts';

const STORY = fixtureFile('hazards.z3');
/** Longer than the story goes on: it kills everybody on turn 17, and takes points on turn 9. */
const TURNS = 30;
const workdir = temporaryFolder();
const flags = {
  story: STORY,
  workdir,
  player: 'offline',
  seed: 5,
  'episode.maxTurns': TURNS,
  'episode.stopWhenStuck': false,
};
const place = { flags, cwd: workdir, environment: QUICK_END, readText: () => null };
let recorded: readonly TurnRecord[] = [];

beforeAll(async () => {
  const services = await openRunServices(loadConfig(place), () => undefined);
  const quiet = {
    stopRequested: () => false,
    progress: () => undefined,
    complain: () => undefined,
  };
  await playEpisode(services, { ...quiet, signal: new AbortController().signal });
  recorded = findStarted(workdir, '1').episode.files.turns()
    .records as unknown as readonly TurnRecord[];
});

/** Plays of so many turns from moments of the episode. */
function openPlays(turns: number, signal = new AbortController().signal, limits: object = {}) {
  const budgets = openBudgets(loadConfig({ ...place, flags: { ...flags, ...limits } }).config);
  const today = { flags: { story: STORY }, workdir };
  const world = { cwd: workdir, environment: QUICK_END };
  const plays = new ForkPlays({ world, today, budgets, turns, signal, tell: () => undefined });
  const play = (turn: number, differs: Partial<ForkPlay> = {}) =>
    plays.play({ episode: 1, turn, seed: 0, without: null, ...differs });
  return { play, budgets };
}

describe('a play from a recorded moment', () => {
  it.each([
    [1, 4],
    [8, 4],
    [15, 9],
  ])(
    'by the same player, from turn %i for %i turns, comes to what the episode came to',
    async (turn, turns) => {
      const upTo = recorded.slice(0, turn - 1 + turns);
      const own = upTo.slice(turn - 1);
      const { play, budgets } = openPlays(turns);
      expect(await play(turn)).toEqual({
        points: own.at(-1)?.after.score,
        rooms: new Set([
          recorded[0]?.before.location.id,
          ...upTo.map(({ after }) => after.location.id),
        ]).size,
        wasted:
          own.filter((one) => hadNoEffect(one) && !isPassive(one.decision.action)).length +
          own.flatMap(({ decision }) =>
            decision.judged.filter(({ verdict }) => verdict.kind === 'rejected'),
          ).length,
        deaths: own.filter(isDeath).length,
      });
      expect(budgets.spent.turns).toBe(own.length);
    },
  );

  it('is played once, and by another seed again', async () => {
    const { play, budgets } = openPlays(2);
    const first = await play(2);
    expect(await play(2)).toBe(first);
    expect(budgets.spent.turns).toBe(2);
    expect(await play(2, { seed: 1 })).not.toBe(first);
    expect(budgets.spent.turns).toBe(4);
  });

  it('says why it did not come to its end, and can be tried again', async () => {
    const { play } = openPlays(2, undefined, { 'budget.run.turns': 1 });
    const [first, again] = [await play(2), await play(2)];
    expect(first).toMatchObject({ reason: 'budget' });
    expect(again).not.toBe(first);
  });

  it('ends at once with the reason of whoever stops it', async () => {
    const stop = new AbortController();
    stop.abort(new Error('somebody asked'));
    const { play, budgets } = openPlays(2, stop.signal);
    await expect(play(2)).rejects.toThrow('somebody asked');
    expect(budgets.spent.turns).toBe(0);
  });

  it('needs its moment', async () => {
    const { play } = openPlays(2);
    await expect(play(recorded.length + 2)).rejects.toThrow(NotFoundError);
    await expect(play(0)).rejects.toThrow(`Episode 1 has ${recorded.length} turns`);
  });
});

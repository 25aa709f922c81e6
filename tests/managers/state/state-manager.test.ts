import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { Observation } from '../../../src/domain/observation.ts';
import { episodeStopReason } from '../../../src/episode/run-episode.ts';
import { currentStateSchema } from './current-state-schema.ts';
import { StateManager, type StatePorts } from '../../../src/managers/state/state-manager.ts';
import { recordTurn } from '../../../src/turn/record.ts';
import { LIMITS, exit, observation, state, thing, turn } from '../../helpers/observation.ts';
import { settings } from '../../helpers/settings.ts';
import { look, room } from '../map/scene.ts';
import { corridor, planning } from '../objectives/planning.ts';

function watching(
  given: Readonly<Record<string, unknown>> = {},
  differs: Partial<StatePorts> = {},
) {
  const written: string[] = [];
  const manager = new StateManager(
    {
      write: (text) => void written.push(text()),
      now: () => '2026-01-02T03:04:05.000Z',
      run: { story: 'ZCODE-1-000000', model: 'scripted' },
      map: corridor(),
      context: { summarisedTurn: () => 7 },
      objectives: planning([]).manager,
      ...differs,
    },
    settings(given),
  );
  return { manager, written };
}

/** Plays turns whose worlds are given, in rooms of the same numbers; the move counter never stands still. */
async function walk(
  { manager }: Pick<ReturnType<typeof watching>, 'manager'>,
  worlds: readonly number[],
) {
  const [first = 1, ...rest] = worlds;
  let current = state({ observation: at(first, 0) });
  const warnings: string[] = [manager.stuckWarning(current)];
  for (const world of rest) {
    const number = current.turn + 1;
    const record = turn(number, `to ${world}`, current.observation, at(world, number));
    current = recordTurn(current, record);
    await manager.learn(current, record);
    warnings.push(manager.stuckWarning(current));
  }
  return { current, warnings };
}

function at(world: number, moves: number): Observation {
  return observation({
    location: { id: locationId(world), name: `Room ${world}` },
    fingerprint: `world ${world}`,
    scene: `room ${world}`,
    moves,
  });
}

const FRESH = Array.from({ length: 60 }, (_, index) => 100 + index);
const CIRCLE = Array.from({ length: 60 }, (_, index) => 1 + (index % 3));

describe('a loop', () => {
  it('is told to the agent, though the move counter counts on', async () => {
    const { warnings } = await walk(watching(), [1, 2, 3, 1]);
    expect(warnings.slice(0, 3)).toEqual(['', '', '']);
    expect(warnings[3]).toBe(
      'You were in exactly this state 3 turns ago: what you did since (to 2, to 3, to 1) left no mark on the world.',
    );
  });
});

describe('an episode that meets nothing new', () => {
  it.each([
    [9, false],
    [10, true],
    [11, true],
  ])('is offered a way to what nobody took after %i such turns: %s', async (turns, isOffered) => {
    const watch = watching({ episode: { warnStuckFrom: 30 } });
    // Each of the first moves meets a room.
    const { warnings } = await walk(watch, CIRCLE.slice(0, 3 + turns));
    expect(warnings.at(-1)?.includes('An objective worth setting: "')).toBe(isOffered);
  });
});

/** A manager that watched so many turns in which nothing new came, and the warning after them. */
async function quiet(turns: number, given: Readonly<Record<string, unknown>> = {}) {
  const watched = watching({ episode: given });
  // The first turn brings an answer.
  const { warnings } = await walk(
    watched,
    Array.from({ length: turns + 2 }, () => 1),
  );
  return { ...watched, warning: warnings.at(-1) ?? '' };
}

describe('stagnation', () => {
  it('is warned of from turn 20 on, where nothing new comes', async () => {
    const { warnings } = await walk(
      watching(),
      Array.from({ length: 42 }, () => 1),
    );
    const told = warnings.map((one) => /STAGNATION|URGENT|CRITICAL/.exec(one)?.[0]);
    expect(told.slice(1, 21)).toEqual(Array.from({ length: 20 }));
    expect([told[21], told[31], told[36]]).toEqual(['STAGNATION', 'URGENT', 'CRITICAL']);
  });

  it('is none where each turn meets a room, though no point comes; when the episode ends for it is said', async () => {
    const { warnings, current } = await walk(watching(), FRESH.slice(0, 41));
    expect(warnings[19]).toBe('');
    expect(warnings.slice(20).join('')).not.toMatch(/STAGNATION|URGENT|CRITICAL/);
    expect(warnings[20]).toBe(
      'No point scored and no objective completed for 20 turns. Unless that changes, this episode ends in 20 turns.',
    );
    expect(episodeStopReason(current, LIMITS)?.reason).toBe('stuck');
  });

  it('is none where the episode does not end, nor after a completed objective', async () => {
    const goesOn = watching({ episode: { stopWhenStuck: false } });
    expect((await walk(goesOn, FRESH.slice(0, 41))).warnings.join('')).toBe('');
    const done = {
      objective: 'Win',
      completedTurn: 38,
      completionAction: 'wait',
      completionResponse: '',
      completionLocation: { id: locationId(1), name: 'Hall' },
      completionScore: null,
    };
    const objectives = { current: () => [], completed: () => [done] };
    const { warnings } = await walk(
      watching({}, { objectives }),
      Array.from({ length: 42 }, () => 1),
    );
    expect(warnings[41]).not.toMatch(/STAGNATION|URGENT|CRITICAL|No point/);
  });

  it.each([
    ['after 20 turns where the limit is far off', { maxTurnsStuck: 60 }, 20],
    ['as it is', {}, 20],
    ['with half of a shorter limit', { maxTurnsStuck: 10, stuckCheckInterval: 5 }, 5],
    ['with half of an odd limit, rounded up', { maxTurnsStuck: 11 }, 6],
    ['where half of the limit is 20', { maxTurnsStuck: 40 }, 20],
    ['from where it is told', { warnStuckFrom: 33 }, 33],
  ])('begins %s', async (_, episode, from) => {
    const warned = await Promise.all(
      [from - 1, from, from + 1].map(async (turns) =>
        /STAGNATION|URGENT|CRITICAL/.test((await quiet(turns, episode)).warning),
      ),
    );
    expect(warned).toEqual([false, true, true]);
  });

  it.each([
    [69, false],
    [70, false],
    [71, true],
  ])('ends an episode of %i turns, it is said, after progress at turn 25: %s', (maxTurns, ends) => {
    const { manager } = watching({ episode: { maxTurns } });
    const told = manager.stuckWarning(state({ turn: 48, progressTurn: 25 }));
    expect(told.includes('completed for 23 turns. Unless that changes, this episode ends')).toBe(
      ends,
    );
  });

  it.each([
    [48, 'in 22 turns'],
    [64, 'in 6 turns'],
    [66, 'in 4 turns'],
    [69, 'in 1 turn'],
  ])('says exactly when the check that ends it comes, after turn %i: %s', (turn, end) => {
    const stuck = { turn, progressTurn: 25 };
    expect(watching().manager.stuckWarning(state(stuck))).toContain(`this episode ends ${end}.`);
    const last = state({ ...stuck, turn: 70 });
    expect(episodeStopReason(last, LIMITS)?.reason).toBe('stuck');
    expect(episodeStopReason(state(stuck), LIMITS)).toBeNull();
  });

  it('hints at untried ways here and at the nearest place that has some', async () => {
    const { manager } = await quiet(25);
    const stuck = (room: number) =>
      manager.stuckWarning(state({ turn: 26, observation: at(room, 25) }));
    expect(stuck(2)).toContain('Never taken from here: down.');
    expect(stuck(1)).toContain('Never taken from Room 2 (2): down.');
  });

  it('calls no way to where somebody was one that was never taken', async () => {
    const map = corridor();
    map.observe(look(room(4)));
    const watched = watching({}, { map });
    await walk(
      watched,
      Array.from({ length: 27 }, () => 1),
    );
    const stuck = (here: number) =>
      watched.manager.stuckWarning(state({ turn: 26, observation: at(here, 25) }));
    for (const here of [1, 2]) {
      expect(stuck(here)).toContain('STAGNATION');
      expect(stuck(here)).not.toContain('Never taken');
    }
  });

  it('is not warned of when that is switched off', async () => {
    const { warnings } = await walk(watching({ episode: { warnWhenStuck: false } }), CIRCLE);
    expect(new Set(warnings)).toEqual(new Set(['']));
  });
});

describe('current_state.json', () => {
  it('is replaced after every turn and fits its schema', async () => {
    const objectives = planning([]).manager;
    await objectives.learn(state({ turn: 1 }), {
      ...turn(1, 'wait'),
      decision: { ...turn(1, 'wait').decision, newObjective: 'find a light' },
    });
    const watched = watching({}, { objectives });
    const { current } = await walk(watched, CIRCLE.slice(0, 15));
    const seen = observation({
      inventory: [thing(7, 'lamp', 'light')],
      exits: [exit('north', 2)],
      ended: 'death',
    });
    watched.manager.export({ ...current, observation: seen }, 'death');
    expect(watched.written).toHaveLength(15);
    const exported = currentStateSchema.parse(JSON.parse(watched.written.at(-1) ?? ''));
    expect(exported.metadata).toMatchObject({ episode: 1, turn: 14, stopReason: 'death' });
    expect(exported.recentLog.map((entry) => entry.turn)).toEqual([
      5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    ]);
    expect(exported.current).toMatchObject({ ended: 'death', returnedAfterTurns: 3 });
    expect(exported.current.inventory).toEqual([{ id: 7, name: 'lamp' }]);
    expect(exported.objectives.current).toMatchObject([{ text: 'find a light', target: null }]);
    expect(exported.map).toMatchObject({ rooms: 5, visitedRooms: 4 });
    expect(exported.map.mermaid).toContain('graph LR');
  });

  it('counts what the episode used', async () => {
    const watched = watching();
    const call = {
      type: 'model-call',
      promptCharacters: 4000,
      role: 'agent',
      model: 'm',
      promptTokens: 900,
      completionTokens: 50,
      cachedTokens: 600,
      costUsd: 0.002,
      latencyMs: 300,
      outcome: 'answered',
    } as const;
    watched.manager.observe(call);
    watched.manager.observe({ ...call, role: 'memory', latencyMs: 100, costUsd: null });
    watched.manager.observe({ type: 'lesson-failed', lesson: 'memory', reason: 'no' });
    await walk(watched, [1, 2]);
    const exported = currentStateSchema.parse(JSON.parse(watched.written.at(-1) ?? ''));
    expect(exported.performance).toMatchObject({
      modelCalls: 2,
      promptTokens: 1800,
      costUsd: 0.002,
      meanLatencyMs: 200,
      failedLessons: 1,
    });
    expect(exported.context).toMatchObject({ lastPromptTokens: 900, largestPromptTokens: 900 });
  });

  it('that cannot be written is a failed lesson, and loops are found all the same', async () => {
    const full = () => {
      throw new Error('disk full');
    };
    const { manager } = watching({}, { write: full });
    const record = turn(1, 'wait', at(1, 0), at(1, 1));
    await expect(manager.learn(recordTurn(state(), record), record)).rejects.toThrow('disk full');
    expect(manager.status().state.worlds).toBe(1);
  });
});

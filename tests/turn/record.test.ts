import { describe, expect, it } from 'vitest';
import { RECENT_TURNS } from '../../src/domain/game-state.ts';
import { locationId } from '../../src/domain/ids.ts';
import { recordTurn } from '../../src/turn/record.ts';
import { decision, state, thing, turn } from '../helpers/observation.ts';

const hall = locationId(1);
const yard = { location: { id: locationId(0), name: 'Yard' }, scene: 'yard' };

describe('applyTurn', () => {
  it('counts an attempt under the room where the action was taken, not where it led', () => {
    const next = recordTurn(state(), turn(1, 'Go  North', {}, yard));
    expect(next.attempts.get(hall)?.map(({ action }) => action)).toEqual(['north']);
    expect(next.attempts.has(locationId(0))).toBe(false);
    expect(next.visits.get(locationId(0))).toBe(1);
  });

  it.each(['death', 'victory', 'quit'] as const)(
    'enters no room by the end of the game: %s',
    (ended) => {
      const next = recordTurn(state(), turn(1, 'north', {}, { ...yard, ended }));
      expect([...next.visits.keys()]).toEqual([hall]);
    },
  );

  it('counts every word for one way as one action', () => {
    const [once, twice] = ['ne', 'go northeast']
      .reduce(
        (states, action) => [...states, recordTurn(states.at(-1) ?? state(), turn(1, action))],
        [state()],
      )
      .slice(1);
    expect(once?.tally.repeatedFailures).toBe(0);
    expect(twice?.tally.repeatedFailures).toBe(1);
    expect(twice?.attempts.get(hall)).toMatchObject([{ action: 'northeast', times: 2 }]);
  });

  it.each([
    ['nothing is said of it', {}, 7],
    ['another one is named', { target: 8 }, 8],
    ['the agent says that it walks to none', { target: null }, null],
    ['it names the place where it is', { target: 1 }, null],
  ])('has for a target, when %s: %j', (_, said, target) => {
    const walking = state({ target: locationId(7) });
    const played = { ...turn(1, 'wait'), decision: decision('wait', said) };
    expect(recordTurn(walking, played).target).toBe(target);
  });

  it('has no target any more once the player is there', () => {
    expect(
      recordTurn(state({ target: locationId(0) }), turn(1, 'north', {}, yard)).target,
    ).toBeNull();
  });

  it('takes no key for a direction', () => {
    const next = recordTurn(state(), turn(1, 'n', { waitsFor: 'key' }));
    expect(next.attempts.get(hall)).toMatchObject([{ action: 'n' }]);
  });

  it('counts a repeated failure only when the action had no effect there before and has none again', () => {
    const once = recordTurn(state(), turn(1, 'push wall', {}, { moves: 1 }));
    const twice = recordTurn(once, turn(2, 'push wall', {}, { moves: 2 }));
    const worked = recordTurn(twice, turn(3, 'push wall', {}, { scene: 'wall open' }));
    expect([once, twice, worked].map(({ tally }) => tally.repeatedFailures)).toEqual([0, 1, 1]);
  });

  it.each([
    ['the same scene', {}, { text: 'Something else.' }, 1],
    ['another scene with the same answer', { scene: 'lit' }, { scene: 'lit' }, 1],
    [
      'another scene with another answer',
      { scene: 'lit' },
      { scene: 'lit', text: 'Out of reach.' },
      0,
    ],
  ])('counts a failure in %s as repeated: %#', (_, before, after, count) => {
    const once = recordTurn(state(), turn(1, 'take celery', {}, { moves: 1 }));
    const twice = recordTurn(once, turn(2, 'take celery', before, { moves: 2, ...after }));
    expect(twice.tally.repeatedFailures).toBe(count);
  });

  it('counts no blow at somebody as a repeated failure', () => {
    const troll = { objects: [thing(7, 'troll', 'animate')] };
    const blow = (number: number) => turn(number, 'attack troll', troll, troll);
    const twice = [blow(1), blow(2)].reduce(recordTurn, state());
    expect(twice.tally.repeatedFailures).toBe(0);
  });

  it('is certain of a failure that cost no move, or gave the same answer twice in the same scene', () => {
    const parserError = recordTurn(state(), turn(1, 'frobnicate', {}, { text: 'What?' }));
    const refusedOnce = recordTurn(state(), turn(1, 'push wall', {}, { moves: 1, text: 'No.' }));
    const refusedTwice = recordTurn(
      refusedOnce,
      turn(2, 'push wall', {}, { moves: 2, text: 'No.' }),
    );
    const certain = (next: typeof refusedOnce) => next.attempts.get(hall)?.[0]?.confirmed;
    expect([parserError, refusedOnce, refusedTwice].map(certain)).toEqual([true, false, true]);
  });

  it('keeps the description of a room that was entered and leaves it on an action that describes nothing', () => {
    const entered = recordTurn(state(), turn(1, 'north', {}, { ...yard, text: 'Yard\nMud.' }));
    const pushed = recordTurn(entered, turn(2, 'push wall', yard, { text: 'No.' }));
    expect([...pushed.descriptions.values()].at(-1)).toEqual({
      text: 'Yard\nMud.',
      turn: 1,
      locationId: 0,
    });
  });

  it('moves the turn of progress on any change of score, also downwards', () => {
    const lost = recordTurn(state(), turn(7, 'jump', { score: 5 }, { score: 0 }));
    const kept = recordTurn(lost, turn(8, 'wait', { score: 0 }, { score: 0 }));
    expect([lost.progressTurn, kept.progressTurn]).toEqual([7, 7]);
    expect([lost.scoreTurn, kept.scoreTurn]).toEqual([7, 7]);
  });

  it.each([
    ['goes on', {}, 0],
    ['is brought back to life', { died: true }, 1],
    ['is dead for good', { ended: 'death' }, 1],
    ['is dead for good, as the text says too', { died: true, ended: 'death' }, 1],
    ['has won', { ended: 'victory' }, 0],
    ['has quit', { ended: 'quit' }, 0],
  ] as const)('counts a death or none when the player %s', (_, after, deaths) => {
    expect(recordTurn(state(), turn(1, 'jump', {}, after)).tally.deaths).toBe(deaths);
  });

  it.each([
    ['no proposal was', 0],
    ['one was', 1],
    ['two were', 2],
  ])('counts rejections and overrides: %s rejected', (_, count) => {
    const proposal = { action: 'wait', reasoning: '', newObjective: null, target: null };
    const verdict = {
      kind: 'rejected',
      by: 'critic',
      score: -1,
      reason: '',
      forbidden: false,
    } as const;
    const judged = Array.from({ length: count }, () => ({ proposal, verdict }));
    const played = { ...turn(1, 'wait'), decision: decision('wait', { judged, overridden: true }) };
    expect(recordTurn(state(), played).tally).toMatchObject({ rejections: count, overrides: 1 });
  });

  it('holds a bounded number of turns', () => {
    let current = state();
    for (let number = 1; number <= RECENT_TURNS + 5; number += 1) {
      current = recordTurn(current, turn(number, 'wait'));
    }
    expect(current.recent.length).toBe(RECENT_TURNS);
    expect(current.recent.at(-1)?.turn).toBe(RECENT_TURNS + 5);
  });
});

it('a way that is played first counts its points apart from those that come after it', () => {
  const turns = ([10, 20, 15, 40] as const).map((score, at) => {
    const played = turn(at + 1, 'north', { score: [0, 10, 20, 15][at] ?? 0 }, { score });
    return at < 2 ? { ...played, decision: { ...played.decision, by: 'recipe' as const } } : played;
  });
  const ways = turns.reduce(
    (states, one) => [...states, recordTurn(states.at(-1) ?? state(), one)],
    [state()],
  );
  expect(ways.map(({ tally }) => tally.way && [tally.way.points, tally.way.beyond])).toEqual([
    null,
    [10, 0],
    [20, 0],
    [20, -5],
    [20, 20],
  ]);
});

it('the points of a room are those that were won there, in their order, and no loss', () => {
  const scores = [5, 3, 3, 10];
  const after = scores.reduce((now, score, index) => {
    const before = { score: scores[index - 1] ?? 0 };
    return recordTurn(now, turn(index + 1, `try ${index}`, before, { score }));
  }, state());
  expect([...after.won]).toEqual([[hall, [5, 7]]]);
  expect(after.scoreTurn).toBe(4);
});

it('a failure is repeated by the same action alone, and only turns of a recipe count as such', () => {
  const plays = (action: string, by?: 'recipe') => ({
    ...turn(1, action, {}, { moves: 1 }),
    decision: decision(action, by === undefined ? {} : { by }),
  });
  const tallyOf = (...turns: readonly ReturnType<typeof plays>[]) =>
    turns.reduce((now, one) => recordTurn(now, one), state()).tally;
  expect(tallyOf(plays('push wall'), plays('pull wall'))).toMatchObject({
    repeatedFailures: 0,
    recipeTurns: 0,
  });
  expect(tallyOf(plays('push wall', 'recipe'), plays('push wall'))).toMatchObject({
    repeatedFailures: 1,
    recipeTurns: 1,
  });
});

import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { Objective } from '../../../src/domain/objective.ts';
import { completionOf } from '../../../src/managers/objectives/completion.ts';
import { decision, turn } from '../../helpers/observation.ts';

function objective(text: string, target: number | null = null, createdTurn = 1): Objective {
  const room = target === null ? null : locationId(target);
  return { text, target: room, origin: 'agent', createdTurn, renewedTurn: createdTurn };
}

const HALL = { location: { id: locationId(1), name: 'Hall' } };
const YARD = { location: { id: locationId(2), name: 'Yard' } };
const took = turn(2, 'take lamp', { scene: 'before' }, { scene: 'after' });
const still = turn(3, 'wait');
const claiming = (...completed: readonly string[]) => ({
  ...still,
  decision: decision('wait', { completed }),
});

describe('an objective that the agent claims to be reached', () => {
  const lamp = objective('Take the lamp');

  it('is completed when something has happened since it was set', () => {
    const turns = [took, claiming('take  the LAMP')];
    expect(completionOf(claiming('take  the LAMP'), turns, [lamp])).toEqual({
      completed: ['Take the lamp'],
      refused: [],
    });
  });

  it.each([
    ['nothing has happened', [still], lamp],
    ['nothing has happened since it was set', [took], objective('Take the lamp', null, 2)],
    ['it happened in another room than its own', [took], objective('Take the lamp', 2)],
  ])('is refused when %s', (_, earlier, one) => {
    const claim = claiming('Take the lamp');
    expect(completionOf(claim, [...earlier, claim], [one])).toEqual({
      completed: [],
      refused: ['Take the lamp'],
    });
  });

  it('is refused when it is none of the current ones', () => {
    const claim = claiming('Win the game');
    expect(completionOf(claim, [took, claim], [lamp])).toEqual({
      completed: [],
      refused: ['Win the game'],
    });
  });
});

describe('an objective that nobody claims', () => {
  const walk = turn(3, 'north', HALL, YARD);
  const done = (record: typeof walk, one: Objective) =>
    completionOf(record, [record], [one]).completed.length === 1;

  it('is completed by being where it asks to be, and not by passing where something is to be done', () => {
    expect(done(walk, objective('Explore north to reach Location 2', 2))).toBe(true);
    expect(done(walk, objective('Fetch the rope from Location 2', 2))).toBe(false);
    expect(done(walk, objective('Reach Location 1', 1))).toBe(false);
    expect(done(turn(3, 'wait', YARD, YARD), objective('Reach Location 2', 2))).toBe(false);
  });

  it('is completed by points in its room, not by a loss and not by points elsewhere', () => {
    const scored = (points: number) => turn(3, 'open box', YARD, { score: points });
    expect(done(scored(5), objective('Score at Location 2: open box', 2))).toBe(true);
    expect(done(scored(-5), objective('Score at Location 2: open box', 2))).toBe(false);
    expect(done(scored(5), objective('Score at Location 1', 1))).toBe(false);
    expect(done(scored(5), objective('Score'))).toBe(false);
  });

  it('that asks for points is not completed by a walk, whatever words name the deed', () => {
    for (const text of ['Score at Location 2: enter boat', 'Earn points: find and go there']) {
      expect(done(walk, objective(text, 2))).toBe(false);
    }
    expect(done(walk, objective('Find the score sheet', 2))).toBe(true);
  });

  it('is not completed by dying there', () => {
    const death = turn(3, 'north', HALL, { ...YARD, ended: 'death' as const });
    expect(done(death, objective('Reach Location 2', 2))).toBe(false);
  });
});

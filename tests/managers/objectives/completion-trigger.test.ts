import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { Objective } from '../../../src/domain/objective.ts';
import { mayHaveCompleted } from '../../../src/managers/objectives/completion-trigger.ts';
import { thing, turn } from '../../helpers/observation.ts';

function objective(target: number | null): Objective {
  return {
    text: 'Find a light',
    target: target === null ? null : locationId(target),
    origin: 'agent',
    createdTurn: 1,
    renewedTurn: 1,
  };
}

const YARD = { location: { id: locationId(2), name: 'Yard' } };
const still = turn(3, 'wait');

function saying(reasoning: string) {
  return { ...still, decision: { ...still.decision, reasoning } };
}

describe('mayHaveCompleted', () => {
  it.each([
    ['the score rose', turn(3, 'push', {}, { score: 5 })],
    ['the score fell', turn(3, 'push', { score: 5 }, { score: 0 })],
    ['something was taken', turn(3, 'take lamp', {}, { inventory: [thing(7, 'lamp')] })],
    ['the player moved', turn(3, 'north', {}, YARD)],
  ])('is true when %s', (_, record) => {
    expect(mayHaveCompleted(record, [objective(null)])).toBe(true);
  });

  it('is false when nothing changed, or when there is no objective', () => {
    expect(mayHaveCompleted(turn(3, 'wait'), [objective(null)])).toBe(false);
    expect(mayHaveCompleted(turn(3, 'push', {}, { score: 5 }), [])).toBe(false);
  });

  it('is false for a walk between rooms that no objective is about', () => {
    const walk = turn(3, 'north', {}, YARD);
    expect(mayHaveCompleted(walk, [objective(5)])).toBe(false);
    expect(mayHaveCompleted(walk, [objective(5), objective(2)])).toBe(true);
    expect(mayHaveCompleted(walk, [objective(1)])).toBe(true);
  });

  it('is true when the agent claims it, by naming the goal or its text', () => {
    expect(mayHaveCompleted(saying('I look. My objective is now complete.'), [objective(5)])).toBe(
      true,
    );
    expect(mayHaveCompleted(saying('"find a light" is done, so I go on'), [objective(5)])).toBe(
      true,
    );
    expect(mayHaveCompleted(saying('I must find a light. The door is done.'), [objective(5)])).toBe(
      false,
    );
  });
});

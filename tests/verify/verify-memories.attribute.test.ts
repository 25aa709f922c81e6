import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import { proofWords, evidenceUsesWords } from '../../src/managers/memory/evidence.ts';
import { memoryId } from '../../src/managers/memory/evidence.ts';
import type { TurnRecord } from '../../src/domain/turn-record.ts';
import { turnSchema } from '../../src/records/recorded-turn.ts';
import { turnsShowingMemories, usesOfMemory } from '../../src/verify/memory-evidence.ts';
import { memory } from '../helpers/memory.ts';
import { observation, turn } from '../helpers/observation.ts';

const HALL = 1;

function uses(
  category: string,
  title: string,
  turns: readonly TurnRecord[],
  commands: string[] = [],
) {
  const one = memory({ category, title });
  const id = memoryId(HALL, one);
  const shown = turns.map((each) =>
    turnSchema.parse({ ...each, decision: { ...each.decision, memories: ['zzzzzz', id] } }),
  );
  const recording = { episode: 1, seed: 1, turns: shown, problem: null };
  return usesOfMemory(HALL, one, commands, turnsShowingMemories([recording]));
}

const gain = turn(1, 'go n', {}, { scene: 'other', score: 5 });
const nothing = turn(2, 'north');
const other = turn(3, 'look');
const elsewhere = turn(4, 'north', { location: { id: locationId(2), name: 'Attic' } });
const death = turn(5, 'north', {}, { scene: 'end', ended: 'death' });

describe('what showing a memory came to', () => {
  it('counts where its command was played, however it is spelt, in its room, and what that did', () => {
    expect(uses('SUCCESS', 'north', [gain, nothing, other, elsewhere, death])).toEqual({
      shown: 5,
      followed: 3,
      played: 3,
      effects: 2,
      deaths: 1,
      points: 5,
    });
  });

  it('counts a warning as followed where its command was not played', () => {
    const found = uses('DANGER', 'north', [other, elsewhere, death]);
    expect(found).toMatchObject({ shown: 3, followed: 2, played: 1, deaths: 1 });
    expect(evidenceUsesWords('DANGER', found)).toBe(
      'the player read it in 3 turns and heeded it 2 times, did it all the same once, with an effect, 1 deadly',
    );
  });

  it('counts a death after which the story goes on', () => {
    const again = turn(6, 'north', {}, { scene: 'wood', died: true });
    expect(uses('DANGER', 'north', [death, again])).toMatchObject({ played: 2, deaths: 2 });
  });

  it('takes the commands of the claim, where a title is prose', () => {
    expect(uses('SUCCESS', 'The way up', [gain], ['north'])).toMatchObject({
      followed: 1,
      points: 5,
    });
    const dark = uses('NOTE', 'It is dark', [gain]);
    expect(dark).toMatchObject({ shown: 1, followed: 0 });
    expect(evidenceUsesWords('NOTE', dark)).toBe('the player read it in 1 turn');
    expect(evidenceUsesWords('SUCCESS', dark)).toBe(
      'the player read it in 1 turn, never followed it',
    );
  });

  it('is nothing for one that no prompt named', () => {
    const turns = [turnSchema.parse(turn(1, 'north', observation()))];
    const recording = { episode: 1, seed: 1, turns, problem: null };
    expect(usesOfMemory(HALL, memory(), [], turnsShowingMemories([recording]))).toBeUndefined();
    expect(evidenceUsesWords('NOTE', undefined)).toBe('');
    expect(proofWords(new Map(), HALL, memory())).toBe('');
  });
});

import { describe, expect, it } from 'vitest';
import { doingChoices } from '../../src/player/affordances.ts';
import { companyOf } from '../../src/player/people.ts';
import type { Situation } from '../../src/player/situation.ts';
import { choose, situationOf } from './situations.ts';

const doingIn = (situation: Situation) => doingChoices(situation, companyOf(situation));

const SYSTEM = `## This story's verbs
Each line has the words that mean the same
dig: X; X with Y
examin, x: X
move: X
open: X
put: X in Y; X on Y
read: X
take: X

End`;
const asked = (prompt: string, turns: Parameters<typeof choose>[1] = []) =>
  choose(prompt, turns, { system: SYSTEM });
const WAY = '\n\n## Ways out\n- n: somewhere new (7), untried this episode';

describe('what texts tell of', () => {
  it('handles what the newest text names, though no list has it', () => {
    const told = '## Things in reach\n- box';
    const opened = { action: 'open box', text: 'Opening the box reveals a leaflet.' };
    const taken = { action: 'take box' };
    expect(asked(told + WAY, [taken, opened])).toBe('read leaflet');
    expect(asked(told + WAY, [taken, { ...opened, text: 'Nothing.' }])).toBe('n');
  });

  it('tries again what the prompt says is worth it', () => {
    const told = '## Things in reach\n- trap door: door, openable';
    const early = { action: 'open door', text: 'It is stuck.' };
    const refused = '\n\n## Tried here\n- open door: refused: It is stuck.';
    const again = `${refused}; worth trying again: the lever is held now`;
    expect(asked(told + refused, [early])).not.toBe('open door');
    expect(asked(told + again, [early])).toBe('open door');
  });

  it('proposes nothing that was refused here a moment ago', () => {
    const told = '## Things in reach\n- trap door: door, openable';
    const note = { refused: ['open door', 'd'] };
    expect(asked(told)).toBe('open door');
    expect(asked(told, [{ action: 'wait', note }])).not.toBe('open door');
    expect(asked(told, [{ action: 'wait', note }, { action: 'look' }])).toBe('open door');
    expect(asked(told, [{ action: 'wait', note: { ...note, place: 9 } }])).toBe('open door');
  });

  it('names nothing again that the story was said not to know', () => {
    const room = '## Room description (1 turn ago)\n| Yard\n| There is a statue here.';
    expect(asked(room)).toBe('move statue');
    const noted = { action: 'wait', note: { absent: ['statue'] } };
    expect(asked(room, [noted])).not.toMatch(/statue/);
    const refused = '\n\n## Refused this turn\n- move statue: this story does not know it';
    expect(asked(room + refused)).not.toBe('move statue');
    const named = '\n\n## Refused this turn\n- move statue: no statue is within reach';
    expect(asked(room + named)).not.toMatch(/statue/);
  });
});

describe('what is used on what', () => {
  it('digs where a spade is held, and sooner than it looks closely', () => {
    const bed = '## Things in reach\n- flower bed\n\n## Held\n- old spade';
    const tried = [{ action: 'take bed' }];
    expect(asked(bed, tried)).toBe('dig bed with spade');
    expect(asked(bed.replace('old spade', 'old spoon'), tried)).not.toMatch(/^dig/);
  });

  it('ties a rope to what cannot be taken, whatever it is, and not to what was not tried to be taken', () => {
    const near = '## Things in reach\n- idol\n\n## Held\n- rope';
    const uses = (room: string, tried: readonly { readonly action: string }[] = []) =>
      doingIn(situationOf(`${room}\n\n${near}`, tried))
        .map(({ action }) => action)
        .filter((action) => action.startsWith('tie '));
    expect(uses('')).toEqual([]);
    expect(uses('', [{ action: 'take idol' }])).toContain('tie rope to idol');
  });

  it('goes back with a key to what was locked', () => {
    const hall = '## Held\n- iron key\n\n## Ways out\n- s: Mole (8), been there once';
    const mole = { place: 8 };
    const turns = [
      { action: 'open door', text: 'It is locked.', note: mole },
      { action: 'n', text: 'Yard', note: mole },
      { action: 'take key', text: 'Taken.' },
      { action: 'examine key', text: 'Rusty.' },
    ];
    expect(asked(hall, turns)).toBe('s');
  });
});

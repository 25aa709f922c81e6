import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/domain/message.ts';
import {
  readSituationJournal,
  readSituationNote,
  situationDeed,
  writeSituationNote,
  type Note,
} from '../../src/player/situation.ts';
import { messagesOf } from './situations.ts';

describe('the journal', () => {
  it('tells each turn with its place, its note and what the game answered', () => {
    const turns = [
      { action: 'n', text: 'Hall\nA hall.', note: { place: 3, score: 5 } },
      { action: 'take lamp', text: 'Taken.', note: { place: 8, score: 5 } },
    ];
    expect(readSituationJournal(messagesOf('', turns))).toMatchObject([
      { action: 'north', place: 3, text: 'Hall\nA hall.', note: { score: 5 } },
      { action: 'take lamp', place: 8, text: 'Taken.' },
    ]);
  });

  it('knows turns that somebody else played, and where they were where the tool says so', () => {
    const text = `## Game text
| Welcome.
New place: Yard (3)

Turn 1 was played by a recipe, not by you:
| > north

## Game text
| Hall
New place: Hall (8)

Turn 2 was played by a recipe, not by you:
| > take lamp

## Game text
| Taken.`;
    const messages: readonly Message[] = [{ role: 'user', content: text }];
    expect(readSituationJournal(messages)).toMatchObject([
      { action: 'north', place: 3, text: 'Hall', note: null },
      { action: 'take lamp', place: 8, text: 'Taken.', note: null },
    ]);
  });

  it('reads the turns that were told in short, as this player sums them up', () => {
    const deeds = [
      situationDeed('open door', 3),
      situationDeed('n', 3),
      situationDeed('take lamp', 8),
    ];
    const text = `## Turns 1 to 3 in short\n| Done lately: ${deeds.join('; ')}.\n\n## Game text\n| Ok.`;
    expect(readSituationJournal([{ role: 'user', content: text }])).toMatchObject([
      { action: 'open door', place: 3 },
      { action: 'north', place: 3 },
      { action: 'take lamp', place: 8 },
    ]);
  });
});

const words = fc.array(fc.stringMatching(/^[a-z][a-z'-]{0,9}$/), { maxLength: 3 });
const note: fc.Arbitrary<Note> = fc.record({
  place: fc.nat(),
  score: fc.option(fc.integer()),
  left: fc.option(fc.nat()),
  goal: fc.option(fc.nat()),
  absent: words,
  refused: words,
});

describe('notes', () => {
  it('are read as they were written, whatever thought comes before', () => {
    fc.assert(
      fc.property(note, fc.string(), (written, thought) => {
        expect(readSituationNote(`${thought} ${writeSituationNote(written)}`)).toEqual(written);
      }),
    );
  });

  it('are not found in the thoughts of others', () => {
    expect(readSituationNote('At 7 o’clock, score one for me.')).toBeNull();
  });
});

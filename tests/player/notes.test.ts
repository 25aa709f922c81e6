import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNote, writeNote, type Note } from '../../src/player/notes.ts';

const words = fc.array(fc.stringMatching(/^[a-z][a-z'-]{0,9}$/), { maxLength: 3 });
const note: fc.Arbitrary<Note> = fc.record({
  place: fc.nat(),
  score: fc.option(fc.integer()),
  ways: fc.option(
    fc
      .array(fc.tuple(fc.stringMatching(/^[a-z]{1,9}$/), fc.option(fc.nat())), { maxLength: 12 })
      .map((ways) => new Map(ways)),
  ),
  left: fc.option(fc.nat()),
  goal: fc.option(fc.nat()),
  unknown: words,
  absent: words,
});

describe('notes', () => {
  it('are read as they were written, whatever thought follows', () => {
    fc.assert(
      fc.property(note, fc.string(), (written, thought) => {
        expect(readNote(`${writeNote(written)} ${thought}`)).toEqual(written);
      }),
    );
  });

  it('are not found in the thoughts of others', () => {
    expect(readNote('At 7 o’clock, score one for me.')).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import { type RoomDescription, addDescription } from '../../src/domain/room-description.ts';
import { describedRoom, mayDescribeRoom } from '../../src/turn/learn-description.ts';
import type { TurnRecord } from '../../src/domain/turn-record.ts';
import { turn } from '../helpers/observation.ts';

const yard = { location: { id: locationId(2), name: 'Yard' } };
const arrival = (text: string) => turn(1, 'north', {}, { ...yard, text });
const stay = (action: string, text: string) => turn(2, action, yard, { text });

describe('a text that may describe the room', () => {
  it.each([
    [99, false],
    [100, false],
    [101, true],
  ])('has more than 100 characters on arrival: %i', (length, may) => {
    expect(mayDescribeRoom(arrival('m'.repeat(length)))).toBe(may);
  });

  it('is no question of length where it names the room, or the player stayed', () => {
    const long = 'm'.repeat(200);
    expect(mayDescribeRoom(arrival(`Yard\n${long}`))).toBe(false);
    expect(mayDescribeRoom(stay('read book', long))).toBe(false);
  });
});

describe('a text that does describe it', () => {
  it('follows an arrival or a look, and a line of it begins with the name', () => {
    const text = 'A gust of wind.\n  yard, by night\nMud.';
    expect(describedRoom(arrival(text))).toEqual({
      text: 'yard, by night\nMud.',
      turn: 1,
      locationId: 2,
    });
    expect(describedRoom(stay('Look', text))?.turn).toBe(2);
    expect(describedRoom(stay('wait', text))).toBeNull();
    expect(describedRoom(stay('light lamp', 'It burns.\n\nYard\nMud.'))?.text).toBe('Yard\nMud.');
    expect(describedRoom(stay('look', 'The yard is dark.'))).toBeNull();
  });

  it.each(['<< Yard >>', '*Yard*', '== YARD =='])(
    'may have its name within marks: %s',
    (heading) => {
      const text = `${heading}\nMud.`;
      expect(describedRoom(arrival(text))?.text).toBe(text);
      expect(describedRoom(stay('light lamp', `It burns.\n\n${text}`))?.text).toBe(text);
      expect(mayDescribeRoom(arrival(`${heading}\n${'m'.repeat(200)}`))).toBe(false);
    },
  );

  it('is none in the dark', () => {
    const dark = (one: TurnRecord) => ({ ...one, after: { ...one.after, isDark: true as const } });
    expect(describedRoom(dark(stay('look', 'Yard\nMud.')))).toBeNull();
    expect(mayDescribeRoom(dark(arrival('m'.repeat(200))))).toBe(false);
  });

  it('leaves out what a story says in brackets on a line of its own, as of the score', () => {
    const text = 'Yard\nMud, with a well [dry].\n\n[The score has just gone up.]\n\nA cat sleeps.';
    expect(describedRoom(arrival(text))?.text).toBe(
      'Yard\nMud, with a well [dry].\n\nA cat sleeps.',
    );
    expect(describedRoom(arrival('Yard\n[Press any key]'))?.text).toBe('Yard');
  });
});

describe('the description that is remembered of a room', () => {
  const known = addDescription(
    new Map(),
    printed('Yard\nA wide yard between three walls.\nA cat.'),
  );

  it('is the newest that was printed in full, also when something of it has changed', () => {
    const now = (text: string) => addDescription(known, printed(text, 5)).get(locationId(2))?.text;
    const full = 'Yard\nA wide yard between three walls.';
    expect(now(full)).toBe(full);
    expect(now('Yard\nA wide yard between two walls.')).toBe(
      'Yard\nA wide yard between two walls.',
    );
  });

  it('is not replaced by the short text of a return', () => {
    for (const text of ['Yard', 'Yard\nA cat.', 'Yard\nThere is a cat.'])
      expect(addDescription(known, printed(text, 5))).toBe(known);
    const atTheEdge = `Yard\n${'x'.repeat(16)}`;
    expect(addDescription(known, printed(atTheEdge, 5)).get(locationId(2))?.text).toBe(atTheEdge);
    expect(addDescription(known, printed(`Yard\n${'x'.repeat(15)}`, 5))).toBe(known);
  });

  it('is never an older one', () => {
    const newer = addDescription(known, printed('Yard\nA wide yard between two walls.', 5));
    expect(addDescription(newer, printed('Yard\nA wide yard between three walls.', 5))).toBe(newer);
  });
});

function printed(text: string, turn = 1): RoomDescription {
  return { text, turn, locationId: locationId(2) };
}

import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import { describedRoom, mayDescribeRoom } from '../../src/turn/room-description.ts';
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
    expect(describedRoom(arrival(text))).toEqual({ text, turn: 1, locationId: 2 });
    expect(describedRoom(stay('Look', text))?.turn).toBe(2);
    expect(describedRoom(stay('wait', text))).toBeNull();
    expect(describedRoom(stay('look', 'The yard is dark.'))).toBeNull();
  });
});

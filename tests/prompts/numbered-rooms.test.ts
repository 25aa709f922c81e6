import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roomsByName, withoutRoomNames, withRoomNames } from '../../src/prompts/numbered-rooms.ts';

const nameOf = (id: number) => (id === 7 ? 'Hall' : id === 8 ? 'Attic (east)' : null);

it('rooms get their names behind their numbers, once, where they are known', () => {
  const text = 'Explore east from Location 7 to reach Location 9, then location 8';
  const named = 'Explore east from Location 7 (Hall) to reach Location 9, then location 8';
  expect(withRoomNames(text, nameOf)).toBe(named);
  expect(withRoomNames(named, nameOf)).toBe(named);
});

it('people read the names, and that a room was not entered', () => {
  expect(roomsByName('From location 7 to Location 9', nameOf)).toBe(
    'From Hall to a room not entered yet (9)',
  );
  expect(roomsByName('Score at Location 9 (Cellar): dig', nameOf)).toBe('Score at Cellar: dig');
});

it('a text is the same with and without the names', () => {
  const room = fc.constantFrom('Location 7', 'Location 8', 'Location 9');
  const parts = fc.array(fc.oneof(room, fc.string()), { maxLength: 6 });
  fc.assert(
    fc.property(parts, (words) => {
      const text = words.join(' ');
      expect(withoutRoomNames(withRoomNames(text, nameOf))).toBe(withoutRoomNames(text));
    }),
  );
});

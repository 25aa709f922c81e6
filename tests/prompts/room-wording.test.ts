import fc from 'fast-check';
import { expect, it, describe } from 'vitest';
import {
  numberedRoomWords,
  roomWords,
  roomsByName,
  withRoomNames,
  withoutRoomNames,
} from '../../src/prompts/room-wording.ts';
import { heldWords, thingsWords } from '../../src/prompts/thing-wording.ts';
import { turnWords } from '../../src/prompts/told-turns.ts';
import { scoreWords, turnCount } from '../../src/prompts/wording.ts';
import { locationId } from '../../src/domain/ids.ts';
import { thing, turn } from '../helpers/observation.ts';

const long = (length: number) => 'x'.repeat(length);

describe('the words of prompts', () => {
  it('name a room with its id, on one line with an end', () => {
    const room = { id: locationId(0), name: 'Old\n## Hall' };
    expect(roomWords(room)).toBe('Old ## Hall (0)');
    expect(numberedRoomWords(room)).toBe('Location 0 (Old ## Hall)');
    expect(roomWords({ ...room, name: long(60) })).toBe(`${long(60)} (0)`);
    expect(roomWords({ ...room, name: long(61) })).toBe(`${long(60)}... (0)`);
  });

  it('say "nothing" of no things, and name the others in a row', () => {
    expect(thingsWords([])).toBe('nothing');
    expect(thingsWords([{ name: 'lamp' }, { name: 'a\trope' }])).toBe('lamp, a rope');
  });

  it('count a turn of those that an episode has, and alone where it has no end', () => {
    expect(turnCount(37, 50)).toBe('Turn 37 of 50');
    expect(turnCount(37, null)).toBe('Turn 37');
  });

  it('tell points as far as they are known; zero is a score', () => {
    expect(scoreWords({ score: null, maxScore: 5 })).toBe('score unknown');
    expect(scoreWords({ score: 0, maxScore: null })).toBe('score 0');
    expect(scoreWords({ score: 0, maxScore: 350 })).toBe('score 0 of 350');
  });

  it('tell a turn by number, place, command and answer, the played text quoted', () => {
    const record = turn(3, 'open\n## box', {}, { text: 'It\n## opens.' });
    expect(turnWords(record, 9)).toBe('Turn 3, Hall (1)\n| > open ## box\n| It ## ope...');
    const nine = { ...record, after: { ...record.after, text: long(9) } };
    expect(turnWords(nine, 9)).toContain(`\n| ${long(9)}`);
    expect(turnWords(nine, 8)).toContain(`\n| ${long(8)}...`);
  });

  it('name what is held with what lies in it, however deep', () => {
    const bag = { ...thing(7, 'bag'), held: true };
    const purse = { ...thing(8, 'purse'), held: true, inside: bag.id };
    const coin = { ...thing(9, 'coin'), held: true, inside: purse.id };
    const lamp = { ...thing(10, 'lamp'), held: true };
    const objects = [bag, purse, coin, lamp];
    expect(heldWords({ inventory: [bag, lamp], objects })).toBe(
      'bag (with purse (with coin)), lamp',
    );
    expect(heldWords({ inventory: [], objects: [] })).toBe('nothing');
  });

  it('say what is worn, on, locked or gives light of what is held', () => {
    const cloak = thing(7, 'cloak', 'worn', 'openable');
    const lamp = thing(8, 'lamp', 'on', 'light');
    const bag = thing(9, 'bag', 'open', 'container');
    const coin = { ...thing(10, 'coin'), held: true, inside: bag.id };
    const objects = [cloak, lamp, bag, coin];
    expect(heldWords({ inventory: [cloak, lamp, bag], objects })).toBe(
      'cloak (worn), lamp (on, light), bag (with coin)',
    );
  });
});

const nameOf = (id: number) => (id === 7 ? 'Hall' : id === 8 ? 'Attic (east)' : null);

it('rooms get their names behind their numbers, once, where they are known', () => {
  const text = 'Explore east from Location 7 to reach Location 9, then location 8';
  const named = 'Explore east from Location 7 (Hall) to reach Location 9, then location 8';
  expect(withRoomNames(text, nameOf)).toBe(named);
  expect(withRoomNames(named, nameOf)).toBe(named);
});

it('a room that is named already gets no second name', () => {
  const text = 'Light the dark hall (Location 7), then the cellar (Location 7)';
  expect(withRoomNames(text, nameOf)).toBe(
    'Light the dark hall (Location 7), then the cellar (Location 7 (Hall))',
  );
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

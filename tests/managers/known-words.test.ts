import { describe, expect, it } from 'vitest';
import { KnownWords } from '../../src/managers/known-words.ts';
import { thing, turn } from '../helpers/observation.ts';

const DICTIONARY = ['take', 'open', 'lamp', 'window', 'give', 'troll', 'unlock'];
const NAMES = new Set(['lamp', 'window', 'troll', 'kettle']);

function known(): KnownWords {
  const words = new KnownWords({
    knows: (word) => DICTIONARY.includes(word),
    objectsNamed: (word) => (NAMES.has(word) ? [7] : []),
  });
  const before = { text: 'Kitchen\nA brass kettle hangs over the fireplace.' };
  words.hear(turn(1, 'look', before, { objects: [thing(4, 'glass pearl')], text: 'You wait.' }));
  return words;
}

describe('what a lesson names', () => {
  it.each([
    ['Open the window', 'Opens with a push; leads in. It took two tries.'],
    ['take pearl', 'The kettle is worth 5 points; give it to the troll.'],
    ['Kettles', 'The lamps were lit, the fireplace is cold.'],
    ['Way blocked', 'A danger: waiting here costs the turn. Try "open window" instead.'],
    ['brass-kettle', ''],
    ['Kitchen', 'A brass kettle hangs over the firep'],
  ])('is known when the story or this episode has it: %s', (title, text) => {
    expect(known().judge(title, text)).toBe('known');
  });

  it.each([
    ['Golden dragon', 'It sleeps here.'],
    ['Dragons here', ''],
    ['Open the window', 'The dragon behind it bites.'],
    ['Open the window', 'Beware of a very old dragon.'],
    ['Open the window', 'Do it with the brass sceptre.'],
    ['Open the window', 'Try "wake dragon" first.'],
    ['give lamp to wizard', ''],
  ])('is made up when neither has it: %s; %s', (title, text) => {
    expect(known().judge(title, text)).toBe('invented');
  });

  it('is unclear where a word that nobody knows may say what a known thing does', () => {
    expect(known().judge('Troll grimaces', '')).toBe('unclear');
    expect(known().judge('Open the window', 'The kettle glimmers.')).toBe('unclear');
    expect(known().judge('Open the window', 'Sunlight comes in.')).toBe('known');
  });

  it('becomes known when it is printed', () => {
    const words = known();
    words.hear(turn(2, 'north', {}, { text: 'A golden dragon looks at you.' }));
    expect(words.judge('Golden dragon', 'The dragon looks at you.')).toBe('known');
  });
});

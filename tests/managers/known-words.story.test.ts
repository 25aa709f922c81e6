/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { KnownWords } from '../../src/managers/known-words.ts';
import { observation, turn } from '../helpers/observation.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';

const WALKTHROUGH = path.join(path.dirname(SHIPPED_STORY), 'saltmere.walkthrough.txt');

/** What is known after so many commands of the shipped story's walkthrough. */
function after(count: number): KnownWords {
  const game = openStory(new Uint8Array(readFileSync(SHIPPED_STORY)), { seed: 1 });
  const words = new KnownWords(game.dictionary);
  const commands = readFileSync(WALKTHROUGH, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const look = (text: string): Observation =>
    observation({ ...game.facts(), scene: game.scene(), text });
  let before = look(game.opening.text);
  words.hear({ before, after: before });
  for (const command of commands.slice(0, count)) {
    const seen = look(game.step(command).text);
    words.hear(turn(1, command, before, seen));
    before = seen;
  }
  return words;
}

const TRUE_LESSONS = [
  [
    'One command, open front door, draws the bolt',
    'From inside alone; a shortcut to the yard from then on.',
  ],
  [
    'take garnet ring (+4) from the untidy nest',
    "The jackdaw's loot lies there; the ring is one of the six gifts.",
  ],
  [
    'north: Chapel of St Osyth, +3; altar with six hollows',
    'The driftwood altar has a hollow for each gift.',
  ],
  ['put all on altar', 'Lays every carried gift in a single turn; each gift scores another 4.'],
  [
    'Window is the way in',
    '(1) open window, (2) enter window; +10. The front door is bolted from within.',
  ],
  [
    'Brass key opens the sea chest',
    '(1) take brass key from the hook, (2) `unlock sea chest with brass key`, (3) open sea chest.',
  ],
  [
    'Give the Bellman nothing',
    'The logbook warns: "GIVE HIM NOTHING". Ringing the handbell sends him away.',
  ],
  [
    'Jackdaw steals shiny items',
    'It snatches what is held openly; stow treasures in the satchel and keep it closed.',
  ],
  ['Lantern oil is finite', 'Extinguish it whenever you leave the dark; the oil keeps.'],
  [
    'Marsh route',
    'Go west, north, west, north to reach the islet. Wrong turns send you back to the start.',
  ],
] as const;

describe('the shipped story', () => {
  it('has shown by its end all that true lessons name', () => {
    const words = after(Infinity);
    for (const [title, text] of TRUE_LESSONS) expect.soft(words.doubt(title, text)).toBeNull();
  });

  it('has not shown at its beginning what comes later', () => {
    const words = after(1);
    expect(words.doubt('take garnet ring', '')).toBe(
      'names the word garnet, which the game has not printed',
    );
    expect(words.doubt('Beware of the jackdaw', '')).toBe(
      'names the word jackdaw, which the game has not printed',
    );
  });

  it.each([
    ['Give the sandwich to the troll', 'The troll lets you cross the bridge then.'],
    ['unlock trapdoor with crowbar', 'Found under the rug in the kitchen.'],
    ['A wizard lives in the tower', 'Offer him the ruby and he casts a spell.'],
    ['The mermaid wants a kiss', 'She rewards you with a trident.'],
    ['How to leave', 'Here `unlock window` opens the way.'],
  ])('never shows what was made up: %s', (title, text) => {
    expect(after(Infinity).doubt(title, text)).not.toBeNull();
  });
});

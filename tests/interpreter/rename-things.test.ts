import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { storyNames, openNamed, openStory } from '../../src/interpreter/open-story.ts';
import { Veil } from '../../src/interpreter/rename-things.ts';
import { testStory } from '../helpers/stories.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';

const SHIPPED = readFileSync(SHIPPED_STORY);

/** A story twice, plain and with opaque names, and what turns one's words into the other's. */
function both(bytes: Uint8Array, seed = 1) {
  const plain = openStory(bytes, { seed });
  const renamed = openNamed(bytes, { seed, names: 'renamed' });
  const veil = new Veil(plain, storyNames(bytes));
  return { plain, renamed, swap: (text: string) => veil.swap(text) };
}

describe('with opaque names', () => {
  it.each(['zork1-r88', 'advent', 'detective', 'lostpig'])(
    'the walkthrough of %s is played equal',
    (name) => {
      const [commands, recorded] = [
        testStory(`${name}.commands.txt`),
        testStory(`${name}.walkthrough.json`),
      ];
      if (commands === null || recorded === null) return;
      const { story, seed } = JSON.parse(readFileSync(recorded, 'utf8')) as {
        story: string;
        seed: number;
      };
      const file = testStory(story);
      if (file === null) return;
      const { plain, renamed, swap } = both(readFileSync(file), seed);
      const unequal = readFileSync(commands, 'utf8')
        .trim()
        .split('\n')
        .filter((command) => {
          const expected = plain.step(command);
          const got = renamed.step(swap(command));
          return swap(got.text) !== expected.text || renamed.stateHash() !== plain.stateHash();
        });
      expect(unequal).toEqual([]);
    },
  );

  it('places and things are called otherwise, everywhere the same, and ways and verbs as they are', () => {
    const { plain, renamed, swap } = both(SHIPPED);
    const [here, there] = [plain.facts(), renamed.facts()];
    expect(there.location.name).not.toBe(here.location.name);
    expect(there.location.name).toBe(swap(here.location.name));
    expect(renamed.opening.text).toContain(there.location.name);
    expect(renamed.exits().map(({ command }) => command)).toEqual(
      plain.exits().map(({ command }) => command),
    );
    const [held] = there.inventory;
    expect(held?.name).not.toMatch(/satchel/i);
    expect(renamed.dictionary.knows(held?.name.split(' ').at(-1) ?? '')).toBe(true);
    expect(renamed.dictionary.verbs).toEqual(plain.dictionary.verbs);
  });

  it('the real name of a thing is a word that the parser does not know', () => {
    const { renamed } = both(SHIPPED);
    expect(renamed.dictionary.knows('satchel')).toBe(false);
    expect(renamed.step('examine satchel').text).toBe(
      openStory(SHIPPED, { seed: 1 }).step('examine bemolafaki').text,
    );
  });

  it.each([
    'The SATCHEL, a Satchel and two satchels.',
    'Go north; open it.',
    "the keeper's lamp",
    'iPod',
  ])('%j comes back when it is swapped twice', (text) => {
    const { swap } = both(SHIPPED);
    expect(swap(swap(text))).toBe(text);
  });
});

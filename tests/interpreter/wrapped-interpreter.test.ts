import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { openStory, openStoryNames, openStoryNamed } from '../../src/interpreter/open-story.ts';
import { rememberLooks, wrapExits, Veil } from '../../src/interpreter/wrapped-interpreter.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';
import type { ToldExits } from '../../src/domain/observation.ts';
import { fixtureFile, playOn } from '../helpers/fixture-stories.ts';
import { testStory } from '../helpers/stories.ts';

const COMMANDS = ['look', 'north', 'inventory', 'take all', 'south', 'wait', 'xyzzy'];

describe('an interpreter that remembers its looks', () => {
  const open = () => openStory(readFileSync(SHIPPED_STORY), { seed: 3 });
  const look = (interpreter: ReturnType<typeof open>) => [
    interpreter.facts(),
    interpreter.exits(),
    interpreter.fingerprint(),
    interpreter.scene(),
    interpreter.stateHash(),
    interpreter.reach('door'),
  ];

  it(
    'sees after each step and each restore what the interpreter itself sees',
    { tags: ['slow'] },
    () => {
      const [plain, remembering] = [open(), rememberLooks(open())];
      const start = [plain.snapshot(), remembering.snapshot()] as const;
      for (const command of COMMANDS) {
        expect(look(remembering)).toEqual(look(plain));
        expect(remembering.step(command)).toEqual(plain.step(command));
        expect(look(remembering)).toEqual(look(plain));
      }
      plain.restore(start[0]);
      remembering.restore(start[1]);
      expect(look(remembering)).toEqual(look(plain));
    },
  );

  it('looks once between two steps', () => {
    const plain = open();
    let looks = 0;
    const remembering = rememberLooks({
      ...plain,
      exits: () => [...plain.exits(), ...(looks++, [])],
    });
    remembering.exits();
    remembering.exits();
    expect(looks).toBe(1);
  });
});

const open = (told: ToldExits) =>
  wrapExits(openStory(readFileSync(fixtureFile('words.z3')), { seed: 1 }), told);
const commands = (told: ToldExits, ...played: readonly string[]) => {
  const game = open(told);
  playOn(game, ...played);
  return game.exits().map(({ command }) => command);
};

test('probed exits are all there are', () => {
  expect(open('probed').exitsTold).toBeUndefined();
  expect(commands('probed')).toEqual(['n', 'ne']);
});

test('seen exits are those that were walked from here', () => {
  expect(open('seen').exitsTold).toBe('seen');
  expect(commands('seen')).toEqual([]);
  expect(commands('seen', 'ne')).toEqual([]);
  expect(commands('seen', 'ne', 'sw')).toEqual(['ne']);
  expect(commands('seen', 'n', 's')).toEqual(['n']);
  expect(commands('seen', 'northeast')).toEqual([]);
});

test('safe exits are those that are not deadly', () => {
  const game = openStory(readFileSync(fixtureFile('words.z3')), { seed: 1 });
  const takes = game.facts().inventory;
  const exits = game.exits().map((exit, at) => ({ ...exit, deadly: at === 0, takes }));
  const safe = wrapExits(Object.assign(game, { exits: () => exits }), 'safe');
  expect(safe.exitsTold).toBe('safe');
  expect(safe.exits().map(({ command, takes: told }) => [command, told])).toEqual([
    ['ne', undefined],
  ]);
});

test('no exits are told, walked or not', () => {
  expect(open('none').exitsTold).toBe('none');
  expect(commands('none', 'n', 's')).toEqual([]);
});

const SHIPPED = readFileSync(SHIPPED_STORY);

test('what the story says of other ways is told where all exits are, with opaque names, too', () => {
  const told = (exits: 'probed' | 'safe' | 'seen' | 'none') => {
    const game = wrapExits(openStory(SHIPPED, { seed: 1 }), exits);
    for (const command of ['n', 'n']) game.step(command);
    return game.refusedWays().map(({ answer, isStock = false }) => (isStock ? 'stock' : answer));
  };
  const stock = Array.from({ length: 5 }, () => 'stock');
  expect(told('probed')).toEqual(['The front door is closed.', ...stock]);
  expect([told('safe'), told('seen'), told('none')]).toEqual([[], [], []]);
  const { renamed, swap } = both(SHIPPED);
  for (const command of ['n', 'n']) renamed.step(command);
  expect(renamed.refusedWays()[0]?.answer).toBe(swap('The front door is closed.'));
});

/** A story twice, plain and with opaque names, and what turns one's words into the other's. */
function both(bytes: Uint8Array, seed = 1) {
  const plain = openStory(bytes, { seed });
  const renamed = openStoryNamed(bytes, { seed, names: 'renamed' });
  const veil = new Veil(plain, openStoryNames(bytes));
  return { plain, renamed, swap: (text: string) => veil.swap(text) };
}

describe('with opaque names', () => {
  it.each(['zork1-r88', 'advent', 'detective', 'lostpig'])(
    'the walkthrough of %s is played equal',
    { tags: ['slow'] },
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

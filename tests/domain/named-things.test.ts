import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thingsNamedByCommand, thingsNamed, typedNoun } from '../../src/domain/named-things.ts';

const THINGS = ['brass key', 'rusty key', 'glass case', 'hen-coop', 'pile of leaves'].map(
  (name) => ({ name }),
);
const namesOf = (things: readonly { readonly name: string }[]) => things.map(({ name }) => name);

describe('the things that a command means', () => {
  it.each([
    ['unlock chest with brass key', ['brass key']],
    ['unlock chest with key', []],
    ['put the rusty key in the case', ['rusty key', 'glass case']],
    ['search coop', ['hen-coop']],
    ['move leaves', ['pile of leaves']],
    ['take pile of leaves', ['pile of leaves']],
    ['key', []],
    ['examine glasses', []],
    ['look', []],
  ])('%s: %j', (command, names) => {
    expect(namesOf(thingsNamedByCommand(command, THINGS))).toEqual(names);
  });
});

it('a command means the thing whose whole name it says, beside those with more words', () => {
  const things = ['card catalog drawer', 'card catalog', 'card'].map((name) => ({ name }));
  expect(namesOf(thingsNamedByCommand('examine card catalog', things))).toEqual(['card catalog']);
  expect(namesOf(thingsNamedByCommand('examine catalog', things))).toEqual([]);
  expect(namesOf(thingsNamedByCommand('examine drawer', things))).toEqual(['card catalog drawer']);
});

describe('the things that a sentence names', () => {
  it('are those of each phrase, in their order', () => {
    const sentence = 'In the glass case, which is open, lies a brass key.';
    expect(namesOf(thingsNamed(sentence, THINGS))).toEqual(['glass case', 'brass key']);
  });

  it('are always of those given, each once', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string().map((name) => ({ name }))), (text, things) => {
        const named = thingsNamed(text, things);
        expect(new Set(named).size).toBe(named.length);
        expect(named.every((one) => things.includes(one))).toBe(true);
      }),
    );
  });
});

describe('what to type for a thing', () => {
  const known: Readonly<Record<string, readonly number[]>> = {
    pile: [],
    paper: [7],
    key: [8, 9],
    brass: [8],
  };
  const nouns = {
    knows: (word: string) => word in known,
    objectsNamed: (word: string) => known[word] ?? [],
  };

  it.each([
    ['pile of yellowed paper', 7, 'paper'],
    ['pile of paper', 7, null],
    ['brass key', 8, null],
    ['rare brass key', 8, 'brass key'],
    ['heap of rubble', 5, null],
    ['brass paper', 7, 'paper'],
  ])('that is called "%s" is %j', (name, id, typed) => {
    expect(typedNoun({ id, name }, nouns)).toBe(typed);
  });

  it.each<[string, readonly string[], string, string | null]>([
    ['adjectives', ['brass', 'of', 'pile'], 'pile of brass paper', null],
    ['names alone', [], 'pile of brass paper', 'paper'],
    ['names alone', [], 'paper', null],
  ])('for a parser of %s, %j, that is called "%s" is %j', (_, some, name, typed) => {
    const describes = (word: string) => some.includes(word);
    expect(typedNoun({ id: 7, name }, { ...nouns, describes })).toBe(typed);
  });
});

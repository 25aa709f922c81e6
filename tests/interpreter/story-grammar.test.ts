import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';
import { readGrammar, type GrammarSource } from '../../src/interpreter/story-grammar.ts';
import { readTestStory } from '../helpers/stories.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';

function dictionaryOf(story: Uint8Array) {
  return openStory(story, { seed: 1 }).dictionary;
}

/** The patterns of the verb that a word is one of the names of. */
function patterns(story: Uint8Array, word: string): readonly string[] | undefined {
  return dictionaryOf(story).grammar?.find(({ words }) => words.includes(word))?.patterns;
}

describe("the shipped story's grammar", () => {
  const story = readFileSync(SHIPPED_STORY);

  it('has every verb of the dictionary once, with its synonyms', () => {
    const { grammar, verbs } = dictionaryOf(story);
    expect(grammar?.flatMap(({ words }) => words).sort()).toEqual(verbs);
    expect(grammar?.find(({ words }) => words.includes('drop'))?.words).toContain('discard');
  });

  it("says what may follow a verb, with the story's own prepositions", () => {
    expect(patterns(story, 'unlock')).toEqual(['X with Y']);
    expect(patterns(story, 'give')).toContain('X to Y');
    expect(patterns(story, 'look')).toContain('');
    expect(patterns(story, 'look')).toContain('under X');
    expect(patterns(story, 'look')).toContain('inside/in/into/through/on X');
    expect(patterns(story, 'consult')).toContain('X about TEXT');
  });

  it('tells verbs about the session apart, as the story marks them', () => {
    const meta = dictionaryOf(story).grammar?.filter(({ isMeta }) => isMeta) ?? [];
    const words = meta.flatMap((verb) => verb.words);
    expect(words).toEqual(expect.arrayContaining(['save', 'quit', 'restart']));
    expect(words).not.toContain('take');
  });
});

/** Of a verb that takes several things and of one that takes one: the patterns that take several. */
const SEVERAL = [
  ['zork1-r88.z3', 'drop', ['X on Y', 'X in Y', 'X down Y', 'X'], 'unlock'],
  ['minizork-r34.z3', 'drop', ['X on Y', 'X in Y', 'X down Y', 'X'], 'attach'],
  ['library.z5', 'remove', ['X', 'X from Y'], 'unlock'],
  ['advent.z5', 'insert', ['X in/into Y'], 'unlock'],
  ['lostpig.z8', 'carry', ['X'], 'consider'],
] as const;

describe.each(SEVERAL)('of the grammar of %s', (name, verb, expected, single) => {
  const story = readTestStory(name);

  it.skipIf(story === null)(`tells that ${verb} takes several things and ${single} none`, () => {
    const { grammar } = dictionaryOf(story ?? new Uint8Array());
    const several = (word: string) => grammar?.find(({ words }) => words.includes(word))?.several;
    expect(several(verb)).toEqual(expected);
    expect(several(single)).toEqual([]);
  });
});

/** One story for each way to write grammar tables, with a pattern of it. */
const STORIES = [
  ['zork1-r88.z3', 'lines of 8 bytes, a zero byte behind each verb', 'unlock', ['X with Y']],
  ['zork1-r88.z3', 'words that share a number', 'look', ['with/through X', 'at X with Y']],
  ['zork1-r119.z3', 'lines of 8 bytes', 'unlock', ['X with Y']],
  ['minizork-r34.z3', 'lines of 2, 4 or 7 bytes', 'attach', ['up X with Y', 'X to Y']],
  ['library.z5', 'Inform 5', 'answer', ['X to Y']],
  ['spirit.z5', 'Inform 5', 'answer', ['X to Y']],
  ['advent.z5', 'Inform 6', 'unlock', ['X with Y']],
  ['lostpig.z8', 'Inform 7', 'consider', ['', 'TEXT', 'about TEXT']],
] as const;

describe.each(STORIES)('the grammar of %s (%s)', (name, _, verb, expected) => {
  const story = readTestStory(name);

  it.skipIf(story === null)('is read: all verbs, and %s as the story has it', () => {
    const { grammar, verbs } = dictionaryOf(story ?? new Uint8Array());
    expect(grammar?.flatMap(({ words }) => words).sort()).toEqual(verbs);
    expect(patterns(story ?? new Uint8Array(), verb)).toEqual(
      expect.arrayContaining([...expected]),
    );
  });
});

describe('grammar tables of an unknown form', () => {
  const source = (bytes: Uint8Array, isInform: boolean): GrammarSource => ({
    memory: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    words: [{ word: 'take', address: 0x80 }],
    textBytes: 6,
    isInform,
  });

  it('are no grammar, whatever they hold; reading them never fails', () => {
    const bytes = fc.uint8Array({ minLength: 0x40, maxLength: 0x200 });
    fc.assert(
      fc.property(bytes, fc.boolean(), (memory, isInform) => {
        const grammar = readGrammar(source(memory, isInform));
        expect(grammar === null || Array.isArray(grammar)).toBe(true);
      }),
    );
    expect(readGrammar(source(new Uint8Array(0x100), false))).toBeNull();
    expect(readGrammar(source(new Uint8Array(0x10), true))).toBeNull();
  });
});

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EntryChange,
  type FileEntry,
  entriesAfterChanges,
  entryChange,
  entryKey,
} from '../../src/domain/entry-changes.ts';
import { applyEntryEdits, entriesIn } from '../../src/domain/entry-edits.ts';
import { mergeEdits } from '../../src/domain/entry-merge.ts';
import {
  parseDocument,
  roomsOf,
  MEMORY_ENTRIES,
} from '../../src/managers/memory/memory-document.ts';
import { KNOWLEDGE_ENTRIES } from '../../src/managers/knowledge/knowledge-document.ts';
import { nearestBase } from '../../src/storage/late-edits.ts';
import { applyChanges } from '../managers/memory/document-reading.ts';
import { anyChange, anyFile } from '../managers/memory/memory-arbitraries.ts';
import { printDocumentLines } from '../../src/domain/lined-document.ts';

const entry = (name: number, words = 'a'): FileEntry => ({
  place: `p${name % 3}`,
  heading: `## p${name % 3}`,
  name: `n${name}`,
  text: `n${name}: ${words}`,
});
const named = (numbers: Iterable<number>) => [...numbers].map((number) => entry(number));
const numbers = fc.uniqueArray(fc.nat({ max: 30 }), { minLength: 3, maxLength: 12 });

describe('two edits of one text', () => {
  it('both stay, and what either took out is out', () => {
    fc.assert(
      fc.property(numbers, numbers, numbers, (held, mine, theirs) => {
        // Both begin with what is held: each takes some of it out and brings something of its own.
        const base = named(held);
        const [found, newest] = [mine, theirs].map((given, side) => [
          ...base.filter((_, index) => !given.includes(index)),
          ...named(given.map((number) => number + 100 * (side + 1))),
        ]);
        const { add, replace, remove, conflicts } = mergeEdits(found ?? [], base, newest ?? []);
        assert.deepEqual([replace, conflicts], [[], []]);
        const merged = entriesAfterChanges(found ?? [], [{ came: add, went: remove }]);
        const texts = new Set(merged.map(({ text }) => text));
        const here = new Set((found ?? []).map(({ text }) => text));
        const now = new Set((newest ?? []).map(({ text }) => text));
        for (const { text } of base) assert.equal(texts.has(text), here.has(text) && now.has(text));
        for (const { text } of [...(found ?? []), ...(newest ?? [])]) {
          assert.ok(texts.has(text) || base.some((one) => one.text === text));
        }
      }),
    );
  });

  it.each([
    ['only the run', ['a'], ['b'], ['b'], 0],
    ['only the person', ['b'], ['a'], ['b'], 0],
    ['both, otherwise', ['b'], ['c'], ['b', 'c'], 1],
    ['both, alike', ['b'], ['b'], ['b'], 0],
    ['the person took it out', [], ['b'], [], 0],
    ['the run took it out', ['b'], [], ['b'], 0],
  ])('an entry that %s changed', (_, mine, theirs, kept, conflicting) => {
    const of = (words: readonly string[]) => words.map((word) => entry(1, word));
    const { add, replace, remove, conflicts } = mergeEdits(of(mine), of(['a']), of(theirs));
    const merged = entriesAfterChanges(of(mine), [
      {
        came: [...add, ...replace.map(({ to }) => to)],
        went: [...remove, ...replace.map(({ from }) => from)],
      },
    ]);
    expect(merged.map(({ text }) => text).sort()).toEqual(kept.map((word) => `n1: ${word}`));
    expect(conflicts).toHaveLength(conflicting);
  });
});

describe('an entry without a name', () => {
  const item = (text: string, place = 'Items') => ({ place, heading: '', name: null, text });
  const merge = (mine: readonly string[], theirs: readonly string[]) =>
    mergeEdits(
      mine.map((text) => item(text)),
      [item('- one two three four')],
      theirs.map((text) => item(text)),
    );

  it.each([
    ['both put in other words', '- one two three mine', '- one two three theirs', 1],
    ['both put in words of which half are left', '- one two mine own', '- one two is theirs', 1],
    ['one of both put in words of which less is left', '- one two three mine', '- one it is', 0],
    ['one side left as it was', '- one two three four', '- one two three theirs', 0],
    ['both put in the same words', '- one two three ours', '- one two three ours', 0],
  ])('that %s is told of where both stay', (_, mine, theirs, told) => {
    const { add, reworded, conflicts } = merge([mine], [theirs]);
    expect(reworded).toEqual(told === 1 ? [item(theirs)] : []);
    expect(add).toEqual(mine === theirs ? [] : [item(theirs)]);
    expect(conflicts).toEqual([]);
  });

  it('that one side took out is no conflict, nor one that stands elsewhere', () => {
    expect(merge([], ['- one two three theirs']).reworded).toEqual([]);
    expect(merge(['- one two three mine'], []).reworded).toEqual([]);
    const elsewhere = [item('- one two three mine', 'Notes')];
    const base = [item('- one two three four')];
    expect(mergeEdits(elsewhere, base, [item('- one two three new')]).reworded).toEqual([]);
  });
});

describe('the version that a text was made from', () => {
  /** Versions 1, 2, 3, … of which each brings two entries. */
  const steps: readonly EntryChange[] = [0, 2, 4, 6, 8].map((first) => ({
    came: named([first, first + 1]),
    went: [],
  }));
  const version = (count: number) => entriesAfterChanges([], steps.slice(0, count));
  const nearest = (found: readonly FileEntry[]) => nearestBase(found, version(5), steps);

  it.each([1, 2, 3, 4, 5])('is found for an untouched copy of version %i', (count) => {
    expect(nearest(version(count))).toMatchObject({ age: 5 - count, isUnclear: false });
  });

  it('is found for a copy with edits that are fewer than what a write brings', () => {
    const found = [...version(3).slice(1), entry(90, 'mine')];
    expect(nearest(found)).toMatchObject({ age: 2, isUnclear: false });
  });

  it('is what all of them held when several are as near', () => {
    const between = [...version(3), ...named([6])];
    expect(nearest(between)).toEqual({ entries: version(3), age: 1, isUnclear: true });
  });
});

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

describe('a file', () => {
  const formats = [MEMORY_ENTRIES, KNOWLEDGE_ENTRIES] as const;

  it('holds after the edits of a change what the change says, whatever else is in it', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1 }), anyFile, anyFile, (format, before, after) => {
        // A carriage return that ends no line is no text that an editor saves.
        fc.pre(!/\r(?!\n)/.test(latin1(Buffer.concat([before, after]))));
        // A mark of a list without a word behind it says nothing that could be lost.
        const isEmptyItem = (file: Uint8Array) => /^\s*[-*+]\s*$/m.test(latin1(file));
        fc.pre(!isEmptyItem(before) && !isEmptyItem(after));
        const [memory, knowledge] = formats;
        const [wanted, unwanted, made] =
          format === 0 ? step(before, after, memory) : step(before, after, knowledge);
        for (const one of wanted) {
          assert.ok(made.has(one), `${one} is not in ${[...made].join('|')}`);
        }
        for (const one of unwanted) assert.ok(!made.has(one), `${one} did not go`);
      }),
    );
  });

  it(
    'of memories gets back, from any earlier version, every memory that was learnt since',
    { tags: ['slow'] },
    () => {
      fc.assert(
        fc.property(
          fc.array(anyChange, { maxLength: 4 }),
          fc.array(anyChange, { maxLength: 4 }),
          (old, since) => {
            const older = applyChanges(parseDocument(null), old).document;
            const newest = applyChanges(older, since).document;
            const [from, to] = [older, newest].map((one) =>
              entriesIn(printDocumentLines(one), MEMORY_ENTRIES),
            );
            const edits = mergeEdits(from ?? [], from ?? [], to ?? []);
            const merged = applyEntryEdits(printDocumentLines(older), edits, MEMORY_ENTRIES);
            const memories = (bytes: Uint8Array) =>
              [...roomsOf(parseDocument(bytes)).values()].map(({ id, memories: all }) => [
                id,
                new Set(all.map((one) => JSON.stringify(one))),
              ]);
            assert.deepEqual(
              new Map(memories(merged) as never),
              new Map(memories(printDocumentLines(newest)) as never),
            );
          },
        ),
      );
    },
  );
});

function step(
  before: Uint8Array,
  after: Uint8Array,
  format: typeof MEMORY_ENTRIES | typeof KNOWLEDGE_ENTRIES,
) {
  const read = (bytes: Uint8Array) => entriesIn(bytes, format as typeof MEMORY_ENTRIES);
  const { came, went } = entryChange(read(before), read(after));
  const made = applyEntryEdits(
    before,
    { add: came, replace: [], remove: went },
    format as typeof MEMORY_ENTRIES,
  );
  const keys = (entries: readonly FileEntry[]) => entries.map(entryKey);
  const gone = new Set(keys(went));
  const kept = keys(read(before)).filter((key) => !gone.has(key));
  const wanted = [...kept, ...keys(came)];
  return [
    wanted,
    [...gone].filter((key) => !wanted.includes(key)),
    new Set(keys(read(made))),
  ] as const;
}

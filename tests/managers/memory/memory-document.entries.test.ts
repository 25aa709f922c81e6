import { describe, expect, it } from 'vitest';
import { entryChange } from '../../../src/domain/entry-changes.ts';
import { applyEntryEdits, entriesIn } from '../../../src/domain/entry-edits.ts';
import { MEMORY_ENTRIES } from '../../../src/managers/memory/memory-document.ts';

const OLD = '**[NOTE - SUPERSEDED] Old** *(Ep01, T3)*';

describe('an entry merged into a file is no part of its neighbour', () => {
  it.each([
    ['a heading right below a count of visits', '', '**Visits:** 9 | **Episodes:** 9\n# Memories'],
    ['a heading right below a word with a number sign', '', 'x\n\n#tag\n# Memories'],
    ['a text right above the heading of another place', '### Memories\n# Mine', '\nCORE'],
    ['a memory without a room, where a rule is the first line', '---', `\n\u0000\n${OLD}`],
    [
      'a heading below a memory that went',
      `## Location 5: Attic\nWords\n${OLD}\nText\n\n### Mine\n`,
      '## Location 5: Attic\nWords\n\n### Mine\n',
    ],
  ])('%s', (_, before, after) => {
    const texts = (bytes: Uint8Array) =>
      entriesIn(bytes, MEMORY_ENTRIES).map(({ place, text }) => `${place}: ${text}`);
    const [from, to] = [before, after].map((text) => Buffer.from(text, 'latin1'));
    if (from === undefined || to === undefined) throw new Error('no files');
    const entries = [from, to].map((bytes) => entriesIn(bytes, MEMORY_ENTRIES));
    const { came, went } = entryChange(entries[0] ?? [], entries[1] ?? []);
    const made = applyEntryEdits(from, { add: came, replace: [], remove: went }, MEMORY_ENTRIES);
    expect(texts(made).sort()).toEqual(texts(to).sort());
  });
});

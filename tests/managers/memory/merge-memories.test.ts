import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkMemories } from '../../../src/managers/memory/check-memories.ts';
import { mergeMemories } from '../../../src/managers/memory/merge-memories.ts';
import { printDocumentLines } from '../../../src/domain/lined-document.ts';
import { parseDocument, roomsOf } from '../../../src/managers/memory/memory-document.ts';
import { applyChanges, OLD, parse } from './document-reading.ts';
import { anyChange, anyFile } from './memory-arbitraries.ts';
import { at } from './memory-world.ts';

const learnt = fc
  .array(anyChange, { maxLength: 4 })
  .map((changes) => printDocumentLines(applyChanges(parseDocument(null), changes).document));

const file = fc.oneof(
  learnt,
  anyFile,
  fc.tuple(learnt, anyFile).map((parts) => Buffer.concat(parts)),
);

const merged = (...files: string[]) =>
  Buffer.from(mergeMemories(files.map((one) => Buffer.from(one)))).toString();

const room = (...entries: string[]) =>
  `## Location 5: Quay\n**Visits:** ${entries.length} | **Episodes:** ${entries.length}\n\n### Memories\n\n${entries.join('\n\n')}\n\n---\n`;

/** The file as merging reads it: lines end with a line feed alone, however many carriage returns stood before it. */
const withoutReturns = (bytes: Uint8Array) =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/\r+(?=\n|$)/g, ''),
    'latin1',
  );

it('merging does not depend on the order of the files', { tags: ['slow'] }, () => {
  fc.assert(
    fc.property(file, file, (a, b) => {
      assert.deepEqual(mergeMemories([a, b]), mergeMemories([b, a]));
    }),
  );
});

it('merging what was merged, also with its parts, changes nothing', { tags: ['slow'] }, () => {
  fc.assert(
    fc.property(file, file, (a, b) => {
      const once = mergeMemories([a, b]);
      assert.deepEqual(mergeMemories([once]), once);
      assert.deepEqual(mergeMemories([once, a, once, b]), once);
    }),
  );
});

it('a title that stands elsewhere is not written twice', () => {
  const once = merged('**Visits:** 9 | **Episodes:** 9\n# Location Memories');
  expect(once).toBe('# Location Memories\n\n**Visits:** 9 | **Episodes:** 9\n');
  expect(merged(once)).toBe(once);
});

it('merging loses no title and no line that cannot be read', { tags: ['slow'] }, () => {
  const titles = (bytes: Uint8Array) =>
    [...roomsOf(parseDocument(bytes)).values()].flatMap(({ id, memories }) =>
      memories.map(({ title }) => `${id} ${title}`),
    );
  const unread = (bytes: Uint8Array) =>
    parseDocument(bytes).blocks.flatMap(({ lines, strays }) =>
      strays.flatMap(({ at: first, length }) => lines.slice(first, first + length)),
    );
  fc.assert(
    fc.property(file, file, (a, b) => {
      const bytes = mergeMemories([a, b]);
      const kept = new Set(titles(bytes));
      const lines = new Set(Buffer.from(bytes).toString('latin1').split('\n'));
      for (const one of [a, b].map(withoutReturns)) {
        for (const title of titles(one)) assert.ok(kept.has(title));
        for (const line of unread(one)) assert.ok(lines.has(line));
      }
    }),
  );
});

it('a merged file has no duplicates', { tags: ['slow'] }, () => {
  fc.assert(
    fc.property(learnt, learnt, (a, b) => {
      const kinds = checkMemories(mergeMemories([a, b])).map(({ kind }) => kind);
      assert.ok(!kinds.includes('duplicate'));
    }),
  );
});

it('the newest of several memories of one title stays and supersedes what says something else', () => {
  const older = '**[NOTE - PERMANENT] Hatch** *(Ep1, T3, +0)*\nShut.';
  const newer = '**[NOTE - PERMANENT] Hatch** *(Ep2, T30-31, +0)*\nOpen.';
  expect(merged(room(older), room('**[NOTE] Goose** *(Ep1, T1)*\nTame.', newer)))
    .toBe(`# Location Memories

## Location 5: Quay
**Visits:** 2 | **Episodes:** 1, 2

### Memories

**[NOTE] Goose** *(Ep1, T1)*
Tame.

**[NOTE - PERMANENT - SUPERSEDED] Hatch** *(Ep1, T3, +0)*
[Superseded at T31 by "Hatch"]
~~Shut.~~

${newer}

---
`);
});

it.each([
  ['open box', 'It opens.', 'open box', 'It  opens.'],
  ['open box', 'It opens.', 'open  box', 'It opens.'],
  ['open box', 'It opens.', 'Open box', 'It opens.'],
])(
  '"%s: %s" and "%s: %s" are one claim, of which the newest stays',
  (title, text, other, again) => {
    const entry = (turn: number, name: string, said: string) =>
      `**[SUCCESS - PERMANENT] ${name}** *(Ep1, T${turn}, +0)*\n${said}`;
    const both = merged(room(entry(3, title, text)), room(entry(4, other, again)));
    expect(both).toContain(entry(4, other, again));
    expect(both.match(/\[SUCCESS/g)).toHaveLength(1);
  },
);

it('the same lesson learnt twice is kept once, and superseded when one file knows better', () => {
  const lesson = '**[NOTE - PERMANENT] Hatch** *(Ep1, T3, +0)*\nShut.';
  const again = '**[NOTE - PERMANENT] Hatch** *(Ep4, T9, +0)*\nShut.';
  expect(merged(room(lesson), room(again)).match(/Hatch\*\*/g)).toEqual(['Hatch**']);
  const wrong =
    '**[NOTE - PERMANENT - SUPERSEDED] Hatch** *(Ep1, T3, +0)*\n[Invalidated at T9: "no"]\n~~Shut.~~';
  expect(merged(room(lesson), room(wrong))).toContain(wrong);
});

it('notes of people, other headings and broken lines are kept', () => {
  const text = merged(
    `My notes\n\n${OLD}\n## Ideas\n\n- try the goose\n`,
    room('**[NOTE] broken'),
    'My notes\n',
  );
  expect(text).toContain('# Location Memories\n\nMy notes\n\n## Location 5');
  expect(text.endsWith('\n\n## Ideas\n\n- try the goose\n')).toBe(true);
  expect(text).toContain('\n\n**[NOTE] broken\n\n---\n');
  expect([...roomsOf(parse(text)).keys()]).toEqual([at(5), at(15), at(23)]);
});

it('merging nothing is an empty file', () => {
  expect(merged()).toBe('# Location Memories\n');
});

it('keeps the order of the own file, and every paragraph with its memory', () => {
  const own = `## Location 9: B

**[NOTE] Late** *(Ep7, T1)*
x

second paragraph

**[NOTE] Early** *(Ep1, T1)*
y

## Location 5: A

**[NOTE] C** *(Ep1, T1)*
z
`;
  const other =
    '## Location 9: B\n\n**[NOTE] New** *(Ep0, T1)*\nn\n\nits own\n\n## Location 1: Z\n\n**[NOTE] Z** *(Ep1, T1)*\nz\n';
  const merged = parseDocument(mergeMemories([Buffer.from(other)], Buffer.from(own)));
  const rooms = [...roomsOf(merged).values()].map(({ id, memories }) => [
    id,
    memories.map(({ title, text }) => `${title}: ${text}`),
  ]);
  expect(rooms).toEqual([
    [9, ['Late: x\n\nsecond paragraph', 'Early: y', 'New: n\n\nits own']],
    [5, ['C: z']],
    [1, ['Z: z']],
  ]);
});

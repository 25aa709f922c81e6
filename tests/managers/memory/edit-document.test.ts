import { describe, expect, it } from 'vitest';
import {
  insertMemory,
  mergeDocumentVisits,
  documentEntriesOfRoom,
} from '../../../src/managers/memory/edit-document.ts';
import { printDocumentLines } from '../../../src/domain/lined-document.ts';
import { parseDocument } from '../../../src/managers/memory/memory-document.ts';
import { OLD, parse, text } from './document-reading.ts';
import { memory } from '../../helpers/memory.ts';
import { at, world } from './memory-world.ts';

const quay = { id: at(5), name: 'Quay' };

describe('writing', () => {
  it('the first memory makes the heading, the room and its entry', () => {
    expect(text(insertMemory(parseDocument(null), quay, memory({ persistence: 'core' })))).toBe(
      `# Location Memories

## Location 5: Quay
**Visits:** 0 | **Episodes:** 1

### Memories

**[NOTE - CORE] Hatch is stuck** *(Ep1, T3, +0)*
The hatch does not move.

---
`,
    );
  });

  it('a second memory follows the first, nothing else changes, and old entries are not rewritten', () => {
    const room = { id: at(15), name: 'Renamed' };
    const after = text(insertMemory(parse(OLD), room, memory({ title: 'New' })));
    const added = '**[NOTE - PERMANENT] New** *(Ep1, T3, +0)*\nThe hatch does not move.\n\n';
    expect(after).toBe(OLD.replace('Not struck.\n\n', `Not struck.\n\n${added}`));
  });

  it('a new room goes to its place by number, or to the end of a file that is not sorted', () => {
    const order = (file: string, id: number) =>
      text(insertMemory(parse(file), { id: at(id), name: 'N' }, memory()))
        .match(/## Location \d+/g)
        ?.map((line) => Number(line.slice(12)));
    expect([1, 20, 30].map((id) => order(OLD, id))).toEqual([
      [1, 15, 23],
      [15, 20, 23],
      [15, 23, 30],
    ]);
    expect(order('## Location 9: A\n\n## Location 3: B\n', 5)).toEqual([9, 3, 5]);
  });

  it.each([
    ['\r\n', '\r\n'],
    ['\n', '\n'],
  ])('line ends of the file are kept (%j)', (end) => {
    const file = OLD.replaceAll('\n', end);
    for (const id of [15, 20, 30]) {
      const after = text(
        insertMemory(parse(file), { id: at(id), name: 'N' }, memory({ text: 'a\nb' })),
      );
      expect(after.replaceAll(end, '')).not.toMatch(/[\r\n]/);
      expect(after.endsWith(end)).toBe(true);
    }
  });

  it.each(['', '\n', '\n\n', '\n\n---'])(
    'a room is appended after a blank line whatever ends the file (%j)',
    (end) => {
      const after = text(
        insertMemory(
          parse(`## Location 1: A\n\n**[NOTE] A** *(Ep1, T1)*\nx${end}`),
          quay,
          memory(),
        ),
      );
      expect(after).toMatch(/[^\n]\n\n## Location 5: Quay\n/);
      expect(after.endsWith('\n\n---\n')).toBe(true);
    },
  );

  it('a byte order mark stays first, bytes that are no UTF-8 stay as they are', () => {
    const bytes = Buffer.concat([
      Buffer.from('\ufeff## Location 9: X\n\n'),
      Buffer.from([0xff, 0xc3, 0x0a]),
    ]);
    const after = Buffer.from(
      printDocumentLines(insertMemory(parseDocument(bytes), quay, memory())),
    );
    expect(after.subarray(0, 3).equals(Buffer.from('\ufeff'))).toBe(true);
    expect(after.subarray(-bytes.length + 3).equals(bytes.subarray(3))).toBe(true);
  });

  it('titles and texts that look like structure come back as they were', async () => {
    const { manager, file } = world();
    const odd = memory({
      title: 'Say ** *( "x" [y]',
      text: '# a\n---\n**Visits:** 1\n\n~~b~~',
      category: 'PUZZLE HINT',
    });
    await manager.addMemory(at(5), '## Location 6: Q', odd);
    await manager.addMemory(at(5), 'Quay', memory());
    const again = world({ file }).manager;
    expect(again.memoryCache).toEqual(manager.memoryCache);
    expect(again.memoryCache.get(at(5))?.memories).toEqual([odd, memory()]);
    expect([...again.memoryCache.keys()]).toEqual([5]);
  });
});

describe('visits of two files that are joined', () => {
  const file = (visits: string, name = 'Quay') =>
    Buffer.from(
      `# Location Memories\n\n## Location 5: ${name}\n**Visits:** ${visits}\n\n### Memories\n\n---\n`,
    );
  const joined = (base: Uint8Array | null, mine: Uint8Array, theirs: Uint8Array) =>
    /\*\*Visits:.*/.exec(
      Buffer.from(mergeDocumentVisits(theirs, { base, mine, theirs })).toString(),
    )?.[0];

  it.each([
    [
      'both counted',
      '2 | **Episodes:** 1',
      '4 | **Episodes:** 1, 2',
      '3 | **Episodes:** 1, 3',
      '5 | **Episodes:** 1, 2, 3',
    ],
    [
      'only mine counted',
      '2 | **Episodes:** 1',
      '4 | **Episodes:** 1, 2',
      '2 | **Episodes:** 1',
      '4 | **Episodes:** 1, 2',
    ],
    [
      'only theirs counted',
      '2 | **Episodes:** 1',
      '2 | **Episodes:** 1',
      '3 | **Episodes:** 1, 3',
      '3 | **Episodes:** 1, 3',
    ],
    [
      'a person lowered mine',
      '5 | **Episodes:** 1',
      '3 | **Episodes:** 1',
      '6 | **Episodes:** 1, 3',
      '6 | **Episodes:** 1, 3',
    ],
  ])('where %s', (_, base, mine, theirs, visits) => {
    expect(joined(file(base), file(mine), file(theirs))).toBe(`**Visits:** ${visits}`);
  });

  it('where there was no file before, all of mine are new', () => {
    expect(joined(null, file('2 | **Episodes:** 7'), file('3 | **Episodes:** 8'))).toBe(
      '**Visits:** 5 | **Episodes:** 7, 8',
    );
  });

  it('the episode that is named is the newest of mine that was not there before', () => {
    expect(
      joined(
        file('1 | **Episodes:** 4'),
        file('2 | **Episodes:** 3, 4'),
        file('1 | **Episodes:** 4'),
      ),
    ).toBe('**Visits:** 2 | **Episodes:** 3, 4');
  });

  it('a room whose section has no line of visits is left alone', () => {
    const bare = Buffer.from('# Location Memories\n\n## Location 5: Quay\n\n### Memories\n\n---\n');
    expect(
      mergeDocumentVisits(bare, { base: null, mine: file('2 | **Episodes:** 7'), theirs: bare }),
    ).toBe(bare);
  });

  it('the marks at the end of a name are not taken for the end of its heading', () => {
    const [heading] = documentEntriesOfRoom({
      ...{ id: at(5), name: 'Route 6 # of ##' },
      visits: { count: 1, episodes: ['1'], earlier: 0 },
    });
    expect(heading).toBe('## Location 5: Route 6 # of \\##');
  });

  it('a room that only mine knows came with its count, and nothing is printed anew', () => {
    const theirs = Buffer.from('# Location Memories\n');
    const both = file('2 | **Episodes:** 7');
    expect(mergeDocumentVisits(both, { base: null, mine: both, theirs })).toBe(both);
  });
});

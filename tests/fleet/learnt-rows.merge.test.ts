import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { locationId } from '../../src/domain/ids.ts';
import { mergeLearnt } from '../../src/fleet/learnt-rows.ts';
import { MEMORIES, type FileChange } from '../../src/managers/memory/memory-changes.ts';
import { parseDocument, roomsOf } from '../../src/managers/memory/memory-document.ts';
import { memory } from '../helpers/memory.ts';

type Bytes = Uint8Array | null;

const ROOMS = [7, 9].map((id) => ({ id: locationId(id), name: `Room ${id}` }));

function added(title: string, episode: number, room = 0): FileChange {
  const text = `What ${title} taught.`;
  const one: Memory = memory({ title, text, episode, persistence: 'permanent' });
  return { kind: 'add', room: ROOMS[room] ?? { id: locationId(7), name: '' }, memory: one };
}

function visited(count: number, episode: number, room = 0): FileChange {
  return { kind: 'visits', locationId: ROOMS[room]?.id ?? locationId(7), count, episode };
}

function superseded(title: string, by: string, room = 0): FileChange {
  const { id } = ROOMS[room] ?? { id: locationId(7) };
  return { kind: 'supersede', locationId: id, title, by, turn: 3 };
}

function file(from: Bytes, changes: readonly FileChange[]): Uint8Array {
  const document = changes.reduce(
    (one, change) => MEMORIES.apply(one, change).document,
    parseDocument(from),
  );
  return MEMORIES.print(document);
}

function told(bytes: Bytes): readonly string[] {
  return [...roomsOf(parseDocument(bytes)).values()].flatMap(({ id, visits, memories }) => [
    `${id}: ${visits.count} visits`,
    ...memories.map(
      ({ title, status, supersededBy }) => `${id}: ${title} ${status} ${supersededBy}`,
    ),
  ]);
}

describe('what two episodes learnt at the same time', () => {
  const base = file(null, [added('A', 1), visited(2, 1)]);

  it('is there from both, each once', () => {
    const mine = file(base, [added('B', 2), added('Same', 2), visited(3, 2)]);
    const theirs = file(base, [added('C', 3), added('Same', 3), visited(4, 3)]);
    const merged = mergeLearnt('Memories.md', { base, mine, theirs });
    expect(told(merged)).toEqual([
      '7: 9 visits',
      '7: A ACTIVE null',
      '7: C ACTIVE null',
      '7: Same ACTIVE null',
      '7: B ACTIVE null',
    ]);
  });

  it('is a room of its own, with its visits, where only one was there', () => {
    const mine = file(base, [added('B', 2, 1), visited(3, 2, 1)]);
    const theirs = file(base, [visited(1, 3)]);
    const merged = mergeLearnt('Memories.md', { base, mine, theirs });
    expect(told(merged)).toEqual([
      '7: 3 visits',
      '7: A ACTIVE null',
      '9: 3 visits',
      '9: B ACTIVE null',
    ]);
  });

  it('gives a memory up once when both gave it up', () => {
    const mine = file(base, [superseded('A', 'B'), added('B', 2)]);
    const theirs = file(base, [superseded('A', 'C'), added('C', 3)]);
    const merged = mergeLearnt('Memories.md', { base, mine, theirs });
    expect(told(merged)).toEqual([
      '7: 2 visits',
      '7: A SUPERSEDED C',
      '7: C ACTIVE null',
      '7: B ACTIVE null',
    ]);
  });

  it('stays out when a person took it out meanwhile', () => {
    const theirs = file(null, [added('C', 3)]);
    const mine = file(base, [added('B', 2)]);
    const merged = mergeLearnt('Memories.md', { base, mine, theirs });
    expect(told(merged)).toEqual(['7: 0 visits', '7: C ACTIVE null', '7: B ACTIVE null']);
  });

  it('is taken byte for byte where only one side learnt', () => {
    const mine = file(base, [added('B', 2)]);
    expect(mergeLearnt('Memories.md', { base, mine, theirs: base })).toBe(mine);
    expect(mergeLearnt('Memories.md', { base, mine: base, theirs: mine })).toBe(mine);
    expect(mergeLearnt('Memories.md', { base, mine, theirs: null })).toBe(mine);
  });

  it('is never lost, in whatever order episodes are stored', { tags: ['slow'] }, () => {
    const titles = fc.uniqueArray(fc.constantFrom(...'BCDEFGHIJ'), { maxLength: 3 });
    const room = fc.constantFrom(0, 1);
    fc.assert(
      fc.property(fc.array(fc.tuple(titles, room), { minLength: 1, maxLength: 3 }), (episodes) => {
        const all = episodes.reduce<Bytes>((theirs, [learnt, at], index) => {
          const changes = learnt.map((title) => added(title, index + 2, at));
          return mergeLearnt('Memories.md', { base, mine: file(base, changes), theirs });
        }, base);
        const known = told(all);
        for (const [learnt, at] of episodes) {
          for (const title of learnt) {
            const line = `${ROOMS[at]?.id}: ${title} ACTIVE null`;
            expect(known.filter((one) => one === line)).toEqual([line]);
          }
        }
      }),
    );
  });
});

/** @module-tag slow */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { Memory } from '../../../src/domain/memory.ts';
import { insertMemory } from '../../../src/managers/memory/edit-document.ts';
import { printDocumentLines } from '../../../src/domain/lined-document.ts';
import {
  parseDocument,
  type MemoryDocument,
} from '../../../src/managers/memory/memory-document.ts';
import { applyChanges, isInsertion, listed, text } from './document-reading.ts';
import { anyRoom, newMemory } from './memory-arbitraries.ts';

it('damaged bytes lose no undamaged memory, and survive the next write byte for byte', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ room: anyRoom, memory: newMemory }), { minLength: 1, maxLength: 5 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.tuple(fc.nat({ max: 30 }), fc.uint8Array({ maxLength: 12 })),
      newMemory,
      (adds, where, [length, junk], extra) => {
        const changes = adds.map((add) => ({ kind: 'add' as const, ...add }));
        const bytes = Buffer.from(
          printDocumentLines(applyChanges(parseDocument(null), changes).document),
        );
        const start = Math.floor(where * bytes.length);
        const end = Math.min(bytes.length, start + length);
        const damaged = Buffer.concat([bytes.subarray(0, start), junk, bytes.subarray(end)]);
        const document = parseDocument(damaged);
        assertKept(undamaged(bytes, start, end), document);
        const after = insertMemory(
          document,
          { id: adds[0]?.room.id ?? extraRoom, name: 'X' },
          extra,
        );
        assert.ok(isInsertion(damaged.toString('latin1'), text(after)));
      },
    ),
  );
});

it('a line destroyed among ordinary memories costs at most the memory or the room it belongs to', () => {
  const words = fc.array(fc.constantFrom('brass', 'key', 'opens', 'door'), {
    minLength: 1,
    maxLength: 5,
  });
  const plain = fc.tuple(newMemory, words, words).map(([memory, title, text]) => ({
    ...memory,
    category: 'NOTE',
    turns: '5',
    title: title.join(' '),
    text: text.join('\n'),
  }));
  const junk = fc
    .uint8Array({ maxLength: 12 })
    .map((bytes) => Buffer.from(bytes).toString('latin1').replaceAll('\n', ' '));
  fc.assert(
    fc.property(
      fc.array(fc.record({ room: anyRoom, memory: plain }), { minLength: 1, maxLength: 5 }),
      fc.nat(),
      junk,
      (adds, where, line) => {
        const changes = adds.map((add) => ({ kind: 'add' as const, ...add }));
        const whole = applyChanges(parseDocument(null), changes).document;
        const lines = text(whole).split('\n');
        const hit = where % lines.length;
        const damaged = parseDocument(
          Buffer.from(lines.with(hit, `x${line}`).join('\n'), 'latin1'),
        );
        assertKept(besides(whole, hit), damaged);
      },
    ),
  );
});

/** Every memory is there; a destroyed heading may have left its text to the memory above it. */
function assertKept(memories: readonly [number, Memory][], document: MemoryDocument): void {
  const found = listed(document);
  for (const [room, memory] of memories) {
    const isIt = ([id, { text: body, ...other }]: [number, Memory]) => {
      const { text: written, ...fields } = memory;
      const isSame = id === room && JSON.stringify(other) === JSON.stringify(fields);
      return isSame && (body === written || body.startsWith(written));
    };
    assert.ok(found.some(isIt), `${memory.title} is lost`);
  }
}

/** Memories of which neither a line nor their room's heading is the one that was hit, nor the blank line after them. */
function besides(document: MemoryDocument, hit: number): [number, Memory][] {
  let start = 0;
  return document.blocks.flatMap(({ lines, room, entries }) => {
    const heading = start;
    start += lines.length;
    const kept = entries.filter(
      ({ at, length }) => hit < heading + at || hit > heading + at + length,
    );
    return room === null || hit === heading
      ? []
      : kept.map(({ memory }): [number, Memory] => [room.id, memory]);
  });
}

const extraRoom = locationId(7);

/** Memories that no damage from start to end can concern: whole before it, or in a section that begins after it. */
function undamaged(bytes: Buffer, start: number, end: number): [number, Memory][] {
  const kept: [number, Memory][] = [];
  let offset = 0;
  for (const { lines, room, entries } of parseDocument(bytes).blocks) {
    const ends = lines.map((line) => (offset += line.length + 1));
    const from = (ends[0] ?? 0) - (lines[0]?.length ?? 0) - 1;
    for (const { at, length, memory } of entries) {
      const isBefore = (ends[at + length] ?? 0) <= start;
      if (room !== null && (isBefore || from > end)) kept.push([room.id, memory]);
    }
  }
  return kept;
}

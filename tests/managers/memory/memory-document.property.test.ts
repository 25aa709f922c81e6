import assert from 'node:assert/strict';
import fc from 'fast-check';
import { it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { Memory } from '../../../src/domain/memory.ts';
import { parseEntry, renderEntry, supersedeEntry } from '../../../src/managers/memory/entry.ts';
import { applyChanges, isKnown } from '../../../src/managers/memory/memory-changes.ts';
import {
  insertMemory,
  parseDocument,
  printDocument,
  roomsOf,
  type MemoryDocument,
} from '../../../src/managers/memory/memory-document.ts';
import {
  anyChange,
  anyFile,
  anyMemory,
  anyRoom,
  anyText,
  newMemory,
} from './memory-arbitraries.ts';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 10_000) };

// A machine may be busy; no claim here depends on speed.
const PATIENT = { timeout: 120_000 };

const text = (document: MemoryDocument) => Buffer.from(printDocument(document)).toString('latin1');

const reread = (document: MemoryDocument) => parseDocument(printDocument(document));

/** Every memory of the file with its room, in the file's order. */
const listed = (document: MemoryDocument) =>
  [...roomsOf(document).values()].flatMap(({ id, memories }) =>
    memories.map((memory): [number, Memory] => [id, memory]),
  );

it('a memory read back is the memory that was written, whatever its fields hold', PATIENT, () => {
  fc.assert(
    fc.property(anyMemory, (memory) => {
      assert.deepEqual(parseEntry(renderEntry(memory)), memory);
    }),
    RUNS,
  );
});

it('a memory struck out in the file reads as the same memory with its new state', PATIENT, () => {
  fc.assert(
    fc.property(newMemory, anyText, fc.option(fc.nat()), (memory, by, turn) => {
      const state = { supersededBy: by, supersededAtTurn: turn, invalidationReason: null };
      const struck = supersedeEntry(renderEntry(memory), state);
      assert.deepEqual(parseEntry(struck), { ...memory, ...state, status: 'SUPERSEDED' });
      assert.deepEqual(struck, renderEntry({ ...memory, ...state, status: 'SUPERSEDED' }));
    }),
    RUNS,
  );
});

it('a file printed is the file that was read, byte for byte', PATIENT, () => {
  fc.assert(
    fc.property(anyFile, (bytes) => {
      assert.ok(Buffer.from(printDocument(parseDocument(bytes))).equals(bytes));
    }),
    RUNS,
  );
});

it('adding a memory inserts bytes and changes no other memory, in any file', PATIENT, () => {
  fc.assert(
    fc.property(anyFile, anyRoom, newMemory, (bytes, room, memory) => {
      const before = parseDocument(bytes);
      const after = insertMemory(before, room, memory);
      assert.deepEqual(reread(after), after);
      assert.ok(isInsertion(text(before), text(after)));
      const others = listed(after);
      const added = others.findLastIndex(
        ([id, one]) => id === room.id && one.title === memory.title,
      );
      assert.deepEqual(others.splice(added, 1), [[room.id, memory]]);
      assert.deepEqual(sorted(others), sorted(listed(before)));
    }),
    RUNS,
  );
});

it(
  'no change creates or destroys a memory that it does not name, and what is written reads back equal',
  PATIENT,
  () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 8 }), (changes) => {
        let document = parseDocument(null);
        const expected = new Map<number, Memory[]>();
        for (const change of changes) {
          document = applyChanges(document, [change]).document;
          model(expected, change);
        }
        assert.deepEqual(reread(document), document);
        const rooms = [...roomsOf(document)].map(([id, { memories }]) => [id, memories]);
        assert.deepEqual(new Map(rooms as [number, Memory[]][]), expected);
      }),
      RUNS,
    );
  },
);

it('writing the same memories again changes no byte', PATIENT, () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 5 }), (changes) => {
      const adds = changes.filter(({ kind }) => kind === 'add');
      const once = applyChanges(parseDocument(null), adds).document;
      const twice = applyChanges(reread(once), adds).document;
      assert.equal(text(twice), text(once));
    }),
    RUNS,
  );
});

it(
  'damaged bytes lose no undamaged memory, and survive the next write byte for byte',
  PATIENT,
  () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ room: anyRoom, memory: newMemory }), { minLength: 1, maxLength: 5 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat({ max: 30 }),
        fc.uint8Array({ maxLength: 12 }),
        newMemory,
        (adds, where, length, junk, extra) => {
          const changes = adds.map((add) => ({ kind: 'add' as const, ...add }));
          const bytes = Buffer.from(
            printDocument(applyChanges(parseDocument(null), changes).document),
          );
          const start = Math.floor(where * bytes.length);
          const end = Math.min(bytes.length, start + length);
          const damaged = Buffer.concat([bytes.subarray(0, start), junk, bytes.subarray(end)]);
          const document = parseDocument(damaged);
          const found = new Set(sorted(listed(document)));
          for (const entry of sorted(undamaged(bytes, start, end))) assert.ok(found.has(entry));
          const after = insertMemory(
            document,
            { id: adds[0]?.room.id ?? extraRoom, name: 'X' },
            extra,
          );
          assert.ok(isInsertion(damaged.toString('latin1'), text(after)));
        },
      ),
      RUNS,
    );
  },
);

it(
  'a line destroyed among ordinary memories costs at most the memory or the room it belongs to',
  PATIENT,
  () => {
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
          const found = new Set(sorted(listed(damaged)));
          for (const entry of sorted(besides(whole, hit))) assert.ok(found.has(entry));
        },
      ),
      RUNS,
    );
  },
);

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

function isInsertion(before: string, after: string): boolean {
  let at = 0;
  for (const character of after) if (character === before[at]) at += 1;
  return at === before.length;
}

function sorted(entries: readonly [number, Memory][]): string[] {
  return entries.map((entry) => JSON.stringify(entry)).sort();
}

/** What the changes must do, said with plain lists. */
function model(rooms: Map<number, Memory[]>, change: Parameters<typeof applyChanges>[1][number]) {
  const id = change.kind === 'add' ? change.room.id : change.locationId;
  const memories = rooms.get(id) ?? [];
  if (change.kind === 'add') {
    if (!isKnown(memories, change.memory)) rooms.set(id, [...memories, change.memory]);
    return;
  }
  const index = memories.findLastIndex(
    ({ title, status }) => title === change.title && status !== 'SUPERSEDED',
  );
  const old = memories[index];
  if (old === undefined) return;
  memories[index] = {
    ...old,
    status: 'SUPERSEDED',
    supersededBy: change.kind === 'supersede' ? change.by : 'INVALIDATED',
    supersededAtTurn: change.turn,
    invalidationReason: change.kind === 'supersede' ? null : change.reason,
  };
}

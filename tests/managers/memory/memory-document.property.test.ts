import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { it } from 'vitest';
import { superseded, type Memory } from '../../../src/domain/memory.ts';
import { insertMemory } from '../../../src/managers/memory/edit-document.ts';
import { parseEntry, renderEntry, restateEntry } from '../../../src/managers/memory/entry.ts';
import { isChangeKnown, type MemoryChange } from '../../../src/managers/memory/memory-changes.ts';
import { printDocumentLines } from '../../../src/domain/lined-document.ts';
import { parseDocument, roomsOf } from '../../../src/managers/memory/memory-document.ts';
import { applyChanges, isInsertion, listed, reread, sorted, text } from './document-reading.ts';
import {
  anyChange,
  anyFile,
  anyMemory,
  anyRoom,
  anyText,
  newMemory,
} from './memory-arbitraries.ts';

it('a memory read back is the memory that was written, whatever its fields hold', () => {
  fc.assert(
    fc.property(anyMemory, (memory) => {
      assert.deepEqual(parseEntry(renderEntry(memory)), memory);
    }),
  );
});

it('a memory struck out in the file reads as the same memory with its new state', () => {
  fc.assert(
    fc.property(newMemory, anyText, fc.option(fc.nat()), (memory, by, turn) => {
      const state = superseded(memory, by, turn);
      const struck = restateEntry(renderEntry(memory), state);
      assert.deepEqual(parseEntry(struck), state);
      assert.deepEqual(struck, renderEntry(state));
    }),
  );
});

it('a file printed is the file that was read, byte for byte', () => {
  fc.assert(
    fc.property(anyFile, (bytes) => {
      assert.ok(Buffer.from(printDocumentLines(parseDocument(bytes))).equals(bytes));
    }),
  );
});

it('adding a memory inserts bytes and changes no other memory, in any file', () => {
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
  );
});

it('no change creates or destroys a memory that it does not name, and what is written reads back equal', () => {
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
  );
});

it('writing the same memories again changes no byte', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 5 }), (changes) => {
      const adds = changes.filter(({ kind }) => kind === 'add');
      const once = applyChanges(parseDocument(null), adds).document;
      const twice = applyChanges(reread(once), adds).document;
      assert.equal(text(twice), text(once));
    }),
  );
});

/** What the changes must do, said with plain lists. */
function model(rooms: Map<number, Memory[]>, change: MemoryChange) {
  const id = change.kind === 'add' ? change.room.id : change.locationId;
  const memories = rooms.get(id) ?? [];
  if (change.kind === 'add') {
    if (!isChangeKnown(memories, change.memory)) rooms.set(id, [...memories, change.memory]);
    return;
  }
  for (const [index, old] of memories.entries()) {
    if (old.title !== change.title || old.status === 'SUPERSEDED') continue;
    if (change.kind === 'settle') {
      const { doubt, ...settled } = old;
      const isSettled = old.status === 'TENTATIVE' && doubt?.startsWith('names ') === true;
      memories[index] = isSettled ? { ...settled, status: 'ACTIVE' } : old;
      continue;
    }
    memories[index] = {
      ...old,
      status: 'SUPERSEDED',
      supersededBy: change.kind === 'supersede' ? change.by : 'INVALIDATED',
      supersededAtTurn: change.turn,
      invalidationReason: change.kind === 'supersede' ? null : change.reason,
    };
  }
}

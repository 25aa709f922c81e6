import type { LocationId } from '../../../src/domain/ids.ts';
import { MEMORIES, type MemoryChange } from '../../../src/managers/memory/memory-changes.ts';
import type { Memory } from '../../../src/domain/memory.ts';
import { printDocumentLines } from '../../../src/domain/lined-document.ts';
import {
  parseDocument,
  roomsOf,
  type MemoryDocument,
} from '../../../src/managers/memory/memory-document.ts';

export const text = (document: MemoryDocument) =>
  Buffer.from(printDocumentLines(document)).toString('latin1');

/** The document after changes, one after another, and what became of each. */
export function applyChanges(document: MemoryDocument, changes: readonly MemoryChange[]) {
  let current = document;
  const results = changes.map((change) => {
    const step = MEMORIES.apply(current, change);
    current = step.document;
    return step.result;
  });
  return { document: current, results };
}

/** The document with a memory replaced. */
export function supersede(
  document: MemoryDocument,
  locationId: LocationId,
  title: string,
  by: { readonly by: string; readonly turn: number },
): MemoryDocument {
  return applyChanges(document, [{ kind: 'supersede', locationId, title, ...by }]).document;
}

export const reread = (document: MemoryDocument) => parseDocument(printDocumentLines(document));

/** Every memory of the file with its room, in the file's order. */
export const listed = (document: MemoryDocument) =>
  [...roomsOf(document).values()].flatMap(({ id, memories }) =>
    memories.map((memory): [number, Memory] => [id, memory]),
  );

export function isInsertion(before: string, after: string): boolean {
  let at = 0;
  for (const character of after) if (character === before[at]) at += 1;
  return at === before.length;
}

export function sorted(entries: readonly [number, Memory][]): string[] {
  return entries.map((entry) => JSON.stringify(entry)).sort();
}

export const parse = (lines: string) => parseDocument(Buffer.from(lines));

/** A file with every form that a header had before. */
export const OLD = `# Location Memories

## Location 15: West of House
**Visits:** 3 | **Episodes:** 1, 2, 3

### Memories

**[SUCCESS] Open the hatch** *(Ep01, T23-24, +0)*
It opens with effort.

**[NOTE - TENTATIVE] Goose** *(Ep1, T100)*
Seems tame.
Two lines.

**[DANGER - SUPERSEDED] Old approach** *(Ep01, T23, -5)*
[Superseded at T50 by "Better "approach""]
~~Feed it.~~

**[DANGER - SUPERSEDED] Plain** *(Ep01, T23, +0)*
[Invalidated at T25: "It said "no""]
Not struck.

---

## Location 23: Living Room
**Visits:** 5 | **Episodes:** 1, 2

### Memories

**[DISCOVERY - core] Spawns** *(Ep2, T1, +5)*
Here.

**[NOTE - PERMANENT - tentative] Maybe** *(Ep2, T2, +0)*
~~not struck by us~~

---
`;

import type { Location } from '../../domain/observation.ts';
import type { LocationId } from '../../domain/ids.ts';
import { printLines } from '../../domain/lined-document.ts';
import { coversIn } from '../../domain/covers.ts';
import {
  hasSameName,
  sameClaim,
  isBelieved,
  INVALIDATION_MARKER,
  namesUnshown,
  type Memory,
} from '../../domain/memory.ts';
import type { FileFormat } from '../../storage/merged-file.ts';
import {
  applyConsolidation,
  type Consolidation,
  type ConsolidationRefusal,
} from './consolidation.ts';
import { countVisits, insertMemory, rewriteMemory, supersedeMemory } from './edit-document.ts';
import { doubtEntry, settleEntry, supersedeEntry, type Supersession } from './entry.ts';
import { memoriesAt, parseDocument, type MemoryDocument } from './memory-document.ts';

/** One wish to change Memories.md. It names titles, not places, so that it can be applied to whatever the file says by then. */
export type MemoryChange =
  | { readonly kind: 'add'; readonly room: Location; readonly memory: Memory }
  | {
      readonly kind: 'supersede';
      readonly locationId: LocationId;
      readonly title: string;
      readonly by: string;
      readonly turn: number | null;
    }
  | {
      readonly kind: 'invalidate';
      readonly locationId: LocationId;
      readonly title: string;
      readonly reason: string;
      readonly turn: number | null;
    }
  /** The game has shown what a memory names that was in doubt for it. */
  | { readonly kind: 'settle'; readonly locationId: LocationId; readonly title: string };

/** Visits of one room in one episode that the file does not count yet. */
export interface RoomVisits {
  readonly kind: 'visits';
  readonly locationId: LocationId;
  readonly episode: number;
  readonly count: number;
}

export type ChangeOutcome = 'applied' | ConsolidationRefusal;

export interface ChangeResult<Change = MemoryChange | Consolidation> {
  readonly change: Change;
  readonly outcome: ChangeOutcome;
}

/** What trying a memory again says of it: give it up, or doubt it because it held only sometimes. */
export interface Checked {
  readonly kind: 'checked';
  readonly locationId: LocationId;
  /** Not the title alone: several memories of a room may have it. */
  readonly memory: Pick<Memory, 'category' | 'title' | 'episode' | 'turns'>;
  readonly isWrong: boolean;
  readonly reason: string;
}

export type FileChange = MemoryChange | Consolidation | RoomVisits | Checked;

/** Memories.md as a file that several hands change. Visits count only where the room has a section. */
export const MEMORIES: FileFormat<MemoryDocument, FileChange, ChangeResult<FileChange>> = {
  parse: parseDocument,
  print: printLines,
  apply(document, change) {
    const next = applyChange(document, change);
    return typeof next === 'string'
      ? { document, result: { change, outcome: next } }
      : { document: next, result: { change, outcome: 'applied' } };
  },
};

/**
 * Whether the memory is there already: the same claim is still believed, or this very lesson was stored and since
 * superseded, or its like went because of one that still says it, so that it would only go again.
 */
export function isKnown(memories: readonly Memory[], memory: Memory): boolean {
  return memories.some(
    (known) =>
      (sameClaim(known, memory) && (isBelieved(known) || isSameLesson(known, memory))) ||
      (hasSameName(known, memory) && isCoveredBy(known.supersededBy, memory, memories)),
  );
}

function isCoveredBy(title: string | null, memory: Memory, memories: readonly Memory[]): boolean {
  const cover = memories.findLast((one) => one.title === title && isBelieved(one));
  if (cover === undefined || cover === memory) return false;
  const isDoubtful = cover.status === 'TENTATIVE' && memory.status !== 'TENTATIVE';
  return !isDoubtful && coversIn(memories, cover, memory);
}

/** The state in which a memory leaves when another one replaced it. */
export function replacedBy(title: string, turn: number | null): Supersession {
  return { supersededBy: title, supersededAtTurn: turn, invalidationReason: null };
}

/** The state in which a memory leaves when it was found wrong and nothing replaces it. */
export function foundWrong(reason: string, turn: number | null): Supersession {
  return {
    supersededBy: INVALIDATION_MARKER,
    supersededAtTurn: turn,
    invalidationReason: reason,
  };
}

/** The last turn that a memory's `turns` names ("20-25" is 25); null when it names none. */
export function lastTurn(turns: string): number | null {
  const named = turns.match(/\d+/g)?.at(-1);
  return named === undefined ? null : Number(named);
}

function applyChange(document: MemoryDocument, change: FileChange): MemoryDocument | ChangeOutcome {
  if (change.kind === 'visits') {
    const { locationId, count, episode } = change;
    return countVisits(document, locationId, count, episode) ?? 'not-found';
  }
  if (change.kind === 'consolidation') return applyConsolidation(document, change);
  if (change.kind === 'checked') return checkedMemory(document, change) ?? 'not-found';
  if (change.kind === 'add') {
    const { room, memory } = change;
    if (isKnown(memoriesAt(document, room.id), memory)) return 'duplicate';
    const grown = insertMemory(document, room, memory);
    return countVisits(grown, room.id, 0, memory.episode) ?? grown;
  }
  let changed: MemoryDocument | null = null;
  // A title may be believed with several texts, and nobody can name one of them.
  for (let next = once(document, change); next !== null; next = once(next, change)) changed = next;
  return changed ?? 'not-found';
}

/** The document with one more memory of that title changed; null when there is none. */
function once(
  document: MemoryDocument,
  change: Exclude<MemoryChange, { kind: 'add' }>,
): MemoryDocument | null {
  const { locationId, title } = change;
  if (change.kind !== 'settle') {
    return supersedeMemory(document, locationId, title, stateAfter(change));
  }
  const isMeant = (one: Memory) => one.title === title && namesUnshown(one);
  return rewriteMemory(document, locationId, isMeant, settleEntry);
}

function checkedMemory(document: MemoryDocument, change: Checked): MemoryDocument | null {
  const { locationId, memory, isWrong, reason } = change;
  const { category, title, episode, turns } = memory;
  const isMeant = (one: Memory) =>
    one.title === title &&
    one.category === category &&
    one.episode === episode &&
    one.turns === turns &&
    (one.status === 'ACTIVE' || (isWrong && one.status === 'TENTATIVE'));
  return rewriteMemory(document, locationId, isMeant, (lines) =>
    isWrong ? supersedeEntry(lines, foundWrong(reason, null)) : doubtEntry(lines, reason),
  );
}

/** The state in which a change leaves the memory it names. */
export function stateAfter(
  change: Extract<MemoryChange, { kind: 'supersede' | 'invalidate' }>,
): Supersession {
  return change.kind === 'supersede'
    ? replacedBy(change.by, change.turn)
    : foundWrong(change.reason, change.turn);
}

function isSameLesson(one: Memory, other: Memory): boolean {
  return one.episode === other.episode && one.turns === other.turns && one.text === other.text;
}

/** Whether a change of a kind was made. */
export function isApplied(kind: MemoryChange['kind'], results: readonly ChangeResult[]): boolean {
  return results.some(({ change, outcome }) => change.kind === kind && outcome === 'applied');
}

import { coversMerged, addsNothing, covers } from '../../domain/covers.ts';
import type { LocationId } from '../../domain/ids.ts';
import { printDocumentLines } from '../../domain/lined-document.ts';
import {
  hasSameName,
  invalidatedMemory,
  isBelieved,
  memoryNamesUnshown,
  isSameMemoryClaim,
  superseded,
  type Memory,
  type ConsolidationPlan,
} from '../../domain/memory.ts';
import type { Location } from '../../domain/observation.ts';
import type { FileFormat } from '../../storage/merged-file.ts';
import { countDocumentVisits, editRoom, type RoomEdits } from './edit-document.ts';
import { isGain, isSameGain } from './gain.ts';
import { memoriesAt, parseDocument, type MemoryDocument } from './memory-document.ts';

interface Named {
  readonly locationId: LocationId;
  readonly title: string;
}

/** One change to Memories.md, by titles, so that it applies to the newest file. `settle` ends an answered doubt. */
export type MemoryChange =
  | { readonly kind: 'add'; readonly room: Location; readonly memory: Memory }
  | (Named & { readonly kind: 'supersede'; readonly by: string; readonly turn: number | null })
  | (Named & { readonly kind: 'invalidate'; readonly reason: string; readonly turn: number | null })
  | (Named & { readonly kind: 'settle' });

export interface RoomVisits {
  readonly kind: 'visits';
  readonly locationId: LocationId;
  readonly episode: number;
  readonly count: number;
}

export interface ChangeResult<Change = MemoryChange | Consolidation> {
  readonly change: Change;
  readonly outcome: 'applied' | ConsolidationRefusal;
}

/** The result of trying a memory again: give it up, or doubt it because it held only sometimes. */
export interface Checked {
  readonly kind: 'checked';
  readonly locationId: LocationId;
  /** More than the title: several memories of a room may share one. */
  readonly memory: Pick<Memory, 'category' | 'title' | 'episode' | 'turns'>;
  readonly isWrong: boolean;
  readonly reason: string;
}

export type FileChange = MemoryChange | Consolidation | RoomVisits | Checked;

/** Memories.md as a file that several writers change. Visits count only if the room has a section. */
export const MEMORIES: FileFormat<MemoryDocument, FileChange, ChangeResult<FileChange>> = {
  parse: parseDocument,
  print: printDocumentLines,
  apply(document, change) {
    const next = applyChange(document, change);
    return typeof next === 'string'
      ? { document, result: { change, outcome: next } }
      : { document: next, result: { change, outcome: 'applied' } };
  },
};

/** Whether the memory is there: it is believed, it was stored and superseded, or a believed one covers it. */
export function isChangeKnown(memories: readonly Memory[], memory: Memory): boolean {
  return memories.some(
    (known) =>
      (isSameMemoryClaim(known, memory) &&
        (isBelieved(known) || isSame(known, memory, ['episode', 'turns', 'text']))) ||
      hasSamePoints(known, memory) ||
      (hasSameName(known, memory) && isCoveredBy(known.supersededBy, memory, memories)),
  );
}

/** Whether a believed memory has the same points: one gain is one memory, however it is worded. */
function hasSamePoints(known: Memory, memory: Memory): boolean {
  const isKnownGain = known.status === 'ACTIVE' && isGain(known) && isGain(memory);
  return isKnownGain && known.scoreChange === memory.scoreChange && isSameGain(known, memory);
}

function isCoveredBy(title: string | null, memory: Memory, memories: readonly Memory[]): boolean {
  const cover = memories.findLast((one) => one.title === title && isBelieved(one));
  if (cover === undefined || cover === memory) return false;
  const isDoubtful = cover.status === 'TENTATIVE' && memory.status !== 'TENTATIVE';
  return !isDoubtful && coversMerged(memories, cover, memory);
}

/** The last turn in a memory's `turns` ("20-25" is 25). Null if there is none. */
export function lastTurnOfMemory(turns: string): number | null {
  const named = turns.match(/\d+/g)?.at(-1);
  return named === undefined ? null : Number(named);
}

function applyChange(
  document: MemoryDocument,
  change: FileChange,
): MemoryDocument | ConsolidationRefusal {
  if (change.kind === 'visits') {
    const { locationId, count, episode } = change;
    return countDocumentVisits(document, locationId, count, episode) ?? 'not-found';
  }
  const room = change.kind === 'add' ? change.room : { id: change.locationId, name: '' };
  const edits = editsOfChange(memoriesAt(document, room.id), change);
  if (typeof edits === 'string') return edits;
  const edited = editRoom(document, room, edits);
  if (change.kind !== 'add') return edited;
  return countDocumentVisits(edited, room.id, 0, change.memory.episode) ?? edited;
}

/** The edits that a change makes in its room, or the reason for refusing it. Pure. */
export function editsOfChange(
  memories: readonly Memory[],
  change: Exclude<FileChange, RoomVisits>,
): RoomEdits | ConsolidationRefusal {
  if (change.kind === 'consolidation') return consolidate(memories, change);
  if (change.kind === 'add') {
    const isThere = isChangeKnown(memories, change.memory);
    return isThere ? 'duplicate' : { replace: new Map(), add: [change.memory] };
  }
  if (change.kind === 'checked') {
    const { isWrong, reason } = change;
    const meant = memories.filter((one) => isMeant(one, change)).slice(-1);
    return replacing(meant, (one) =>
      isWrong
        ? invalidatedMemory(one, reason, null)
        : { ...one, status: 'TENTATIVE' as const, doubt: reason },
    );
  }
  const { title } = change;
  // Several believed memories may share a title; then a change cannot name one of them.
  const named = memories.filter((one) => one.title === title && isBelieved(one));
  if (change.kind === 'supersede') {
    return replacing(named, (one) => superseded(one, change.by, change.turn));
  }
  if (change.kind === 'invalidate') {
    return replacing(named, (one) => invalidatedMemory(one, change.reason, change.turn));
  }
  return replacing(named.filter(memoryNamesUnshown), settled);
}

function replacing(
  memories: readonly Memory[],
  state: (memory: Memory) => Memory,
): RoomEdits | 'not-found' {
  if (memories.length === 0) return 'not-found';
  return { replace: new Map(memories.map((one) => [one, state(one)])), add: [] };
}

function settled(memory: Memory): Memory {
  const { doubt: _, ...rest } = memory;
  return { ...rest, status: 'ACTIVE' };
}

function isSame<T>(one: T, other: T, parts: readonly (keyof T)[]): boolean {
  return parts.every((part) => one[part] === other[part]);
}

function isMeant({ status, ...one }: Memory, { memory, isWrong }: Checked): boolean {
  const isIt = isSame(one, memory, ['category', 'title', 'episode', 'turns']);
  return isIt && (status === 'ACTIVE' || (isWrong && status === 'TENTATIVE'));
}

export function isChangeApplied(
  kind: MemoryChange['kind'],
  results: readonly ChangeResult[],
): boolean {
  return results.some(({ change, outcome }) => change.kind === kind && outcome === 'applied');
}

/** Believed memories of a room that another one covers: one that stays, named by title, or a new one. */
export interface Consolidation {
  readonly kind: 'consolidation';
  readonly locationId: LocationId;
  readonly titles: readonly string[];
  readonly cover: string | Memory;
  readonly turn: number;
}

type ConsolidationRefusal = 'duplicate' | 'not-found' | 'not-covered' | 'invented';

/** The changes to memories that a plan of consolidation makes in a room. */
export function consolidationChanges(
  locationId: LocationId,
  { merges, drops }: ConsolidationPlan,
  turn: number,
): readonly Consolidation[] {
  const all = { kind: 'consolidation', locationId, turn } as const;
  return [
    ...merges.map(({ memory, supersedes }) => ({ ...all, titles: supersedes, cover: memory })),
    ...drops.map(({ title, coveredBy }) => ({ ...all, titles: [title], cover: coveredBy })),
  ];
}

/** Consolidates the memories that a room holds now, as a whole or not at all. */
function consolidate(
  memories: readonly Memory[],
  { titles, cover, turn }: Consolidation,
): RoomEdits | ConsolidationRefusal {
  const believed = memories.filter(isBelieved);
  const named = (title: string) => believed.findLast((memory) => memory.title === title);
  const stays = typeof cover === 'string' ? named(cover) : cover;
  if (stays === undefined) return 'not-found';
  if (stays === cover && named(stays.title) !== undefined) return 'duplicate';
  const sources = believed.filter(({ title }) => titles.includes(title));
  const replace = new Map<Memory, Memory>();
  for (const title of titles) {
    const gone = named(title);
    if (gone === undefined || gone === stays) return 'not-found';
    if (!standsFor(stays, gone, stays === cover ? sources : null)) return 'not-covered';
    replace.set(gone, superseded(gone, stays.title, turn));
  }
  if (stays !== cover) return { replace, add: [] };
  return addsNothing(stays, sources) ? { replace, add: [stays] } : 'invented';
}

/** Whether one memory may replace another: nothing is unlearnt, no belief becomes a guess. `sources`: a new memory's. */
function standsFor(stays: Memory, gone: Memory, sources: readonly Memory[] | null): boolean {
  const isNew = sources !== null;
  const isDoubtful = stays.status !== gone.status && (isNew || stays.status !== 'ACTIVE');
  // A memory of use elsewhere is shown there; its replacement has to be, too.
  return !isDoubtful && stays.about === gone.about && covers(stays, gone, sources ?? []);
}

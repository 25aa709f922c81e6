import { normaliseAction, walkingDirection } from './command.ts';
import type { LocationId } from './ids.ts';
import { plainWords } from './text.ts';
import { isNamedWhole } from './named-things.ts';

/** The categories of memories. Other categories of models are kept as NOTE. */
export const MEMORY_CATEGORIES = ['SUCCESS', 'FAILURE', 'DISCOVERY', 'DANGER', 'NOTE'] as const;

/** How long a memory holds: how a room starts, how the game works, or only this episode. */
export const PERSISTENCES = ['core', 'permanent', 'ephemeral'] as const;

export type Persistence = (typeof PERSISTENCES)[number];

export const MEMORY_STATUSES = ['ACTIVE', 'TENTATIVE', 'SUPERSEDED'] as const;

export type MemoryStatus = (typeof MEMORY_STATUSES)[number];

/** The value of `supersededBy` for a memory that was invalidated without a replacement. It is not a status. */
export const INVALIDATION_MARKER = 'INVALIDATED';

/** The beginning of the reason for closing an answered note; the turn follows. */
export const ANSWERED = 'answered in turn ';

/** What a prompt tells of a room, and the memories in it, at least by title. */
export interface Recollection {
  /** Empty if nothing is believed. */
  readonly text: string;
  readonly memories: readonly Memory[];
  /** Their short ids as in the text, each after a `#`. */
  readonly ids: readonly string[];
  /** If nothing is told: the titles of the memories of the room's start, of which a part no longer holds. */
  readonly hidden?: readonly string[];
}

/** One thing learnt in one room. The key is kept outside: the location id of the room that it is filed under. */
export interface Memory {
  /** An upper-case word. One of MEMORY_CATEGORIES if the program wrote it; people may write any. */
  readonly category: string;
  readonly title: string;
  readonly text: string;
  readonly persistence: Persistence;
  readonly status: MemoryStatus;
  /** Why it is TENTATIVE, in words that follow "it". Absent if unknown. */
  readonly doubt?: string;
  /** The room or thing that it is of use for. Absent if that is the room that it is filed under. */
  readonly about?: LocationId | string;
  readonly episode: number;
  /** The turn or range of turns that taught it: "23" or "23-24". */
  readonly turns: string;
  /** Points gained or lost by the action. Null if the header does not say. */
  readonly scoreChange: number | null;
  /** Title of the memory that replaced this one, or INVALIDATION_MARKER. Null unless SUPERSEDED. */
  readonly supersededBy: string | null;
  readonly supersededAtTurn: number | null;
  /** Why it was found wrong. Set exactly if supersededBy is INVALIDATION_MARKER. */
  readonly invalidationReason: string | null;
}

/** Whether a memory is neither replaced nor invalidated. It may be in doubt. */
export function isBelieved({ status }: Pick<Memory, 'status'>): boolean {
  return status !== 'SUPERSEDED';
}

/** Whether a memory is believed and holds for more than its episode. */
export function isLasting(memory: Pick<Memory, 'status' | 'persistence'>): boolean {
  return isBelieved(memory) && memory.persistence !== 'ephemeral';
}

/** The categories of memories, the most useful to a reader first. */
const TELLING: readonly string[] = ['SUCCESS', 'DANGER', 'DISCOVERY', 'FAILURE', 'NOTE'];

/** How useful a memory is to a reader: 0 is the most useful, one that brings points; a room's start is the least. */
export function memoryTellingRank(
  memory: Pick<Memory, 'category' | 'scoreChange' | 'persistence'>,
) {
  if (memory.category === 'SUCCESS' && (memory.scoreChange ?? 0) > 0) return 0;
  const kind = [...TELLING, memory.category].indexOf(memory.category);
  return 1 + kind + (memory.persistence === 'core' ? TELLING.length + 1 : 0);
}

/** Whether two memories have the same category, title and text, apart from case and blanks. */
export function isSameMemoryClaim(one: Memory, other: Memory): boolean {
  return hasSameName(one, other) && plainWords(one.text) === plainWords(other.text);
}

/** Whether two memories have the same category and title, apart from case and blanks. */
export function hasSameName(one: Memory, other: Memory): boolean {
  const [a, b] = [one, other].map(({ title }) => plainWords(memoryTitleForm(title)));
  return one.category === other.category && a === b;
}

/** Separates the actions in a title. */
export const NEXT_ACTION = '; ';

/** A title with each direction in one form: `s`, `go south` and `South` are `south`. */
export function memoryTitleForm(title: string): string {
  const parts = title.split(NEXT_ACTION.trim());
  const forms = parts.map((part) => walkingDirection(part) ?? part.trim());
  return parts.some((part) => walkingDirection(part) !== null) ? forms.join(NEXT_ACTION) : title;
}

/** The actions in a title, each as a parser reads it. A title in prose counts as one action. */
export function memoryActions({ title }: Pick<Memory, 'title'>): readonly string[] {
  const named = title.split(NEXT_ACTION.trim()).map(normaliseAction);
  return named.filter((action) => action !== '');
}

export function superseded(memory: Memory, by: string, turn: number | null): Memory {
  const state = { supersededBy: by, supersededAtTurn: turn, invalidationReason: null };
  return { ...memory, ...state, status: 'SUPERSEDED' };
}

/** The memory after it was invalidated without a replacement. */
export function invalidatedMemory(memory: Memory, reason: string, turn: number | null): Memory {
  return { ...superseded(memory, INVALIDATION_MARKER, turn), invalidationReason: reason };
}

export function memoryMentions(
  { title, text }: Pick<Memory, 'title' | 'text'>,
  name: string,
): boolean {
  return isNamedWhole(`${title}\n${text}`, name);
}

/** The beginning of a doubt that ends when the game shows what is named; see KnownWords.doubt. */
export const NAMES_UNSHOWN = 'names ';

/** Whether a memory is in doubt because it names what the game has not shown. */
export function memoryNamesUnshown({ status, doubt }: Pick<Memory, 'status' | 'doubt'>): boolean {
  return status === 'TENTATIVE' && doubt?.startsWith(NAMES_UNSHOWN) === true;
}

export interface ProposedFact {
  readonly text: string;
  readonly episode: number;
  readonly turn: number;
  /** Whether its writer was not sure of it, so that it is a guess. */
  readonly isTentative?: boolean;
}

/** The changes to the memories of one room, by exact title. Removed ones become SUPERSEDED; others stay. */
export interface ConsolidationPlan {
  /** A new memory and the titles of those that it supersedes. */
  readonly merges: readonly { readonly memory: Memory; readonly supersedes: readonly string[] }[];
  /** Memories to supersede by one that stays. */
  readonly drops: readonly { readonly title: string; readonly coveredBy: string }[];
}

/** Whether a note about a thing tells of something that could not be tried yet. */
export function isOpenNote({ category, status }: Memory): boolean {
  return category === 'NOTE' && status === 'TENTATIVE';
}

import { normaliseAction, walkingDirection } from './command.ts';
import type { LocationId } from './ids.ts';
import { plainWords } from './text.ts';
import { isNamedWhole } from './naming.ts';

/** What a memory says; models may answer others, which are kept as NOTE. */
export const MEMORY_CATEGORIES = ['SUCCESS', 'FAILURE', 'DISCOVERY', 'DANGER', 'NOTE'] as const;

/** How long a memory holds: what a room starts with, how the game works, or only what happened this episode. */
export const PERSISTENCES = ['core', 'permanent', 'ephemeral'] as const;

export type Persistence = (typeof PERSISTENCES)[number];

export const MEMORY_STATUSES = ['ACTIVE', 'TENTATIVE', 'SUPERSEDED'] as const;

export type MemoryStatus = (typeof MEMORY_STATUSES)[number];

/** Stands in `supersededBy` of a memory that was found wrong without a replacement; it is not a status. */
export const INVALIDATION_MARKER = 'INVALIDATED';

/** How the reason begins for which a memory that left something open is closed; the turn follows. */
export const ANSWERED = 'answered in turn ';

/** What a prompt says of a room, and the memories that it says, by title at least. */
export interface Recollection {
  /** Empty when nothing is believed. */
  readonly text: string;
  readonly memories: readonly Memory[];
  /** Their short ids as the text has them, each behind a `#`. */
  readonly ids: readonly string[];
}

/** One thing learnt in one room. Keyed outside by the location id of the room it is filed under. */
export interface Memory {
  /** Upper-case word; one of MEMORY_CATEGORIES when this product wrote it, anything in a file people edit. */
  readonly category: string;
  readonly title: string;
  readonly text: string;
  readonly persistence: Persistence;
  readonly status: MemoryStatus;
  /** Why it is TENTATIVE, in words that follow "it"; absent where that is not known. */
  readonly doubt?: string;
  /** The room or the thing that it is of use for; absent where that is the room it is filed under. */
  readonly about?: LocationId | string;
  readonly episode: number;
  /** The turn or range of turns that taught it: "23" or "23-24". */
  readonly turns: string;
  /** Points gained or lost by the action; null when the header does not say. */
  readonly scoreChange: number | null;
  /** Title of the memory that replaced this one, or INVALIDATION_MARKER; null unless SUPERSEDED. */
  readonly supersededBy: string | null;
  readonly supersededAtTurn: number | null;
  /** Why it was found wrong; set exactly when supersededBy is INVALIDATION_MARKER. */
  readonly invalidationReason: string | null;
}

/** Whether nothing has replaced a memory and nobody found it wrong; it may be in doubt. */
export function isBelieved({ status }: Pick<Memory, 'status'>): boolean {
  return status !== 'SUPERSEDED';
}

/** Whether a memory is believed and holds for more than its episode. */
export function isLasting(memory: Pick<Memory, 'status' | 'persistence'>): boolean {
  return isBelieved(memory) && memory.persistence !== 'ephemeral';
}

/** Whether two memories have the same category, title and text; case and blanks do not matter. */
export function sameClaim(one: Memory, other: Memory): boolean {
  return hasSameName(one, other) && plainWords(one.text) === plainWords(other.text);
}

/** Whether two memories have the same category and title; case and blanks do not matter. */
export function hasSameName(one: Memory, other: Memory): boolean {
  const [a, b] = [one, other].map(({ title }) => plainWords(memoryTitleForm(title)));
  return one.category === other.category && a === b;
}

/** Between the actions that one title names. */
export const NEXT_ACTION = '; ';

/** A title with each way that it names in one form: `s`, `go south` and `South` are `south`. */
export function memoryTitleForm(title: string): string {
  const parts = title.split(NEXT_ACTION.trim());
  const forms = parts.map((part) => walkingDirection(part) ?? part.trim());
  return parts.some((part) => walkingDirection(part) !== null) ? forms.join(NEXT_ACTION) : title;
}

/** The actions that a title names, one or several, each as a parser reads it. A title in prose is one action, too. */
export function memoryActions({ title }: Pick<Memory, 'title'>): readonly string[] {
  const named = title.split(NEXT_ACTION.trim()).map(normaliseAction);
  return named.filter((action) => action !== '');
}

/** The memory as another one replaced it. */
export function superseded(memory: Memory, by: string, turn: number | null): Memory {
  const state = { supersededBy: by, supersededAtTurn: turn, invalidationReason: null };
  return { ...memory, ...state, status: 'SUPERSEDED' };
}

/** The memory as it was found wrong, with nothing in its place. */
export function invalidated(memory: Memory, reason: string, turn: number | null): Memory {
  return { ...superseded(memory, INVALIDATION_MARKER, turn), invalidationReason: reason };
}

/** Whether a memory names something. */
export function memoryNames(
  { title, text }: Pick<Memory, 'title' | 'text'>,
  name: string,
): boolean {
  return isNamedWhole(`${title}\n${text}`, name);
}

/** How a doubt begins that ends when the game shows what is named; see KnownWords.doubt. */
export const NAMES_UNSHOWN = 'names ';

/** Whether a memory is not believed because it names what the game has not shown. */
export function memoryNamesUnshown({ status, doubt }: Pick<Memory, 'status' | 'doubt'>): boolean {
  return status === 'TENTATIVE' && doubt?.startsWith(NAMES_UNSHOWN) === true;
}

export interface ProposedFact {
  readonly text: string;
  readonly episode: number;
  readonly turn: number;
  /** Whether its writer was not sure of it; it is a guess then. */
  readonly isTentative?: boolean;
}

/** What is to be done with the memories of one room, by exact title: what goes is SUPERSEDED, what is not named stays. */
export interface ConsolidationPlan {
  /** A new memory and the titles of those that it supersedes. */
  readonly merges: readonly { readonly memory: Memory; readonly supersedes: readonly string[] }[];
  /** Memories to supersede by one that stays. */
  readonly drops: readonly { readonly title: string; readonly coveredBy: string }[];
}

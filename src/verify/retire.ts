import { canonicalAction } from '../domain/command.ts';
import { isBelieved, type Memory } from '../domain/memory.ts';
import type { Dictionary } from '../interpreter/interpreter.ts';
import { evidenceKey, type EvidenceBook } from '../managers/memory/evidence.ts';
import { isGain } from '../managers/memory/gain.ts';
import type { RoomMemories } from '../managers/memory/memory-document.ts';
import { LONGEST_ANSWER, stockAnswers, stockKey } from '../managers/memory/stock-answers.ts';
import { oneLine } from '../prompts/quote.ts';
import { claimOf } from './claim.ts';
import type { Recording } from './recording.ts';

/** A failure that so many episodes did not try again is of no use to the next. */
export const QUIET_EPISODES = 20;

/** A memory that was shown so often and never followed is of no use. */
export const SHOWN_IN_VAIN = 20;

/** Why a memory leaves Memories.md for the archive. */
export type Retirement = 'said by the knowledge base' | 'not tried again' | 'never followed';

/** What tells whether a memory earns its place. */
export interface Usefulness {
  /** The newest ones; a trial before them is not known. */
  readonly recordings: readonly Recording[];
  readonly evidence: EvidenceBook;
  readonly dictionary: Dictionary;
  /** The text of the knowledge base. */
  readonly knowledge: string;
}

/** A memory with its room. */
export interface Retired {
  readonly room: RoomMemories;
  readonly memory: Memory;
  readonly why: Retirement;
}

/**
 * The memories that earn no place any more: failures that the story answers alike anywhere, where the knowledge base says
 * so; failures that nobody tried again for long; what was shown often and never followed. Points, dangers and what a room
 * starts with stay. Pure.
 */
export function retirements(rooms: readonly RoomMemories[], known: Usefulness): readonly Retired[] {
  const stock = stockAnswers(
    rooms.map(({ id, memories }) => [id, memories] as const),
    known.dictionary,
  );
  const isSaid = (memory: Memory) => {
    const answer = stock.get(stockKey(memory, known.dictionary) ?? '');
    return answer !== undefined && known.knowledge.includes(oneLine(answer.text, LONGEST_ANSWER));
  };
  return rooms.flatMap((room) =>
    room.memories.flatMap((memory): readonly Retired[] => {
      if (!isBelieved(memory) || isGain(memory) || memory.category === 'DANGER') return [];
      if (memory.persistence === 'core') return [];
      const why = isSaid(memory) ? 'said by the knowledge base' : whyUseless(room, memory, known);
      return why === null ? [] : [{ room, memory, why }];
    }),
  );
}

function whyUseless(room: RoomMemories, memory: Memory, known: Usefulness): Retirement | null {
  const { recordings, evidence, dictionary } = known;
  const claim = claimOf(room.id, memory, recordings, dictionary);
  // What names no command can be neither tried nor followed.
  if (typeof claim === 'string') return null;
  const uses = evidence.get(evidenceKey(room.id, memory))?.uses;
  if (uses !== undefined && uses.shown >= SHOWN_IN_VAIN && uses.followed === 0) {
    return 'never followed';
  }
  const isQuiet = quietEpisodes(room, { memory, claim }, recordings) >= QUIET_EPISODES;
  return memory.category === 'FAILURE' && isQuiet ? 'not tried again' : null;
}

/** Recorded episodes since the one that taught it or tried it last. */
function quietEpisodes(
  { id }: RoomMemories,
  { memory, claim }: { memory: Memory; claim: { readonly commands: readonly string[] } },
  recordings: readonly Recording[],
): number {
  const last = recordings
    .filter((one) => hasTried(one, id, claim.commands))
    .reduce((newest, { episode }) => Math.max(newest, episode), memory.episode);
  return recordings.filter(({ episode }) => episode > last).length;
}

/** Whether one of these commands was played in a room. */
export function hasTried(
  { turns }: Pick<Recording, 'turns'>,
  room: number,
  commands: readonly string[],
): boolean {
  const told = new Set(commands.map(canonicalAction));
  return turns.some(
    ({ before, decision }) =>
      before.location.id === room && told.has(canonicalAction(decision.action)),
  );
}

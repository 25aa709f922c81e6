import type { FileEntry } from '../domain/entry-changes.ts';
import { oneLine } from '../domain/text.ts';
import { readPlayed, playedTurns } from '../exam/played.ts';
import {
  MEMORY_ENTRIES,
  type RoomMemories,
  documentRoomHeading,
  roomsInDocument,
} from '../managers/memory/memory-document.ts';
import { applyEntryEdits, entriesIn } from '../domain/entry-edits.ts';
import { type Memory, isBelieved, memoryActions } from '../domain/memory.ts';
import { gaveIn } from '../domain/turn-record.ts';
import { examineChange } from '../exam/examine.ts';
import type { Dictionary } from '../interpreter/interpreter.ts';
import { makeQuestions } from '../exam/make-questions.ts';
import { drawPaper } from '../exam/exam.ts';
import { parseEntry } from '../managers/memory/entry.ts';
import { type EvidenceBook, evidenceKey, parseEvidence } from '../managers/memory/evidence.ts';
import { isGain } from '../managers/memory/gain.ts';
import { MEMORIES } from '../managers/memory/memory-changes.ts';
import { LONGEST_ANSWER, stockAnswers, stockKey } from '../managers/memory/stock-answers.ts';
import type { LearntFiles } from '../storage/learnt-folder.ts';
import { MergedFile } from '../storage/merged-file.ts';
import { claimOf } from '../verify/claim.ts';
import { EARLIER_RECORDINGS, type Recording } from '../verify/recording.ts';
import type { RunServices } from './run-services.ts';

const MOST_A_NIGHT = 30;

interface Night {
  readonly episode: number;
  /** The newest ones. Earlier trials are unknown. */
  readonly recordings: readonly Recording[];
  readonly dictionary: Dictionary;
}

/**
 * Moves memories of no more use to Memories.archive.md, if no right answer about recorded play is lost. Brings back those
 * that the episode tried again, and these stay. Rejects with LockedError and StorageError.
 */
export async function archiveMemories(
  services: Pick<RunServices, 'config' | 'story'>,
  files: LearntFiles,
  night: Night,
): Promise<void> {
  await bringBack(files, night);
  const entries = chosen(services, files, night);
  if (entries.length === 0) return;
  // The archive is written first: a kill between the two leaves the memory in both.
  await files.archive.update((bytes) =>
    applyEntryEdits(bytes, { add: entries, remove: [], replace: [] }, MEMORY_ENTRIES),
  );
  await files.memories.update((bytes) => without(bytes, entries));
}

/** The entries to move. Each alone loses no right answer. */
function chosen(
  services: Pick<RunServices, 'config' | 'story'>,
  files: LearntFiles,
  { episode, recordings, dictionary }: Night,
): readonly FileEntry[] {
  const bytes = files.memories.read();
  const archived = new Set(entriesIn(files.archive.read(), MEMORY_ENTRIES).map(({ text }) => text));
  const entries = entriesIn(bytes, MEMORY_ENTRIES);
  const retired = memoriesToArchive(roomsInDocument(bytes), {
    recordings,
    dictionary,
    evidence: parseEvidence(files.evidence.read()),
    knowledge: new TextDecoder().decode(files.knowledge.read() ?? new Uint8Array()),
  });
  const found = retired
    .flatMap(({ why, ...one }) => {
      const entry = entryOf(entries, one);
      return entry === undefined || archived.has(entry.text) ? [] : { entry, why };
    })
    .slice(0, MOST_A_NIGHT);
  if (found.length === 0) return [];
  const questions = services.config.gate === 'off' ? [] : archivePaper(services, episode);
  let now = bytes;
  return found.flatMap(({ entry, why }) => {
    const after = without(now, [entry]);
    const change = { what: 'memories' as const, before: now, after };
    // The knowledge base answers instead.
    const isSaid = why === 'said by the knowledge base';
    if (!isSaid && examineChange(questions, change, 0) !== null) return [];
    now = after;
    return [entry];
  });
}

/** Moves memories that this episode tried from the archive back to Memories.md. */
async function bringBack(files: LearntFiles, { episode, recordings }: Night): Promise<void> {
  const played = recordings.find((one) => one.episode === episode);
  if (played === undefined) return;
  const changes = roomsInDocument(files.archive.read()).flatMap((room) =>
    room.memories
      .filter(
        (memory) =>
          isBelieved(memory) && played.turns.some(gaveIn(room.id, ...memoryActions(memory))),
      )
      .map((memory) => ({ kind: 'add' as const, room, memory })),
  );
  if (changes.length === 0) return;
  const { waiting } = await new MergedFile(files.memories, MEMORIES).change(changes);
  if (waiting !== null) throw waiting;
}

function entryOf(
  entries: readonly FileEntry[],
  { room, memory }: Pick<Retired, 'room' | 'memory'>,
): FileEntry | undefined {
  const key = evidenceKey(room.id, memory);
  return entries.find(({ place, text }) => {
    const read = place === documentRoomHeading(room.id) ? parseEntry(text.split('\n')) : null;
    return read !== null && evidenceKey(room.id, read) === key && read.text === memory.text;
  });
}

function without(bytes: Uint8Array | null, entries: readonly FileEntry[]): Uint8Array {
  return applyEntryEdits(bytes, { add: [], remove: entries, replace: [] }, MEMORY_ENTRIES);
}

/** A failure that so many episodes did not try again is of no use to the next. */
const QUIET_EPISODES = 20;

const SHOWN_IN_VAIN = 20;

type Retirement = 'said by the knowledge base' | 'not tried again' | 'never followed';

interface Usefulness extends Omit<Night, 'episode'> {
  readonly evidence: EvidenceBook;
  readonly knowledge: string;
}

interface Retired {
  readonly room: RoomMemories;
  readonly memory: Memory;
  readonly why: Retirement;
}

/** The memories of no more use: failures told as knowledge or long untried, and memories never followed. Pure. */
export function memoriesToArchive(
  rooms: readonly RoomMemories[],
  known: Usefulness,
): readonly Retired[] {
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
  // A memory without a command can be neither tried nor followed.
  if (typeof claim === 'string') return null;
  const uses = evidence.get(evidenceKey(room.id, memory))?.uses;
  if (uses !== undefined && uses.shown >= SHOWN_IN_VAIN && uses.followed === 0) {
    return 'never followed';
  }
  const tried = recordings.filter(({ turns }) => turns.some(gaveIn(room.id, ...claim.commands)));
  const last = Math.max(memory.episode, ...tried.map(({ episode }) => episode));
  const since = recordings.filter(({ episode }) => episode > last).length;
  return memory.category === 'FAILURE' && since >= QUIET_EPISODES ? 'not tried again' : null;
}

const PAPER = 200;

/** The questions about recorded play that examine the changes at the end of an episode. */
export function archivePaper(
  { config, story }: Pick<RunServices, 'config' | 'story'>,
  episode: number,
) {
  const played = readPlayed(config.workdir, story, EARLIER_RECORDINGS + 1);
  const questions = makeQuestions(playedTurns(played));
  const { papers } = drawPaper(questions, 1, PAPER);
  return drawPaper(questions, papers === 0 ? 1 : 1 + (episode % papers), PAPER).questions;
}

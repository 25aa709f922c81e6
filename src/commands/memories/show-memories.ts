import path from 'node:path';
import { INVALIDATION_MARKER, sameClaim, type Memory } from '../../domain/memory.ts';
import { signed, timesWords } from '../../domain/text.ts';
import {
  doesHarm,
  evidenceWords,
  evidenceWordsIn,
  evidenceKey,
  usesWords,
  type Evidence,
  type EvidenceBook,
} from '../../managers/memory/evidence.ts';
import type { RoomMemories } from '../../managers/memory/memory-document.ts';
import { memoryId } from '../../managers/memory/memory-id.ts';
import { episodesWords } from '../../managers/memory/visits-line.ts';
import { worthWords } from '../../managers/memory/worth.ts';
import { learntFile } from '../../storage/learnt-folder.ts';
import type { Call } from '../command.ts';
import { roomNumber, roomsNamed } from '../rooms-named.ts';
import { fitText, wrapText } from '../wrap-text.ts';
import { memoriesToRead, readEvidence, readRooms } from './memory-files.ts';

/** What one room taught; of several rooms of one name, which they are. A room without memories is no error. */
export async function showRoom(call: Call<{ readonly location: string }>): Promise<void> {
  const { location } = call.options;
  const file = await memoriesToRead(call);
  const rooms = roomsNamed(readRooms(file), location);
  if (rooms.length > 1) {
    const found = rooms.map(({ id, name }) => ({ id, name }));
    call.answer({ rooms: found }, () => {
      const lines = found.map(({ id, name }) => `${id}  ${name}`);
      return [`Several rooms have that name; name one by its number:`, ...lines].join('\n');
    });
    return;
  }
  const book = readEvidence(file);
  const [room] = rooms;
  const id = room?.id ?? roomNumber(location);
  const memories = (room?.memories ?? []).map((memory) => memoryFacts(room?.id ?? 0, memory, book));
  call.answer({ location: { id, name: room?.name ?? '' }, memories }, (width) =>
    room === undefined
      ? { nothing: `Nothing is remembered of location ${location}; see zorkgpt memories list.` }
      : renderRoomMemories(room, book, width),
  );
}

/** The memories that say a text, and all of a room whose name says it. */
export async function search(call: Call<{ readonly all?: true }>): Promise<void> {
  const text = call.word;
  const file = await memoriesToRead(call);
  const book = readEvidence(file);
  const rooms = readRooms(file);
  const found = saying(rooms, text);
  const kept = call.options.all ? saying(archivedRooms(file, rooms), text) : [];
  const facts = ({ id, name, memories }: RoomMemories) =>
    memories.map((memory) => ({ location: { id, name }, ...memoryFacts(id, memory, book) }));
  const hits = [
    ...found.flatMap(facts),
    ...kept.flatMap(facts).map((one) => ({ ...one, isArchived: true })),
  ];
  const told = (some: readonly RoomMemories[], width: number) =>
    some.map((room) => renderRoomMemories(room, book, width));
  call.answer(hits, (width) =>
    hits.length === 0
      ? { nothing: `No memory says "${text}".` }
      : [
          ...told(found, width),
          ...(kept.length === 0 ? [] : ['In the archive:', ...told(kept, width)]),
        ].join('\n\n'),
  );
}

/** The rooms with those of their memories that say a text. */
function saying(rooms: readonly RoomMemories[], text: string): readonly RoomMemories[] {
  return rooms.flatMap((room) => {
    const memories = room.memories.filter((memory) => says(room, memory, text.toLowerCase()));
    return memories.length === 0 ? [] : [{ ...room, memories }];
  });
}

/** The rooms of the archive with what was not brought back. */
function archivedRooms(file: string, rooms: readonly RoomMemories[]): readonly RoomMemories[] {
  const known = new Map(rooms.map(({ id, memories }) => [id, memories]));
  return readRooms(learntFile(path.dirname(file), 'archive')).map((room) => ({
    ...room,
    memories: room.memories.filter(
      (memory) => !(known.get(room.id) ?? []).some((one) => sameClaim(one, memory)),
    ),
  }));
}

function says({ name }: RoomMemories, { title, text, category }: Memory, words: string): boolean {
  return [name, title, text, category].some((part) => part.toLowerCase().includes(words));
}

const GROUPS = [
  { status: 'ACTIVE', heading: null },
  { status: 'TENTATIVE', heading: 'Not certain' },
  { status: 'SUPERSEDED', heading: 'No longer believed' },
] as const;

/** What a room taught, for a person: what holds first, then what is doubted, then what was given up and why. */
function renderRoomMemories(room: RoomMemories, book: EvidenceBook, width: number): string {
  const known = (memory: Memory) => {
    const found = book.get(evidenceKey(room.id, memory));
    const proof = evidenceWordsIn(book, room.id)(memory);
    const isTried = evidenceWords(found) !== '';
    return {
      id: memoryId(room.id, memory),
      proof: isTried ? proof.replace('(', '(tried again in the engine: ') : proof,
      uses: factsWords(memory, found),
    };
  };
  const groups = GROUPS.flatMap(({ status, heading }) => {
    const memories = room.memories.filter((memory) => memory.status === status);
    if (memories.length === 0) return [];
    return [
      ...(heading === null ? [] : [`${heading}:`]),
      ...memories.map((memory) => renderMemory(memory, known(memory), width)),
    ];
  });
  return [fitText(renderHeading(room), width), ...groups].join('\n\n');
}

function renderHeading({ id, name, visits }: RoomMemories): string {
  const times = `visited ${timesWords(visits.count)}`;
  const episodes = visits.episodes.length + visits.earlier === 1 ? 'episode' : 'episodes';
  const when = visits.episodes.length === 0 ? '' : `, ${episodes} ${episodesWords(visits)}`;
  return `${name === '' ? 'Location' : name} (${id}) - ${times}${when}`;
}

/** How often it was shown in play and what it is worth. */
function factsWords({ category }: Memory, found: Evidence | undefined): string {
  const uses = usesWords(category, found?.uses);
  const known = [uses && `in play ${uses}`, worthWords(found?.worth, doesHarm(found))];
  return known.filter((words) => words !== '').join('; ');
}

/** What is known of a memory beside what it says itself. */
interface Known {
  readonly id: string;
  /** Empty where nobody tried it. */
  readonly proof: string;
  /** Empty where it was never shown or valued. */
  readonly uses: string;
}

function renderMemory(memory: Memory, { id, proof, uses }: Known, width: number): string {
  const { category, title, text, persistence, episode, turns, scoreChange } = memory;
  const lasting = persistence === 'core' ? 'how the room starts' : persistence;
  const points = scoreChange === null || scoreChange === 0 ? '' : `, ${signed(scoreChange)} points`;
  const lines = [
    ...wrapText(`${category}: ${title}${proof === '' ? '' : ` ${proof}`}`, '  ', width),
    ...wrapText(text, '    ', width),
    ...wrapText(fateOf(memory), '    ', width),
    ...wrapText(`(${lasting}; episode ${episode}, turn ${turns}${points})`, '    ', width),
    ...(uses === '' ? [] : wrapText(`(#${id}: ${uses})`, '    ', width)),
  ];
  return lines.join('\n');
}

function fateOf({ supersededBy, supersededAtTurn, invalidationReason }: Memory): string {
  if (supersededBy === null) return '';
  const when = supersededAtTurn === null ? '' : ` at turn ${supersededAtTurn}`;
  if (supersededBy !== INVALIDATION_MARKER) return `Replaced${when} by "${supersededBy}".`;
  return `Found wrong${when}${invalidationReason === null ? '' : `: ${invalidationReason}`}.`;
}

/** A memory of a room as JSON, with what trying it again came to where somebody did. */
export function memoryFacts(room: number, memory: Memory, book: EvidenceBook) {
  const { title, text, category, persistence, status, episode, turns, scoreChange } = memory;
  const { supersededBy, supersededAtTurn, invalidationReason } = memory;
  const checked = book.get(evidenceKey(room, memory));
  const id = memoryId(room, memory);
  return {
    title,
    text,
    category,
    persistence,
    status,
    episode,
    turns,
    scoreChange,
    supersededBy,
    supersededAtTurn,
    invalidationReason,
    ...(checked !== undefined && { evidence: jsonOfEvidence(checked) }),
    ...(checked?.worth !== undefined && {
      worth: { id, ...checked.worth, isShown: !doesHarm(checked), by: 'simulated' },
    }),
    ...(checked?.uses !== undefined && { uses: { id, ...checked.uses } }),
  };
}

function jsonOfEvidence({ verdict, tried, held, why, by }: Evidence) {
  return { verdict, tried, held, why, by };
}

import { memoryGoneWords } from '../../report/wording.ts';
import path from 'node:path';
import { type LocationId, locationIdIn } from '../../domain/ids.ts';
import { isSameMemoryClaim, type Memory } from '../../domain/memory.ts';
import { signed, timesWords } from '../../domain/text.ts';
import {
  doesHarmByEvidence,
  evidenceWords,
  evidenceWordsIn,
  evidenceKey,
  evidenceUsesWords,
  type EvidenceBook,
  memoryId,
} from '../../managers/memory/evidence.ts';
import type { RoomMemories } from '../../managers/memory/memory-document.ts';
import { episodesWords } from '../../managers/memory/room-block.ts';
import { worthWords } from '../../managers/memory/worth.ts';
import { learntFile } from '../../storage/learnt-folder.ts';
import type { Call } from '../command.ts';
import {
  nearRoom,
  roomsNamed,
  evidenceAtPlace,
  roomsAtPlace,
  learntMemories,
} from '../learnt-place.ts';
import { wrapText } from '../layout.ts';

/** What one room taught; for a name of several rooms, a list of them. A room without memories is no error. */
export async function showRoom(call: Call<{ readonly location: string }>): Promise<void> {
  const { location } = call.options;
  const file = await learntMemories(call);
  const known = roomsAtPlace(file);
  const rooms = roomsNamed(known, location);
  if (rooms.length > 1) {
    const found = rooms.map(({ id, name }) => ({ id, name }));
    call.answer({ rooms: found }, () => {
      const lines = found.map(({ id, name }) => `${id}  ${name}`);
      return ['Several rooms have that in their name; name one by its number:', ...lines].join(
        '\n',
      );
    });
    return;
  }
  const book = evidenceAtPlace(path.dirname(file));
  const [room] = rooms;
  const id = room?.id ?? locationIdIn(location);
  const memories = room?.memories.map((memory) => showMemoryFacts(room.id, memory, book)) ?? [];
  call.answer({ location: { id, name: room?.name ?? '' }, memories }, (width) =>
    room === undefined
      ? { nothing: `Nothing is remembered of location ${location}; ${meantWords(known, location)}` }
      : withIdNote([renderRoomMemories(room, book, width)], width),
  );
}

function meantWords(known: readonly RoomMemories[], location: string): string {
  const near = nearRoom(known, location);
  return near === undefined ? 'see zorkgpt memories list.' : `did you mean ${near}?`;
}

export async function showMemoriesFound(call: Call<{ readonly all?: true }>): Promise<void> {
  const text = call.word;
  const file = await learntMemories(call);
  const book = evidenceAtPlace(path.dirname(file));
  const rooms = roomsAtPlace(file);
  const found = saying(rooms, text);
  const kept = call.options.all ? saying(archivedRooms(file, rooms), text) : [];
  const facts = ({ id, name, memories }: RoomMemories) =>
    memories.map((memory) => ({ location: { id, name }, ...showMemoryFacts(id, memory, book) }));
  const hits = [
    ...found.flatMap(facts),
    ...kept.flatMap(facts).map((one) => ({ ...one, isArchived: true })),
  ];
  const told = (some: readonly RoomMemories[], width: number) =>
    some.map((room) => renderRoomMemories(room, book, width));
  call.answer(hits, (width) =>
    hits.length === 0
      ? { nothing: `No memory says "${text}".` }
      : withIdNote(
          [
            ...told(found, width),
            ...(kept.length === 0 ? [] : ['In the archive:', ...told(kept, width)]),
          ],
          width,
        ),
  );
}

const ID = '(#';
const ID_NOTE =
  'The word behind a # is the id of a memory: with it, zorkgpt fork --without plays a recorded moment without that memory.';

/** Paragraphs, and what the ids in them are for. */
function withIdNote(parts: readonly string[], width: number): string {
  const hasId = parts.some((part) => part.includes(`\n    ${ID}`));
  return [...parts, ...(hasId ? [wrapText(ID_NOTE, '', width).join('\n')] : [])].join('\n\n');
}

function saying(rooms: readonly RoomMemories[], text: string): readonly RoomMemories[] {
  return rooms.flatMap((room) => {
    const memories = room.memories.filter((memory) =>
      [room.name, memory.title, memory.text, memory.category].some((part) =>
        part.toLowerCase().includes(text.toLowerCase()),
      ),
    );
    return memories.length === 0 ? [] : [{ ...room, memories }];
  });
}

/** The rooms of the archive, without memories that were brought back. */
function archivedRooms(file: string, rooms: readonly RoomMemories[]): readonly RoomMemories[] {
  const known = new Map(rooms.map(({ id, memories }) => [id, memories]));
  return roomsAtPlace(learntFile(path.dirname(file), 'archive')).map((room) => ({
    ...room,
    memories: room.memories.filter(
      (memory) => !(known.get(room.id) ?? []).some((one) => isSameMemoryClaim(one, memory)),
    ),
  }));
}

const GROUPS = [
  { status: 'ACTIVE', heading: null },
  { status: 'TENTATIVE', heading: 'Not certain' },
  { status: 'SUPERSEDED', heading: 'No longer believed' },
] as const;

/** What a room taught, for a person: believed memories first, then doubted ones, then those given up and why. */
function renderRoomMemories(room: RoomMemories, book: EvidenceBook, width: number): string {
  const groups = GROUPS.flatMap(({ status, heading }) => {
    const memories = room.memories.filter((memory) => memory.status === status);
    if (memories.length === 0) return [];
    return [
      ...(heading === null ? [] : [`${heading}:`]),
      ...memories.map((memory) => renderMemory(room.id, memory, book, width)),
    ];
  });
  return [renderHeading(room), ...groups].join('\n\n');
}

function renderHeading({ id, name, visits }: RoomMemories): string {
  const times = `visited ${timesWords(visits.count)}`;
  const episodes = visits.episodes.length + visits.earlier === 1 ? 'episode' : 'episodes';
  const when = visits.episodes.length === 0 ? '' : ` in ${episodes} ${episodesWords(visits)}`;
  return `${name === '' ? 'Location' : name} (${id}) - ${times}${when}`;
}

function renderMemory(room: LocationId, memory: Memory, book: EvidenceBook, width: number): string {
  const found = book.get(evidenceKey(room, memory));
  const told = evidenceWordsIn(book, room)(memory);
  const isTried = evidenceWords(found) !== '';
  const proof = isTried ? told.replace('(', '(tried again in the engine: ') : told;
  const { category, title, text, persistence, episode, turns, scoreChange } = memory;
  const known = [
    evidenceUsesWords(category, found?.uses),
    worthWords(found?.worth, doesHarmByEvidence(found)),
  ];
  const uses = known.filter((words) => words !== '').join('; ');
  const gone = memoryGoneWords(memory);
  const lasting = persistence === 'core' ? 'core: how the room starts' : persistence;
  const points = scoreChange === null || scoreChange === 0 ? '' : `, ${signed(scoreChange)} points`;
  const lines = [
    ...wrapText(`${category}: ${title}${proof === '' ? '' : ` ${proof}`}`, '  ', width),
    ...wrapText(text, '    ', width),
    ...(gone === '' ? [] : wrapText(`${gone}.`, '    ', width)),
    ...wrapText(`(${lasting}; episode ${episode}, turn ${turns}${points})`, '    ', width),
    ...(uses === '' ? [] : wrapText(`${ID}${memoryId(room, memory)}: ${uses})`, '    ', width)),
  ];
  return lines.join('\n');
}

/** A memory of a room as JSON, with the result of verifying it, if there is one. */
export function showMemoryFacts(room: number, memory: Memory, book: EvidenceBook) {
  const { title, text, category, persistence, status, episode, turns, scoreChange } = memory;
  const { supersededBy, supersededAtTurn, invalidationReason } = memory;
  const checked = book.get(evidenceKey(room, memory));
  const id = memoryId(room, memory);
  const { verdict, tried, held, why, by } = checked ?? {};
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
    ...(checked !== undefined && { evidence: { verdict, tried, held, why, by } }),
    ...(checked?.worth !== undefined && {
      worth: { id, ...checked.worth, isShown: !doesHarmByEvidence(checked), by: 'simulated' },
    }),
    ...(checked?.uses !== undefined && { uses: { id, ...checked.uses } }),
  };
}

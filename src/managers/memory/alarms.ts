import { gaveIn } from '../../domain/turn-record.ts';
import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import { isBelieved, type Memory, type Recollection } from '../../domain/memory.ts';
import type { Location } from '../../domain/observation.ts';
import { quote } from '../../prompts/quote.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import type { EvidenceBook } from './evidence.ts';
import { renderLocationMemory } from './location-memory.ts';
import type { RoomMemories } from './memory-document.ts';

/** A danger that strikes at a time, wherever the player is. `clockFact` words it. */
export interface Clock {
  readonly memory: Memory;
  /** Where it was learnt. The command that starts the clock has to be given there. */
  readonly room: Location;
  /** Moves of the game from the start of the clock until it strikes. */
  readonly moves: number;
  /** The command that starts the clock. Null if it runs from the start of an episode. */
  readonly after: string | null;
}

export type ClockStanding = Pick<GameState, 'turn' | 'observation' | 'openingMoves' | 'recent'>;

/** Dangers further away than this, in moves, are not told. */
const SOON = 30;

const MOST_ALARMS = 3;

const ALARM = { mostShown: 1, mostTokens: 60, markers: false, place: null } as const;

const CLOCK = /^about (\d{1,9}) turns? after (?:the start|"(.*)"): /;

/** Whether a danger strikes at a time, wherever the player is; see {@link alarmsAt}. */
export function isOfClock({ title }: Pick<Memory, 'title'>): boolean {
  return CLOCK.test(title);
}

/** Whether a memory was made from what the clock did. It names no command that could be tried. */
export function isAlarmOfClock({ title }: Pick<Memory, 'title'>): boolean {
  return /^(?:about \d+ turns? after |by chance, also without doing anything|comes by itself)/.test(
    title,
  );
}

/** Every believed danger of a clock that belongs to no single room. */
export function clocksIn(rooms: ReadonlyMap<LocationId, RoomMemories>): readonly Clock[] {
  return [...rooms.values()].flatMap((room) =>
    room.memories.flatMap((memory) => {
      if (memory.category !== 'DANGER' || !isBelieved(memory)) return [];
      const [whole, moves, after = null] = CLOCK.exec(memory.title) ?? [];
      return whole === undefined ? [] : [{ memory, room, moves: Number(moves), after }];
    }),
  );
}

/** The lines on clocks that strike soon, the nearest first, with the ids of their memories. */
export function alarmsAt(
  clocks: readonly Clock[],
  now: ClockStanding,
  book: EvidenceBook,
): Omit<Recollection, 'memories'> {
  const running = clocks.flatMap((clock) => {
    const passed = movesSince(clock, now);
    const left = passed === null ? 0 : clock.moves - passed;
    return left >= 1 && left <= SOON ? [{ ...clock, left }] : [];
  });
  const nearest = running.toSorted((a, b) => a.left - b.left).slice(0, MOST_ALARMS);
  const told = nearest.map(({ memory, room, left }) => {
    const when = left === 1 ? 'Next turn' : `In about ${left} turns`;
    const shown = renderLocationMemory([[room.id, memory]], { ...ALARM, evidence: book });
    const text = `${when}, wherever you are (noted at ${roomWords(room)}):\n${quote(shown.text)}`;
    return { text, ids: shown.ids };
  });
  return { text: told.map(({ text }) => text).join('\n'), ids: told.flatMap(({ ids }) => ids) };
}

/** The moves since a clock began to run, or turns if the game does not count moves. Null if it does not run. */
function movesSince({ room, after }: Clock, now: ClockStanding): number | null {
  const { turn, openingMoves, recent } = now;
  const { moves } = now.observation;
  const since = (from: number | null, fromTurn: number) =>
    from === null || moves === null ? turn - fromTurn : moves - from;
  if (after === null) return since(openingMoves, 0);
  const begun = recent.find(gaveIn(room.id, after));
  return begun === undefined ? null : since(begun.after.moves, begun.turn);
}

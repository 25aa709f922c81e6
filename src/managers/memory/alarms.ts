import { canonicalAction } from '../../domain/command.ts';
import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import { isBelieved, type Memory, type Recollection } from '../../domain/memory.ts';
import type { Location } from '../../domain/observation.ts';
import { quote } from '../../prompts/quote.ts';
import { roomWords } from '../../prompts/wording.ts';
import type { EvidenceBook } from './evidence.ts';
import { renderLocationMemory } from './location-memory.ts';
import type { RoomMemories } from './memory-document.ts';

/** A danger that comes wherever the player is by then, as `clockFact` words it. */
export interface Clock {
  readonly memory: Memory;
  /** Where it was learnt; the command that starts it starts it there. */
  readonly room: Location;
  /** Moves of the game from its start until it strikes. */
  readonly moves: number;
  /** The command that starts it; null for what runs from the start of an episode. */
  readonly after: string | null;
}

export type ClockStanding = Pick<GameState, 'turn' | 'observation' | 'openingMoves' | 'recent'>;

/** Nobody is told of what is further away, in moves. */
const SOON = 30;

const MOST_ALARMS = 3;

const ALARM = { mostShown: 1, mostTokens: 60, markers: false, place: null } as const;

const CLOCK = /^about (\d{1,9}) turns? after (?:the start|"(.*)"): /;

/** Whether a danger comes wherever the player is: {@link alarmsAt} tells of it while its clock runs. */
export function isOfClock({ title }: Pick<Memory, 'title'>): boolean {
  return CLOCK.test(title);
}

/** Whether a memory was made of what the clock did: it names no command that could be tried. */
export function isAlarmOfClock({ title }: Pick<Memory, 'title'>): boolean {
  return /^(?:about \d+ turns? after |by chance, also without doing anything|comes by itself)/.test(
    title,
  );
}

/** Every believed danger of a clock that is no matter of one room. */
export function clocksIn(rooms: ReadonlyMap<LocationId, RoomMemories>): readonly Clock[] {
  return [...rooms.values()].flatMap((room) =>
    room.memories.flatMap((memory) => {
      if (memory.category !== 'DANGER' || !isBelieved(memory)) return [];
      const [whole, moves, after = null] = CLOCK.exec(memory.title) ?? [];
      return whole === undefined ? [] : [{ memory, room, moves: Number(moves), after }];
    }),
  );
}

/** What a prompt says of the clocks that run and strike soon, the nearest first, with their ids. */
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

/** The moves since a clock began to run, as the game counts them, turns where it does not; null where it does not run. */
function movesSince({ room, after }: Clock, now: ClockStanding): number | null {
  const { turn, openingMoves, recent } = now;
  const { moves } = now.observation;
  const since = (from: number | null, fromTurn: number) =>
    from === null || moves === null ? turn - fromTurn : moves - from;
  if (after === null) return since(openingMoves, 0);
  const begun = recent.find(
    ({ before, decision }) =>
      before.location.id === room.id && canonicalAction(decision.action) === canonicalAction(after),
  );
  return begun === undefined ? null : since(begun.after.moves, begun.turn);
}

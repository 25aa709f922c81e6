import { isBelieved, type Memory } from '../domain/memory.ts';
import { evidenceKey, type EvidenceBook } from '../managers/memory/evidence.ts';
import { memoryId } from '../managers/memory/memory-id.ts';
import type { RoomMemories } from '../managers/memory/memory-document.ts';
import type { ForkPair, Worth } from '../managers/memory/worth.ts';
import { isDeath } from '../records/recorded-turn.ts';
import { usesOf, turnsByMemory } from '../verify/attribute.ts';
import type { Recording } from '../verify/recording.ts';

/** Where two plays begin, and the seed of their player. */
export type Moment = Pick<ForkPair, 'episode' | 'turn' | 'seed'>;

/** A memory whose value can be found out. */
export interface Valued {
  readonly id: string;
  readonly location: { readonly id: number; readonly name: string };
  readonly memory: Memory;
  /** What its earlier pairs said; undefined where there are none of such plays. */
  readonly worth: Worth | undefined;
  /** What is still to be played. */
  readonly moments: readonly Moment[];
}

/** How plays are made: so many turns, by this player, so many pairs for each memory. */
export interface PlayPlan {
  readonly turns: number;
  readonly player: string;
  readonly each: number;
}

/** Turns after a memory was shown in which a death is near. */
const NEAR = 5;

/**
 * The believed memories that recorded turns showed, with the moments to play: first those with a death nearby, then those
 * in doubt, then those that were shown most and followed least. Pure.
 */
export function planValue(
  rooms: readonly RoomMemories[],
  recordings: readonly Recording[],
  book: EvidenceBook,
  plan: PlayPlan,
): readonly Valued[] {
  const shown = turnsByMemory(recordings);
  const showings = showingsOf(recordings);
  const deaths = recordings.flatMap(({ episode, turns }) =>
    turns.filter(isDeath).map(({ turn }) => ({ episode, turn })),
  );
  const isNearDeath = (one: Pick<Moment, 'episode' | 'turn'>) =>
    deaths.some(
      ({ episode, turn }) => episode === one.episode && turn >= one.turn && turn < one.turn + NEAR,
    );
  const found = rooms.flatMap((room) =>
    room.memories.filter(isBelieved).flatMap((memory) => {
      const id = memoryId(room.id, memory);
      const starts = showings.get(id) ?? [];
      if (starts.length === 0) return [];
      const uses = usesOf({ locationId: room.id, memory, commands: [] }, shown);
      const ignored = (uses?.shown ?? 0) - (uses?.followed ?? 0);
      const doubt = memory.status === 'TENTATIVE' ? 1 : 0;
      const rank = [starts.some(isNearDeath) ? 1 : 0, doubt, ignored];
      const before = book.get(evidenceKey(room.id, memory))?.worth;
      const worth = isSame(before, plan) ? before : undefined;
      const moments = momentsOf(starts, plan.each).filter((one) => !isPlayed(one, worth));
      const location = { id: room.id, name: room.name };
      return [{ rank, valued: { id, location, memory, worth, moments } }];
    }),
  );
  return found.toSorted((a, b) => compare(b.rank, a.rank)).map(({ valued }) => valued);
}

/** Where a memory came to be shown: the turns that showed it and whose turn before did not. */
function showingsOf(recordings: readonly Recording[]) {
  const starts = new Map<string, { readonly episode: number; readonly turn: number }[]>();
  for (const { episode, turns } of recordings) {
    for (const [at, { turn, decision }] of turns.entries()) {
      const before = new Set(turns[at - 1]?.decision.memories);
      for (const id of new Set(decision.memories)) {
        if (before.has(id)) continue;
        starts.set(id, [...(starts.get(id) ?? []), { episode, turn }]);
      }
    }
  }
  return starts;
}

/** So many moments, spread over all; where there are fewer, each is played by several players. */
function momentsOf(
  starts: readonly { readonly episode: number; readonly turn: number }[],
  each: number,
): readonly Moment[] {
  const count = Math.min(starts.length, each);
  const spread = Array.from(
    { length: count },
    (_, at) => starts[Math.floor((at * starts.length) / count)],
  ).filter((one) => one !== undefined);
  return Array.from({ length: each }, (_, at) => at).flatMap((at) => {
    const start = spread[at % count];
    return start === undefined ? [] : [{ ...start, seed: Math.floor(at / count) }];
  });
}

function isSame(worth: Worth | undefined, { turns, player }: PlayPlan): boolean {
  return worth?.turns === turns && worth.player === player;
}

function isPlayed({ episode, turn, seed }: Moment, worth: Worth | undefined): boolean {
  return (worth?.pairs ?? []).some(
    (pair) => pair.episode === episode && pair.turn === turn && pair.seed === seed,
  );
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

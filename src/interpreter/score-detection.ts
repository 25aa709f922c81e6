import type { GameSession } from './game-session.ts';
import type { ObjectTree } from './object-tree.ts';
import { wellFormed } from '../domain/text.ts';

/** Where a story's numbers are. Globals are counted from 0. */
export interface StatusSource {
  /** The global variable that holds the score; `asked` where none does and SCORE prints it. */
  readonly score: number | 'asked';
  /** The global variable that counts moves; null where none is known. */
  readonly moves: number | null;
}

const LAST_CANDIDATE = 8;
const WAITS = 3;
/** Flags 1 bit 1: the status line shows the time (§11.1); Inform sets it in later versions than 3, too. */
const TIME_GAME = 0x02;

/** Whether what a status line would show as the score is a clock. */
export function showsTime(session: GameSession): boolean {
  return (session.machine.m.getUint8(0x01) & TIME_GAME) !== 0;
}

/** Version 3 fixes score and moves by the standard (§8.2); null for a game that shows the time instead. */
export function standardStatus(session: GameSession): StatusSource | null {
  return session.machine.version3 && !showsTime(session) ? { score: 1, moves: 2 } : null;
}

/**
 * Inform's library declares location, score and moves one after the other. Finds them by waiting in a snapshot: the
 * third grows evenly while the first names where the player is, or a room while nobody knows the player. Null when no
 * three globals behave so, and for a game that shows the time.
 */
export function informStatus(session: GameSession, player: number | null): StatusSource | null {
  if (!session.waitsForLine || showsTime(session)) return null;
  return session.probe(() => {
    const samples = [readGlobals(session)];
    for (let i = 0; i < WAITS; i++) {
      if (session.trySend('wait') === null || !session.waitsForLine) return null;
      samples.push(readGlobals(session));
    }
    for (let first = 0; first <= LAST_CANDIDATE; first++) {
      const place = samples[0]?.[first] ?? 0;
      const counts = samples.map((sample) => sample[first + 2] ?? 0);
      if (isPlace(session.tree, place, player) && growsEvenly(counts)) {
        return { score: first + 1, moves: first + 2 };
      }
    }
    return null;
  });
}

function isPlace(tree: ObjectTree, place: number, player: number | null): boolean {
  if (player !== null) return place === tree.parent(player) || place === tree.root(player);
  if (!tree.holds(place) || tree.parent(place) !== 0) return false;
  return tree.name(place) !== '' && tree.children(place).length > 0;
}

function readGlobals(session: GameSession): number[] {
  return Array.from({ length: LAST_CANDIDATE + 3 }, (_, i) => session.global(i));
}

function growsEvenly(values: readonly number[]): boolean {
  const [first = 0, second = 0] = values;
  const step = second - first;
  return (
    step >= 1 &&
    step <= 3 &&
    values.every((value, i) => i === 0 || value - (values[i - 1] ?? 0) === step)
  );
}

/** The status line: version 3's from its globals (§8.2), later ones' from the upper window; empty when there is none. */
export function statusText(session: GameSession): string {
  const { machine, tree } = session;
  if (!machine.version3) return wellFormed(machine.glk.upperText());
  const room = session.global(0);
  const name = tree.holds(room) ? tree.name(room) : '';
  const [second, third] = [session.global(1), session.global(2)];
  if (standardStatus(session) !== null) {
    return `${name}  Score: ${(second << 16) >> 16}  Moves: ${third}`.trimStart();
  }
  const hour = second % 12 === 0 ? 12 : second % 12;
  const minutes = String(third).padStart(2, '0');
  return `${name}  Time: ${hour}:${minutes} ${second > 11 ? 'PM' : 'AM'}`.trimStart();
}

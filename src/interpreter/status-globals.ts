import type { GameSession } from './game-session.ts';
import { wellFormed } from './printed-text.ts';

/** Index of the global variable, from 0, that holds each number. */
export interface StatusGlobals {
  readonly score: number;
  readonly moves: number;
}

const LAST_CANDIDATE = 8;
const WAITS = 3;
/** Flags 1 bit 1 of version 3: the status line shows the time (§11.1). */
const TIME_GAME = 0x02;

/** Version 3 fixes them by the standard (§8.2); null for a game that shows the time instead. */
export function standardStatusGlobals(session: GameSession): StatusGlobals | null {
  const isTimeGame = (session.machine.m.getUint8(0x01) & TIME_GAME) !== 0;
  return isTimeGame ? null : { score: 1, moves: 2 };
}

/**
 * Inform's library declares location, score and moves one after the other. Finds them by waiting in a snapshot: the
 * third grows evenly while the first names where the player is. Null when no three globals behave so.
 */
export function detectStatusGlobals(session: GameSession, player: number): StatusGlobals | null {
  if (!session.waitsForLine) return null;
  return session.probe(() => {
    const samples = [readGlobals(session)];
    for (let i = 0; i < WAITS; i++) {
      if (session.trySend('wait') === null || !session.waitsForLine) return null;
      samples.push(readGlobals(session));
    }
    const places = new Set([session.tree.parent(player), session.tree.root(player)]);
    for (let first = 0; first <= LAST_CANDIDATE; first++) {
      const place = samples[0]?.[first] ?? 0;
      if (places.has(place) && growsEvenly(samples.map((sample) => sample[first + 2] ?? 0))) {
        return { score: first + 1, moves: first + 2 };
      }
    }
    return null;
  });
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
  if (standardStatusGlobals(session) !== null) {
    return `${name}  Score: ${(second << 16) >> 16}  Moves: ${third}`.trimStart();
  }
  const hour = second % 12 === 0 ? 12 : second % 12;
  const minutes = String(third).padStart(2, '0');
  return `${name}  Time: ${hour}:${minutes} ${second > 11 ? 'PM' : 'AM'}`.trimStart();
}

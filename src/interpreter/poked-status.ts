import type { GameSession } from './game-session.ts';
import { readScoreReply } from './score-reply.ts';
import type { NumberRole, PrintedNumber } from './score-reply.ts';
import type { StatusSource } from './score-detection.ts';

/** What is added to a global variable to see whether a printed number follows. */
const POKES = [7, 13];
/**
 * A value that breaks the story is slow, for the story may run to its work limit. After so many the search ends, and what
 * it has not found counts as absent.
 */
const MOST_BROKEN = 6;

/**
 * Finds what SCORE prints: asks in a snapshot, writes two other values into every global variable that equals a printed
 * number, and asks again. The one that the score, or the moves, follow holds it. A score that follows none is `asked`
 * for; null where SCORE prints no score. Leaves the game as it was.
 */
export function pokedStatus(session: GameSession): StatusSource | null {
  const numbers = askedNumbers(session);
  if (!numbers.some(({ role }) => role === 'score')) return null;
  const drivers = new Map<NumberRole, number>();
  let broken = 0;
  for (let global = 0; global < session.globalCount && broken < MOST_BROKEN; global++) {
    const held = session.read(() => signedGlobal(session, global));
    for (const [index, number] of numbers.entries()) {
      if (number.role !== 'score' && number.role !== 'moves') continue;
      if (drivers.has(number.role) || number.value !== held) continue;
      const follows = drives(session, global, { index, value: number.value });
      if (follows === true) drivers.set(number.role, global);
      if (follows === null) broken += 1;
    }
  }
  return { score: drivers.get('score') ?? 'asked', moves: drivers.get('moves') ?? null };
}

/** Whether the score that SCORE prints follows the global variable that is said to hold it. */
export function printsScore(session: GameSession, { score }: StatusSource): boolean {
  const numbers = askedNumbers(session);
  const index = numbers.findIndex(({ role }) => role === 'score');
  const value = numbers[index]?.value;
  return (
    typeof score === 'number' &&
    value !== undefined &&
    drives(session, score, { index, value }) === true
  );
}

/** The numbers that SCORE would print now, in a snapshot; none where it cannot be asked. */
export function askedNumbers(session: GameSession): readonly PrintedNumber[] {
  if (!session.waitsForLine) return [];
  return readScoreReply(session.ask('score') ?? '');
}

/** The score that SCORE prints, in a story where no global variable holds it; null elsewhere. */
export function askedScore(session: GameSession, status: StatusSource | null): number | null {
  if (status?.score !== 'asked') return null;
  return askedNumbers(session).find(({ role }) => role === 'score')?.value ?? null;
}

/** The most points there are, as SCORE prints it; null where it does not. */
export function askedMaximum(session: GameSession): number | null {
  return askedNumbers(session).find(({ role }) => role === 'maximum')?.value ?? null;
}

/** A global variable as a signed number: scores can be below 0. */
export function signedGlobal(session: GameSession, global: number): number {
  return (session.global(global) << 16) >> 16;
}

/** Whether a printed number follows a global variable; null where writing into it breaks the story. */
function drives(
  session: GameSession,
  global: number,
  printed: { readonly index: number; readonly value: number },
): boolean | null {
  for (const poke of POKES) {
    const reply = session.probe(() => {
      session.setGlobal(global, printed.value + poke);
      return session.ask('score');
    });
    if (reply === null) return null;
    if (readScoreReply(reply)[printed.index]?.value !== printed.value + poke) return false;
  }
  return true;
}

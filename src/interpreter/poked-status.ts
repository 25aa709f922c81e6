import type { GameSession } from './game-session.ts';
import { readScoreReply } from './score-reply.ts';
import type { NumberRole, PrintedNumber } from './score-reply.ts';
import type { StatusSource } from './status-globals.ts';

const GLOBALS = 240;
/** What is added to a global variable to see whether a printed number follows. */
const POKES = [7, 13];

/**
 * Finds what SCORE prints: asks in a snapshot, writes two other values into every global variable that equals a printed
 * number, and asks again. The one that the score, or the moves, follow holds it. A score that follows none is `asked`
 * for; null where SCORE prints no score. Leaves the game as it was.
 */
export function pokedStatus(session: GameSession): StatusSource | null {
  const numbers = askedNumbers(session);
  if (!numbers.some(({ role }) => role === 'score')) return null;
  const drivers = new Map<NumberRole, number>();
  for (let global = 0; global < GLOBALS; global++) {
    const held = session.read(() => signedGlobal(session, global));
    for (const [index, number] of numbers.entries()) {
      if (number.role !== 'score' && number.role !== 'moves') continue;
      if (drivers.has(number.role) || number.value !== held) continue;
      if (drives(session, global, { index, value: number.value })) drivers.set(number.role, global);
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
    typeof score === 'number' && value !== undefined && drives(session, score, { index, value })
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

function drives(
  session: GameSession,
  global: number,
  printed: { readonly index: number; readonly value: number },
): boolean {
  return POKES.every((poke) =>
    session.probe(() => {
      session.setGlobal(global, printed.value + poke);
      return askedNumbers(session)[printed.index]?.value === printed.value + poke;
    }),
  );
}

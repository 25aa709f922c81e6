import { DIRECTIONS } from '../domain/observation.ts';
import type { Direction, Exit, Location } from '../domain/observation.ts';
import { announcesDeath } from './ending.ts';
import type { GameSession } from './game-session.ts';

/** Short forms: every parser knows them, and some do not know "northeast". */
export const DIRECTION_WORDS: Readonly<Record<Direction, string>> = {
  north: 'n',
  northeast: 'ne',
  east: 'e',
  southeast: 'se',
  south: 's',
  southwest: 'sw',
  west: 'w',
  northwest: 'nw',
  up: 'u',
  down: 'd',
  in: 'in',
  out: 'out',
};

/**
 * Tries all twelve directions, each from a restored snapshot, and tells where the player was afterwards. The game, its
 * generator and its text are as before. A direction that breaks the story is no exit.
 */
export function probeExits(session: GameSession, locate: () => Location): readonly Exit[] {
  if (!session.waitsForLine) return [];
  const here = session.read(locate);
  const before = session.capture();
  const exits: Exit[] = [];
  for (const direction of DIRECTIONS) {
    const tried = session.trySend(DIRECTION_WORDS[direction]);
    if (tried !== null) {
      const deadly = announcesDeath(tried.text);
      const to = session.read(locate);
      if (to.id !== here.id || deadly) exits.push({ direction, to, deadly });
    }
    session.restore(before);
  }
  return exits;
}

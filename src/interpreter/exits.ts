import type { LocationId } from '../domain/ids.ts';
import { DIRECTION_WORDS } from '../domain/command.ts';
import { DIRECTIONS, type Direction, type Exit, type Location } from '../domain/observation.ts';
import { announcesDeath } from './ending.ts';
import type { GameSession } from './game-session.ts';

export type DirectionWords = readonly (readonly [Direction, string])[];

/** What some stories take for a direction and others for another command. */
const ENTERING: Partial<Record<Direction, readonly string[]>> = { in: ['enter'], out: ['exit'] };

/** The first of each direction's words that the story knows, or the usual one where its dictionary lists none. */
export function directionWords(knows: (word: string) => boolean): DirectionWords {
  return DIRECTIONS.map((direction) => {
    const [usual, other] = DIRECTION_WORDS[direction];
    const words = [usual, other, ...(ENTERING[direction] ?? [])];
    return [direction, words.find(knows) ?? usual];
  });
}

/**
 * Tries all twelve directions in snapshots and tells where they lead. One that breaks the story is no exit. Where the game
 * `asks`, parsers take the bare word for an answer, and "go" before it begins a new command.
 */
export function probeExits(
  session: GameSession,
  directions: DirectionWords,
  locate: () => Location,
  asks = false,
): readonly Exit[] {
  if (!session.waitsForLine) return [];
  const here = session.read(locate);
  const before = session.capture();
  const exits: Exit[] = [];
  const known = new Set<Direction>();
  const going = directions.map(([direction, word]) => [direction, `go ${word}`] as const);
  for (const [direction, command] of asks ? [...directions, ...going] : directions) {
    if (known.has(direction)) continue;
    const tried = session.trySend(command);
    if (tried !== null) {
      const deadly = announcesDeath(tried.text);
      const to = session.read(locate);
      if (to.id !== here.id || deadly) {
        known.add(direction);
        exits.push({ direction, command, to, deadly });
      }
    }
    session.restore(before);
  }
  if (isCarriedAway(session, exits, locate)) return [];
  const awakening = exits.some(({ deadly }) => deadly) ? placeAfterDeath(session, locate) : null;
  return awakening === null ? exits : withoutBlame(exits, [here.id, awakening.id]);
}

/** Where the player is after a next move that is the last one, whatever it is; null where it is not. */
function placeAfterDeath(session: GameSession, locate: () => Location): Location | null {
  return session.probe(() => {
    const text = session.trySend('look')?.text ?? '';
    return announcesDeath(text) ? session.read(locate) : null;
  });
}

/** Ways that are not to blame for a death that comes anyway; what leads only to where one wakes after it is none. */
function withoutBlame(exits: readonly Exit[], nowhere: readonly LocationId[]): readonly Exit[] {
  return exits
    .filter(({ to, deadly }) => !deadly || !nowhere.includes(to.id))
    .map((exit) => ({ ...exit, deadly: false }));
}

/** Whether waiting, like every direction, takes the player to one place: then no direction is a way there. */
function isCarriedAway(session: GameSession, exits: readonly Exit[], locate: () => Location) {
  const [first] = exits;
  if (first === undefined || exits.length < DIRECTIONS.length) return false;
  if (exits.some(({ to }) => to.id !== first.to.id)) return false;
  return session.probe(
    () => session.trySend('wait') !== null && session.read(locate).id === first.to.id,
  );
}

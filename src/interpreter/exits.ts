import type { LocationId } from '../domain/ids.ts';
import {
  DIRECTION_WORDS,
  DIRECTIONS,
  type Direction,
  type Exit,
  type Location,
  type RefusedWay,
  type ZObject,
} from '../domain/observation.ts';
import { thingsNamed } from '../domain/named-things.ts';
import { firstParagraph, oneLine, sentencesOf } from '../domain/text.ts';
import { diedIn } from './ending.ts';
import type { GameSession } from './game-session.ts';
import { hashState } from './machine-state.ts';

export type DirectionWords = readonly (readonly [Direction, string])[];

/** Words that some stories take for a direction and others for another command. */
const ENTERING: Partial<Record<Direction, readonly string[]>> = { in: ['enter'], out: ['exit'] };

/** The first of each direction's words that the story knows, or the usual one if its dictionary lists none. */
export function exitWords(knows: (word: string) => boolean): DirectionWords {
  return DIRECTIONS.map((direction) => {
    const [usual, other] = DIRECTION_WORDS[direction];
    const words = [usual, other, ...(ENTERING[direction] ?? [])];
    return [direction, words.find(knows) ?? usual];
  });
}

export interface ProbedWays {
  readonly exits: readonly Exit[];
  readonly refused: readonly RefusedWay[];
}

export const NO_WAYS: ProbedWays = { exits: [], refused: [] };

/** The player's place and hands, read from the present game, and whether its last text asks a question. */
interface Sight {
  readonly locate: () => Location;
  readonly held: () => readonly ZObject[];
  readonly asks: boolean;
}

/** Tries all directions in snapshots: their ends, what they take, and answers. If the game `asks`, "go" comes before one. */
export function probeWays(
  session: GameSession,
  directions: DirectionWords,
  { locate, held, asks }: Sight,
): ProbedWays {
  if (!session.waitsForLine) return NO_WAYS;
  const [here, inHand] = [session.read(locate), session.read(held)];
  const before = session.capture();
  const exits: Exit[] = [];
  const refused: RefusedWay[] = [];
  const known = new Set<Direction>();
  const going = directions.map(([direction, word]) => [direction, `go ${word}`] as const);
  for (const [direction, command] of asks ? [...directions, ...going] : directions) {
    if (known.has(direction)) continue;
    const tried = session.trySend(command);
    if (tried !== null) {
      const deadly = diedIn(session, tried.text);
      const to = session.read(locate);
      if (to.id !== here.id || deadly) {
        known.add(direction);
        const takes = deadly ? [] : missingFrom(inHand, session.read(held));
        exits.push({ direction, command, to, deadly, ...lossOf(takes, tried.text) });
      } else refused.push({ direction, command, answer: firstParagraph(tried.text) });
    }
    session.restore(before);
  }
  if (isCarriedAway(session, exits, locate)) return NO_WAYS;
  const awakening = exits.some(({ deadly }) => deadly) ? placeAfterDeath(session, locate) : null;
  const led = awakening === null ? exits : withoutBlame(exits, [here.id, awakening.id]);
  // After a question, the answer is about no exit.
  return { exits: led, refused: asks ? [] : withStock(refused) };
}

/** What an exit takes from the hands, and the story's sentence about it, if one names such a thing. */
function lossOf(takes: readonly ZObject[], text: string): Pick<Exit, 'takes' | 'loss'> {
  if (takes.length === 0) return {};
  const loss = sentencesOf(oneLine(text)).find((one) => thingsNamed(one, takes).length > 0);
  return { takes, ...(loss !== undefined && { loss }) };
}

function missingFrom(before: readonly ZObject[], after: readonly ZObject[]): readonly ZObject[] {
  return before.filter(({ id }) => after.every((one) => one.id !== id));
}

/** So many directions show the story's stock answer for them. */
const ENOUGH_REFUSED = 3;

/** The directions that lead nowhere. An answer that several have, their names apart, is a stock answer. */
function withStock(refused: readonly RefusedWay[]): readonly RefusedWay[] {
  const far = refused.filter(
    ({ direction, answer }) => direction !== 'in' && direction !== 'out' && answer !== '',
  );
  const isAlike = (one: RefusedWay, other: RefusedWay) =>
    one.answer === other.answer || plainAnswer(one) === plainAnswer(other);
  return far.map((one) => {
    const isOwn = far.every((other) => other === one || !isAlike(one, other));
    return isOwn && far.length >= ENOUGH_REFUSED ? one : { ...one, isStock: true as const };
  });
}

function plainAnswer({ direction, answer }: RefusedWay): string {
  const [word, other] = DIRECTION_WORDS[direction];
  return answer.toLowerCase().replaceAll(new RegExp(`\\b(?:${word}|${other})\\b`, 'g'), '*');
}

/** Where the player wakes if any next move is fatal. Null if it is not. */
function placeAfterDeath(session: GameSession, locate: () => Location): Location | null {
  return session.probe(() => {
    const text = session.trySend('look')?.text ?? '';
    return diedIn(session, text) ? session.read(locate) : null;
  });
}

/** Clears exits of a death that comes anyway, and removes those that only lead to where one wakes after it. */
function withoutBlame(exits: readonly Exit[], nowhere: readonly LocationId[]): readonly Exit[] {
  return exits
    .filter(({ to, deadly }) => !deadly || !nowhere.includes(to.id))
    .map((exit) => ({ ...exit, deadly: false }));
}

/** Whether waiting takes the player to the same place as every direction. Then no direction is an exit. */
function isCarriedAway(session: GameSession, exits: readonly Exit[], locate: () => Location) {
  const [first] = exits;
  if (first === undefined || exits.length < DIRECTIONS.length) return false;
  if (exits.some(({ to }) => to.id !== first.to.id)) return false;
  return session.probe(
    () => session.trySend('wait') !== null && session.read(locate).id === first.to.id,
  );
}

/** The most remembered moments, some kilobytes each. */
const MOST = 2000;

/** Probes' results in games of a story, by exact state. A reused one counts its lines, so that equal games count alike. */
export class ProbedMoments<T> {
  /** A probe's result, and the lines that it gave to the engine. */
  readonly #known = new Map<string, { readonly found: T; readonly lines: number }>();

  /** `probe` depends only on the state and `by`, and restores the game. */
  find(session: GameSession, by: string, probe: () => T): T {
    // A host would miss what a probe does to its files.
    if (session.machine.files !== null) return probe();
    const key = `${by} ${hashState(session.capture())}`;
    const known = this.#known.get(key);
    if (known !== undefined) {
      session.steps.count(known.lines);
      return known.found;
    }
    const before = session.steps.lines;
    const found = probe();
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(key, { found, lines: session.steps.lines - before });
    return found;
  }
}

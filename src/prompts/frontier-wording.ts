import type { LocationId } from '../domain/ids.ts';
import { commandWords, roomWords, thingWords } from './wording.ts';

/** Heading of the section that holds what nobody has tried. */
export const FRONTIER_HEADING = 'Not tried yet, in no episode';

/** What is said of a place of which, or of the way to which, dangers are remembered. */
export const PAST_DANGERS = ' past remembered dangers';

/** What is said of a way that a probe found to end in death. */
export const DEADLY_WAY = 'deadly (tried ahead by the engine, not by you)';

const MOST_NAMED = 8;

interface Leftovers {
  /** Ways out that nobody went. */
  readonly ways: readonly {
    readonly command: string;
    readonly to: LocationId | null;
    readonly isDeadly: boolean;
  }[];
  /** Things that nobody touched or named. */
  readonly things: readonly { readonly name: string }[];
}

/** Another place where something is left to try. */
export interface FrontierPlace extends Leftovers {
  readonly id: LocationId;
  readonly name: string;
  readonly steps: number;
  /** Whether dangers are remembered of it, or of a room on the way there. */
  readonly isDangerous: boolean;
  /** The first command of the way there; null where it is not told. */
  readonly next: string | null;
}

/**
 * What is left to try, one line each: `- here, ways: up; west (leads to death when last tried)`, `- here, things: chest`,
 * `- held, never used: rope`, `- Cellar (72), 2 steps past remembered dangers, first north: ways: east. things: lever`.
 * Empty where nothing is.
 */
export function frontierWords(left: {
  readonly here: Leftovers;
  readonly unused: readonly { readonly name: string }[];
  readonly elsewhere: readonly FrontierPlace[];
}): string {
  const { here, unused, elsewhere } = left;
  return [
    ...(here.ways.length === 0 ? [] : [`- here, ways: ${waysWords(here)}`]),
    ...(here.things.length === 0 ? [] : [`- here, things: ${thingsWords(here.things)}`]),
    ...(unused.length === 0 ? [] : [`- held, never used: ${thingsWords(unused)}`]),
    ...elsewhere.map(placeWords),
  ].join('\n');
}

function placeWords(place: FrontierPlace): string {
  const { steps, isDangerous, next, ways, things } = place;
  const how = `${steps === 1 ? '1 step' : `${steps} steps`}${isDangerous ? PAST_DANGERS : ''}${next === null ? '' : `, first ${commandWords(next)}`}`;
  const what = [
    ...(ways.length === 0 ? [] : [`ways: ${waysWords(place)}`]),
    ...(things.length === 0 ? [] : [`things: ${thingsWords(things)}`]),
  ].join('. ');
  return `- ${roomWords(place)}, ${how}: ${what}`;
}

function waysWords({ ways }: Leftovers): string {
  return some(
    ways.map(({ command, isDeadly }) =>
      isDeadly ? `${commandWords(command)} (${DEADLY_WAY})` : commandWords(command),
    ),
  );
}

function thingsWords(things: readonly { readonly name: string }[]): string {
  return some(things.map(thingWords));
}

function some(words: readonly string[]): string {
  const more = words.length - MOST_NAMED;
  return [...words.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

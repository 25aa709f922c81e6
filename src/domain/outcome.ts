import { effectOf, type Effect } from './effect.ts';
import type { Look } from './observation.ts';
import { signed } from './words.ts';

/** A command that takes longer is compared with so many moves of waiting. */
const MOST_MOVES = 10;

/** The moves of the game that a command took, at least 1: parsers refuse without taking time, and then nothing happens. */
export function movesTaken({ before, after }: Readonly<Record<'before' | 'after', Look>>): number {
  const moves = (after.moves ?? 0) - (before.moves ?? 0);
  return Math.min(Math.max(moves, 1), MOST_MOVES);
}

/**
 * What of an effect is worth a lesson: `death`, `points +5`, `moved to 12`, `gained 7`, `lost 7`. Of a death, nothing else
 * counts: points, things and place go with it. Empty where nothing of the kind happened.
 */
export function outcomesOf(effect: Effect | null): readonly string[] {
  if (effect === null) return [];
  if (effect.isDeadly) return ['death'];
  const { points, to, brought, lost } = effect;
  const ids = (facts: Iterable<string>) =>
    [...facts].filter((fact) => fact.startsWith('held ')).map((fact) => fact.slice(5));
  return [
    ...(points === 0 ? [] : [`points ${signed(points)}`]),
    ...(to === null ? [] : [`moved to ${to}`]),
    ...ids(brought).map((id) => `gained ${id}`),
    ...ids(lost).map((id) => `lost ${id}`),
  ];
}

/** What of the outcome happened to the one who waited, too. One who died has nothing in common with one who lives. */
export function sharedOutcomes(before: Look, after: Look, idle: Look): readonly string[] {
  const idles = new Set(outcomesOf(effectOf(before, idle)));
  return outcomesOf(effectOf(before, after)).filter((outcome) => idles.has(outcome));
}

/** What chance, a fight or a creature may have brought: it is tried again under other random numbers. */
export function doubtfulOutcome(
  outcomes: readonly string[],
  alsoIdle: readonly string[],
): string | undefined {
  return outcomes.find((outcome) => /^(?:death|points|lost)/.test(outcome)) ?? alsoIdle[0];
}

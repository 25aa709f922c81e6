import { eachThing, laidNoun } from '../../domain/command.ts';
import { type GameState, bestOutcomeOf } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import { thingsNamed } from '../../domain/named-things.ts';
import { heldThings, type ZObject } from '../../domain/observation.ts';
import { isGainPaid, lastGainStep, pointsEach, type KnownWays, type Progress } from './gain.ts';

/** A gain by laying down or giving each thing of a kind: `put the gifts on the altar: 6 points each`. */

/** A word that stands for any of several things: `put GIFT on altar`. */
export const PLACEHOLDER = /\b\p{Lu}{3,}\b/u;

type Now = Pick<GameState, 'attempts' | 'observation'>;

/** The names of what a step lays down or gives away. */
export function laidNames(step: string): readonly string[] {
  return eachThing(step)
    .map(laidNoun)
    .filter((noun) => noun !== '');
}

/** Whether a name is a word for a kind of thing: a plural that no held thing has, or a word in capitals. */
export function namesKind(name: string, now: Now): boolean {
  return (
    PLACEHOLDER.test(name) || (/[^s]s$/.test(name) && thingsNamed(name, everHeld(now)).length === 0)
  );
}

/** Whether a gain was won in this episode, or by things of a kind as far as is known. */
export function isGainOver(
  room: LocationId,
  memory: Memory,
  now: Progress & Now,
  map: KnownWays,
): boolean {
  return isGainPaid(room, memory, now, map) || isKindSpent(room, memory, now, map);
}

/**
 * Whether no more is known of a gain by things of a kind: its points were won in this room, and nothing is held whose taking
 * brought points.
 */
function isKindSpent(
  room: LocationId,
  memory: Memory,
  now: Now & Pick<Progress, 'won'>,
  map: KnownWays,
): boolean {
  const each = pointsEach(memory);
  if (each === null || !isKindGain(memory, now, map)) return false;
  const paid = (now.won.get(room) ?? []).filter((points) => points % each === 0);
  const isPaid = paid.reduce((sum, points) => sum + points, 0) >= (memory.scoreChange ?? 0);
  return isPaid && prizesHeld(now) === 0;
}

/** Whether a gain is won by each thing of a kind. */
export function isKindGain(memory: Memory, now: Now, map: KnownWays): boolean {
  const step = lastGainStep(memory, map);
  const isOfKind = PLACEHOLDER.test(step) || laidNames(step).some((name) => namesKind(name, now));
  return pointsEach(memory) !== null && isOfKind;
}

function everHeld({ attempts, observation }: Now): readonly ZObject[] {
  const outcomes = [...attempts.values()].flat().map(bestOutcomeOf);
  const earlier = outcomes.flatMap(({ prior, moment }) => [
    ...(prior?.inventory ?? []),
    ...moment.inventory,
  ]);
  return [...heldThings(observation), ...earlier];
}

/** How many things are held whose taking brought points in this episode. */
export function prizesHeld({ attempts, observation }: Now): number {
  const outcomes = [...attempts.values()].flat().map(bestOutcomeOf);
  const won = outcomes
    .filter(({ points = 0 }) => points > 0)
    .flatMap(({ prior, moment }) =>
      moment.inventory.filter(({ id }) => prior?.inventory.every((one) => one.id !== id) === true),
    );
  const prizes = new Set(won.map(({ id }) => id));
  return heldThings(observation).filter(({ id }) => prizes.has(id)).length;
}

import { asksForAll } from './command.ts';
import { factsInReach, isChangeableFact, isHeldFact } from './facts.ts';
import { objectId } from './ids.ts';
import { thingsNamedByCommand } from './naming.ts';
import { type Look, type Observation, type ZObject, heldThings } from './observation.ts';
import { signed } from './text.ts';
import type { Around, TurnRecord } from './turn-record.ts';

/** What a command did, in facts that can be looked for at another moment. */
export interface Effect {
  readonly points: number;
  /** Where the player went; null who stayed. */
  readonly to: number | null;
  readonly isDeadly: boolean;
  /** What is true afterwards and was not before, of things that were there: `held 12`, `open 7`. */
  readonly brought: ReadonlySet<string>;
  /** Things that were held before and are not any more. */
  readonly lost: ReadonlySet<string>;
}

/** What a command did; null when nothing in reach changed. Pure. */
export function effectOf(before: Look, after: Look): Effect | null {
  if (hadNoEffect({ before, after })) return null;
  const [earlier, later] = [factsInReach(before), factsInReach(after)];
  const knew = new Set([...earlier].map(thingOf));
  const isBrought = (fact: string) =>
    isHeldFact(fact) || (isChangeableFact(fact) && knew.has(thingOf(fact)));
  return {
    points: scoreChange({ before, after }),
    to: before.location.id === after.location.id ? null : after.location.id,
    isDeadly: isDeath({ after }),
    brought: new Set([...later].filter((fact) => !earlier.has(fact) && isBrought(fact))),
    lost: new Set([...earlier].filter((fact) => isHeldFact(fact) && !later.has(fact))),
  };
}

interface Shining {
  readonly id: number;
  readonly name: string;
  readonly traits: readonly string[];
}

/** Things in reach that give light after a turn and did not before: that burn, or can shine and are switched on. Pure. */
export function kindledIn({
  before,
  after,
}: Around<{ readonly objects?: readonly Shining[] | undefined }>): readonly Shining[] {
  return (before.objects ?? []).filter(({ id, traits: were }) => {
    const are = after.objects?.find((one) => one.id === id)?.traits ?? [];
    const isNew = ['light', 'on'].some((one) => are.includes(one) && !were.includes(one));
    return isNew && are.includes('light');
  });
}

/** Whether a command that did this did the same again. */
export function isSameEffect(wanted: Effect, found: Effect | null): boolean {
  if (found === null || found.isDeadly !== wanted.isDeadly) return false;
  // A walk that earned points earns them once and leads there ever after.
  if (wanted.to !== null) return found.to === wanted.to;
  if (Math.sign(wanted.points) !== Math.sign(found.points)) return false;
  const contains = (facts: ReadonlySet<string>, some: Iterable<string>) =>
    [...some].every((fact) => facts.has(fact));
  return (
    contains(found.brought, [...wanted.brought].filter(isHeldFact)) &&
    contains(found.lost, wanted.lost)
  );
}

function thingOf(fact: string): string {
  return fact.slice(fact.indexOf(' ') + 1);
}

/** A command that takes longer is compared with so many moves of waiting. */
const MOST_MOVES = 10;

/**
 * How many moves of the game a command took in effect, at least 1: parsers refuse without taking time, and then nothing
 * happens.
 */
export function movesTaken({ before, after }: Around<Look>): number {
  return Math.min(Math.max((after.moves ?? 0) - (before.moves ?? 0), 1), MOST_MOVES);
}

/** What of an effect is worth a lesson: `points +5`, `moved to 12`, `gained 7`, `lost 7`; of a death only `death`. */
export function outcomesOf(effect: Effect | null): readonly string[] {
  if (effect === null) return [];
  if (effect.isDeadly) return ['death'];
  const { points, to, brought, lost } = effect;
  const ids = (facts: Iterable<string>) => [...facts].filter(isHeldFact).map(thingOf);
  return [
    ...(points === 0 ? [] : [`points ${signed(points)}`]),
    ...(to === null ? [] : [`moved to ${to}`]),
    ...ids(brought).map((id) => `gained ${id}`),
    ...ids(lost).map((id) => `lost ${id}`),
  ];
}

/**
 * Of the outcomes of an effect the one that chance, a fight or a creature may have brought: it is tried again under other
 * random numbers.
 */
export function doubtfulEffect(
  outcomes: readonly string[],
  alsoIdle: readonly string[],
): string | undefined {
  return outcomes.find((outcome) => /^(?:death|points|lost)/.test(outcome)) ?? alsoIdle[0];
}

type Scores = Around<Pick<Observation, 'score'>>;

/** Points won or lost; null where the score is unknown before or after, so that finding it out is no gain. */
export function knownScoreChange({ before, after }: Scores): number | null {
  return before.score === null || after.score === null ? null : after.score - before.score;
}

/** Whether the player died in a turn, also where the story went on after it. */
export function isDeath({
  after,
}: {
  readonly after: Pick<Observation, 'died' | 'ended'>;
}): boolean {
  return after.died || after.ended === 'death';
}

export function scoreChange(scores: Scores): number {
  return knownScoreChange(scores) ?? 0;
}

export function moved({ before, after }: TurnRecord): boolean {
  return before.location.id !== after.location.id;
}

export function inventoryChanged({ before, after }: TurnRecord): boolean {
  const held = ({ inventory }: Observation) => inventory.map(({ id }) => id).join();
  return held(before) !== held(after);
}

/** Whether the game counts its moves and counted none. */
export function tookNoMove({ before, after }: Around<Pick<Observation, 'moves'>>): boolean {
  return after.moves !== null && after.moves === before.moves;
}

/** Whether nothing in reach changed that would not have changed for one who waits. */
export function didNothing(record: TurnRecord): boolean {
  const { cause, comparison } = record;
  return hadNoEffect(record) || (cause === undefined && comparison?.isSameIdle === true);
}

/** Whether nothing in reach changed: same scene, same score. What happens elsewhere meanwhile does not count. */
export function hadNoEffect({
  before,
  after,
}: Around<Pick<Observation, 'scene' | 'score' | 'died' | 'ended'>>): boolean {
  const isSame = before.scene === after.scene && before.score === after.score;
  return isSame && !after.died && after.ended === null;
}

/** Whether the turn ended in or on a thing that was in reach, a chair or a boat: a place, but no room. */
export function entersThing(record: TurnRecord): boolean {
  const { before, after } = record;
  return moved(record) && before.objects.some((one) => Number(one.id) === after.location.id);
}

/** What was held before a turn and is not after it, though the command names none of it. */
export function takenAway({ before, after, decision }: TurnRecord): readonly ZObject[] {
  const held = new Set(after.inventory.map(({ id }) => id));
  const meant = thingsNamedByCommand(decision.action, before.inventory);
  const gone = before.inventory.filter((one) => !held.has(one.id) && !meant.includes(one));
  return asksForAll(decision.action) ? [] : gone;
}

/** The things that were in hand before the turn and are not held any more, and what was taken out of something that is held. */
export function lostThings({ before, after }: Around<Observation>): readonly ZObject[] {
  return wentTo(after, before);
}

/** The things that came into the hands by the turn, from nothing that was held before, or into something that is held. */
export function gainedThings({ before, after }: Around<Observation>): readonly ZObject[] {
  return wentTo(before, after);
}

/** What is in hand at one moment, or in something that is, and was seen elsewhere at the other; what a lid hides is neither. */
function wentTo(elsewhere: Observation, inHand: Observation): readonly ZObject[] {
  const held = heldThings(elsewhere);
  const direct = new Set(inHand.inventory.map(({ id }) => id));
  const isMoved = ({ id }: { readonly id: number }) =>
    direct.has(objectId(id)) || elsewhere.objects.some((one) => one.id === id);
  return heldThings(inHand).filter((one) => !held.some(({ id }) => id === one.id) && isMoved(one));
}

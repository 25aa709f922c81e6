import { isCommandForAll } from './command.ts';
import { factsInReach, isChangeableFact, isHeldFact } from './facts.ts';
import { objectId } from './ids.ts';
import { thingsNamedByCommand } from './named-things.ts';
import { type Look, type Observation, type ZObject, heldThings } from './observation.ts';
import { endsInQuestion, signed } from './text.ts';
import type { Around, TurnRecord } from './turn-record.ts';

/** What a command did, as facts that can be compared at another moment. */
export interface Effect {
  readonly points: number;
  /** Where the player went. Null if the player stayed. */
  readonly to: number | null;
  readonly isDeadly: boolean;
  /** New facts about things that were already there: `held 12`, `open 7`. */
  readonly brought: ReadonlySet<string>;
  /** Things that were held before and are not any more. */
  readonly lost: ReadonlySet<string>;
}

/** The effect of a command. Null if nothing in reach changed. Pure. */
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

/** Things in reach that give light after a turn and did not before: they burn, or are switched on and can shine. Pure. */
export function newlyLit({
  before,
  after,
}: Around<{ readonly objects?: readonly Shining[] | undefined }>): readonly Shining[] {
  return (before.objects ?? []).filter(({ id, traits: were }) => {
    const are = after.objects?.find((one) => one.id === id)?.traits ?? [];
    const isNew = ['light', 'on'].some((one) => are.includes(one) && !were.includes(one));
    return isNew && are.includes('light');
  });
}

export function isSameEffect(wanted: Effect, found: Effect | null): boolean {
  if (found === null || found.isDeadly !== wanted.isDeadly) return false;
  // A walk leads to its room every time, but earns its points only once.
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

/** The most moves of waiting that a long command is compared with. */
const MOST_MOVES = 10;

/** The moves that a command took in effect, at least 1: a refusal takes no time, and then nothing happens. */
export function movesTaken({ before, after }: Around<Look>): number {
  return Math.min(Math.max((after.moves ?? 0) - (before.moves ?? 0), 1), MOST_MOVES);
}

/** The outcomes that are worth a lesson: `points +5`, `moved to 12`, `gained 7`, `lost 7`; of a death only `death`. */
export function outcomesOfEffect(effect: Effect | null): readonly string[] {
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

/** The outcome that may come from chance, a fight or a creature. It is tried again with other random numbers. */
export function doubtfulEffect(
  outcomes: readonly string[],
  alsoIdle: readonly string[],
): string | undefined {
  return outcomes.find((outcome) => /^(?:death|points|lost)/.test(outcome)) ?? alsoIdle[0];
}

type Scores = Around<Pick<Observation, 'score'>>;

/** Points won or lost. Null if the score is unknown before or after, so that discovering it is no gain. */
export function knownScoreChange({ before, after }: Scores): number | null {
  return before.score === null || after.score === null ? null : after.score - before.score;
}

/** Whether the player died in a turn, even if the story went on. Who is dead and asked about another life dies no second time. */
export function isDeath({
  before,
  after,
}: {
  readonly before?: Pick<Observation, 'died' | 'text'>;
  readonly after: Pick<Observation, 'died' | 'ended'>;
}): boolean {
  if (before?.died === true && endsInQuestion(before.text)) return false;
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

/** Whether nothing in reach changed beyond what waiting changes. */
export function hadNoOwnEffect(record: TurnRecord): boolean {
  const { cause, comparison } = record;
  return hadNoEffect(record) || (cause === undefined && comparison?.isSameIdle === true);
}

/** Whether nothing in reach changed: same scene, same score. Changes elsewhere count only where they are marked. */
export function hadNoEffect({
  before,
  after,
  changedUnseen,
}: Around<Pick<Observation, 'scene' | 'score' | 'died' | 'ended'>> &
  Pick<TurnRecord, 'changedUnseen'>): boolean {
  const isSame = before.scene === after.scene && before.score === after.score;
  return isSame && changedUnseen !== true && !after.died && after.ended === null;
}

/** Whether the turn ended in or on a thing in reach, such as a chair or a boat: a place, but no room. */
export function entersThing(record: TurnRecord): boolean {
  const { before, after } = record;
  return moved(record) && before.objects.some((one) => Number(one.id) === after.location.id);
}

/** Things that were held before and not after a turn, though the command names none of them. */
export function thingsTakenAway({ before, after, decision }: TurnRecord): readonly ZObject[] {
  const held = new Set(after.inventory.map(({ id }) => id));
  const meant = thingsNamedByCommand(decision.action, before.inventory);
  const gone = before.inventory.filter((one) => !held.has(one.id) && !meant.includes(one));
  return isCommandForAll(decision.action) ? [] : gone;
}

/** Things that were in hand before the turn and are not held any more, or were taken out of a held thing. */
export function lostThings({ before, after }: Around<Observation>): readonly ZObject[] {
  return wentTo(after, before);
}

/** Things that came into the hands or into a held thing, and not from a held thing. */
export function gainedThings({ before, after }: Around<Observation>): readonly ZObject[] {
  return wentTo(before, after);
}

/** Things in hand, or in something in hand, at one moment, and seen elsewhere at the other. Things under a lid are neither. */
function wentTo(elsewhere: Observation, inHand: Observation): readonly ZObject[] {
  const held = heldThings(elsewhere);
  const direct = new Set(inHand.inventory.map(({ id }) => id));
  const isMoved = ({ id }: { readonly id: number }) =>
    direct.has(objectId(id)) || elsewhere.objects.some((one) => one.id === id);
  return heldThings(inHand).filter((one) => !held.some(({ id }) => id === one.id) && isMoved(one));
}

/** Whether a turn brought light into a room that earlier turns saw only in the dark. */
export function seesRoomFirst(
  { before, after }: Around<Pick<Observation, 'location' | 'isDark'>>,
  earlier: readonly Around<Pick<Observation, 'location' | 'isDark'>>[],
): boolean {
  const looks = [...earlier.flatMap((one) => [one.before, one.after]), before];
  const here = looks.filter(({ location }) => location.id === after.location.id);
  return after.isDark !== true && here.length > 0 && here.every(({ isDark }) => isDark === true);
}

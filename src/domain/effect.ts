import { takenNouns } from './command.ts';
import { thingsNamed } from './naming.ts';
import type { Look, Trait, ZObject } from './observation.ts';
import { signed } from './text.ts';
import { hadNoEffect, scoreChange, type Around } from './turn-record.ts';

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

const CHANGEABLE: ReadonlySet<string> = new Set<Trait>(['locked', 'on', 'open', 'worn']);

/** What a command did; null when nothing in reach changed. Pure. */
export function effectOf(before: Look, after: Look): Effect | null {
  if (hadNoEffect({ before, after })) return null;
  const [earlier, later] = [factsInReach(before), factsInReach(after)];
  const knew = new Set([...earlier].map(thingOf));
  const isBrought = (fact: string) =>
    isHeld(fact) || (isChangeable(fact) && knew.has(thingOf(fact)));
  return {
    points: scoreChange({ before, after }),
    to: before.location.id === after.location.id ? null : after.location.id,
    isDeadly: after.died || after.ended === 'death',
    brought: new Set([...later].filter((fact) => !earlier.has(fact) && isBrought(fact))),
    lost: new Set([...earlier].filter((fact) => isHeld(fact) && !later.has(fact))),
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
    contains(found.brought, [...wanted.brought].filter(isHeld)) && contains(found.lost, wanted.lost)
  );
}

/** Whether what the command does is done already at a moment, so that trying it there says nothing. */
export function isDone({ to, brought, lost }: Effect, at: Look): boolean {
  if (to !== null) return false;
  const facts = factsInReach(at);
  if (brought.size > 0) return [...brought].every((fact) => facts.has(fact));
  return lost.size > 0 && ![...lost].some((fact) => facts.has(fact));
}

/** What is held, in reach, open, lit and so on, by object number. */
export function factsInReach(look: Pick<Look, 'inventory' | 'objects'>): ReadonlySet<string> {
  const { inventory, objects } = look;
  return new Set([
    ...inventory.map(({ id }) => `held ${id}`),
    ...objects.flatMap(({ id, held, traits }) => [
      held ? `held ${id}` : `here ${id}`,
      ...traits.map((trait) => `${trait} ${id}`),
    ]),
  ]);
}

/** Whether a fact says that something is held. */
export function isHeld(fact: string): boolean {
  return fact.startsWith('held ');
}

/** Whether a fact is a state that commands change. */
export function isChangeable(fact: string): boolean {
  return CHANGEABLE.has(fact.slice(0, fact.indexOf(' ')));
}

function thingOf(fact: string): string {
  return fact.slice(fact.indexOf(' ') + 1);
}

/** A command that takes longer is compared with so many moves of waiting. */
const MOST_MOVES = 10;

/** The moves of the game that a command took, at least 1: parsers refuse without taking time, and then nothing happens. */
export function movesTaken({ before, after }: Around<Look>): number {
  return Math.min(Math.max((after.moves ?? 0) - (before.moves ?? 0), 1), MOST_MOVES);
}

/** What of an effect is worth a lesson: `points +5`, `moved to 12`, `gained 7`, `lost 7`; of a death only `death`. */
export function outcomesOf(effect: Effect | null): readonly string[] {
  if (effect === null) return [];
  if (effect.isDeadly) return ['death'];
  const { points, to, brought, lost } = effect;
  const ids = (facts: Iterable<string>) => [...facts].filter(isHeld).map(thingOf);
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

const ASKING = /^(?:ask|beg)\b.*?\bfor (.+)$|\bgive me (.+)$/;

/** A state of a thing, or that it has it no more. */
export interface WantedState {
  readonly state: Trait;
  readonly is: boolean;
}

/** The state that a verb brings the first thing into that is named after it. */
const WANTED: Readonly<Record<string, WantedState>> = {
  open: { state: 'open', is: true },
  close: { state: 'open', is: false },
  shut: { state: 'open', is: false },
  unlock: { state: 'locked', is: false },
  lock: { state: 'locked', is: true },
  wear: { state: 'worn', is: true },
  light: { state: 'on', is: true },
};

/** The state that a verb brings a thing into; null where it is no such verb. */
export function stateWanted(verb: string): WantedState | null {
  return Object.hasOwn(WANTED, verb) ? (WANTED[verb] ?? null) : null;
}

/** Whether what a command asks for is so by `today`, see factsInReach; `meant` are the things that it names. */
export function isFulfilled(
  action: string,
  meant: readonly ZObject[],
  today: ReadonlySet<string>,
): boolean {
  const [verb = ''] = action.split(' ');
  const [, askedFor, given] = ASKING.exec(action) ?? [];
  const asked = askedFor ?? given ?? takenNouns(action).join(', ');
  if (asked !== '') return thingsNamed(asked, meant).some(({ id }) => today.has(`held ${id}`));
  const [first] = meant;
  const wanted = stateWanted(verb);
  if (first === undefined || wanted === null) return false;
  const isSo = today.has(`${wanted.state} ${first.id}`);
  const isThere = today.has(`here ${first.id}`) || today.has(`held ${first.id}`);
  return isThere && isSo === wanted.is;
}

import { normaliseAction } from '../../domain/command.ts';
import { gainedThings, lostThings, moved } from '../../domain/turn-effect.ts';
import { thingsNamedByCommand } from '../../domain/named-things.ts';
import {
  type Observation,
  type VisibleObject,
  type ZObject,
  isAnimate,
} from '../../domain/observation.ts';
import { type TurnRecord, looksOf } from '../../domain/turn-record.ts';
import { charactersIn } from './characters.ts';

const PLACING = /^(?:drop|put|place|insert|leave)\b/;

export function isPlacing({ decision }: Pick<TurnRecord, 'decision'>): boolean {
  return PLACING.test(normaliseAction(decision.action));
}

/** Whether an unseen or another's thing came to the player, and whether one went to another or out of reach. */
export function changedHands(record: TurnRecord) {
  const { before, after } = record;
  const gained = gainedThings(record).some(({ id }) => {
    const seen = before.objects.find((one) => one.id === id);
    return seen === undefined || isOfSomebody(seen, before);
  });
  const lost = lostThings(record).some(({ id }) => {
    const seen = after.objects.find((one) => one.id === id);
    return seen === undefined ? !isPlacing(record) : isOfSomebody(seen, after);
  });
  return { gained, lost };
}

/** Whether a thing came to the player or into reach that was not there before. */
export function broughtThing(record: TurnRecord): boolean {
  return changedHands(record).gained || broughtIntoReach(record);
}

/** Whether a thing came into reach while the player stayed, by neither light nor clock. */
export function broughtIntoReach(record: TurnRecord): boolean {
  const { before, after, cause } = record;
  const isSameScene = !moved(record) && before.isDark === after.isDark;
  if (!isSameScene || cause === 'clock' || after.died || after.ended !== null) return false;
  const known = new Set([...before.objects, ...before.inventory].map(({ id }) => id));
  return after.objects.some(
    ({ id, held, traits, isScenery }) =>
      !known.has(id) && !held && isScenery !== true && !traits.includes('animate'),
  );
}

/** The things that a turn brought into the hands and that were held or seen elsewhere before. Their place is elsewhere. */
export function carriedHere(record: TurnRecord, turns: readonly TurnRecord[]): readonly ZObject[] {
  const { location } = record.before;
  const earlier = turns.filter(({ turn }) => turn < record.turn);
  const looks = [record.before, ...looksOf(earlier)];
  const isElsewhere = ({ id }: ZObject) =>
    looks.some(
      (look) =>
        look.inventory.some((one) => one.id === id) ||
        (look.location.id !== location.id && look.objects.some((one) => one.id === id)),
    );
  return gainedThings(record).filter(isElsewhere);
}

function isOfSomebody({ inside }: VisibleObject, look: Observation): boolean {
  const holder = look.objects.find(({ id }) => id === inside);
  if (holder === undefined) return false;
  return isAnimate(holder) || isOfSomebody(holder, look);
}

/** Whether the turn unlocked or opened a thing in reach, or an exit, for the first time in the episode. */
export function openedFirst(record: TurnRecord, recent: readonly TurnRecord[]): boolean {
  const isOpened = openedThings(record, recent).length > 0;
  const { after } = record;
  if (isOpened || moved(record)) return isOpened;
  const here = [record.before, ...looksOf(recent)].filter(
    ({ location }) => location.id === after.location.id,
  );
  return after.exits.some(({ direction }) =>
    here.every(({ exits }) => exits.every((exit) => exit.direction !== direction)),
  );
}

/** The things in reach that were unlocked or opened for the first time in the episode. */
export function openedThings(
  record: TurnRecord,
  recent: readonly TurnRecord[],
): readonly VisibleObject[] {
  const { before, after } = record;
  const looks = [record.before, ...looksOf(recent)];
  return after.objects.filter(({ id, traits }) => {
    const earlier = looks.flatMap(({ objects }) => objects.filter((one) => one.id === id));
    const wasShut = before.objects.some((one) => one.id === id);
    const has = (trait: 'open' | 'locked') => traits.includes(trait);
    return (
      wasShut &&
      ((has('open') && earlier.every((one) => !one.traits.includes('open'))) ||
        (!has('locked') && earlier.every((one) => one.traits.includes('locked'))))
    );
  });
}

/** Those in reach in a turn, and the things that its command named. */
export function thingsConcerned({ before, after, decision }: TurnRecord): readonly VisibleObject[] {
  const named = thingsNamedByCommand(decision.action, before.objects);
  return [...named, ...charactersIn(before), ...charactersIn(after)];
}

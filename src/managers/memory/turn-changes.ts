import { normaliseAction } from '../../domain/command.ts';
import { gainedThings, lostThings, moved } from '../../domain/turn-effect.ts';
import { thingsNamedByCommand } from '../../domain/named-things.ts';
import type { Observation, VisibleObject, ZObject } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';

/** A longer answer of the game may be worth remembering. */
const LONG_RESPONSE = 100;

export function isLongText(text: string): boolean {
  return text.length > LONG_RESPONSE;
}

/** A shorter quotation is no writing. */
const LONG_QUOTATION = 20;

/** Whether a text quotes something written or said, as stories print it. */
export function quotesWriting(text: string): boolean {
  const quotations = [...text.matchAll(/["“]([^"”]*)["”]?/g)];
  return quotations.some(([, said = '']) => said.length >= LONG_QUOTATION);
}

const PLACING = /^(?:drop|put|place|insert|leave)\b/;

export function isPlacing({ decision }: Pick<TurnRecord, 'decision'>): boolean {
  return PLACING.test(normaliseAction(decision.action));
}

/**
 * Whether a thing came to the player that was unseen or another's, and whether one went to another or out of reach. Taking a
 * thing from where it was seen, or dropping one, is neither.
 */
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
  const looks = looksOf(
    record,
    turns.filter(({ turn }) => turn < record.turn),
  );
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
  return holder.traits.includes('animate') || isOfSomebody(holder, look);
}

/** Whether the turn unlocked or opened a thing in reach, or an exit, for the first time in the episode. */
export function openedFirst(record: TurnRecord, recent: readonly TurnRecord[]): boolean {
  const isOpened = openedThings(record, recent).length > 0;
  const { after } = record;
  if (isOpened || moved(record)) return isOpened;
  const here = looksOf(record, recent).filter(({ location }) => location.id === after.location.id);
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
  const looks = looksOf(record, recent);
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

function looksOf({ before }: TurnRecord, recent: readonly TurnRecord[]): readonly Observation[] {
  return [before, ...recent.flatMap((turn) => [turn.before, turn.after])];
}

/** Those who went while the player stayed, and had not gone before in the episode. */
export function goneCharacters(
  record: TurnRecord,
  recent: readonly TurnRecord[],
): readonly VisibleObject[] {
  const gone = charactersGone(record);
  const before = recent.flatMap(charactersGone);
  return gone.filter(({ id }) => !before.some((one) => one.id === id));
}

function charactersGone(record: TurnRecord): readonly VisibleObject[] {
  const { before, after } = record;
  if (moved(record) || after.died || after.ended !== null) return [];
  return charactersIn(before).filter(({ id }) => !after.objects.some((one) => one.id === id));
}

/**
 * Those who were seen earlier in the episode in another room: they belong to no room's start. Somebody here with the same
 * name who was seen nowhere else does not count.
 */
export function wanderersIn(
  look: Observation,
  recent: readonly TurnRecord[],
): readonly VisibleObject[] {
  const elsewhere = recent
    .flatMap(({ before, after }) => [before, after])
    .filter(({ location }) => location.id !== look.location.id)
    .flatMap(charactersIn);
  const residents = charactersIn(look).filter((one) => elsewhere.every(({ id }) => id !== one.id));
  return elsewhere
    .filter((one, at) => elsewhere.findIndex(({ id }) => id === one.id) === at)
    .filter(({ name }) => residents.every((one) => one.name !== name));
}

function charactersIn({ objects }: Observation): readonly VisibleObject[] {
  return objects.filter(({ traits, held }) => traits.includes('animate') && !held);
}

export function newCharacters(
  record: TurnRecord,
  recent: readonly TurnRecord[],
): readonly VisibleObject[] {
  const { after } = record;
  const looks = looksOf(record, recent);
  return after.objects.filter(
    ({ id, traits }) =>
      traits.includes('animate') &&
      !looks.some(({ objects }) => objects.some((one) => one.id === id)),
  );
}

/** Those in reach in a turn, and the things that its command named. */
export function concernedThings({ before, after, decision }: TurnRecord): readonly VisibleObject[] {
  const named = thingsNamedByCommand(decision.action, before.objects);
  return [...named, ...charactersIn(before), ...charactersIn(after)];
}

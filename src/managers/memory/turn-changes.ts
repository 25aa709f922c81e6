import { normaliseAction } from '../../domain/command.ts';
import type { Observation, VisibleObject } from '../../domain/observation.ts';
import { moved, type TurnRecord } from '../../domain/turn-record.ts';

/** Commands by which a player lays down what is held. */
const PLACING = /^(?:drop|put|place|insert|leave)\b/;

/** Whether the player lays something down by a turn's command. */
export function isPlacing({ decision }: Pick<TurnRecord, 'decision'>): boolean {
  return PLACING.test(normaliseAction(decision.action));
}

/**
 * Whether a thing came to the player that was not seen before or was another's, and whether one went to another or out of
 * reach. What the player takes from where it was seen, or lays down, is neither.
 */
export function changedHands(record: TurnRecord): {
  readonly gained: boolean;
  readonly lost: boolean;
} {
  const { before, after } = record;
  const gained = takenThings(record).some((id) => {
    const seen = before.objects.find((one) => one.id === id);
    return seen === undefined || isOfSomebody(seen, before);
  });
  const lost = before.inventory.some(({ id }) => {
    if (after.inventory.some((one) => one.id === id)) return false;
    const seen = after.objects.find((one) => one.id === id);
    return seen === undefined ? !isPlacing(record) : isOfSomebody(seen, after);
  });
  return { gained, lost };
}

/** The things that are held by the turn and were not before, by object number. */
export function takenThings({ before, after }: TurnRecord): readonly number[] {
  const isHeld = (at: Observation, id: number) =>
    at.inventory.some((one) => one.id === id) ||
    at.objects.some((one) => one.id === id && one.held);
  return after.inventory.map(({ id }) => id).filter((id) => !isHeld(before, id));
}

function isOfSomebody({ inside }: VisibleObject, { objects }: Observation): boolean {
  return objects.some(({ id, traits }) => id === inside && traits.includes('animate'));
}

/** Whether a thing in reach was unlocked or opened, or a way opened, for the first time in the episode. */
export function openedFirst(record: TurnRecord, recent: readonly TurnRecord[]): boolean {
  const { before, after } = record;
  const looks = [before, ...recent.flatMap((turn) => [turn.before, turn.after])];
  const isOpened = after.objects.some(({ id, traits }) => {
    const earlier = looks.flatMap(({ objects }) => objects.filter((one) => one.id === id));
    const wasShut = before.objects.some((one) => one.id === id);
    const has = (trait: 'open' | 'locked') => traits.includes(trait);
    return (
      wasShut &&
      ((has('open') && earlier.every((one) => !one.traits.includes('open'))) ||
        (!has('locked') && earlier.every((one) => one.traits.includes('locked'))))
    );
  });
  if (isOpened || moved(record)) return isOpened;
  const here = looks.filter(({ location }) => location.id === after.location.id);
  return after.exits.some(({ direction }) =>
    here.every(({ exits }) => exits.every((exit) => exit.direction !== direction)),
  );
}

/** Those in reach who were never seen before in the episode. */
export function newCharacters(
  { before, after }: TurnRecord,
  recent: readonly TurnRecord[],
): readonly VisibleObject[] {
  const looks = [before, ...recent.flatMap((turn) => [turn.before, turn.after])];
  return after.objects.filter(
    ({ id, traits }) =>
      traits.includes('animate') &&
      !looks.some(({ objects }) => objects.some((one) => one.id === id)),
  );
}

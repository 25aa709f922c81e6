import { isAnimate, type Observation, type VisibleObject } from '../../domain/observation.ts';
import { moved } from '../../domain/turn-effect.ts';
import { looksOf, type TurnRecord } from '../../domain/turn-record.ts';

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

/** Those seen earlier in the episode in another room. A namesake here who was seen nowhere else does not count. */
export function wanderingCharacters(
  look: Observation,
  recent: readonly TurnRecord[],
): readonly VisibleObject[] {
  const elsewhere = looksOf(recent)
    .filter(({ location }) => location.id !== look.location.id)
    .flatMap(charactersIn);
  const residents = charactersIn(look).filter((one) => elsewhere.every(({ id }) => id !== one.id));
  return elsewhere
    .filter((one, at) => elsewhere.findIndex(({ id }) => id === one.id) === at)
    .filter(({ name }) => residents.every((one) => one.name !== name));
}

export function newCharacters(
  record: TurnRecord,
  recent: readonly TurnRecord[],
): readonly VisibleObject[] {
  const looks = [record.before, ...looksOf(recent)];
  const isKnown = ({ id }: VisibleObject) =>
    looks.some(({ objects }) => objects.some((one) => one.id === id));
  return record.after.objects.filter((one) => isAnimate(one) && !isKnown(one));
}

export function charactersIn({ objects }: Observation): readonly VisibleObject[] {
  return objects.filter((one) => isAnimate(one) && !one.held);
}

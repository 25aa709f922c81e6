import { looksOf } from '../../domain/turn-record.ts';
import type { GameState } from '../../domain/game-state.ts';
import type { Memory } from '../../domain/memory.ts';
import { isNamedWhole, thingsNamedByCommand, thingsNamed } from '../../domain/named-things.ts';
import { thingsSeen, type VisibleObject } from '../../domain/observation.ts';
import { wanderingCharacters } from './characters.ts';
import { callsOpenShut, textNow } from './settled.ts';

/** Compares what a memory tells of a room's start with the room as it is now. */

type Moment = Pick<GameState, 'attempts' | 'observation' | 'recent'>;

/** Whether a memory of a room's start is out of date: a thing in its title is held, changed or gone, or no sentence holds. */
export function isOutdated(memory: Memory, now: Moment): boolean {
  const { attempts, observation } = now;
  const things = thingsSeen(observation);
  const changed = (attempts.get(observation.location.id) ?? [])
    .filter(({ brought }) => brought === 'changed')
    .flatMap(({ action }) => thingsNamedByCommand(action, things));
  const moved = new Set([...observation.inventory, ...changed].map(({ id }) => id));
  const title = memory.title.replace(observation.location.name, ' ');
  return (
    thingsNamed(title, things).some(({ id }) => moved.has(id)) ||
    thingsNamed(title, goneFrom(now)).length > 0 ||
    callsOpenShut(title, now) ||
    textNow(memory, { now }) === ''
  );
}

/** What was seen in this room in this episode and is gone. Things that only the dark hides are not gone. */
function goneFrom({ observation, recent }: Moment): readonly VisibleObject[] {
  const { location, objects, isDark } = observation;
  if (isDark === true) return [];
  const seen = looksOf(recent)
    .filter((look) => look.location.id === location.id)
    .flatMap((look) => look.objects.filter(({ inside }) => inside === null));
  return seen.filter(({ id }) => !objects.some((one) => one.id === id));
}

/** Those in a room's start who were seen elsewhere in this episode and are not here. A part of a name names nobody away. */
export function awayFromStart(
  { persistence, title, text }: Memory,
  { observation, recent }: Moment,
): readonly { readonly name: string }[] {
  if (persistence !== 'core' || observation.isDark === true) return [];
  const isHere = (id: number) => observation.objects.some((one) => one.id === id);
  const away = wanderingCharacters(observation, recent).filter(({ id }) => !isHere(id));
  const told = `${title}\n${text}`;
  const named = thingsNamed(told, [...away, ...observation.objects]);
  return away.filter(
    (one) => named.some(({ id }) => id === one.id) && isNamedWhole(told, one.name),
  );
}

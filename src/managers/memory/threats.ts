import { looksOf } from '../../domain/turn-record.ts';
import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import { type Memory, isBelieved } from '../../domain/memory.ts';
import { isNamedToPlay } from '../../domain/named-things.ts';
import type { VisibleObject } from '../../domain/observation.ts';
import type { Filed } from './memory-document.ts';

type Threat = Pick<VisibleObject, 'name'> &
  Partial<Pick<VisibleObject, 'held' | 'isBackdrop' | 'traits'>>;

/**
 * The names of the things not held that the title of a danger names. Doors are left out: many rooms have one of that name.
 */
export function thingsThatThreaten(
  { category, title, about }: Pick<Memory, 'category' | 'title' | 'about'>,
  things: readonly Threat[],
): readonly string[] {
  if (category !== 'DANGER') return [];
  // `Slate: Corrow kills`, about Corrow: the slate is where it was read.
  const said = typeof about === 'string' ? title.replace(/^[^:]*: /, '') : title;
  return things.flatMap(({ name, held, isBackdrop, traits }) => {
    if (traits?.includes('door') === true) return [];
    const isMeant = isBackdrop !== true || /\S\s+\S/.test(name);
    return held !== true && isMeant && isNamedToPlay(said, name) ? [name] : [];
  });
}

/** A thing and the commands that took it, in earlier episodes. */
interface Taken {
  readonly thing: number;
  readonly commands: readonly string[];
}

/**
 * The things whose dangers are told where they are. What this episode held, or an earlier one took from here, may be what is
 * in danger elsewhere: it is no threat.
 */
export function threatsAmong<T extends Threat & { readonly id: number }>(
  things: readonly T[],
  { recent, observation }: Pick<GameState, 'recent' | 'observation'>,
  met: readonly Taken[] = [],
): readonly T[] {
  const looks = [...looksOf(recent), observation];
  const carried = new Set<number>([
    ...looks.flatMap(({ objects }) => objects.flatMap(({ id, held }) => (held ? [id] : []))),
    ...met.flatMap(({ thing, commands }) => (commands.length > 0 ? [thing] : [])),
  ]);
  return things.filter(({ id }) => !carried.has(id));
}

/** Whether a memory of elsewhere names only things of which dangers of this room tell. */
export function toldThreats(
  here: LocationId,
  memories: readonly Filed[],
  things: readonly Threat[],
): (memory: Memory) => boolean {
  const threats = (memory: Memory) => thingsThatThreaten(memory, things);
  const isOwn = ([room, { about }]: Filed) =>
    about === here || (room === here && about === undefined);
  const told = memories
    .filter((one) => isOwn(one) && isBelieved(one[1]))
    .flatMap(([, one]) => threats(one));
  return (memory) =>
    memory.about !== here &&
    threats(memory).length > 0 &&
    threats(memory).every((one) => told.includes(one));
}

/** The things seen in this episode, each as last seen and where. Held ones count as where the player is. */
export function lastSeen({ recent, observation }: Pick<GameState, 'recent' | 'observation'>) {
  const looks = [...looksOf(recent), observation];
  const last = new Map(
    looks.flatMap(({ objects, location }) =>
      objects.map((thing) => [thing.id, { thing, at: location.id }] as const),
    ),
  );
  const [there, away] = [
    (room: LocationId) => [...last.values()].flatMap(({ thing, at }) => (at === room ? thing : [])),
    (room: LocationId) => [...last.values()].flatMap(({ thing, at }) => (at === room ? [] : thing)),
  ];
  return { there, away };
}

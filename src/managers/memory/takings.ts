import { isNamedWhole } from '../../domain/named-things.ts';
import type { Met } from './about.ts';
import type { Filed } from './memory-document.ts';
import type { Place } from './relevance.ts';

/** Somebody or something that an earlier episode met in a room, and the commands that took it. */
export interface MetThere extends Met {
  readonly commands: readonly string[];
}

/** So many takings are named in their line. */
const MOST_TAKINGS = 6;

/** The commands that took things in reach in an earlier episode, without those that a memory of the room tells. */
export function takingsAt(
  met: readonly MetThere[],
  { now }: Place,
  memories: readonly Filed[],
): readonly string[] {
  const lying = new Set(
    now.observation.objects.flatMap(({ id, held }) => (held ? [] : [Number(id)])),
  );
  const isTold = (command: string) =>
    memories.some(([, { title }]) => isNamedWhole(title, command));
  return met
    .filter(({ thing, commands }) => lying.has(thing) && !commands.some(isTold))
    .flatMap(({ commands }) => commands)
    .slice(0, MOST_TAKINGS);
}

import type { Entry } from './read-prompt.ts';

/** Whether a listed thing has a trait. */
export function has(rest: string, trait: string): boolean {
  return rest.split(', ').includes(trait);
}

/** The last word of a thing's name, which parsers know best; the whole name where another thing ends in the same word. */
export function noun(name: string, among: readonly Entry[]): string {
  const own = lastWord(name);
  const isShared = among.filter((other) => lastWord(other.name) === own).length > 1;
  return isShared ? withoutPlace(name) : own;
}

function lastWord(name: string): string {
  return withoutPlace(name).split(' ').at(-1) ?? '';
}

/** A name without the place it lies in. */
function withoutPlace(name: string): string {
  return name.replace(/ \(in .*\)$/, '').toLowerCase();
}

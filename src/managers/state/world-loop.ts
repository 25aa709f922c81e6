import { plural } from '../../domain/text.ts';

/** How many worlds an episode remembers. */
export const WORLDS_KEPT = 1000;

/** What the newest world has to do with earlier ones. */
export type WorldLoop =
  | { readonly kind: 'returned'; readonly turnsAgo: number; readonly times: number }
  | { readonly kind: 'unchanged'; readonly turns: number };

/**
 * Compares the newest world, last in the list of one fingerprint per turn, with the earlier ones: whether the turn led
 * back to one that had been left, or changed nothing, and for how long nothing changed. Null when it is new.
 */
export function findLoop(worlds: readonly string[]): WorldLoop | null {
  const now = worlds.at(-1);
  const last = worlds.length - 1;
  const left = worlds.findLastIndex((world) => world !== now);
  if (now === undefined) return null;
  if (left < last - 1) return { kind: 'unchanged', turns: last - left - 1 };
  const earlier = worlds.lastIndexOf(now, left);
  if (left === -1 || earlier === -1) return null;
  const arrivals = worlds.filter((world, index) => world === now && worlds[index - 1] !== now);
  return { kind: 'returned', turnsAgo: last - earlier, times: arrivals.length - 1 };
}

/** Turns without any change that are worth a word; one or two are part of looking around. */
const UNCHANGED_FROM = 3;
const MOST_ACTIONS = 8;

/**
 * The loop in words for the agent; `actions` are the newest ones, oldest first, and `quiet` is for how many turns nothing
 * new was met: an answer that was not printed before is a change, too. Empty when there is no loop.
 */
export function describeLoop(
  loop: WorldLoop | null,
  actions: readonly string[],
  quiet: number,
): string {
  if (loop === null) return '';
  if (loop.kind === 'unchanged') {
    const turns = Math.min(loop.turns, quiet);
    return turns < UNCHANGED_FROM ? '' : `Nothing in the world has changed for ${turns} turns.`;
  }
  const { turnsAgo, times } = loop;
  const since =
    turnsAgo > MOST_ACTIONS || actions.length < turnsAgo
      ? 'all that you did since'
      : `what you did since (${actions.slice(-turnsAgo).join(', ')})`;
  const often = times > 1 ? ` This is your return number ${times}.` : '';
  const ago = `${plural(turnsAgo, 'turn')} ago`;
  return `You were in exactly this state ${ago}: ${since} came to nothing.${often}`;
}

import { trimBlanks } from './escape.ts';

export interface Visits {
  readonly count: number;
  /** The newest episodes by name; all of them in a file that an older version wrote. */
  readonly episodes: readonly string[];
  /** How many episodes before those the line only counts. */
  readonly earlier: number;
}

const NAMED = 5;

const VISITS =
  /^[ \t>]{0,4}(?:\*\*|__)Visits:(?:\*\*|__)[ \t]+(\d{1,15})[ \t]+\\?\|[ \t]+(?:\*\*|__)Episodes:(?:\*\*|__)(.*)$/s;

/** What stands behind the names where not all are named. */
const EARLIER = /[ \t]+and[ \t]+(\d{1,9})[ \t]+earlier[ \t]*$/;

export function looksLikeVisits(line: string): boolean {
  return /^[ \t>]{0,4}(?:\*\*|__)Visits:/.test(line);
}

/** Reads `**Visits:** 3 | **Episodes:** 1, 2` or `**Visits:** 90 | **Episodes:** 36, 37, 38, 39, 40 and 35 earlier`. */
export function parseVisits(line: string): Visits | null {
  const [, count, named] = VISITS.exec(line) ?? [];
  if (count === undefined || named === undefined) return null;
  const earlier = EARLIER.exec(named)?.[1] ?? '0';
  const episodes = named.replace(EARLIER, '').split(',').map(trimBlanks);
  return {
    count: Number(count),
    episodes: episodes.filter((episode) => episode !== ''),
    earlier: Number(earlier),
  };
}

/** Writes the line: how many visits and episodes there were, and the names of the newest episodes. */
export function renderVisits({ count, episodes, earlier }: Visits): string {
  return `**Visits:** ${count} | **Episodes:** ${episodesWords({ episodes, earlier })}`;
}

/** The newest episodes by name, and how many there were before them. */
export function episodesWords({ episodes, earlier }: Omit<Visits, 'count'>): string {
  const named = [...new Set(episodes)];
  if (named.every(isNumber)) named.sort((a, b) => Number(a) - Number(b));
  const more = earlier + Math.max(0, named.length - NAMED);
  return `${named.slice(-NAMED).join(', ')}${more === 0 ? '' : ` and ${more} earlier`}`;
}

/** The visits with more of them in an episode. One older than all that are named is taken for counted where some are. */
export function withVisits(visits: Visits, more: number, episode: string): Visits {
  const { count, episodes, earlier } = visits;
  const isOlder = episodes.every((one) => isNumber(one) && Number(one) > Number(episode));
  const isKnown = episodes.includes(episode) || (earlier > 0 && isOlder);
  return { count: count + more, episodes: isKnown ? episodes : [...episodes, episode], earlier };
}

function isNumber(episode: string): boolean {
  return /^\d+$/.test(episode);
}

import type { Look } from '../domain/observation.ts';
import { factsInReach } from '../domain/effect.ts';

const MOST_TOLD = 3;

/** A fact that a claim never held without, or never held with, and how many of the moments where it failed that explains. */
interface Telling {
  readonly fact: string;
  readonly isNeeded: boolean;
  readonly explains: number;
}

/**
 * What every moment where a claim held has and no other, or the other way round, in words; where nothing tells them apart so
 * sharply, the one fact that explains most of the failures and at least half. Empty where there is none. Pure.
 */
export function whatDiffered(held: readonly Look[], failed: readonly Look[]): string {
  const telling = factsTelling(held, failed);
  const sharp = telling.filter(({ explains }) => explains === failed.length);
  const most = Math.max(...telling.map(({ explains }) => explains));
  const best = telling.filter(({ explains }) => explains === most && 2 * most >= failed.length);
  const told = sharp.length > 0 ? sharp : best.slice(0, 1);
  const names = new Map(
    [...held, ...failed].flatMap(({ objects, inventory }) =>
      [...objects, ...inventory].map(({ id, name }) => [String(id), name] as const),
    ),
  );
  const words = (isNeeded: boolean) =>
    told
      .filter((one) => one.isNeeded === isNeeded)
      .slice(0, MOST_TOLD)
      .map(({ fact }) => factWords(fact, names))
      .join(', ');
  const [only, never] = [words(true), words(false)];
  return [
    ...(only === '' ? [] : [`only with ${only}`]),
    ...(never === '' ? [] : [`not with ${never}`]),
  ].join('; ');
}

/** What holds at each moment where the claim did, or at none of them, and otherwise at some of the others. */
function factsTelling(held: readonly Look[], failed: readonly Look[]): readonly Telling[] {
  const [good, bad] = [held.map(factsInReach), failed.map(factsInReach)];
  const all = new Set([...good, ...bad].flatMap((facts) => [...facts]));
  return [...all].flatMap((fact) => {
    const having = bad.filter((facts) => facts.has(fact)).length;
    const isNeeded = good.every((facts) => facts.has(fact));
    const isAgainst = !good.some((facts) => facts.has(fact));
    const explains = isNeeded ? bad.length - having : having;
    return (isNeeded || isAgainst) && explains > 0 ? [{ fact, isNeeded, explains }] : [];
  });
}

function factWords(fact: string, names: ReadonlyMap<string, string>): string {
  const [state = '', id = ''] = fact.split(' ');
  const name = names.get(id) ?? 'something';
  if (state === 'held') return `${name} held`;
  return state === 'here' ? `${name} in reach` : `${name} ${state}`;
}

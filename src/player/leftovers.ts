import { walkingDirection } from '../domain/command.ts';
import { FRONTIER_HEADING, PAST_DANGERS } from '../prompts/frontier-wording.ts';
import type { Atlas } from './atlas.ts';
import type { Choice } from './choice.ts';
import type { Situation } from './situation.ts';
import type { Fears } from './fears.ts';
import { names } from './thing-names.ts';

const WAYS = 1;
const THINGS = 6;
const EACH_STEP = 0.75;
/** How much sooner something is done that no episode has tried. */
const UNTRIED = 1;

const ELSEWHERE = /^.* \((\d+)\), (\d+) steps?([^,:]*)(?:, first ([^:]+))?: (.*)$/;
/** A place of which dangers are told is gone to after others. */
const DANGEROUS = 6;

/**
 * Walks to where something is left that no episode has tried; none in a first episode, which knows that by itself, and
 * none to where the player was in this one: what was left there is weighed with the rest.
 */
export function leftoverWalks(situation: Situation, atlas: Atlas, fears: Fears): readonly Choice[] {
  return listed(/^- elsewhere: (.*)$/m, leftovers(situation)).flatMap(
    (place): readonly Choice[] => {
      const [, id, steps, how, first, what = ''] = ELSEWHERE.exec(place) ?? [];
      const target = Number(id);
      const isNews = atlas.get(target)?.wasThere !== true && !fears.rooms.has(target);
      if (first === undefined || !isNews) return [];
      const cost =
        (/\bways?\b/.test(what) ? WAYS : THINGS) +
        Number(steps) * EACH_STEP +
        (how === PAST_DANGERS ? DANGEROUS : 0);
      return [{ action: first, cost, why: `No episode has tried all there is at ${id}.`, target }];
    },
  );
}

/** How much sooner a command is played here that goes or handles what no episode has tried. */
export function untriedHere(situation: Situation): (action: string) => number {
  const told = leftovers(situation);
  const ways = new Set(listed(/^- here, ways: (.*)$/m, told).map((way) => walkingDirection(way)));
  const things = [
    ...listed(/^- here, things: (.*)$/m, told),
    ...listed(/^- held, never used: (.*)$/m, told),
  ].map(
    (name) =>
      name
        .replace(/ \(tried: .*\)$/, '')
        .toLowerCase()
        .split(' ')
        .at(-1) ?? '',
  );
  return (action) => {
    const direction = walkingDirection(action);
    const isUntried =
      direction === null ? things.some((word) => names(action, word)) : ways.has(direction);
    return isUntried ? UNTRIED : 0;
  };
}

function leftovers({ sections }: Situation): string {
  const isFirst = !sections.has('Places known from earlier episodes');
  return isFirst ? '' : (sections.get(FRONTIER_HEADING) ?? '');
}

function listed(where: RegExp, text: string): readonly string[] {
  const found = where.exec(text)?.[1]?.split('; ') ?? [];
  return found.filter((one) => !/^\d+ more \w+$/.test(one));
}

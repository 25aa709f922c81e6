import { walkingDirection } from '../domain/command.ts';
import { FRONTIER_HEADING, readFrontier } from '../prompts/frontier-wording.ts';
import type { Atlas } from './atlas.ts';
import type { Choice } from './choice.ts';
import type { Fears } from './fears.ts';
import type { Situation } from './situation.ts';
import { names } from './texts.ts';
import { lastWord } from './things.ts';

const WAYS = 1;
const THINGS = 6;
const EACH_STEP = 0.75;
/** A place of which dangers are told is gone to after others. */
const DANGEROUS = 6;
/** How much sooner something is done that no episode has tried. */
const UNTRIED = 1;

/**
 * Walks to where something is left that no episode has tried; none to where the player was in this one: what was left
 * there is weighed with the rest.
 */
export function leftoverWalks(situation: Situation, atlas: Atlas, fears: Fears): readonly Choice[] {
  return leftovers(situation).elsewhere.flatMap((place): readonly Choice[] => {
    const { id, steps, isDangerous, next, hasWays } = place;
    if (next === null || atlas.get(id)?.wasThere === true || fears.rooms.has(id)) return [];
    const cost = (hasWays ? WAYS : THINGS) + steps * EACH_STEP + (isDangerous ? DANGEROUS : 0);
    return [{ action: next, cost, why: `Not all was tried at ${id}.`, target: id }];
  });
}

/** How much sooner a command is played here that goes or handles what no episode has tried. */
export function untriedHere(situation: Situation): (action: string) => number {
  const { ways, things } = leftovers(situation);
  const directions = new Set(ways.map((way) => walkingDirection(way)));
  return (action) => {
    const direction = walkingDirection(action);
    const isUntried =
      direction === null
        ? things.some((name) => names(action, lastWord(name)))
        : directions.has(direction);
    return isUntried ? UNTRIED : 0;
  };
}

/** Nothing in a first episode, which knows that by itself. */
function leftovers({ sections }: Situation) {
  const isFirst = !sections.has('Places known from earlier episodes');
  return readFrontier(isFirst ? '' : (sections.get(FRONTIER_HEADING) ?? ''));
}

import { drawAtlas, routesFrom, type Leg } from './atlas.ts';
import type { Choice } from './choice.ts';
import type { Situation } from './situation.ts';

/** Nothing has come of anything for so long that the episode would end soon: then the player does what it said. */
const STUCK = 28;
/** An aim that is farther away is as good as none. */
const NEAR = 4;

/** Aims kept at a time, the newest first. */
const MOST_AIMS = 2;

const AIM = /^- (Go to Location (\d+)\.)$/gm;

/** Aims to give up for newer ones, as they are listed. */
export function oldAims({ sections }: Situation): readonly string[] {
  const aims = [...(sections.get('Objectives') ?? '').matchAll(AIM)].map(([, text = '']) => text);
  return aims.slice(MOST_AIMS);
}

/** Completing an objective keeps an episode going in which nothing was won for long. */
export function aimChoices(
  situation: Situation,
  legs: ReadonlyMap<number, Leg>,
): readonly Choice[] {
  if (situation.turnsStuck < STUCK) return [];
  return nearAims(situation, legs).map(([target, { first, steps }]) => ({
    action: first,
    cost: steps - 10,
    why: `I said that I go to ${target}.`,
    target,
  }));
}

/**
 * A place to say that one goes to, when nothing has come of anything for a while: where the walks lead that come next. On
 * an advised way one does not come back to where one is.
 */
export function nextAim(
  situation: Situation,
  action: string,
  walks: readonly Choice[],
): number | null {
  const { journal, place, ways, turnsStuck } = situation;
  const atlas = drawAtlas(journal, place, ways);
  const legs = routesFrom(atlas, place);
  if (turnsStuck === 0 || nearAims(situation, legs).length > 0) return null;
  const next = atlas.get(place)?.ways.get(action) ?? null;
  const [best] = walks
    .filter(({ target }) => {
      const leg = target === null || target === undefined ? undefined : legs.get(target);
      return leg !== undefined && leg.steps <= NEAR && target !== next;
    })
    .toSorted((a, b) => a.cost - b.cost);
  return best?.target ?? (walks.length === 0 || next === null ? null : place);
}

function nearAims(
  { sections, place }: Situation,
  legs: ReadonlyMap<number, Leg>,
): readonly (readonly [number, Leg])[] {
  const aims = (sections.get('Objectives') ?? '').matchAll(AIM);
  return [...aims].flatMap(([, , id]) => {
    const leg = Number(id) === place ? undefined : legs.get(Number(id));
    return leg === undefined || leg.steps > NEAR ? [] : [[Number(id), leg] as const];
  });
}

import { canonicalAction } from '../domain/command.ts';
import { drawAtlas, outOfReach, routesFrom, type Leg } from './atlas.ts';
import type { Choice } from './choice.ts';
import type { Fears } from './fears.ts';
import type { JournalTurn } from './journal.ts';
import type { Situation } from './situation.ts';

/** Less than a way that nobody walked, from close by. */
const SCORED_THERE = 0.5;
const EACH_STEP = 0.25;
const MOST_TRIES = 2;

const LESSON = /^\| - "(.+)" at [^"]* \((\d+)\) is worth \+\d+ points\.$/gm;
const ROUTE = /^Route to .*? \((\d+)\)(?:, for: .*)?: ([^:\n]+)$/m;

/** What the prompt lists of objectives that this player set. */
function objectivesOf({ sections }: Situation) {
  const told = sections.get('Objectives') ?? '';
  const [open = ''] = told.split(/^Completed:$/m);
  const refused = /^- Not completed: "(Score at Location \d+: .+)": nothing the engine saw/gm;
  return {
    /** Points to win. */
    scores: [...open.matchAll(/^- (Score at Location (\d+): (.+))$/gm)].map(
      ([, text = '', id, command = '']) => ({ text, id: Number(id), command }),
    ),
    /** Places to walk to. */
    aims: [...told.matchAll(/^- (Go to Location (\d+)\.)$/gm)].map(([, text = '', id]) => ({
      text,
      id: Number(id),
    })),
    /** Claims that were refused: their points were won before the objective was set. */
    refused: [...told.matchAll(refused)].map(([, text = '']) => text),
  };
}

/** Walks to where points were won in earlier episodes, on a way that was walked in this one or that the prompt tells. */
export function goalWalks(
  situation: Situation,
  legs: ReadonlyMap<number, Leg>,
  { rooms }: Fears,
): readonly Choice[] {
  const [, id, told = ''] = ROUTE.exec(situation.sections.get('Route') ?? '') ?? [];
  const [first = '', ...later] = told.split(/, (?:then )?/);
  return goalsOf(situation).flatMap((target): readonly Choice[] => {
    const isTold = first !== '' && Number(id) === target;
    const leg = isTold ? { first, steps: later.length + 1 } : legs.get(target);
    if (leg === undefined || rooms.has(target)) return [];
    const cost = SCORED_THERE + leg.steps * EACH_STEP;
    return [{ action: leg.first, cost, why: `Points were won at ${target}.`, target }];
  });
}

/** Other places where points were won, by objectives and knowledge, and that were not gone to in vain again and again. */
function goalsOf(situation: Situation): readonly number[] {
  const { sections, journal, gains, place } = situation;
  const lessons = (sections.get('Knowledge from earlier episodes') ?? '').matchAll(LESSON);
  const scored = [
    ...objectivesOf(situation).scores,
    ...[...lessons].map(([, command = '', id]) => ({ id: Number(id), command })),
  ];
  const open = scored.filter(({ id, command }) => {
    const isIt = (turn: Pick<JournalTurn, 'place' | 'action'>) =>
      turn.place === id && turn.action === canonicalAction(command);
    return id !== place && !gains.some(isIt) && journal.filter(isIt).length < MOST_TRIES;
  });
  const timesReached = (id: number) =>
    journal.filter(({ note }, at) => note?.goal === id && (journal[at + 1]?.place ?? place) === id)
      .length;
  return [...new Set(open.map(({ id }) => id))].filter((id) => timesReached(id) < MOST_TRIES);
}

/** The place to ask the way to; null where none is left. */
export function goalToAskFor(situation: Situation): number | null {
  const isInVain = outOfReach(situation.journal);
  return goalsOf(situation).find((goal) => !isInVain.has(goal)) ?? null;
}

/** Objectives whose points this episode has won, as they are listed, without those whose claim was refused. */
export function reachedGoals(situation: Situation): readonly string[] {
  const { scores, refused } = objectivesOf(situation);
  const isWon = ({ id, command }: { readonly id: number; readonly command: string }) =>
    situation.gains.some(
      ({ place, action }) => place === id && action === canonicalAction(command),
    );
  return scores.filter(isWon).flatMap(({ text }) => (refused.includes(text) ? [] : [text]));
}

/** Nothing has come of anything for so long that the episode would end soon: then the player does what it said. */
const STUCK = 28;
/** An aim that is farther away is as good as none. */
const NEAR = 4;
/** Aims kept at a time, the newest first. */
const MOST_AIMS = 2;

/** Objectives to give up, as they are listed: older aims, and goals whose claim was refused. */
export function goalsToDrop(situation: Situation): readonly string[] {
  const { aims, refused } = objectivesOf(situation);
  return [...aims.slice(MOST_AIMS).map(({ text }) => text), ...refused];
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
  const stepsTo = (target: number | null | undefined) => legs.get(target ?? -1)?.steps ?? Infinity;
  const [best] = walks
    .filter(({ target }) => stepsTo(target) <= NEAR && target !== next)
    .toSorted((a, b) => a.cost - b.cost);
  return best?.target ?? (walks.length === 0 || next === null ? null : place);
}

function nearAims(situation: Situation, legs: ReadonlyMap<number, Leg>) {
  return objectivesOf(situation).aims.flatMap(({ id }) => {
    const leg = id === situation.place ? undefined : legs.get(id);
    return leg === undefined || leg.steps > NEAR ? [] : [[id, leg] as const];
  });
}

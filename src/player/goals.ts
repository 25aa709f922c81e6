import { canonicalAction } from '../domain/command.ts';
import { outOfReach, type Leg } from './atlas.ts';
import type { Choice } from './choice.ts';
import type { Fears } from './fears.ts';
import type { Situation } from './situation.ts';

/** Less than a way that nobody walked, from close by. */
const SCORED_THERE = 0.5;
const EACH_STEP = 0.25;

const MOST_TRIES = 2;

const OBJECTIVE = /^- Score at Location (\d+): (.+)$/gm;
const LESSON = /^\| - "(.+)" at [^"]* \((\d+)\) is worth \+\d+ points\.$/gm;
const REFUSED = /^- Not completed: "(Score at Location \d+: .+)": nothing the engine saw/gm;
const ROUTE = /^Route to .*? \((\d+)\)(?:, for: .*)?: ([^:\n]+)$/m;

/** Walks to where points were won in earlier episodes, on a way that was walked in this one or that the prompt tells. */
export function goalWalks(
  situation: Situation,
  legs: ReadonlyMap<number, Leg>,
  { rooms }: Fears,
): readonly Choice[] {
  const [, id, told = ''] = ROUTE.exec(situation.sections.get('Route') ?? '') ?? [];
  const [next = '', ...later] = told.split(/, (?:then )?/);
  return goalsOf(situation).flatMap((target): readonly Choice[] => {
    const isTold = next !== '' && Number(id) === target;
    const leg = isTold ? { first: next, steps: later.length + 1 } : legs.get(target);
    if (leg === undefined || rooms.has(target)) return [];
    const cost = SCORED_THERE + leg.steps * EACH_STEP;
    return [{ action: leg.first, cost, why: `Points were won at ${target}.`, target }];
  });
}

/** The place to ask the way to; null where none is left. */
export function goalToAskFor(situation: Situation): number | null {
  const isInVain = outOfReach(situation.journal);
  return goalsOf(situation).find((goal) => !isInVain.has(goal)) ?? null;
}

/** Objectives whose points this episode has won, as they are listed, without those whose claim was refused. */
export function reachedGoals(situation: Situation): readonly string[] {
  const { sections, gains } = situation;
  const [objectives = ''] = (sections.get('Objectives') ?? '').split(/^Completed:$/m);
  const refused = refusedGoals(situation);
  return [...objectives.matchAll(OBJECTIVE)]
    .filter(([, id, command = '']) =>
      gains.some(
        ({ place, action }) => place === Number(id) && action === canonicalAction(command),
      ),
    )
    .map(([line]) => line.slice('- '.length))
    .filter((text) => !refused.includes(text));
}

/** Objectives whose claim was refused: their points were won before they were set. */
export function refusedGoals({ sections }: Situation): readonly string[] {
  const told = (sections.get('Objectives') ?? '').matchAll(REFUSED);
  return [...told].map(([, text = '']) => text);
}

/** Other places where points were won, by objectives and knowledge, and that were not gone to in vain again and again. */
function goalsOf({ sections, journal, gains, place }: Situation): readonly number[] {
  const [objectives = ''] = (sections.get('Objectives') ?? '').split(/^Completed:$/m);
  const lessons = (sections.get('Knowledge from earlier episodes') ?? '').matchAll(LESSON);
  const scored = [
    ...[...objectives.matchAll(OBJECTIVE)].map(([, id, command]) => ({ id, command })),
    ...[...lessons].map(([, command, id]) => ({ id, command })),
  ];
  const open = scored.filter(({ id, command = '' }) => {
    const isIt = (turn: { readonly place: number | null; readonly action: string }) =>
      turn.place === Number(id) && turn.action === canonicalAction(command);
    return !gains.some(isIt) && journal.filter(isIt).length < MOST_TRIES;
  });
  return [...new Set(open.map(({ id }) => Number(id)))].filter(
    (id) => id !== place && timesReached(id) < MOST_TRIES,
  );

  function timesReached(id: number): number {
    return journal.filter(
      ({ note }, at) => note?.goal === id && (journal[at + 1]?.place ?? place) === id,
    ).length;
  }
}

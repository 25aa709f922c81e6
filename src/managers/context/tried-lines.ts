import { isWaiting, walkingDirection } from '../../domain/command.ts';
import { factsInReach } from '../../domain/facts.ts';
import {
  bestOutcomeOf,
  type Attempt,
  type Brought,
  type Outcome,
} from '../../domain/game-state.ts';
import { thingsNamed, thingsNamedByCommand } from '../../domain/named-things.ts';
import { type Exit, type Observation, thingsSeen } from '../../domain/observation.ts';
import { firstFew, firstParagraph, oneLine, signed } from '../../domain/text.ts';
import { LONGEST_REFUSAL, asksBack, plainAnswer } from '../../domain/game-answer.ts';
import { wholeSentences } from '../../prompts/quote.ts';
import { sceneTriedLine } from '../../prompts/scene-wording.ts';
import { stateChangeWords, thingWords } from '../../prompts/thing-wording.ts';
import { answerTurn, toldAnswer } from './told-answer.ts';
import { type Moment, changesSinceTried, isTriedInVain } from './changes-since-tried.ts';

const MOST_TRIED = 14;
const MOST_CHANGES = 3;
const GIVEN = 'not held any more';
const GONE = 'out of sight';
const IN_HAND = 'in hand';

type Tried = Moment & Partial<Pick<Observation, 'exits'>>;

interface Told {
  readonly action: string;
  /** Whether the game says the same of nothing else. */
  readonly isNew: boolean;
}

/** The result of a command in words. */
const OUTCOMES: Readonly<Record<Brought, (outcome: Outcome, told: Told) => string>> = {
  death: () => 'killed you',
  moved: () => 'moved you',
  changed: (outcome, { action }) =>
    changeIn(outcome, action) ||
    toldAnswer(outcome, action) ||
    `something changed ${answerTurn(outcome)}`,
  told: (outcome, { action }) =>
    asked(outcome) || toldAnswer(outcome, action) || `told something ${answerTurn(outcome)}`,
  nothing: () => 'nothing',
  refused: (outcome, { isNew }) => {
    if (asksBack(outcome.response)) return asked(outcome);
    const kind = isNew ? 'told, no change seen' : 'no change seen';
    // Text after the reason of a refusal does not matter.
    const reason = oneLine(firstParagraph(outcome.response));
    return `${isParsers(outcome) ? 'refused' : kind}: ${reason}`;
  },
};

/**
 * The attempts in a room, the newest last. `- open chest (2x): no change seen: It is locked.`; `refused` if no move was
 * counted; `told, no change seen` for an answer of its own; `; worth trying again: the brass key is held now` if what it
 * names has changed. A better earlier outcome comes first: `- light lamp (2x): lamp on; at turn 9 no change seen: Nothing
 * happens.` Leaves out walks, which the exits tell, and vain attempts with things that are no longer here.
 */
export function triedLines(attempts: readonly Attempt[], now: Tried): string {
  return attempts
    .filter(({ action, brought }) => brought !== 'moved' || walkingDirection(action) === null)
    .filter((attempt) => !isOver(attempt, now))
    .slice(-MOST_TRIED)
    .map((attempt) => {
      const outcome = outcomeWords(attempt, isNewAnswer(attempt, attempts));
      const changes = isWaiting(attempt.action)
        ? []
        : [...changesSinceTried(attempt, now), ...shutAgain(attempt, now)];
      return sceneTriedLine(attempt, outcome, changes);
    })
    .join('\n');
}

/** Whether the game gave this answer once, and to no other command here. */
function isNewAnswer(attempt: Attempt, all: readonly Attempt[]): boolean {
  const answer = answerOf(attempt);
  return !attempt.confirmed && all.every((one) => one === attempt || answerOf(one) !== answer);
}

function answerOf({ action, moment, prior = moment, response }: Attempt): string {
  return plainAnswer({ before: prior, decision: { action }, after: { text: response } });
}

function outcomeWords(attempt: Attempt, isNew: boolean): string {
  const { action, best, vain } = attempt;
  const last = pointWords(attempt) + OUTCOMES[attempt.brought](attempt, { action, isNew });
  const before =
    vain === undefined
      ? ''
      : `; at turn ${vain.lastTurn} no change seen: ${wholeSentences(firstParagraph(vain.response), LONGEST_REFUSAL)}`;
  return best === undefined
    ? last + before + meanwhile(attempt)
    : `${pointWords(best)}${OUTCOMES[best.brought](best, { action, isNew: true })}; at turn ${attempt.lastTurn} ${last}`;
}

/** The parser's question; nothing was tried. Empty if it asked none. */
function asked({ response }: Outcome): string {
  return asksBack(response) ? `asked back: ${oneLine(firstParagraph(response))}` : '';
}

/** What the turn lost beside the outcome of the command: `; meanwhile, not by it: -5, nugget not held any more`. */
function meanwhile({ idle, prior, moment }: Outcome): string {
  const { lost = [], points = 0 } = idle ?? {};
  const gone = thingsSeen(prior ?? moment).filter(({ id }) => lost.includes(id));
  const told = [
    ...(points === 0 ? [] : [signed(points)]),
    ...(gone.length === 0 ? [] : [`${gone.map(thingWords).join(', ')} ${GIVEN}`]),
  ];
  return told.length === 0 ? '' : `; meanwhile, not by it: ${told.join(', ')}`;
}

/** `+12, `. Empty without points. */
function pointWords({ points = 0 }: Outcome): string {
  return points === 0 ? '' : `${signed(points)}, `;
}

/** Whether the parser or a check refused it: the game counted no move. */
function isParsers({ prior, moment }: Outcome): boolean {
  return prior === undefined || prior.moves === moment.moves;
}

/** Whether a vain command is about things that are all out of reach now. */
function isOver(attempt: Attempt, now: Moment): boolean {
  const { brought, moment, prior = moment } = attempt;
  const broughtMore = attempt.best !== undefined || !isTriedInVain(brought);
  const meant = thingsNamedByCommand(attempt.action, thingsSeen(moment, prior));
  const inReach = new Set(thingsSeen(now).map(({ id }) => id));
  return !broughtMore && meant.length > 0 && !meant.some(({ id }) => inReach.has(id));
}

/** The changes that a command made, as facts of the engine, things before creatures. Empty if there is none. */
function changeIn(outcome: Outcome, action: string): string {
  const { prior, moment, idle, response } = outcome;
  if (prior === undefined) return '';
  const [then, after] = [factsInReach(prior), factsInReach(moment)];
  const named = new Set(thingsNamed(firstParagraph(response), prior.objects).map(({ id }) => id));
  const changes = thingsSeen(prior, moment)
    .filter(({ id }) => idle?.came.includes(id) !== true && idle?.lost.includes(id) !== true)
    .filter(({ id }) => !goesAlong(id, [prior, moment], [then, after]))
    .toSorted((a, b) => Number(after.has(`animate ${a.id}`)) - Number(after.has(`animate ${b.id}`)))
    .flatMap((thing): readonly Change[] => {
      const name = thingWords(thing);
      const [was, is] = [then.has(`held ${thing.id}`), after.has(`held ${thing.id}`)];
      const place = is ? handledTo(thing.id, prior, moment) : null;
      if (place !== null && (was || place !== IN_HAND)) return [{ name, change: place }];
      if (was !== is) return [{ name, change: is ? 'held' : GIVEN }];
      // Whoever walks off is told of apart from the answer.
      const isGone = named.has(thing.id) && !after.has(`here ${thing.id}`);
      if (isGone && !is) return [{ name, change: GONE }];
      const came = stateChangeWords(thing, then, after);
      return came.map((change) => ({ name, change: change.replaceAll(/^is | now$/g, '') }));
    });
  const isDark = moment.isDark === true;
  const light = isDark === (prior.isDark === true) ? [] : [isDark ? 'dark now' : 'light now'];
  const all = [changeWords(changes), ...light, ...openedWays(outcome)];
  const words = all.filter(Boolean).join(', ');
  // A gift is followed by the answer, which tells what came of it.
  const isGiven = changes.some(({ change }) => change === GIVEN);
  const isAllGone = changes.every(({ change }) => change === GIVEN || change === GONE);
  const said = isGiven && isAllGone ? toldAnswer(outcome, action) : '';
  return said === '' ? words : `${words}: ${said}`;
}

/** Where a thing went that is held before and after: `in satchel`, or `in hand` out of it. Null if it stayed. */
function handledTo(thing: number, prior: Moment, moment: Moment): string | null {
  const holderIn = ({ objects }: Moment) => objects.find(({ id }) => id === thing)?.inside ?? null;
  const holder = holderIn(moment);
  if (holder === holderIn(prior)) return null;
  const named = moment.objects.find(({ id }) => id === holder);
  return named === undefined ? IN_HAND : `in ${thingWords(named)}`;
}

/** `opens n, e`. */
function openedWays(outcome: Outcome): readonly string[] {
  const opened = waysOpened(outcome).map(({ command }) => command);
  return opened.length > 0 ? [`opens ${opened.join(', ')}`] : [];
}

function waysOpened({ prior, moment }: Outcome): readonly Exit[] {
  const before = new Set(prior?.exits?.map(({ direction }) => direction));
  const opened = (moment.exits ?? []).filter((one) => !one.deadly && !before.has(one.direction));
  return prior?.exits === undefined ? [] : opened;
}

/** Of the ways that a command opened, those that are no exit now. */
function shutAgain(attempt: Attempt, { exits }: Tried): readonly string[] {
  const best = bestOutcomeOf(attempt);
  const opened = best.brought === 'changed' ? waysOpened(best) : [];
  const shut = opened.filter(({ direction }) => exits?.every((one) => one.direction !== direction));
  return shut.length === 0 ? [] : [`no way ${shut.map(({ command }) => command).join(', ')} now`];
}

interface Change {
  readonly name: string;
  readonly change: string;
}

/** `egg, comb not held any more, case open`: equal changes of several things are told once. */
function changeWords(changes: readonly Change[]): string {
  const kinds = [...new Set(changes.map(({ change }) => change))];
  const groups = kinds.map((kind) => {
    const alike = changes.filter(({ change }) => change === kind);
    return `${alike.map(({ name }) => name).join(', ')} ${kind}`;
  });
  return firstFew(groups, MOST_CHANGES).join(', ');
}

/** Whether the thing only followed what it lies in or on, which came, went, changed hands or was closed. */
function goesAlong(
  thing: number,
  moments: readonly Moment[],
  [then, after]: readonly [ReadonlySet<string>, ReadonlySet<string>],
): boolean {
  const all = moments.flatMap(({ objects }) => objects);
  const holders = all.flatMap(({ id, inside }) => (id === thing && inside !== null ? inside : []));
  return holders.some(
    (id) =>
      [`held ${id}`, `here ${id}`].some((fact) => then.has(fact) !== after.has(fact)) ||
      (then.has(`open ${id}`) && !after.has(`open ${id}`)),
  );
}

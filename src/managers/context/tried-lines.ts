import { isPassive, walkingDirection } from '../../domain/command.ts';
import { factsInReach, isFulfilledByFacts } from '../../domain/facts.ts';
import type { Attempt, Brought, Outcome } from '../../domain/game-state.ts';
import { thingsNamed, thingsNamedByCommand } from '../../domain/naming.ts';
import {
  type Look,
  type VisibleObject,
  type ZObject,
  thingsObserved,
} from '../../domain/observation.ts';
import {
  closingSentences,
  firstParagraph,
  firstTexts,
  oneLine,
  signed,
} from '../../domain/text.ts';
import { LONGEST_REFUSAL, plainAnswer } from '../../domain/answer.ts';
import { sceneTriedLine } from '../../prompts/scene-wording.ts';
import { thingWords } from '../../prompts/wording.ts';

const MOST_TRIED = 14;
const MOST_CHANGES = 3;
/** A longer text is read where it was printed, because a part would look whole. A speech may be as long as a refusal. */
const LONGEST_TEXT = 100;
/** A paragraph in brackets. */
const ASIDE = /^\s*\[[^[\]]*\]\s*$/gm;
const GIVEN = 'not held any more';
const SPEECH = /["“]/;

type Moment = Pick<Look, 'objects' | 'inventory'>;

/** The outcome of a command in words. `isNew` tells whether the game says the same of nothing else. */
const OUTCOMES: Readonly<Record<Brought, (outcome: Outcome, isNew: boolean) => string>> = {
  death: () => 'killed you',
  moved: () => 'moved you',
  changed: (outcome) =>
    changeIn(outcome) || answer(outcome) || `something changed ${turnOf(outcome)}`,
  told: (outcome) => answer(outcome) || `told something ${turnOf(outcome)}`,
  nothing: () => 'nothing',
  refused: (outcome, isNew) => {
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
export function triedLines(attempts: readonly Attempt[], now: Moment): string {
  return attempts
    .filter(({ action, brought }) => brought !== 'moved' || walkingDirection(action) === null)
    .filter((attempt) => !isOver(attempt, now))
    .slice(-MOST_TRIED)
    .map((attempt) => {
      const outcome = outcomeWords(attempt, isNewAnswer(attempt, attempts));
      return sceneTriedLine(attempt, outcome, changesSinceTried(attempt, now));
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
  const last = pointWords(attempt) + OUTCOMES[attempt.brought](attempt, isNew);
  const { best, vain } = attempt;
  const before =
    vain === undefined
      ? ''
      : `; at turn ${vain.lastTurn} not yet: ${oneLine(firstParagraph(vain.response))}`;
  return best === undefined
    ? last + before
    : `${pointWords(best)}${OUTCOMES[best.brought](best, true)}; at turn ${attempt.lastTurn} ${last}`;
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
  const broughtMore = attempt.best !== undefined || !isVain(brought);
  const meant = thingsNamedByCommand(attempt.action, thingsObserved(moment, prior));
  const inReach = new Set(thingsObserved(now).map(({ id }) => id));
  return !broughtMore && meant.length > 0 && !meant.some(({ id }) => inReach.has(id));
}

function isVain(brought: Brought): boolean {
  return brought === 'refused' || brought === 'nothing';
}

/** The changes that a command made, as facts of the engine, things before creatures. Empty if there is none. */
function changeIn(outcome: Outcome): string {
  const { prior, moment, cameIdle = [] } = outcome;
  if (prior === undefined) return '';
  const [then, after] = [factsInReach(prior), factsInReach(moment)];
  const changes = thingsObserved(prior, moment)
    .filter(({ id }) => !cameIdle.includes(id))
    .filter(({ id }) => !goesAlong(id, [prior, moment], [then, after]))
    .toSorted((a, b) => Number(after.has(`animate ${a.id}`)) - Number(after.has(`animate ${b.id}`)))
    .flatMap((thing) => {
      const name = thingWords(thing);
      const [was, is] = [then.has(`held ${thing.id}`), after.has(`held ${thing.id}`)];
      if (was !== is) return [is ? `${name} held` : `${name} ${GIVEN}`];
      const came = stateChanges(thing, then, after);
      return came.map((change) => `${name} ${change.replaceAll(/^is | now$/g, '')}`);
    });
  const told = firstTexts(changes, MOST_CHANGES).join(', ');
  // A gift is followed by the answer, which tells what came of it.
  const isGiven = changes.length > 0 && changes.every((change) => change.endsWith(GIVEN));
  return isGiven && answer(outcome) !== '' ? `${told}: ${answer(outcome)}` : told;
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

/**
 * The whole answer if it is short. Else the last sentences of its first paragraph or of a speech, and the turn with all of
 * it: descriptions come first, and the deeds of others last. Empty if none is short. Asides in brackets are left out.
 */
function answer(outcome: Outcome): string {
  const whole = outcome.response.replaceAll(ASIDE, '').trim();
  const line = oneLine(
    SPEECH.test(whole) || whole.length <= LONGEST_TEXT ? whole : firstParagraph(whole),
  );
  const text = line.replaceAll('"', '');
  if (line.length <= (SPEECH.test(line) ? LONGEST_REFUSAL : LONGEST_TEXT))
    return line === oneLine(whole) ? `"${text}"` : `"${text} (...)" ${turnOf(outcome)}`;
  const last = closingSentences(text, LONGEST_TEXT);
  return last === '' ? '' : `"(...) ${last}" ${turnOf(outcome)}`;
}

function turnOf({ lastTurn }: Outcome): string {
  return `(turn ${lastTurn})`;
}

/**
 * The changes of the things that a futile command names, unless they are what it asked for; and those in its answer who are
 * gone. Holding a thing shows nothing new to a player who only looked at it.
 */
export function changesSinceTried(attempt: Attempt, now: Moment): readonly string[] {
  const { action, brought, moment, response } = attempt;
  if (!isVain(brought)) return [];
  const meant = thingsNamedByCommand(action, thingsObserved(now, moment));
  const [then, today] = [factsInReach(moment), factsInReach(now)];
  if (isFulfilledByFacts(action, meant, today)) return [];
  const isLook = brought === 'nothing' && isPassive(action);
  const changes = meant.flatMap((thing) => {
    const name = `the ${thingWords(thing)}`;
    const fact = `held ${thing.id}`;
    if (today.has(fact) && !then.has(fact)) return isLook ? [] : [`${name} is held now`];
    // The tool of a command may be laid down for no reason.
    const isLaidDown = then.has(fact) && today.has(`here ${thing.id}`) && meant.length === 1;
    if (isLaidDown && !isLook) return [`${name} is not held any more`];
    const states = stateChanges(thing, then, today).map((change) => `${name} ${change}`);
    return states.length > 0 ? states : placeChanges(thing, moment, now, name);
  });
  const gone = thingsNamed(response, moment.objects)
    .filter(({ id }) => then.has(`animate ${id}`) && !today.has(`animate ${id}`))
    .map((one) => `${thingWords(one)} is not here any more`);
  return [...changes, ...gone].slice(0, MOST_CHANGES);
}

/** The new place of a thing, or of what holds it. Only in or on something: a thing with somebody is of no use. */
function placeChanges({ id }: ZObject, then: Moment, now: Moment, name: string): readonly string[] {
  const before = new Set(holdersOf(id, then).map((one) => one.id));
  const holder = holdersOf(id, now).find((one) => !before.has(one.id));
  if (holder === undefined || holder.traits.includes('animate')) return [];
  const preposition = holder.traits.includes('supporter') ? 'on' : 'in';
  return [`${name} is ${preposition} ${thingWords(holder)} now`];
}

/** What a thing lies in or on, the nearest first. */
function holdersOf(thing: number, { objects }: Moment): readonly VisibleObject[] {
  const inside = objects.find(({ id }) => id === thing)?.inside ?? null;
  const holder = objects.find(({ id }) => id === inside);
  return holder === undefined ? [] : [holder, ...holdersOf(holder.id, { objects, inventory: [] })];
}

function stateChanges(
  { id }: ZObject,
  then: ReadonlySet<string>,
  today: ReadonlySet<string>,
): readonly string[] {
  const isThere = (facts: ReadonlySet<string>) =>
    facts.has(`here ${id}`) || facts.has(`held ${id}`);
  if (!isThere(then)) return isThere(today) ? ['is in reach now'] : [];
  if (!isThere(today)) return [];
  return ['open', 'locked', 'on', 'worn'].flatMap((state) => {
    const is = today.has(`${state} ${id}`);
    if (is === then.has(`${state} ${id}`)) return [];
    return [is ? `is ${state} now` : `is not ${state} any more`];
  });
}

import { walkingDirection } from '../../domain/command.ts';
import { factsInReach } from '../../domain/effect.ts';
import { isFulfilled } from '../../domain/fulfilled.ts';
import type { Attempt, Brought } from '../../domain/game-state.ts';
import { thingsMeant } from '../../domain/naming.ts';
import type { Look, ZObject } from '../../domain/observation.ts';
import { oneLine } from '../../prompts/quote.ts';
import { triedLine } from '../../prompts/scene-wording.ts';
import { thingWords } from '../../prompts/wording.ts';

const MOST_TRIED = 14;
const LONGEST_REASON = 200;
const MOST_CHANGES = 3;

const SENTENCE_END = /(?<=[.!?]["”’')\]]*)\s+/;

type Moment = Pick<Look, 'objects' | 'inventory'>;

/** Words of an answer, or of what changed, that tell it from others. */
const MOST_WORDS = 7;

const OUTCOMES: Readonly<Record<Brought, (attempt: Attempt) => string>> = {
  death: () => 'killed you',
  moved: () => 'moved you',
  changed: (attempt) => changeIn(attempt) || beginningOf(attempt.response),
  told: ({ response }) => beginningOf(response),
  nothing: () => 'nothing',
  refused: (attempt) =>
    `${isParsers(attempt) ? 'refused' : 'no change seen'}: ${reasonIn(attempt.response)}`,
};

/**
 * What was tried in a room, the newest last: `- open chest (2x): no change seen: It is locked.`, `refused` where no
 * move was counted, and `; worth trying again: the brass key is held now` where what it names is otherwise now. Walks that led on are told under the ways out.
 */
export function triedLines(attempts: readonly Attempt[], now: Moment): string {
  return attempts
    .filter(({ action, brought }) => brought !== 'moved' || walkingDirection(action) === null)
    .slice(-MOST_TRIED)
    .map((attempt) =>
      triedLine(attempt, OUTCOMES[attempt.brought](attempt), changesSince(attempt, now)),
    )
    .join('\n');
}

/** Whether the parser or a check refused it: the game counted no move. */
function isParsers({ prior, moment }: Attempt): boolean {
  return prior === undefined || prior.moves === moment.moves;
}

/** What a command changed, in facts of the engine; empty where it is nothing of the kind. */
function changeIn({ prior, moment }: Attempt): string {
  if (prior === undefined) return '';
  const [then, after] = [factsInReach(prior), factsInReach(moment)];
  const changes = thingsIn(prior, moment).flatMap((thing) => {
    const name = thingWords(thing);
    const [was, is] = [then.has(`held ${thing.id}`), after.has(`held ${thing.id}`)];
    if (was !== is) return [is ? `${name} held` : `${name} not held any more`];
    const came = stateChanges(thing, then, after);
    return came.map((change) => `${name} ${change.replaceAll(/^is | now$/g, '')}`);
  });
  return firstWords(changes.join(', '));
}

/** How the answer begins. */
function beginningOf(answer: string): string {
  const [sentence = ''] = oneLine(answer.trim()).split(SENTENCE_END);
  return `"${firstWords(sentence.replaceAll('"', ''))}"`;
}

function firstWords(text: string): string {
  const words = text.split(/\s+/);
  const isWhole = words.length <= MOST_WORDS;
  return isWhole ? text : `${words.slice(0, MOST_WORDS).join(' ')} ...`;
}

/** The first paragraph of an answer; of a longer one the last whole sentences, for the reason mostly comes last. */
function reasonIn(answer: string): string {
  const text = oneLine(answer.trim().split(/\n\s*\n/)[0] ?? '');
  if (text.length <= LONGEST_REASON) return text;
  const sentences = text.split(SENTENCE_END);
  const fitting = sentences.findIndex(
    (_, at) => sentences.slice(at).join(' ').length <= LONGEST_REASON,
  );
  if (fitting !== -1) return `... ${sentences.slice(fitting).join(' ')}`;
  const last = sentences.at(-1) ?? text;
  return `${last.slice(0, LONGEST_REASON + 1).replace(/\s+\S*$/, '')} ...`;
}

/** What is otherwise now of the things that a futile command names, unless what it asked for has come about. */
function changesSince(attempt: Attempt, now: Moment): readonly string[] {
  const { action, brought, moment } = attempt;
  if (brought !== 'refused' && brought !== 'nothing') return [];
  const meant = thingsMeant(action, thingsIn(now, moment));
  const [then, today] = [factsInReach(moment), factsInReach(now)];
  if (isFulfilled(action, meant, today)) return [];
  const changes = meant.flatMap((thing) => {
    const name = `the ${thingWords(thing)}`;
    const fact = `held ${thing.id}`;
    if (today.has(fact) && !then.has(fact)) return [`${name} is held now`];
    return stateChanges(thing, then, today).map((change) => `${name} ${change}`);
  });
  return changes.slice(0, MOST_CHANGES);
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

function thingsIn(...moments: readonly Moment[]): readonly ZObject[] {
  const all = moments.flatMap(({ objects, inventory }) => [...objects, ...inventory]);
  return [...new Map(all.map((thing) => [thing.id, thing])).values()];
}

import { isPassive } from '../../domain/command.ts';
import { factsInReach, areWantedFacts } from '../../domain/facts.ts';
import type { Attempt, Brought } from '../../domain/game-state.ts';
import { thingsNamed, thingsNamedByCommand } from '../../domain/named-things.ts';
import {
  thingsSeen,
  type Look,
  type VisibleObject,
  type ZObject,
  isAnimate,
} from '../../domain/observation.ts';
import { firstParagraph } from '../../domain/text.ts';
import { stateChangeWords, thingWords } from '../../prompts/thing-wording.ts';

const MOST_CHANGES = 3;

/** What hinders a command that reaches into a thing. */
const NOT_OPEN = 'is not open any more';
const INSIDE = /\b(?:in|inside|into|from|out)\b/;

export type Moment = Pick<Look, 'objects' | 'inventory'>;

/** Whether a command brought nothing. */
export function isTriedInVain(brought: Brought): boolean {
  return brought === 'refused' || brought === 'nothing';
}

/**
 * Why a command that brought nothing may bring more now: the changes of the things that it names, unless they are what it
 * asked for, and those in the first paragraph of its answer who have gone. Holding a thing shows nothing new to a player who
 * only looked at it.
 */
export function changesSinceTried(attempt: Attempt, now: Moment): readonly string[] {
  const { action, brought, moment, response } = attempt;
  if (!isTriedInVain(brought)) return [];
  const meant = thingsNamedByCommand(action, thingsSeen(now, moment));
  const [then, today] = [factsInReach(moment), factsInReach(now)];
  if (areWantedFacts(action, meant, today)) return [];
  const isLook = brought === 'nothing' && isPassive(action);
  const changes = meant.flatMap((thing) => {
    const name = `the ${thingWords(thing)}`;
    const fact = `held ${thing.id}`;
    if (today.has(fact) && !then.has(fact)) return isLook ? [] : [`${name} is held now`];
    // The tool of a command may be laid down for no reason.
    const isLaidDown = then.has(fact) && today.has(`here ${thing.id}`) && meant.length === 1;
    if (isLaidDown && !isLook) return [`${name} is not held any more`];
    const states = stateChangeWords(thing, then, today)
      .filter((change) => !(change === NOT_OPEN && INSIDE.test(action)))
      .map((change) => `${name} ${change}`);
    return states.length > 0 ? states : placeChanges(thing, moment, now, name);
  });
  const gone = thingsNamed(firstParagraph(response), moment.objects)
    .filter(({ id }) => then.has(`animate ${id}`) && !today.has(`animate ${id}`))
    .map((one) => `${thingWords(one)} is not here any more`);
  return [...changes, ...gone].slice(0, MOST_CHANGES);
}

/** The new place of a thing or of its holder, if it is nearer now. What somebody has is of no use. */
function placeChanges({ id }: ZObject, then: Moment, now: Moment, name: string): readonly string[] {
  const before = new Set(holdersOf(id, then).map((one) => one.id));
  const holder = holdersOf(id, now).find((one) => !before.has(one.id));
  if (holder === undefined || holder.held || isAnimate(holder)) return [];
  const preposition = holder.traits.includes('supporter') ? 'on' : 'in';
  return [`${name} is ${preposition} ${thingWords(holder)} now`];
}

/** What a thing lies in or on, the nearest first. */
function holdersOf(thing: number, { objects }: Moment): readonly VisibleObject[] {
  const inside = objects.find(({ id }) => id === thing)?.inside ?? null;
  const holder = objects.find(({ id }) => id === inside);
  return holder === undefined ? [] : [holder, ...holdersOf(holder.id, { objects, inventory: [] })];
}

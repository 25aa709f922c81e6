import { takenNouns, walkingDirection } from '../../domain/command.ts';
import { factsInReach } from '../../domain/effect.ts';
import type { Attempt, Brought } from '../../domain/game-state.ts';
import { thingsMeant, thingsNamed } from '../../domain/naming.ts';
import type { Look, ZObject } from '../../domain/observation.ts';
import { oneLine } from '../../prompts/quote.ts';
import { commandWords, thingWords } from '../../prompts/wording.ts';

const MOST_TRIED = 14;
const LONGEST_REASON = 100;
const MOST_CHANGES = 3;

type Moment = Pick<Look, 'objects' | 'inventory'>;

const WORDS: Readonly<Record<Exclude<Brought, 'refused'>, string>> = {
  death: 'killed you',
  moved: 'moved you',
  changed: 'changed the world',
  told: 'told something',
  nothing: 'nothing',
};

/**
 * What was tried in a room, the newest last: `- open chest (2x): refused: It is locked.`, and `; worth trying again: the
 * brass key is held now` where what it names is otherwise now. Walks that led on are told under the ways out.
 */
export function triedLines(attempts: readonly Attempt[], now: Moment): string {
  return attempts
    .filter(({ action, brought }) => brought !== 'moved' || walkingDirection(action) === null)
    .slice(-MOST_TRIED)
    .map((attempt) => {
      const { action, times, brought, response } = attempt;
      const count = times > 1 ? ` (${times}x)` : '';
      const outcome = brought === 'refused' ? `refused: ${reasonIn(response)}` : WORDS[brought];
      const changes = changesSince(attempt, now);
      const again = changes.length === 0 ? '' : `; worth trying again: ${changes.join(', ')}`;
      return `- ${commandWords(action)}${count}: ${outcome}${again}`;
    })
    .join('\n');
}

/** The first sentence of an answer; what is longer ends with a whole word. */
function reasonIn(answer: string): string {
  const text = oneLine(answer);
  const first = /^.*?[.!?]["”’')\]]*(?=\s|$)/.exec(text)?.[0] ?? text;
  if (first.length <= LONGEST_REASON) return first;
  return `${first.slice(0, LONGEST_REASON + 1).replace(/\s+\S*$/, '')} ...`;
}

/** What is otherwise now of the things that a futile command named, or its answer; of a locked thing also what is held. */
function changesSince(attempt: Attempt, now: Moment): readonly string[] {
  const { action, brought, response, moment } = attempt;
  if (brought !== 'refused' && brought !== 'nothing') return [];
  const things = thingsIn(now, moment);
  const meant = thingsMeant(action, things);
  const [then, today] = [factsInReach(moment), factsInReach(now)];
  const isHeldAnew = ({ id }: ZObject) => today.has(`held ${id}`) && !then.has(`held ${id}`);
  const isLocked = meant.some(({ id }) => today.has(`locked ${id}`));
  const about = isLocked ? things.filter(isHeldAnew) : thingsNamed(response, things);
  const taken = takenNouns(action).length > 0 ? meant : [];
  const changes = [...new Set([...meant, ...about])].flatMap((thing) => {
    const name = `the ${thingWords(thing)}`;
    if (isHeldAnew(thing)) return taken.includes(thing) ? [] : [`${name} is held now`];
    if (!meant.includes(thing)) return [];
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

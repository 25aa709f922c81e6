import { factsInReach } from '../domain/facts.ts';
import type { Observation, Trait, ZObject } from '../domain/observation.ts';
import { oneLine } from '../domain/text.ts';
import { moved } from '../domain/turn-effect.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import { LONGEST_NAME, type Named } from './wording.ts';

export function thingWords({ name }: Named): string {
  return oneLine(name, LONGEST_NAME);
}

/** Things in a row; `nothing` for none. */
export function thingsWords(things: readonly Named[]): string {
  return things.map(thingWords).join(', ') || 'nothing';
}

/** The states of a thing that a command may change and that a plan depends on. */
const STATES: readonly Trait[] = ['worn', 'on', 'light', 'locked'];

/** The things held, each with its states and what lies in or on it: `satchel (with letter), lamp (on), ring`. */
export function heldWords(facts: Pick<Observation, 'inventory' | 'objects'>): string {
  const { inventory, objects } = facts;
  const words = (thing: ZObject): string => {
    const traits = objects.find(({ id }) => id === thing.id)?.traits ?? [];
    const contents = objects.filter(({ inside }) => inside === thing.id).map(words);
    const told = [
      ...STATES.filter((state) => traits.includes(state)),
      ...(contents.length === 0 ? [] : [`with ${contents.join(', ')}`]),
    ].join(', ');
    return `${thingWords(thing)}${told === '' ? '' : ` (${told})`}`;
  };
  return inventory.map(words).join(', ') || 'nothing';
}

/** Comes before the things that a turn brought into reach. */
export const FOUND = 'in reach now:';

/** What a turn changed of the states of things in reach, and of the light: `heater on`, `hatch not locked`, `dark`. */
export function turnStateWords(record: TurnRecord): readonly string[] {
  const { before, after } = record;
  if (moved(record)) return [];
  const [then, now] = [factsInReach(before), factsInReach(after)];
  const lit = (isDark?: boolean) => (isDark === true ? 'dark' : 'light');
  const light = lit(before.isDark) === lit(after.isDark) ? [] : [lit(after.isDark)];
  const states = after.objects.flatMap((thing) =>
    then.has(`here ${thing.id}`) || then.has(`held ${thing.id}`)
      ? stateChangeWords(thing, then, now).map((change) => `${thingWords(thing)} ${bare(change)}`)
      : [],
  );
  return [...states, ...light];
}

/** `on` of `is on now`, `not on` of `is not on any more`. */
function bare(change: string): string {
  return change.replaceAll(/^is | now$| any more$/g, '');
}

/** What has changed of a thing in reach: `is open now`, `is not worn any more`. */
export function stateChangeWords(
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

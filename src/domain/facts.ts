import { takenNouns } from './command.ts';
import { thingsNamed } from './named-things.ts';
import type { Look, Trait, ZObject } from './observation.ts';

const CHANGEABLE: ReadonlySet<string> = new Set<Trait>(['locked', 'on', 'open', 'worn']);

/** Facts about things in reach by object number: held, open, lit and so on. */
export function factsInReach(look: Pick<Look, 'inventory' | 'objects'>): ReadonlySet<string> {
  const { inventory, objects } = look;
  return new Set([
    ...inventory.map(({ id }) => `held ${id}`),
    ...objects.flatMap(({ id, held, traits }) => [
      held ? `held ${id}` : `here ${id}`,
      ...traits.map((trait) => `${trait} ${id}`),
    ]),
  ]);
}

export function isHeldFact(fact: string): boolean {
  return fact.startsWith('held ');
}

/** Whether a fact is a state that commands change. */
export function isChangeableFact(fact: string): boolean {
  return CHANGEABLE.has(fact.slice(0, fact.indexOf(' ')));
}

const ASKING = /^(?:ask|beg)\b.*?\bfor (.+)$|\bgive me (.+)$/;

/** A state that a command asks for, or its absence. */
export interface WantedState {
  readonly state: Trait;
  readonly is: boolean;
}

/** The state that each verb asks of the first thing after it. */
const WANTED: Readonly<Record<string, WantedState>> = {
  open: { state: 'open', is: true },
  close: { state: 'open', is: false },
  shut: { state: 'open', is: false },
  unlock: { state: 'locked', is: false },
  lock: { state: 'locked', is: true },
  wear: { state: 'worn', is: true },
  light: { state: 'on', is: true },
};

/** The fact that a verb makes true of a thing. Null for other verbs. */
export function factWanted(verb: string): WantedState | null {
  return Object.hasOwn(WANTED, verb) ? (WANTED[verb] ?? null) : null;
}

/** Whether today's facts (see factsInReach) are what a command asks for. `meant` holds the things that it names. */
export function areWantedFacts(
  action: string,
  meant: readonly ZObject[],
  today: ReadonlySet<string>,
): boolean {
  const [verb = ''] = action.split(' ');
  const [, askedFor, given] = ASKING.exec(action) ?? [];
  const asked = askedFor ?? given ?? takenNouns(action).join(', ');
  if (asked !== '') return thingsNamed(asked, meant).some(({ id }) => today.has(`held ${id}`));
  const [first] = meant;
  const wanted = factWanted(verb);
  if (first === undefined || wanted === null) return false;
  const isSo = today.has(`${wanted.state} ${first.id}`);
  const isThere = today.has(`here ${first.id}`) || today.has(`held ${first.id}`);
  return isThere && isSo === wanted.is;
}

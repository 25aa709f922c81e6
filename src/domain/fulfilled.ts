import { takenNouns } from './command.ts';
import { thingsNamed } from './naming.ts';
import type { Trait, ZObject } from './observation.ts';

/** Asking somebody for a thing. */
const ASKING = /^(?:ask|beg)\b.*?\bfor (.+)$|\bgive me (.+)$/;

/** A state of a thing, or that it has it no more. */
export interface WantedState {
  readonly state: Trait;
  readonly is: boolean;
}

/** The state that a verb brings the first thing into that is named after it. */
const WANTED: Readonly<Record<string, WantedState>> = {
  open: { state: 'open', is: true },
  close: { state: 'open', is: false },
  shut: { state: 'open', is: false },
  unlock: { state: 'locked', is: false },
  lock: { state: 'locked', is: true },
  wear: { state: 'worn', is: true },
  light: { state: 'on', is: true },
};

/** The state that a verb brings a thing into; null where it is no such verb. */
export function stateWanted(verb: string): WantedState | null {
  return Object.hasOwn(WANTED, verb) ? (WANTED[verb] ?? null) : null;
}

/**
 * Whether what a command asks for is so: the thing is open, unlocked, held and so on. `meant` are the things that it
 * names, `today` what is so of things in reach; see factsInReach.
 */
export function isFulfilled(
  action: string,
  meant: readonly ZObject[],
  today: ReadonlySet<string>,
): boolean {
  const [verb = ''] = action.split(' ');
  const [, askedFor, given] = ASKING.exec(action) ?? [];
  const asked = askedFor ?? given ?? takenNouns(action).join(', ');
  if (asked !== '') return thingsNamed(asked, meant).some(({ id }) => today.has(`held ${id}`));
  const [first] = meant;
  const wanted = stateWanted(verb);
  if (first === undefined || wanted === null) return false;
  const isSo = today.has(`${wanted.state} ${first.id}`);
  const isThere = today.has(`here ${first.id}`) || today.has(`held ${first.id}`);
  return isThere && isSo === wanted.is;
}

import { factsInReach, isChangeableFact, isHeldFact } from '../domain/facts.ts';
import { isNamedInPart } from '../domain/named-things.ts';
import type { Look } from '../domain/observation.ts';

const MOST_TOLD = 3;

/** A fact that always or never held when the claim did, and which of its failures that explains. */
interface Telling {
  readonly fact: string;
  readonly isNeeded: boolean;
  readonly failures: readonly number[];
}

/**
 * The difference between the moments where a claim held and where it failed: `only when the window is open`, `not when the
 * chest is locked`; `mostly when …` for one fact that explains at least half of the failures. Facts about things in the
 * command come first, also several that explain all failures together. Of several other facts none is told.
 */
export function describeDifference(
  held: readonly Look[],
  failed: readonly Look[],
  commands: readonly string[] = [],
): string {
  const telling = factsTelling(held, failed);
  const names = new Map(
    [...held, ...failed].flatMap(({ objects, inventory }) =>
      [...objects, ...inventory].map(({ id, name }) => [String(id), name] as const),
    ),
  );
  const isNamed = ({ fact }: Telling) =>
    commands.some((command) => isNamedInPart(command, names.get(fact.split(' ')[1] ?? '') ?? ''));
  const sharp = telling.filter(({ failures }) => failures.length === failed.length);
  const half = telling.filter(({ failures }) => 2 * failures.length >= failed.length);
  const all = sharp.length > 0 ? named(sharp, isNamed) : together(telling.filter(isNamed), failed);
  const isSure = sharp.length + all.length > 0;
  const found = isSure ? all : mostTelling(half, isNamed);
  const isHeld = (id: string) => found.some(({ fact }) => fact === `held ${id}`);
  // What is held was in reach before: to a reader these two would contradict each other.
  const told = found.filter(
    ({ fact }) => !(fact.startsWith('here ') && isHeld(fact.replace('here ', ''))),
  );
  const words = (isNeeded: boolean) =>
    told
      .filter((one) => one.isNeeded === isNeeded)
      .slice(0, MOST_TOLD)
      .map(({ fact }) => factWords(fact, names))
      .join(isNeeded ? ' and ' : ' or ');
  const [only, never] = [words(true), words(false)];
  const [yes, no] = isSure ? ['only', 'not'] : ['mostly', 'mostly not'];
  const parts = [only && `${yes} when ${only}`, never && `${no} when ${never}`];
  return parts.filter(Boolean).join('; ');
}

/** The thing of an `open` command that is open at some of the moments and shut at others, so something else opens it. */
export function openedOtherwise(command: string, looks: readonly Look[]) {
  if (!command.startsWith('open ')) return null;
  const things = looks.flatMap(({ objects }) =>
    objects.filter(({ name }) => isNamedInPart(command, name)),
  );
  const isOpen = ({ traits }: Look['objects'][number]) => traits.includes('open');
  // If the word may mean several things, it is unknown which.
  const isOne = new Set(things.map(({ id }) => id)).size === 1;
  return isOne && things.some(isOpen) && !things.every(isOpen)
    ? (things.find(isOpen) ?? null)
    : null;
}

/** The facts about named things, else the only fact: each of several may be a coincidence. */
function named(facts: readonly Telling[], isNamed: (one: Telling) => boolean): readonly Telling[] {
  const found = facts.filter(isNamed);
  if (found.length > 0) return found;
  return facts.length === 1 ? facts : [];
}

/** A few facts that together explain all failures, each time the one that explains most of the rest. Else none. */
function together(facts: readonly Telling[], failed: readonly Look[]): readonly Telling[] {
  let left = failed.map((_, at) => at);
  const told: Telling[] = [];
  while (left.length > 0 && told.length < MOST_TOLD) {
    const explained = ({ failures }: Telling) => left.filter((at) => failures.includes(at)).length;
    const [best] = facts.toSorted((one, other) => explained(other) - explained(one));
    if (best === undefined || explained(best) === 0) return [];
    told.push(best);
    left = left.filter((at) => !best.failures.includes(at));
  }
  return left.length === 0 ? told : [];
}

/** The fact that explains most, of those about named things. Else of all, but of several none. */
function mostTelling(
  facts: readonly Telling[],
  isNamed: (one: Telling) => boolean,
): readonly Telling[] {
  const found = facts.filter(isNamed);
  const pool = found.length > 0 ? found : facts;
  const most = Math.max(...pool.map(({ failures }) => failures.length));
  const best = pool.filter(({ failures }) => failures.length === most);
  return found.length > 0 || best.length === 1 ? best.slice(0, 1) : [];
}

/** The facts that hold at each moment where the claim did, or at none, and otherwise at some of the other moments. */
function factsTelling(held: readonly Look[], failed: readonly Look[]): readonly Telling[] {
  const [good, bad] = [held.map(factsNow), failed.map(factsNow)];
  const all = new Set([...good, ...bad].flatMap((facts) => [...facts]));
  return [...all].flatMap((fact) => {
    const isNeeded = good.every((facts) => facts.has(fact));
    const isAgainst = !good.some((facts) => facts.has(fact));
    const failures = bad.flatMap((facts, at) => (facts.has(fact) === isNeeded ? [] : [at]));
    return (isNeeded || isAgainst) && failures.length > 0 ? [{ fact, isNeeded, failures }] : [];
  });
}

/** The facts that may differ at another moment: that a lamp is lit, not that it can give light. */
function factsNow(look: Look): ReadonlySet<string> {
  return new Set(
    [...factsInReach(look)].filter(
      (fact) => isHeldFact(fact) || isChangeableFact(fact) || fact.startsWith('here '),
    ),
  );
}

function factWords(fact: string, names: ReadonlyMap<string, string>): string {
  const [state = '', id = ''] = fact.split(' ');
  const name = names.get(id) ?? 'something';
  return `${name} is ${state === 'here' ? 'in reach' : state}`;
}

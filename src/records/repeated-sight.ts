import { fieldsOf, isSame, ToldThings } from './told-things.ts';

/**
 * What a turn began with is nearly always what the turn before it ended with. The larger parts of it are then not stored
 * again: a line without one of these fields in `before` has that of `after` in the line before it.
 */
const LARGE = new Set(['text', 'inventory', 'objects', 'exits', 'fingerprint', 'scene']);

/** What a decision has of the proposal that was played: an entry of `judged` that says no other is stored without. */
const PROPOSED = new Set(['completed', 'dropped', 'action', 'reasoning', 'newObjective', 'target']);

type Fields = Readonly<Record<string, unknown>>;
interface Turn {
  readonly before: object;
  readonly after: object;
  readonly decision?: object;
}

/** Turns turns into what is stored of them, in the order of their file. */
export function createTurnShortener(recorded: readonly unknown[]): (turn: Turn) => object {
  const told = new ToldThings();
  let last: Fields = {};
  const shorten = (turn: Turn) => {
    const [before, after] = [fieldsOf(turn.before), fieldsOf(turn.after)];
    const differs = ([field, value]: readonly [string, unknown]) =>
      !LARGE.has(field) || !isSame(last[field], value);
    const began = Object.fromEntries(Object.entries(before).filter(differs));
    last = after;
    return {
      ...turn,
      before: told.shorten(began, before['location']),
      ...withJudged(turn.decision, (entry, played) =>
        isSame(entry['proposal'], played) ? { ...entry, proposal: undefined } : entry,
      ),
      after: told.shorten(after, after['location']),
    };
  };
  for (const turn of recorded) if (isTurn(turn)) shorten(turn);
  return shorten;
}

/** Reads stored turns, all of a file in their order, with all that they say; what is no stored turn stays as it is. */
export function createTurnReader(): (stored: unknown) => unknown {
  let told = new ToldThings();
  let last: Fields = {};
  return (stored) => {
    if (!isTurn(stored)) {
      [told, last] = [new ToldThings(), {}];
      return stored;
    }
    const [began, after] = [fieldsOf(stored.before), fieldsOf(stored.after)];
    const before = filled(told.read(began, began['location']), last);
    last = told.read(after, after['location']);
    return {
      ...stored,
      before,
      ...withJudged(stored.decision, (entry, played) => ({ proposal: played, ...entry })),
      after: last,
    };
  };
}

/** Stored turns, all of a file in their order, with all that they say. */
export function wholeTurns(stored: readonly unknown[]): readonly unknown[] {
  return stored.map(createTurnReader());
}

/** The decision with its judged proposals changed; `played` is the proposal that the decision says. */
function withJudged(
  decision: object | undefined,
  change: (entry: Fields, played: Fields) => Fields,
): { readonly decision?: object } {
  const { judged } = fieldsOf(decision);
  if (!Array.isArray(judged)) return {};
  const said = Object.entries(fieldsOf(decision)).filter(([field]) => PROPOSED.has(field));
  const played = Object.fromEntries(said);
  const changed = (entry: unknown) => (isObject(entry) ? change(fieldsOf(entry), played) : entry);
  return { decision: { ...decision, judged: judged.map(changed) } };
}

/** The fields in the order of `known`, so that a turn reads as it was before it was stored. */
function filled(before: Fields, known: Fields): Fields {
  const missing = [...LARGE].filter((field) => !(field in before) && field in known);
  if (missing.length === 0) return before;
  const all = { ...before, ...Object.fromEntries(missing.map((field) => [field, known[field]])) };
  const order = Object.keys(known).filter((field) => field in all);
  return { ...Object.fromEntries(order.map((field) => [field, all[field]])), ...all };
}

function isTurn(record: unknown): record is Turn {
  const { before, after } = fieldsOf(record);
  return isObject(before) && isObject(after);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

import { fieldsOf, isSame, ToldThings } from './told-things.ts';

/** What a decision has of the proposal that was played: an entry of `judged` that says no other is stored without. */
const PROPOSED = new Set(['completed', 'dropped', 'action', 'reasoning', 'newObjective', 'target']);

type Fields = Readonly<Record<string, unknown>>;
interface Turn {
  readonly turn: number;
  readonly before?: object;
  readonly decision?: object;
  readonly after: object;
}

/** Turns turns into what is stored of them, in the order of their file: a turn begins with what the one before it ended with, so only the first says it. */
export function createTurnShortener(recorded: readonly unknown[]): (turn: Turn) => object {
  const told = new ToldThings();
  const shorten = ({ turn, before, ...rest }: Turn) => ({
    turn,
    ...(turn === 1 && before !== undefined && { before: shortSight(told, before) }),
    ...rest,
    ...withJudged(rest.decision, (entry, played) =>
      isSame(entry['proposal'], played) ? { ...entry, proposal: undefined } : entry,
    ),
    after: shortSight(told, rest.after),
  });
  for (const turn of recorded) if (isTurn(turn)) shorten(turn);
  return shorten;
}

function shortSight(told: ToldThings, sight: object): Fields {
  const fields = fieldsOf(sight);
  return told.shorten(fields, fields['location']);
}

/** Stored turns, all of a file in their order, with all that they say; what is no stored turn stays as it is. */
export function wholeTurns(stored: readonly unknown[]): readonly unknown[] {
  let told = new ToldThings();
  let last: Fields | null = null;
  const whole = (sight: object) => {
    const fields = fieldsOf(sight);
    return told.read(fields, fields['location']);
  };
  return stored.map((record) => {
    if (!isTurn(record)) {
      [told, last] = [new ToldThings(), null];
      return record;
    }
    const { turn, before, ...rest } = record;
    const began = before === undefined ? last : whole(before);
    last = whole(rest.after);
    const judged = withJudged(rest.decision, (entry, played) => ({ proposal: played, ...entry }));
    return { turn, ...(began !== null && { before: began }), ...rest, ...judged, after: last };
  });
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

function isTurn(record: unknown): record is Turn {
  const { turn, after } = fieldsOf(record);
  return typeof turn === 'number' && isObject(after);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

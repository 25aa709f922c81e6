import * as z from 'zod';
import { locationId } from '../domain/ids.ts';
import { isJsonObject } from '../domain/json.ts';
import { DIRECTIONS } from '../domain/observation.ts';
import { CAUSES } from '../domain/turn-record.ts';

const seenThing = z.object({ id: z.int(), name: z.string(), traits: z.array(z.string()) });

const sight = z.object({
  location: z.object({ id: z.int().min(0), name: z.string() }),
  inventory: z.array(z.object({ name: z.string() })),
  objects: z.array(seenThing).optional(),
  score: z.number().nullable(),
  maxScore: z.number().nullable(),
  moves: z.number().nullable(),
  ended: z.enum(['victory', 'death', 'quit']).nullable(),
  died: z.boolean(),
  text: z.string(),
  scene: z.string().optional(),
});

const verdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accepted'), score: z.number(), reason: z.string() }),
  z.object({ kind: z.literal('rejected'), by: z.string(), score: z.number(), reason: z.string() }),
]);

const decision = z.object({
  action: z.string(),
  reasoning: z.string(),
  newObjective: z.string().nullable(),
  target: z.number().nullable().default(null),
  judged: z.array(z.object({ proposal: z.object({ action: z.string() }), verdict })),
  overridden: z.boolean(),
  by: z.string().optional(),
  memories: z.array(z.string()).optional(),
});

/** A line of `trajectory.jsonl`, with the parts of a `TurnRecord` that are read again. */
export const turnSchema = z.object({
  turn: z.int().min(1),
  before: sight,
  decision,
  after: sight,
  /** The cause of a loss or gain, as waiting instead showed. Absent if it was not tried. */
  cause: z.enum(CAUSES).optional(),
});

export type RecordedTurn = Readonly<z.infer<typeof turnSchema>>;

const place = z.object({ id: z.int().min(0).transform(locationId), name: z.string() });

const placedSight = sight.extend({
  location: place,
  objects: z.array(seenThing.extend({ held: z.boolean(), isScenery: z.literal(true).optional() })),
  exits: z.array(z.object({ direction: z.enum(DIRECTIONS), to: place, deadly: z.boolean() })),
});

export const placedTurnSchema = turnSchema.extend({ before: placedSight, after: placedSight });

export type PlacedTurn = Readonly<z.infer<typeof placedTurnSchema>>;

export type Sight = Readonly<z.infer<typeof sight>>;

/** The fields of the played proposal in a decision. An entry of `judged` with equal ones is stored without them. */
const PROPOSED = new Set(['completed', 'dropped', 'action', 'reasoning', 'newObjective', 'target']);

type Fields = Readonly<Record<string, unknown>>;
interface Turn {
  readonly turn: number;
  readonly before?: object;
  readonly decision?: object;
  readonly after: object;
}

/** Shortens turns for storage: a turn begins as the one before ended, so only the first stores its beginning. */
export function createTurnShortener(recorded: readonly unknown[]): (turn: Turn) => object {
  const told = new ToldThings();
  const shorten = ({ turn, before, ...rest }: Turn) => ({
    turn,
    ...(turn === 1 && before !== undefined && { before: told.shorten(before) }),
    ...rest,
    ...withJudged(rest.decision, (entry, played) =>
      isSame(entry['proposal'], played) ? { ...entry, proposal: undefined } : entry,
    ),
    after: told.shorten(rest.after),
  });
  for (const turn of recorded) if (isTurn(turn)) shorten(turn);
  return shorten;
}

/** Restores stored turns, all of a file in order. Other values stay unchanged. */
export function wholeTurns(stored: readonly unknown[]): readonly unknown[] {
  let told = new ToldThings();
  let last: Fields | null = null;
  return stored.map((record) => {
    if (!isTurn(record)) {
      [told, last] = [new ToldThings(), null];
      return record;
    }
    const { turn, before, ...rest } = record;
    const began = before === undefined ? last : told.read(before);
    last = told.read(rest.after);
    const judged = withJudged(rest.decision, (entry, played) => ({ proposal: played, ...entry }));
    return { turn, ...(began !== null && { before: began }), ...rest, ...judged, after: last };
  });
}

/** The decision with its judged proposals changed. `played` is the decision's own proposal. */
function withJudged(
  decision: object | undefined,
  change: (entry: Fields, played: Fields) => Fields,
): { readonly decision?: object } {
  const { judged } = fieldsOf(decision);
  if (!Array.isArray(judged)) return {};
  const said = Object.entries(fieldsOf(decision)).filter(([field]) => PROPOSED.has(field));
  const played = Object.fromEntries(said);
  const changed = (entry: unknown) => (isJsonObject(entry) ? change(entry, played) : entry);
  return { decision: { ...decision, judged: judged.map(changed) } };
}

function isTurn(record: unknown): record is Turn {
  const { turn, after } = fieldsOf(record);
  return typeof turn === 'number' && isJsonObject(after);
}

/** List fields of a look, each with the key of its entries. */
const LISTS = { objects: 'id', exits: 'direction' } as const;

/** Things and exits as last stored. An unchanged one is stored by its number or direction alone. */
class ToldThings {
  readonly #told = new Map<string, unknown>();

  /** The stored form of a look. */
  shorten(sight: object): Fields {
    return inLists(sight, (entry, list, place) => {
      const short = fieldsOf(entry)[LISTS[list]];
      if (!isShort(short)) return entry;
      const key = keyOf(short, place);
      const isTold = isSame(this.#told.get(key), entry);
      this.#told.set(key, entry);
      return isTold ? short : entry;
    });
  }

  /** Restores a stored look. Entries that were never stored stay unchanged. */
  read(stored: object): Fields {
    return inLists(stored, (entry, list, place) => {
      if (isShort(entry)) return this.#told.get(keyOf(entry, place)) ?? entry;
      const short = fieldsOf(entry)[LISTS[list]];
      if (isShort(short)) this.#told.set(keyOf(short, place), entry);
      return entry;
    });
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function fieldsOf(value: unknown): Fields {
  return isJsonObject(value) ? value : {};
}

type List = keyof typeof LISTS;

function inLists(sight: object, change: (entry: unknown, list: List, place: unknown) => unknown) {
  const { location: place, ...lists } = fieldsOf(sight);
  const changed = (list: List) => {
    const { [list]: entries } = lists;
    return Array.isArray(entries) && { [list]: entries.map((entry) => change(entry, list, place)) };
  };
  return { ...sight, ...changed('objects'), ...changed('exits') };
}

/** Numbers name things everywhere; directions name exits of one place. */
function keyOf(short: string | number, place: unknown): string {
  return typeof short === 'number' ? String(short) : `${String(fieldsOf(place)['id'])} ${short}`;
}

function isShort(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

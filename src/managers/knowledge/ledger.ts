import * as z from 'zod';
import { isDeath, moved, scoreChange } from '../../domain/turn-effect.ts';
import { LockedError, StorageError } from '../../domain/errors.ts';
import { parsedJsonLines, printJsonLines } from '../../domain/json.ts';
import { oneLine, plural, signed } from '../../domain/text.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { quote } from '../../prompts/quote.ts';
import type { DurableFile } from '../../storage/storage.ts';

const stretch = z.object({
  episode: z.int(),
  /** Its first and last turn. */
  from: z.int(),
  to: z.int(),
  /** The rooms on the way, each once, in order. */
  rooms: z.array(z.string()).readonly(),
  points: z.number(),
  /** The things held, and the states brought about, for the first time. */
  things: z.array(z.string()).readonly(),
  died: z.boolean(),
});

/** The turns from one gain to the next: the way there, and the gain at its end. */
export type Stretch = Readonly<z.infer<typeof stretch>>;

/** Of a longer way so many rooms at its beginning and at its end are named, where the gain was. */
const NAMED = 3;
const SHOWN = 3;
/** So many of the best and of the worst are kept. */
const KEPT = 50;

export type OwnStretch = Omit<Stretch, 'episode'>;

/** Adds a turn and its new things. A stretch ends when the player walks on after a gain. */
export function addTurnToLedger(
  stretches: readonly OwnStretch[],
  record: TurnRecord,
  things: readonly string[],
): readonly OwnStretch[] {
  const { turn, before, after } = record;
  const last = stretches.at(-1);
  const isOn = last !== undefined && !(isGain(last) && moved(record));
  const begun = { from: turn, to: turn, rooms: [], points: 0, things: [], died: false };
  const now: OwnStretch = isOn ? last : begun;
  const grown = {
    ...now,
    to: turn,
    rooms: [...new Set([...now.rooms, before.location.name, after.location.name])],
    points: now.points + scoreChange(record),
    things: [...now.things, ...things],
    died: now.died || isDeath(record),
  };
  return [...(isOn ? stretches.slice(0, -1) : stretches), grown];
}

function isGain({ points, things }: OwnStretch): boolean {
  return points > 0 || things.length > 0;
}

/** `T30-T37, 8 turns: Slipway, Boathouse; 0 points; new: handbell` */
export function ledgerStretchWords({ from, to, rooms, points, things, died }: OwnStretch): string {
  const more = rooms.length - 2 * NAMED;
  const some = [...rooms.slice(0, NAMED), `${more} more`, ...rooms.slice(-NAMED)];
  const named = (more > 0 ? some : rooms).join(', ');
  const paid = points === 1 ? '+1 point' : `${signed(points)} points`;
  const gained = things.length === 0 ? 'no new thing' : `new: ${things.join(', ')}`;
  const end = died ? '; the player died' : '';
  return oneLine(
    `T${from}-T${to}, ${plural(to - from + 1, 'turn')}: ${named}; ${paid}; ${gained}${end}`,
  );
}

/** Reads `ledger.jsonl`; null stands for no file. A damaged line is skipped. */
export function parseLedger(bytes: Uint8Array | null): readonly Stretch[] {
  return parsedJsonLines(bytes, stretch);
}

export function printLedger(stretches: readonly Stretch[]): Uint8Array {
  return printJsonLines(stretches);
}

/** Joins both ledgers: each stretch once, only the best and the worst. */
export function joinLedgers(
  known: readonly Stretch[],
  more: readonly Stretch[],
): readonly Stretch[] {
  const all = new Map([...known, ...more].map((one) => [`${one.episode} ${one.from}`, one]));
  const kept = new Set([...best([...all.values()], KEPT), ...worst([...all.values()], KEPT)]);
  return [...all.values()]
    .filter((one) => kept.has(one))
    .toSorted((a, b) => a.episode - b.episode || a.from - b.from);
}

/** A few lines for the next episode: what paid most and least, over all episodes. Empty if nothing is known. */
export function ledgerWords(stretches: readonly Stretch[]): string {
  const told = (heading: string, some: readonly Stretch[]) => {
    const lines = some.map((one) => `- Ep${one.episode} ${ledgerStretchWords(one)}`);
    return lines.length === 0 ? [] : [heading, ...lines];
  };
  return [
    ...told('What paid most for its turns:', best(stretches, SHOWN)),
    ...told('What cost most without points:', worst(stretches, SHOWN)),
  ].join('\n');
}

function best(stretches: readonly Stretch[], most: number): readonly Stretch[] {
  const rate = (one: Stretch) => one.points / length(one);
  const paid = stretches
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => rate(b) - rate(a) || b.points - a.points);
  return distinct(paid).slice(0, most);
}

/** Fewer turns are no cost: an episode may end there. */
const LEAST_COST = 4;

/** Those that lost points first, then the longest of those that brought neither points nor a thing. */
function worst(stretches: readonly Stretch[], most: number): readonly Stretch[] {
  const isVain = (one: Stretch) => !isGain(one) && length(one) >= LEAST_COST;
  const vain = stretches
    .filter((one) => one.points < 0 || one.died || isVain(one))
    .toSorted((a, b) => a.points - b.points || length(b) - length(a));
  return distinct(vain).slice(0, most);
}

/** The first of those with the same result. */
function distinct(stretches: readonly Stretch[]): readonly Stretch[] {
  const seen = new Set<string>();
  return stretches.filter(({ rooms, things, points }) => {
    const key = JSON.stringify([rooms.at(-1), things, points]);
    return seen.size < seen.add(key).size;
  });
}

function length({ from, to }: Stretch): number {
  return to - from + 1;
}

/** What the turns of all episodes cost and brought, kept in `ledger.jsonl`. */
export class NightLedger {
  readonly #file: DurableFile | undefined;
  readonly #words: string;

  /** Reads the ledger of earlier episodes. Without a file nothing is kept. Throws StorageError. */
  constructor(file: DurableFile | undefined) {
    this.#file = file;
    this.#words = ledgerWords(parseLedger(file?.read() ?? null));
  }

  /** The best and the worst, as quoted lines. Empty if nothing is known. */
  get lines(): string {
    return this.#words === '' ? '' : quote(this.#words);
  }

  /** Adds the stretches of an episode. Returns why they could not be written; null if they were. */
  async add(stretches: readonly Stretch[]): Promise<string | null> {
    try {
      await this.#file?.update((bytes) => printLedger(joinLedgers(parseLedger(bytes), stretches)));
      return null;
    } catch (error) {
      if (error instanceof StorageError || error instanceof LockedError) return error.message;
      throw error;
    }
  }
}

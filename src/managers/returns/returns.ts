import { group, mean } from 'd3-array';
import * as z from 'zod';
import { canonicalAction } from '../../domain/command.ts';
import { scoreChange } from '../../domain/turn-effect.ts';
import { printJsonLines, parsedJsonLines } from '../../domain/json.ts';
import { heldThings, type Observation } from '../../domain/observation.ts';
import { type TurnRecord } from '../../domain/turn-record.ts';
import { memoryReturnLine } from '../../prompts/memory-lines.ts';
import { sha256 } from '../../storage/bytes.ts';
import { type DurableFile } from '../../storage/storage.ts';

const returned = z.object({
  /** Hash of the room, the things held and the things in reach. */
  situation: z.string(),
  command: z.string(),
  /** The later points, discounted, by the episode in which the command was first given here. */
  later: z.record(z.string().regex(/^\d+$/), z.number()),
});

/** The returns of one command in one situation: a line of `returns.jsonl`. */
type Returned = Readonly<z.infer<typeof returned>>;

export type ReturnBook = ReadonlyMap<string, Returned>;

/** A point that comes a turn later is worth this share of one that comes now. */
export const DISCOUNT = 0.97;

/** A command keeps at most so many episodes, the newest, and the book at most so many commands. */
const EPISODES_KEPT = 8;
const COMMANDS_KEPT = 10_000;

/** Two situations are equal if the room, the things held and the things in reach are. */
export function returnSituation(now: Observation): string {
  const held = new Set(heldThings(now).map(({ id }) => id));
  const near = now.objects.flatMap(({ id }) => (held.has(id) ? [] : [id]));
  const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b).join();
  return sha256(`${now.location.id};${sorted(held)};${sorted(near)}`).slice(0, 16);
}

/** The returns of an episode's commands, each counted where it was first given. Pure. */
export function returnsOf(turns: readonly TurnRecord[], episode: number): ReturnBook {
  const book = new Map<string, Returned>();
  let later = 0;
  for (const turn of turns.toReversed()) {
    later = scoreChange(turn) + DISCOUNT * later;
    const situation = returnSituation(turn.before);
    const command = canonicalAction(turn.decision.action);
    // The loop runs backwards, so the first use of a command is written last.
    const rounded = Math.round(later * 100) / 100;
    const one = { situation, command, later: { [episode]: rounded } };
    book.set(keyOf(one), one);
  }
  return book;
}

/** Reads `returns.jsonl`; null stands for no file. A damaged line is skipped. */
export function parseReturns(bytes: Uint8Array | null): ReturnBook {
  return new Map(parsedJsonLines(bytes, returned).map((one) => [keyOf(one), one]));
}

/** The lines of `returns.jsonl`: what commands returned in earlier episodes. */
export function printReturns(book: ReturnBook): Uint8Array {
  const lines = [...book.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  return printJsonLines(lines.map(([, one]) => one));
}

/** The union of both; for the same episode `found` wins. The newest episodes and commands stay. */
export function mergeReturns(known: ReturnBook, found: ReturnBook): ReturnBook {
  const merged = new Map(known);
  for (const [key, one] of found) {
    const later = { ...known.get(key)?.later, ...one.later };
    const newest = Object.entries(later).sort(([a], [b]) => Number(b) - Number(a));
    merged.set(key, { ...one, later: Object.fromEntries(newest.slice(0, EPISODES_KEPT)) });
  }
  if (merged.size <= COMMANDS_KEPT) return merged;
  const byAge = [...merged].sort(([, a], [, b]) => newestOf(b) - newestOf(a));
  return new Map(byAge.slice(0, COMMANDS_KEPT));
}

function newestOf({ later }: Returned): number {
  return Math.max(...Object.keys(later).map(Number));
}

function keyOf({ situation, command }: Pick<Returned, 'situation' | 'command'>): string {
  return `${situation} ${command}`;
}

const MOST_LINES = 3;
/** A command of fewer episodes shows nothing. */
const LEAST_EPISODES = 2;
/** The discounted points by which the best and the worst command must differ. */
const LEAST_DIFFERENCE = 1;
/** A smaller sum comes from points far away, for which the command deserves no credit. */
const LEAST_LATER = 0.5;

/** What commands returned in earlier episodes: later points, discounted. Read once; `save` adds this episode's. */
export class Returns {
  readonly #file: DurableFile;
  readonly #isTold: () => boolean;
  readonly #known: ReadonlyMap<string, readonly Returned[]>;
  #turns: TurnRecord[] = [];
  #episode = 0;

  /** Throws StorageError. */
  constructor(file: DurableFile, isTold: () => boolean) {
    this.#file = file;
    this.#isTold = isTold;
    this.#known = group(parseReturns(file.read()).values(), ({ situation }) => situation);
  }

  /** Later turns belong to this episode; turns of another are not kept. */
  goOnAs(episode: number): void {
    if (episode !== this.#episode) this.#turns = [];
    this.#episode = episode;
  }

  record(turn: TurnRecord): void {
    this.#turns.push(turn);
  }

  /** What commands returned in this situation, the best first. Empty if no difference is known, or none is told. */
  render(now: Observation): string {
    if (!this.#isTold()) return '';
    const known = this.#known.get(returnSituation(now)) ?? [];
    return toldOf(known).map(memoryReturnLine).join('\n');
  }

  /** Adds this episode's returns to the file. Rejects with StorageError and LockedError. */
  async save(): Promise<void> {
    const found = returnsOf(this.#turns, this.#episode);
    if (found.size === 0) return;
    await this.#file.update((bytes) => printReturns(mergeReturns(parseReturns(bytes), found)));
  }
}

/** The best two and the worst of the commands with enough episodes, if they differ. Pure. */
function toldOf(known: readonly Returned[]) {
  const judged = known
    .map(({ command, later }) => {
      const values = Object.values(later);
      const paid = values.filter((value) => value >= LEAST_LATER).length;
      return { command, episodes: values.length, paid, mean: mean(values) ?? 0 };
    })
    .filter(({ episodes }) => episodes >= LEAST_EPISODES)
    .sort((a, b) => b.mean - a.mean || (a.command < b.command ? -1 : 1));
  const [best] = judged;
  const worst = judged.at(-1);
  if (!best || !worst || best.mean - worst.mean < LEAST_DIFFERENCE) return [];
  return [...judged.slice(0, Math.min(MOST_LINES, judged.length) - 1), worst];
}

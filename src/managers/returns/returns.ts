import type { Observation } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { returnLine } from '../../prompts/memory-lines.ts';
import type { DurableFile } from '../../storage/storage.ts';
import {
  mergeReturns,
  parseReturns,
  printReturns,
  returnsOf,
  situationOf,
  type ReturnBook,
  type Returned,
} from './return-book.ts';

const MOST_LINES = 3;
/** A command that was given in fewer episodes shows nothing. */
const LEAST_EPISODES = 2;
/** Points, discounted, by which the best and the worst command must differ. */
const LEAST_DIFFERENCE = 1;
/** A smaller sum is points far away, for which the command deserves no credit. */
const LEAST_LATER = 0.5;

/**
 * What commands returned in earlier episodes: the points that came later, discounted to the end of the episode. What
 * earlier episodes came to is read once; what this one brought is added to the file when it is saved.
 */
export class Returns {
  readonly #file: DurableFile;
  readonly #isTold: () => boolean;
  #known: ReadonlyMap<string, readonly Returned[]>;
  #turns: TurnRecord[] = [];
  #episode = 0;

  /** Throws StorageError. */
  constructor(file: DurableFile, isTold: () => boolean) {
    this.#file = file;
    this.#isTold = isTold;
    this.#known = bySituation(parseReturns(file.read()));
  }

  resetEpisode(episode: number): void {
    this.#known = bySituation(parseReturns(this.#file.read()));
    this.#turns = [];
    this.#episode = episode;
  }

  /** What comes from now on belongs to this episode. */
  goOnAs(episode: number): void {
    this.#episode = episode;
    this.#turns = [];
  }

  record(turn: TurnRecord): void {
    this.#turns.push(turn);
  }

  /** What commands returned in this situation, the best first; empty where no difference is known or none is to be told. */
  render(now: Observation): string {
    if (!this.#isTold()) return '';
    const known = this.#known.get(situationOf(now)) ?? [];
    return toldOf(known).map(returnLine).join('\n');
  }

  /** Adds what this episode returned to the file. Rejects with StorageError and LockedError. */
  async save(): Promise<void> {
    const found = returnsOf(this.#turns, this.#episode);
    if (found.size === 0) return;
    await this.#file.update((bytes) => printReturns(mergeReturns(parseReturns(bytes), found)));
  }
}

/** The best two and the worst of the commands that were given often enough, where they differ. Pure. */
function toldOf(known: readonly Returned[]) {
  const judged = known
    .map(({ command, later }) => ({ command, values: Object.values(later) }))
    .filter(({ values }) => values.length >= LEAST_EPISODES)
    .map(({ command, values }) => ({
      command,
      episodes: values.length,
      paid: values.filter((value) => value >= LEAST_LATER).length,
      mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    }))
    .sort((a, b) => b.mean - a.mean || (a.command < b.command ? -1 : 1));
  const [best] = judged;
  const worst = judged.at(-1);
  if (!best || !worst || best.mean - worst.mean < LEAST_DIFFERENCE) return [];
  return [...judged.slice(0, Math.min(MOST_LINES, judged.length) - 1), worst];
}

function bySituation(book: ReturnBook): ReadonlyMap<string, readonly Returned[]> {
  const groups = new Map<string, Returned[]>();
  for (const one of book.values()) {
    const group = groups.get(one.situation) ?? [];
    groups.set(one.situation, group);
    group.push(one);
  }
  return groups;
}

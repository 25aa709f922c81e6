import type { Visit } from './course.ts';

/** A way, and how far it is known that none of its commands can go. */
export interface Progress {
  readonly commands: readonly string[];
  /** So many commands, one after the other, were left out in vain; all of them when the way is minimal. */
  readonly tested: number;
  /** Index of the one to be left out next: it goes from the end to the beginning, and round. */
  readonly next: number;
}

/** Where shorter ways are tried. */
export interface Trials {
  /** The points of the way that was kept last. */
  readonly visits: readonly Visit[];
  /** Hashes of the world at these points. */
  worlds(): readonly string[];
  /** Plays a way; one that does what it is for is kept. From `aligned` on it is as the kept one. Null where the steps end. */
  attempt(commands: readonly string[], aligned?: number): Attempt | null;
}

export interface Attempt {
  readonly isKept: boolean;
  readonly visits: readonly Visit[];
}

/** A way that was made shorter. */
export interface Shortened extends Progress {
  /** Scores of gains on the way before which some command can go; null where not all were tried. */
  readonly loose: ReadonlySet<number> | null;
  /** The way as it was before anything was left out, and each time after that. */
  readonly history: readonly (readonly string[])[];
}

/** Commands from one index to before another. */
interface Stretch {
  readonly at: number;
  readonly end: number;
}

export function isMinimal({ commands, tested }: Progress): boolean {
  return tested >= commands.length;
}

/**
 * The way without what can go, as far as the steps suffice: first what leads back to the same world, which costs no steps to
 * find, then detours, then each command alone until none can go.
 */
export class Shortening {
  readonly #trials: Trials;
  readonly #history: (readonly string[])[];
  #commands: readonly string[];
  #isStopped = false;

  constructor(trials: Trials, commands: readonly string[]) {
    this.#trials = trials;
    this.#commands = commands;
    this.#history = [commands];
  }

  /** Begins, or goes on from where it stopped; the way is kept in the trials. */
  run(stopped: Pick<Progress, 'tested' | 'next'> | null): Shortened {
    if (stopped === null) {
      this.#leaveOut(this.#returns());
      this.#leaveOutDetours();
    }
    let from = stopped;
    for (;;) {
      const { length } = this.#commands;
      const done = this.#leaveOutSingly(from ?? { tested: 0, next: length - 1 });
      const isShorter = this.#commands.length < length;
      if (this.#isStopped || !isShorter || !this.#leaveOutDetours()) {
        return { commands: this.#commands, history: this.#history, ...done };
      }
      from = null;
    }
  }

  /** What lies between two moments of the same world. */
  #returns(): readonly Stretch[] {
    const worlds = this.#trials.worlds();
    const last = new Map(worlds.map((world, at) => [world, at]));
    const returns: Stretch[] = [];
    for (let at = 0; at < this.#commands.length; at += 1) {
      const end = last.get(worlds[at] ?? '') ?? at;
      if (end > at) returns.push({ at, end });
      at = end;
    }
    return returns;
  }

  /** Leaves out all of these, which are in their order, or else of the later half and then of the earlier what can go. */
  #leaveOut(stretches: readonly Stretch[]): void {
    const last = stretches.at(-1);
    if (last === undefined || this.#isStopped) return;
    const left = this.#commands.filter(
      (_, at) => !stretches.some((one) => one.at <= at && at < one.end),
    );
    if (this.#attempt(left, last.end - (this.#commands.length - left.length))) return;
    if (stretches.length === 1) return;
    const half = Math.floor(stretches.length / 2);
    this.#leaveOut(stretches.slice(half));
    this.#leaveOut(stretches.slice(0, half));
  }

  /** Leaves out walks that come back to a room without points, from the end. Whether any went. */
  #leaveOutDetours(): boolean {
    const before = this.#commands.length;
    for (let end = before; end > 1 && !this.#isStopped; end -= 1) {
      const { visits } = this.#trials;
      const [there] = visits.slice(end, end + 1);
      const starts = visits.flatMap(({ room, score }, at) =>
        at < end - 1 && room === there?.room && score === there.score ? [at] : [],
      );
      // The longest detour to there and the shortest.
      const start = [...new Set([starts.at(0), starts.at(-1)])].find(
        (at) => at !== undefined && this.#attempt(this.#commands.toSpliced(at, end - at), at),
      );
      if (start !== undefined) end = start + 1;
    }
    return this.#commands.length < before;
  }

  /** Leaves out each command alone, round and round, until none of them can go. */
  #leaveOutSingly(from: Pick<Progress, 'tested' | 'next'>) {
    let { tested, next } = from;
    const isFromStart = tested === 0;
    let loose = new Set<number>();
    while (tested < this.#commands.length && !this.#isStopped) {
      const attempt = this.#play(this.#commands.toSpliced(next, 1), next);
      if (attempt === null) break;
      if (attempt.isKept) {
        loose = new Set();
        tested = 0;
      } else {
        for (const score of earnedAnyway(this.#trials.visits, attempt.visits, next))
          loose.add(score);
        tested += 1;
      }
      next = (next === 0 ? this.#commands.length : next) - 1;
    }
    const isDone = tested >= this.#commands.length;
    return { tested, next: Math.max(next, 0), loose: isDone && isFromStart ? loose : null };
  }

  #attempt(commands: readonly string[], aligned?: number): boolean {
    return !this.#isStopped && this.#play(commands, aligned)?.isKept === true;
  }

  #play(commands: readonly string[], aligned?: number): Attempt | null {
    const attempt = this.#trials.attempt(commands, aligned);
    if (attempt === null) this.#isStopped = true;
    if (attempt?.isKept === true) {
      this.#commands = commands;
      this.#history.push(commands);
    }
    return attempt;
  }
}

/** Scores of the gains that a way has without one of its commands, too, though it does not earn all. */
function earnedAnyway(
  visits: readonly Visit[],
  without: readonly Visit[],
  gone: number,
): readonly number[] {
  return visits.flatMap(({ score }, at) => {
    const isGain = at > gone + 1 && score > (visits[at - 1]?.score ?? score);
    return isGain && (without[at - 1]?.score ?? -Infinity) >= score ? [score] : [];
  });
}

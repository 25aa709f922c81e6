import { locationId } from '../domain/ids.ts';
import type { OpenRoutes } from '../managers/map/routes.ts';
import type { Visit } from './walk.ts';

/** How far it is known that no command of a way can go. */
export interface DdminProgress {
  /** So many in a row were left out in vain. All of them if the way is 1-minimal. */
  readonly tested: number;
  /** The index of the next one to leave out. It runs from the end to the beginning, and round again. */
  readonly next: number;
}

export interface Trials {
  /** The visits of the way that was kept last. */
  readonly visits: readonly Visit[];
  /** Hashes of the world at these visits. */
  worlds(): readonly string[];
  /** Tests a candidate, and keeps one that passes. From `aligned` on it equals the kept one. Null if the steps end. */
  test(candidate: readonly string[], aligned: number): Tested | null;
}

interface Tested {
  readonly passes: boolean;
  readonly visits: readonly Visit[];
}

export interface Minimised extends DdminProgress {
  readonly commands: readonly string[];
  /** The gains on the way before which some command can go. Null if not all were tried. */
  readonly loose: ReadonlySet<number> | null;
  /** The original way, and each candidate that passed after it. */
  readonly history: readonly (readonly string[])[];
}

/** The commands from one index to before another. */
interface Subset {
  readonly at: number;
  readonly end: number;
}

/** The progress for a way of which nothing was tested. */
export function newDdminProgress(commands: readonly string[]): DdminProgress {
  return { tested: 0, next: commands.length - 1 };
}

/** Whether delta debugging has tried to leave out each command of the way. */
export function isMinimal(commands: readonly string[], { tested }: DdminProgress): boolean {
  return tested >= commands.length;
}

/**
 * Delta debugging: removes commands from a way as far as the steps allow. It first leaves out loops back to the same world,
 * then detours, then takes shorter `routes`, then leaves out each command alone until the way is 1-minimal. It resumes from where
 * it `stopped`.
 */
export function ddmin(
  trials: Trials,
  commands: readonly string[],
  stopped: DdminProgress | null,
  routes: OpenRoutes = () => null,
) {
  return new Ddmin(trials, commands, routes).run(stopped);
}

class Ddmin {
  readonly #trials: Trials;
  readonly #routes: OpenRoutes;
  readonly #history: (readonly string[])[];
  #commands: readonly string[];
  #isStopped = false;

  constructor(trials: Trials, commands: readonly string[], routes: OpenRoutes) {
    this.#trials = trials;
    this.#routes = routes;
    this.#commands = commands;
    this.#history = [commands];
  }

  run(stopped: DdminProgress | null): Minimised {
    if (stopped === null) {
      this.#leaveOut(this.#returns());
      this.#leaveOutDetours();
    }
    // Since it stopped, more routes may be known.
    for (let from = this.#takeShorterRoutes() ? null : stopped; ; from = null) {
      const { length } = this.#commands;
      const done = this.#leaveOutSingly(from ?? newDdminProgress(this.#commands));
      const isShorter = this.#commands.length < length;
      if (!isShorter || !(this.#leaveOutDetours() || this.#takeShorterRoutes())) {
        return { commands: this.#commands, history: this.#history, ...done };
      }
    }
  }

  /** The commands between two moments of the same world. */
  #returns(): readonly Subset[] {
    const worlds = this.#trials.worlds();
    const last = new Map(worlds.map((world, at) => [world, at]));
    const returns: Subset[] = [];
    for (let at = 0; at < this.#commands.length; at += 1) {
      const end = last.get(worlds[at] ?? '') ?? at;
      if (end > at) returns.push({ at, end });
      at = end;
    }
    return returns;
  }

  /** Tests the complement of all these subsets, in order; if it fails, of the later half and then of the earlier. */
  #leaveOut(subsets: readonly Subset[]): void {
    const last = subsets.at(-1);
    if (last === undefined) return;
    const complement = this.#commands.filter(
      (_, at) => !subsets.some((one) => one.at <= at && at < one.end),
    );
    const aligned = last.end - (this.#commands.length - complement.length);
    if (this.#passes(complement, aligned) || subsets.length === 1) return;
    const half = Math.floor(subsets.length / 2);
    this.#leaveOut(subsets.slice(half));
    this.#leaveOut(subsets.slice(0, half));
  }

  /** Leaves out walks that return to a room without points, from the end. Returns whether any went. */
  #leaveOutDetours(): boolean {
    const before = this.#commands.length;
    for (let end = before; end > 1 && !this.#isStopped; end -= 1) {
      const { visits } = this.#trials;
      const there = visits[end];
      const starts = visits.flatMap(({ room, points }, at) =>
        at < end - 1 && room === there?.room && points === there.points ? [at] : [],
      );
      // The longest and the shortest detour to there.
      const start = [...new Set([starts.at(0), starts.at(-1)])].find(
        (at) => at !== undefined && this.#passes(this.#commands.toSpliced(at, end - at), at),
      );
      if (start !== undefined) end = start + 1;
    }
    return this.#commands.length < before;
  }

  /** Replaces walks without points by shorter ones between the same rooms, from the end. Returns whether any was. */
  #takeShorterRoutes(): boolean {
    const before = this.#commands.length;
    for (let end = before; end > 1 && !this.#isStopped;) {
      const { visits } = this.#trials;
      const start = walkStart(visits, end);
      const [from, to] = [visits[start], visits[end]];
      const way = from && to ? this.#routes(locationId(from.room), locationId(to.room)) : null;
      if (way !== null && way.length < end - start)
        this.#passes(this.#commands.toSpliced(start, end - start, ...way), start + way.length);
      end = Math.min(start, end - 1);
    }
    return this.#commands.length < before;
  }

  /** Leaves out each command alone, round after round, until none can go. */
  #leaveOutSingly(from: DdminProgress) {
    let { tested, next } = from;
    const isFromStart = tested === 0;
    let loose = new Set<number>();
    while (tested < this.#commands.length) {
      const result = this.#test(this.#commands.toSpliced(next, 1), next);
      if (result === null) break;
      if (result.passes) {
        loose = new Set();
        tested = 0;
      } else {
        const anyway = earnedAnyway(this.#trials.visits, result.visits, next);
        for (const points of anyway) loose.add(points);
        tested += 1;
      }
      next = (next === 0 ? this.#commands.length : next) - 1;
    }
    const isDone = tested >= this.#commands.length;
    return { tested, next: Math.max(next, 0), loose: isDone && isFromStart ? loose : null };
  }

  #passes(candidate: readonly string[], aligned: number): boolean {
    return this.#test(candidate, aligned)?.passes === true;
  }

  /** Null once the steps have ended. */
  #test(candidate: readonly string[], aligned: number): Tested | null {
    const result = this.#isStopped ? null : this.#trials.test(candidate, aligned);
    if (result === null) this.#isStopped = true;
    if (result?.passes === true) {
      this.#commands = candidate;
      this.#history.push(candidate);
    }
    return result;
  }
}

/** The start of the walk that ends there: each of its commands leads to another room and earns nothing. */
function walkStart(visits: readonly Visit[], end: number): number {
  const isWalk = (at: number) =>
    visits[at]?.room !== visits[at - 1]?.room && visits[at]?.points === visits[at - 1]?.points;
  let start = end;
  while (start > 0 && isWalk(start)) start -= 1;
  return start;
}

/** The gains that a way without one command still has, though it does not earn all. */
function earnedAnyway(visits: readonly Visit[], without: readonly Visit[], gone: number) {
  return visits.flatMap(({ points }, at) => {
    const isGain = at > gone + 1 && points > (visits[at - 1]?.points ?? points);
    return isGain && (without[at - 1]?.points ?? -Infinity) >= points ? [points] : [];
  });
}

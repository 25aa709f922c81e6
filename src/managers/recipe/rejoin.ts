import { locationId } from '../../domain/ids.ts';
import type { Observation } from '../../domain/observation.ts';
import { type RecipePlan } from '../../domain/recipe.ts';
import type { Standing } from '../../domain/standing.ts';
import { type Step } from '../../prompts/recipe-wording.ts';
import { isCommandOfWay, type Ahead, type Gain, type WayPorts } from './checked-way.ts';

export type Rest = Omit<Step, 'along'>;

/** A rest of the way that the engine played, with its results. */
export interface Course extends Rest {
  readonly from: string;
  readonly seen: readonly Ahead[];
  /** The indices in the way of the commands of `rest`. */
  readonly numbers: readonly number[];
  readonly lacks: number;
}

/** A moment of the way where it may go on. */
interface Candidate extends Pick<Rest, 'done' | 'back'> {
  /** Points that are still to earn from there, as far as is known. */
  readonly worth: number;
}

export interface Search {
  readonly plan: RecipePlan;
  /** The gains that are not earned yet. */
  readonly open: readonly Gain[];
  readonly now: Observation;
  readonly turnsLeft: number;
  readonly ports: WayPorts;
}

/** The engine steps of one search, plus the last way that it tries; about 80 ms. */
const MOST_STEPS = 500;

/** The game in which rests are searched, and those in which the found one has to pay, too. */
export const GAME = 0;
export const OTHER_GAMES = [1, 2] as const;

/** The rest of a way that pays most, played in the engine; of equals the one that lacks least, then the shortest. */
export function rejoin(search: Search): Course | null {
  const trial = new Trial(search);
  let best: Course | null = null;
  for (const candidate of candidatesOf(search)) {
    const least = best?.pays ?? 0;
    // Nobody is sent further back for something that earns nothing.
    const mayLackLess =
      best !== null && best.lacks > 0 && candidate.back.length <= best.back.length;
    if (trial.isSpent || candidate.worth < least) break;
    if (candidate.worth === least && !mayLackLess) continue;
    const found = trial.restFrom(candidate);
    if (found !== null && (best === null || isBetter(found, best))) best = found;
  }
  return best;
}

/** The points of a rest, and how many things of the way are missing at its end, a light included. */
type Outcome = Pick<Course, 'pays' | 'lacks'>;

function isBetter(one: Outcome, other: Outcome): boolean {
  return one.pays > other.pays || (one.pays === other.pays && one.lacks < other.lacks);
}

/** The rest of a course after one more command. Null if the command was not the next one, or came out otherwise. */
export function followCourse(course: Course, action: string, after: Observation): Course | null {
  const { back, rest, lacks } = course;
  const [next, ...seen] = course.seen;
  const isNext = isCommandOfWay(action, back[0] ?? rest[0] ?? '');
  if (!isNext || next?.scene !== after.scene || next.score !== after.score) return null;
  const numbers = back.length > 0 ? course.numbers : course.numbers.slice(1);
  const [done] = numbers;
  if (done === undefined) return null;
  const pays = (seen.at(-1)?.score ?? 0) - (next.score ?? 0);
  const left = { back: back.slice(1), rest: rest.slice(rest.length - numbers.length) };
  return { ...left, done, pays, from: next.scene, seen, numbers, lacks };
}

/** The most promising first; of equals, those with the fewest turns. */
function candidatesOf({ plan, open, now, ports }: Search): readonly Candidate[] {
  const here = now.location.id;
  const found = plan.commands.flatMap((_, done): readonly Candidate[] => {
    const worth = open.reduce((sum, { at, points }) => sum + (at < done ? 0 : points), 0);
    const room = plan.standings[done]?.room ?? null;
    if (worth === 0 || room === null) return [];
    if (room === here) return [{ done, back: [], worth }];
    const route = ports.routeTo(here, locationId(room));
    return route === null || route.isShut ? [] : [{ done, back: route.commands, worth }];
  });
  const turns = ({ done, back }: Candidate) => back.length - done;
  return found.toSorted((a, b) => b.worth - a.worth || turns(a) - turns(b));
}

/** A command on the way back, or one of the way with its index. */
interface Numbered {
  readonly command: string;
  readonly number: number | null;
}

/** Commands with what the engine shows of them, as far as they can be played. */
interface Tried {
  readonly steps: readonly Numbered[];
  readonly seen: readonly Ahead[];
  /** The most points that they earn, and the number of commands for it. */
  readonly pays: number;
  readonly length: number;
  readonly lacks: number;
}

class Trial {
  #steps = 0;
  readonly #search: Search;

  constructor(search: Search) {
    this.#search = search;
  }

  get isSpent(): boolean {
    return this.#steps >= MOST_STEPS;
  }

  /** The shortened rest from there, if it pays with all random numbers. Else null. */
  restFrom({ done, back }: Candidate): Course | null {
    const { plan, turnsLeft } = this.#search;
    const ahead = plan.commands.map((command, number) => ({ command, number })).slice(done);
    const leading = back.map((command) => ({ command, number: null }));
    const whole = this.#try([...leading, ...ahead], GAME);
    if (whole.pays <= 0) return null;
    const { steps, seen, pays, length, lacks } = this.#within(
      this.#shorten(whole, back.length),
      turnsLeft,
    );
    const all = steps.slice(0, length);
    // A way back that pays by itself is no part of the rest.
    const rest = all.slice(back.length);
    const numbers = rest.flatMap(({ number }) => number ?? []);
    const [first] = numbers;
    if (pays <= 0 || first === undefined) return null;
    if (!OTHER_GAMES.every((game) => this.#try(all, game).pays >= pays)) return null;
    const commands = rest.map(({ command }) => command);
    const rests = { done: first, back, rest: commands, pays };
    return { ...rests, from: this.#search.now.scene, seen: seen.slice(0, length), numbers, lacks };
  }

  /** Removes loops: commands after which everything in reach is as before. Keeps the result only if it pays as much. */
  #shorten(whole: Tried, from: number): Tried {
    let short = this.#withoutIdle(whole, from);
    for (let at = from; at < short.length; at += 1) {
      for (const end of loopsFrom(short, at, this.#search.now)) {
        if (this.isSpent) return short;
        const tried = this.#try(short.steps.slice(0, short.length).toSpliced(at, end - at), GAME);
        if (isBetter(short, tried)) continue;
        short = tried;
        at -= 1;
        break;
      }
    }
    return short;
  }

  /** Removes all commands that change nothing in reach. Keeps the result only if it pays as much. */
  #withoutIdle(whole: Tried, from: number): Tried {
    const isIdle = (at: number) => loopsFrom(whole, at, this.#search.now).includes(at + 1);
    const all = whole.steps.slice(0, whole.length);
    const kept = all.filter((_, at) => at < from || !isIdle(at));
    if (kept.length === all.length) return whole;
    const tried = this.#try(kept, GAME);
    return isBetter(whole, tried) ? whole : tried;
  }

  #try(steps: readonly Numbered[], game: number): Tried {
    this.#steps += steps.length;
    const commands = steps.map(({ command }) => command);
    const seen = this.#search.ports.tryAhead(commands, game);
    return this.#within({ steps, seen }, Infinity);
  }

  #within({ steps, seen }: Pick<Tried, 'steps' | 'seen'>, turns: number): Tried {
    const begin = this.#search.now.score ?? 0;
    let [pays, length] = [0, 0];
    for (const [at, { score }] of seen.slice(0, Math.min(turns, seen.length)).entries()) {
      if ((score ?? begin) - begin <= pays) continue;
      [pays, length] = [(score ?? begin) - begin, at + 1];
    }
    const at = steps[length - 1]?.number ?? null;
    const there = at === null ? undefined : this.#search.plan.standings[at + 1];
    return { steps, seen, pays, length, lacks: lacking(there, seen[length - 1]) };
  }
}

function lacking(expected: Standing | undefined, reached: Ahead | undefined): number {
  const held = new Set(reached?.held?.split(','));
  const asked = expected?.held?.split(',') ?? [];
  const isUnlit = reached?.isDark === true && expected?.isDark !== true;
  return asked.filter((id) => id !== '' && !held.has(id)).length + (isUnlit ? 1 : 0);
}

/** The indices from `at` on at which everything in reach is as before: the last one, then the next one. */
function loopsFrom({ seen, length }: Tried, at: number, now: Observation): readonly number[] {
  const standing = (end: number) => {
    const { scene, score } = (end === 0 ? now : seen[end - 1]) ?? {};
    return scene === undefined ? null : `${score} ${scene}`;
  };
  const before = standing(at);
  const ends = Array.from({ length: length - at }, (_, one) => at + one + 1).filter(
    (end) => before !== null && standing(end) === before,
  );
  const [last, next] = [ends.at(-1), ends[0]];
  if (last === undefined || next === undefined) return [];
  return last === next ? [last] : [last, next];
}

export function isAdvisedStep<T extends Rest>(found: T | string | null): found is T {
  return found !== null && typeof found !== 'string';
}

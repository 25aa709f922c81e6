import { withAlong, type Recipe, type TakenAlong } from '../domain/recipe.ts';
import type { RecordedTurn } from '../records/recorded-turn.ts';
import type { Course, Visit } from './course.ts';
import type { Recording } from './recording.ts';

/** Games in which taking along is tried. */
const TRIED_COURSES = 2;
const MOST_THINGS = 8;
/** Places on the way where one thing is tried for. */
const MOST_PLACES = 3;
/** Recorded turns after the way that are played again to see what was needed. */
const LONGEST_AFTER = 30;
/** What the file can keep of a thing, and of its room and command. */
const KEPT_THING = /^[^\s;(),]([^;(),\n]*[^\s;(),])?$/;
const KEPT_WORDS = /^[^\s;()]([^;()\n]*[^\s;()])?$/;

/** Where taking along is tried. */
interface AlongPorts {
  readonly courses: readonly Course[];
  readonly opening: number;
}

/** How play from the end of a way went. */
interface Outcome {
  readonly points: number;
  readonly survived: number;
}

/**
 * What the recording with the most points took along in rooms on the way of a recipe, and kept, as far as it can be taken on
 * that way with the points still earned; with what play that went on from there fared worse without. Empty where the steps
 * end.
 */
export function thingsAlong(
  { courses, opening }: AlongPorts,
  recipe: Pick<Recipe, 'commands' | 'points'>,
  recordings: readonly Recording[],
): readonly TakenAlong[] {
  const tried = courses.slice(0, TRIED_COURSES);
  const [first] = tried;
  const best = bestRecording(recordings);
  if (best === null || first === undefined || first.play(recipe.commands)?.isWhole !== true)
    return [];
  first.keep();
  const { visits } = first;
  const earns = (some: readonly TakenAlong[]) =>
    tried.every((course) => {
      const arrival = course.play(withAlong(recipe.commands, some));
      if (arrival?.isWhole !== true || arrival.score - opening < recipe.points) return false;
      return some.every(({ thing }) => arrival.held.includes(thing));
    });
  const along: TakenAlong[] = [];
  const end = endOfWay(best, opening + recipe.points);
  for (const turn of takenTurns(best, visits, end)) {
    const places = placesFor(turn, visits).slice(0, MOST_PLACES);
    const found = places.find((one) => earns(inOrder([...along, one])));
    if (found !== undefined && along.length < MOST_THINGS) along.push(found);
  }
  return markNeeded({ courses: tried, opening }, { recipe, along: inOrder(along), best });
}

/** The recording that earned most, as far as its last gain; the first of equals. */
function bestRecording(recordings: readonly Recording[]): Recording | null {
  const score = ({ turns }: Recording) =>
    Math.max(...turns.map(({ after }) => (after.ended === 'death' ? -1 : (after.score ?? -1))));
  const played = recordings.filter(({ turns }) => turns.length > 0);
  return played.toSorted((a, b) => score(b) - score(a))[0] ?? null;
}

/** Turns in rooms of the way that brought something into the hands that was held at the end of the way or when the last points came. */
function takenTurns(
  { turns }: Recording,
  visits: readonly Visit[],
  end: number,
): readonly TakingTurn[] {
  const rooms = new Set(visits.map(({ room }) => room));
  const then = [turns[end], turns[lastGain(turns)]];
  const kept = new Set(then.flatMap((turn) => turn?.after.inventory.map(({ name }) => name) ?? []));
  const held = new Set(visits.at(-1)?.held);
  const taken = new Map<string, TakingTurn>();
  for (const { before, after, decision } of turns) {
    const had = new Set(before.inventory.map(({ name }) => name));
    if (before.location.id !== after.location.id || !rooms.has(before.location.id)) continue;
    for (const { name } of after.inventory) {
      if (had.has(name) || !kept.has(name) || held.has(name) || taken.has(name)) continue;
      const room = before.location;
      const isKept = [decision.action, room.name].every((words) => KEPT_WORDS.test(words));
      if (isKept && KEPT_THING.test(name))
        taken.set(name, { thing: name, command: decision.action, room });
    }
  }
  return [...taken.values()];
}

interface TakingTurn {
  readonly thing: string;
  readonly command: string;
  readonly room: RecordedTurn['before']['location'];
}

/** Where on the way it may be taken: what is not at the start of it may need something done before, so all visits count. */
function placesFor(
  { thing, command, room }: TakingTurn,
  visits: readonly Visit[],
): readonly TakenAlong[] {
  return visits.flatMap((visit, after) =>
    visit.room === room.id ? [{ after, command, thing, room: room.name, isNeeded: false }] : [],
  );
}

function inOrder(along: readonly TakenAlong[]): readonly TakenAlong[] {
  return along.toSorted((a, b) => a.after - b.after);
}

/** Marks what is needed: without it the recorded turns after the way come out worse than with all that is taken along. */
function markNeeded(
  { courses, opening }: AlongPorts,
  {
    recipe,
    along,
    best,
  }: {
    readonly recipe: Pick<Recipe, 'commands' | 'points'>;
    readonly along: readonly TakenAlong[];
    readonly best: Recording;
  },
): readonly TakenAlong[] {
  const { turns } = best;
  const end = endOfWay(best, opening + recipe.points);
  const later = end === -1 ? [] : turns.slice(end + 1, end + 1 + LONGEST_AFTER);
  const goOn = (some: readonly TakenAlong[]): Outcome | null => {
    const start = withAlong(recipe.commands, some);
    const commands = [...start, ...later.map(({ decision }) => decision.action)];
    const outcomes = courses.map((course) => goOnFrom(course, commands, start.length));
    return outcomes.reduce(
      (sum, one) =>
        sum === null || one === null
          ? null
          : { points: sum.points + one.points, survived: sum.survived + one.survived },
      { points: 0, survived: 0 },
    );
  };
  if (along.length === 0 || later.length === 0) return along;
  const [all, none] = [goOn(along), goOn([])];
  if (all === null || none === null || !isWorse(none, all)) return along;
  let needed = along;
  for (const one of along) {
    const others = needed.filter((other) => other !== one);
    const outcome = goOn(others);
    if (outcome !== null && !isWorse(outcome, all)) needed = others;
  }
  return along.map((one) => ({ ...one, isNeeded: needed.includes(one) }));
}

function goOnFrom(course: Course, commands: readonly string[], from: number): Outcome | null {
  const arrival = course.play(commands);
  return arrival === null
    ? null
    : { points: arrival.score, survived: arrival.visits.length - from };
}

function isWorse(one: Outcome, other: Outcome): boolean {
  return (
    one.points < other.points || (one.points === other.points && one.survived < other.survived)
  );
}

/** Index of the turn in which a score was first reached; -1 where it never was. */
function endOfWay({ turns }: Recording, score: number): number {
  return turns.findIndex(({ after }) => (after.score ?? -1) >= score);
}

/** Index of the turn in which the most points were first had. */
function lastGain(turns: readonly RecordedTurn[]): number {
  const scores = turns.map(({ after }) => after.score ?? 0);
  return scores.indexOf(Math.max(...scores));
}

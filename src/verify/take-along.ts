import { thingsMeant } from '../domain/naming.ts';
import { withAlong, type TakenAlong } from '../domain/recipe.ts';
import type { RecordedTurn } from '../records/recorded-turn.ts';
import type { Course, Visit, WayToPoints } from './walk.ts';
import type { Recording } from './recording.ts';

const TRIED_COURSES = 2;
const MOST_THINGS = 8;
/** Places on the way where one thing is tried for. */
const MOST_PLACES = 3;
/** Recorded turns after the way that are played again to see what was needed. */
const LONGEST_AFTER = 30;
/** What the file can keep of a thing, and of its room and command. */
const KEPT_THING = /^[^\s;(),]([^;(),\n]*[^\s;(),])?$/;
const KEPT_WORDS = /^[^\s;()]([^;()\n]*[^\s;()])?$/;

interface Outcome {
  readonly points: number;
  readonly survived: number;
}

/**
 * What the recording with the most points took along in rooms on the way of a recipe, and kept, as far as it can be taken on
 * that way with the points still earned, of what play that went on fared worse without or that the recording used. Empty
 * where the steps end.
 */
export function thingsAlong(
  courses: readonly Course[],
  way: WayToPoints,
  recordings: readonly Recording[],
): readonly TakenAlong[] {
  const tried = courses.slice(0, TRIED_COURSES);
  const [first] = tried;
  const best = bestRecording(recordings);
  if (best === null || first?.earns(way) !== true) return [];
  first.keep();
  const { visits } = first;
  const earns = (some: readonly TakenAlong[]) =>
    tried.every((course) => {
      const commands = withAlong(way.commands, some);
      const arrival = course.play(commands)?.[commands.length];
      if (arrival === undefined || arrival.points < way.points) return false;
      return some.every(({ thing }) => arrival.held.includes(thing));
    });
  let along: readonly TakenAlong[] = [];
  const end = endOfWay(best, way);
  for (const turn of takenTurns(best, visits, end)) {
    const places = placesFor(turn, visits).slice(0, MOST_PLACES);
    const found = places.find((one) => earns(inOrder([...along, one])));
    if (found !== undefined && along.length < MOST_THINGS) along = inOrder([...along, found]);
  }
  const after = end === -1 ? [] : best.turns.slice(end + 1, end + 1 + LONGEST_AFTER);
  const later = after.map(({ decision }) => decision.action);
  const marked = markNeeded(tried, way, { along, later });
  return marked.filter(({ thing, isNeeded }) => isNeeded || isUsed(thing, best.turns));
}

/** Of no use by itself: what pays for it is told by the points. */
const LAYING = /^(?:put|place|insert|drop|throw|give|leave|lay|hang)\b/;
const LIGHTING = /^(?:light|burn|(?:turn|switch) on)\b/;
const WITH_SOMETHING = /\s(?:with|to|using|at|from)\s/;

/** Whether a command that names a thing earned points or led on, lit it, or did something with it to something else. */
function isUsed(thing: string, turns: readonly RecordedTurn[]): boolean {
  return turns.some(({ before, after, decision: { action } }) => {
    if (!thingsMeant(action, before.inventory).some(({ name }) => name === thing)) return false;
    const isGain = (after.score ?? 0) > (before.score ?? 0);
    if (isGain || before.location.id !== after.location.id) return true;
    const isUse = LIGHTING.test(action) || (WITH_SOMETHING.test(action) && !LAYING.test(action));
    return isUse && before.scene !== after.scene;
  });
}

/** The recording that earned most, as far as its last gain; the first of equals. */
function bestRecording(recordings: readonly Recording[]): Recording | null {
  const score = ({ turns }: Recording) =>
    Math.max(...turns.map(({ after }) => (after.ended === 'death' ? -1 : (after.score ?? -1))));
  const played = recordings.filter(({ turns }) => turns.length > 0);
  return played.toSorted((a, b) => score(b) - score(a))[0] ?? null;
}

/** Turns in rooms of the way that took something which was held at the end of the way or when the last points came. */
function takenTurns({ turns }: Recording, visits: readonly Visit[], end: number) {
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
function placesFor({ thing, command, room }: TakingTurn, visits: readonly Visit[]) {
  return visits.flatMap((visit, after) =>
    visit.room === room.id ? [{ after, command, thing, room: room.name, isNeeded: false }] : [],
  );
}

function inOrder(along: readonly TakenAlong[]): readonly TakenAlong[] {
  return along.toSorted((a, b) => a.after - b.after);
}

/** Marks what is needed: without it the later turns come out worse than with all that is taken along. */
function markNeeded(
  courses: readonly Course[],
  way: WayToPoints,
  { along, later }: { readonly along: readonly TakenAlong[]; readonly later: readonly string[] },
): readonly TakenAlong[] {
  const goOn = (some: readonly TakenAlong[]): Outcome | null => {
    const start = withAlong(way.commands, some);
    const sum = { points: 0, survived: 0 };
    for (const course of courses) {
      const visits = course.play([...start, ...later]);
      if (visits === null) return null;
      sum.points += visits.at(-1)?.points ?? 0;
      sum.survived += visits.length - start.length;
    }
    return sum;
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

function isWorse(one: Outcome, other: Outcome): boolean {
  return (
    one.points < other.points || (one.points === other.points && one.survived < other.survived)
  );
}

/** Index of the turn in which so many points were first earned; -1 where they never were. */
function endOfWay({ turns }: Recording, { points }: WayToPoints): number {
  const opening = turns[0]?.before.score ?? 0;
  return turns.findIndex(({ after }) => (after.score ?? -1) >= opening + points);
}

/** Index of the turn in which the most points were first had. */
function lastGain(turns: readonly RecordedTurn[]): number {
  const scores = turns.map(({ after }) => after.score ?? 0);
  return scores.indexOf(Math.max(...scores));
}

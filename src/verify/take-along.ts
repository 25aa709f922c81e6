import { newlyLit } from '../domain/turn-effect.ts';
import { thingsNamedByCommand } from '../domain/named-things.ts';
import { recipeWithAlong, type TakenAlong } from '../domain/recipe.ts';
import type { RecordedTurn } from '../records/recorded-turn.ts';
import type { Course, Visit, WayToPoints } from './walk.ts';
import type { Recording } from './recording.ts';

const TRIED_COURSES = 2;
const MOST_THINGS = 8;
/** The most places on the way where one thing is tried. */
const MOST_PLACES = 3;
/** The most recorded turns after the way that are played again to see what was needed. */
const LONGEST_AFTER = 30;
/** The most recordings for these plays. */
const MOST_LATER = 3;
/** The names that the file can keep for a thing, its room and its command. */
const KEPT_THING = /^[^\s;(),]([^;(),\n]*[^\s;(),])?$/;
const KEPT_WORDS = /^[^\s;()]([^;()\n]*[^\s;()])?$/;

interface Outcome {
  readonly points: number;
  readonly survived: number;
  /** The number of moments with light. */
  readonly lit: number;
}

/** The things that recordings took along or lit on a recipe's way, if it keeps its points and later play needs them. */
export function thingsAlong(
  courses: readonly Course[],
  way: WayToPoints,
  recordings: readonly Recording[],
): readonly TakenAlong[] {
  const tried = courses.slice(0, TRIED_COURSES);
  const [first] = tried;
  const best = bestFirst(recordings);
  if (best.length === 0 || first?.earns(way) !== true) return [];
  first.keep();
  const { visits } = first;
  const earns = (some: readonly TakenAlong[]) =>
    tried.every((course) => {
      const commands = recipeWithAlong(way.commands, some);
      const arrival = course.play(commands)?.[commands.length];
      if (arrival === undefined || arrival.points < way.points) return false;
      return some.every(({ thing }) => arrival.held.includes(thing));
    });
  let along: readonly TakenAlong[] = [];
  for (const deed of deedsOn(visits, best, way)) {
    if (along.length >= MOST_THINGS) break;
    const found = placesFor(deed, visits).find((one) => earns(inOrder([...along, one])));
    if (found !== undefined) along = inOrder([...along, found]);
  }
  const marked = markNeeded(tried, way, along, laterPlay(best, way));
  return marked.filter(
    ({ thing, isNeeded }) => isNeeded || best.some(({ turns }) => isUsed(thing, turns)),
  );
}

/** Verbs of laying down. They use a thing only if they pay, which the points tell. */
const LAYING = /^(?:put|place|insert|drop|throw|give|leave|lay|hang)\b/;
const LIGHTING = /^(?:light|burn|(?:turn|switch) on)\b/;
const WITH_SOMETHING = /\s(?:with|to|using|at|from)\s/;

/** Whether a command with a thing earned points, led on, lit it, or did something with it to another thing. */
function isUsed(thing: string, turns: readonly RecordedTurn[]): boolean {
  return turns.some(({ before, after, decision: { action } }) => {
    if (!thingsNamedByCommand(action, before.inventory).some(({ name }) => name === thing))
      return false;
    const isGain = (after.score ?? 0) > (before.score ?? 0);
    if (isGain || before.location.id !== after.location.id) return true;
    const isUse = LIGHTING.test(action) || (WITH_SOMETHING.test(action) && !LAYING.test(action));
    return isUse && before.scene !== after.scene;
  });
}

/** The played recordings: most points up to their last gain first. */
function bestFirst(recordings: readonly Recording[]): readonly Recording[] {
  const score = ({ turns }: Recording) =>
    Math.max(...turns.map(({ after }) => (after.ended === 'death' ? -1 : (after.score ?? -1))));
  const played = recordings.filter(({ turns }) => turns.length > 0);
  return played.toSorted((a, b) => score(b) - score(a));
}

/** The play of recordings after they had earned the points of the way. Empty if none had. */
function laterPlay(recordings: readonly Recording[], way: WayToPoints) {
  const later = recordings.flatMap((recording) => {
    const end = endOfWay(recording, way);
    const after = recording.turns.slice(end + 1, end + 1 + LONGEST_AFTER);
    return end === -1 ? [] : [after.map(({ decision }) => decision.action)];
  });
  return later.length === 0 ? [[]] : later.slice(0, MOST_LATER);
}

/** A command that took or lit a thing, with its room on the way. */
interface Deed {
  readonly thing: string;
  readonly command: string;
  readonly room: RecordedTurn['before']['location'];
}

/** The deeds that a way can repeat: each thing is taken once, where recordings took it, and lit once, where it is dark. */
function deedsOn(visits: readonly Visit[], recordings: readonly Recording[], way: WayToPoints) {
  const held = new Set(visits.at(-1)?.held);
  const deeds = recordings.map((recording) => deedsOf(recording, visits, endOfWay(recording, way)));
  const taken = byThing(deeds.flatMap((one) => one.taken)).filter(({ thing }) => !held.has(thing));
  const dark = visits.find(({ isDark }) => isDark);
  const seen = recordings.flatMap(({ turns }) => turns.map(({ after }) => after.location));
  const room = seen.find(({ id }) => id === dark?.room);
  const lit = room === undefined ? [] : byThing(deeds.flatMap((one) => one.lit));
  const lighting = lit.map((deed) => ({ ...deed, room: room ?? deed.room }));
  const isLit = ({ thing }: Deed) => lighting.some((one) => one.thing === thing);
  // Without light the rest is of no use.
  const all = [...taken.filter(isLit), ...lighting, ...taken.filter((deed) => !isLit(deed))];
  return all.filter(
    ({ thing, command, room: { name } }) =>
      KEPT_THING.test(thing) && KEPT_WORDS.test(command) && KEPT_WORDS.test(name),
  );
}

function byThing(deeds: readonly Deed[]): readonly Deed[] {
  return deeds.filter(({ thing }, at) => deeds.findIndex((one) => one.thing === thing) === at);
}

/** What a recording took in rooms of the way, or lit anywhere, and held at the end of the way or at its last points. */
function deedsOf({ turns }: Recording, visits: readonly Visit[], end: number) {
  const rooms = new Set(visits.map(({ room }) => room));
  const scores = turns.map(({ after }) => after.score ?? 0);
  const lastGain = scores.indexOf(Math.max(...scores));
  const then = [turns[end], turns[lastGain]];
  const kept = new Set(then.flatMap((turn) => turn?.after.inventory.map(({ name }) => name) ?? []));
  const stayed = turns.filter(({ before, after }) => before.location.id === after.location.id);
  const deeds = (things: (turn: RecordedTurn) => readonly { readonly name: string }[]) =>
    stayed.flatMap((turn): readonly Deed[] => {
      const deed = { command: turn.decision.action, room: turn.before.location };
      const some = things(turn).filter(({ name }) => kept.has(name));
      return some.map(({ name }) => ({ thing: name, ...deed }));
    });
  const isHeld = ({ inventory }: RecordedTurn['before'], name: string) =>
    inventory.some((one) => one.name === name);
  const taken = deeds(({ before, after }) =>
    after.inventory.filter(({ name }) => !isHeld(before, name)),
  );
  return {
    taken: taken.filter(({ room }) => rooms.has(room.id)),
    lit: deeds((turn) => newlyLit(turn).filter(({ name }) => isHeld(turn.after, name))),
  };
}

/** The places on the way to take a thing. Later visits count, because something may have to be done before. */
function placesFor({ thing, command, room }: Deed, visits: readonly Visit[]) {
  const places = visits.flatMap((visit, after) => (visit.room === room.id ? [after] : []));
  const deed = { command, thing, room: room.name, isNeeded: false };
  return places.slice(0, MOST_PLACES).map((after) => ({ after, ...deed }));
}

function inOrder(along: readonly TakenAlong[]): readonly TakenAlong[] {
  return along.toSorted((a, b) => a.after - b.after);
}

/** Marks the needed things: without one, some later play comes out worse than with all. */
function markNeeded(
  courses: readonly Course[],
  way: WayToPoints,
  along: readonly TakenAlong[],
  played: readonly (readonly string[])[],
): readonly TakenAlong[] {
  const goOn = (some: readonly TakenAlong[], later: readonly string[]): Outcome | null => {
    const start = recipeWithAlong(way.commands, some);
    const sum = { points: 0, survived: 0, lit: 0 };
    for (const course of courses) {
      const visits = course.play([...start, ...later]);
      if (visits === null) return null;
      sum.points += visits.at(-1)?.points ?? 0;
      sum.survived += visits.length - start.length;
      sum.lit += visits.slice(start.length).filter(({ isDark }) => !isDark).length;
    }
    return sum;
  };
  const needed = played.flatMap((later): readonly TakenAlong[] => {
    if (along.length === 0) return [];
    const [all, none] = [goOn(along, later), goOn([], later)];
    if (all === null || none === null || !isWorse(none, all)) return [];
    return along.reduce((left, one) => {
      const others = left.filter((other) => other !== one);
      const outcome = goOn(others, later);
      return outcome !== null && !isWorse(outcome, all) ? others : left;
    }, along);
  });
  return along.map((one) => ({ ...one, isNeeded: needed.includes(one) }));
}

function isWorse(one: Outcome, other: Outcome): boolean {
  const [differs] = (['points', 'survived', 'lit'] as const).filter(
    (what) => one[what] !== other[what],
  );
  return differs !== undefined && one[differs] < other[differs];
}

/** The index of the turn that first earned so many points. -1 if none did. */
function endOfWay({ turns }: Recording, { points }: WayToPoints): number {
  const opening = turns[0]?.before.score ?? 0;
  return turns.findIndex(({ after }) => (after.score ?? -1) >= opening + points);
}

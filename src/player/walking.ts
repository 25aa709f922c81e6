import { walkingDirection } from '../domain/command.ts';
import { readFrontier } from '../prompts/frontier-wording.ts';
import { HEADING } from '../prompts/question.ts';
import type { ToldWay } from '../prompts/scene-wording.ts';
import { fearOfExit, fearOfRooms } from './dangers.ts';
import { goalPlaces, firstStepToGoal } from './goals.ts';
import { names } from './lexicon.ts';
import { toldWorkingLight } from './locks.ts';
import type { JournalTurn, Choice, Situation } from './situation.ts';
import { thingWord } from './things.ts';

const NEW_WAY = 2;
const COMPASS = ['n', 'e', 's', 'w', 'ne', 'se', 'sw', 'nw', 'u', 'd', 'in', 'out'];
/** The added cost of walking farther into the dark, without a named exit, and back to known places. */
const BLIND = 12;
const UNNAMED = 0.5;
const OLD_WAY = 40;
const EACH_STEP = 0.25;
/** A walk in progress is preferred to a new one by so much. */
const GOING_ON = 2;
/** So often the same walk is begun at the same place. */
const MOST_SETTINGS_OUT = 3;
/** Places with exits or things that no episode has tried, and those with told dangers. */
const LEFTOVER = { ways: 1, things: 6, danger: 6 };

/** Exits that nobody has walked, and walks to other places, one after the other. A place out of reach is given up. */
export function walkingChoices(situation: Situation): readonly Choice[] {
  const { journal, place, ways } = situation;
  const ofRoom = fearOfRooms(situation);
  const last = journal.at(-1);
  const goal = last?.place === place ? null : (last?.note?.goal ?? null);
  const trips = tripsFrom(situation)
    .filter(({ target }) => ofRoom(target ?? null) === 0 && !isGivenUp(target ?? null, journal))
    .map((trip) => (trip.target === goal ? { ...trip, cost: trip.cost - GOING_ON } : trip));
  const fearOf = (action: string) =>
    ofRoom(ways.find(({ command }) => command === action)?.to ?? null);
  const others = [...trips, ...oldWays(situation)];
  return [
    ...waysNotWalked(situation),
    ...others.map((choice) => ({ ...choice, cost: choice.cost + fearOf(choice.action) })),
  ];
}

/** Whether the player set out for a place from another repeatedly and did not arrive. */
function isGivenUp(target: number | null, journal: readonly JournalTurn[]): boolean {
  const since = journal.slice(journal.findLastIndex(({ place }) => place === target) + 1);
  const begun = since.filter(({ note }) => target !== null && note?.goal === target);
  return begun.some(
    ({ place }) => begun.filter((other) => other.place === place).length >= MOST_SETTINGS_OUT,
  );
}

/** Walks to worthwhile places: next door, by the way in the prompt, or to something untried. */
function tripsFrom(situation: Situation): readonly Choice[] {
  const { sections, ways, journal } = situation;
  const trip = (target: number, worth: number, action: string, steps: number): Choice => ({
    action,
    cost: worth + steps * EACH_STEP,
    why: `To ${target}, where something is left to try.`,
    target,
  });
  const known = [...goalPlaces(situation)].flatMap(([target, worth]) => {
    const way = firstStepToGoal(situation, target);
    if (way !== undefined) return [trip(target, worth, way.first, way.steps)];
    const door = ways.find(({ to }) => to === target);
    return door === undefined ? [] : [trip(target, worth, door.command, 1)];
  });
  const hasLight = toldWorkingLight(situation) !== undefined;
  const fresh = leftovers(sections).elsewhere.flatMap(
    ({ id, steps, isDangerous, next, hasWays, isDark }) => {
      if (next === null || (isDark && !hasLight)) return [];
      if (journal.some(({ place }) => place === id)) return [];
      const worth = hasWays ? LEFTOVER.ways : LEFTOVER.things;
      return [trip(id, worth + (isDangerous ? LEFTOVER.danger : 0), next, steps)];
    },
  );
  return [...known, ...fresh];
}

/** How much earlier an untried deed is done, where the player walked for that, and in an episode that explores. */
const UNTRIED = 1;
const CAME_FOR = 6;
export const FIRST = 20;

/** The lower cost of a command here on something that no episode has tried. 0 for others. */
export function cheaperUntried(situation: Situation): (action: string) => number {
  const { sections, journal, place } = situation;
  const { ways, things, first } = leftovers(sections);
  const came = journal.findLast((turn) => turn.place !== place);
  const isAmong = (action: string, left: readonly string[]) => {
    const direction = walkingDirection(action);
    return left.some((one) =>
      direction === null ? names(action, thingWord(one)) : walkingDirection(one) === direction,
    );
  };
  return (action) => {
    if (isAmong(action, first)) return FIRST;
    if (!isAmong(action, [...ways, ...things])) return 0;
    return came?.note?.goal === place ? CAME_FOR : UNTRIED;
  };
}

/** Nothing in a first episode, where everything is untried. */
function leftovers(sections: Situation['sections']) {
  const isFirst = !sections.has(HEADING.places);
  return readFrontier(isFirst ? '' : (sections.get(HEADING.frontier) ?? ''));
}

/** Exits that were not walked in this episode, one to each place. */
export function waysNotWalked(situation: Situation): readonly Choice[] {
  const { ways, taste, isDark, place, room, isTried, journal } = situation;
  const been = new Set(journal.map((turn) => turn.place));
  const ofRoom = fearOfRooms(situation);
  return [...ways, ...untoldWays(situation)]
    .filter(({ command, to, visits, isDeadly }, at) => {
      const isFirst = to === null || ways.findIndex((way) => way.to === to) === at;
      return isFirst && !isDeadly && visits === 0 && !been.has(to ?? -1) && !isTried(command);
    })
    .toSorted((a, b) => taste(`${place} ${a.command}`) - taste(`${place} ${b.command}`))
    .map(({ command, to }) => {
      const direction = walkingDirection(command) ?? command;
      const isNamed = new RegExp(`\\b${direction}`).test(room.seen);
      const fear = fearOfExit(direction, to, situation) + ofRoom(to);
      const cost = NEW_WAY + (isNamed ? 0 : UNNAMED) + fear + (isDark ? BLIND : 0);
      return { action: command, cost, why: `I have not been ${command} yet.`, target: to };
    });
}

/** Directions that may lead somewhere, if the prompt says that it does not tell all exits. */
function untoldWays({ sections, ways }: Situation): readonly ToldWay[] {
  if (!(sections.get(HEADING.waysOut) ?? '').includes('may lead somewhere')) return [];
  const told = new Set(ways.map(({ command }) => walkingDirection(command)));
  return COMPASS.filter((word) => !told.has(walkingDirection(word))).map((command) => {
    return { command, to: null, visits: 0, isDeadly: false };
  });
}

/** Any exit at all, the least visited first, if there is no better choice. Out of the dark, the player goes back. */
function oldWays({ ways, isDark, place, taste, journal }: Situation): readonly Choice[] {
  const shut = journal
    .filter((turn, at) => turn.place === place && (journal[at + 1]?.place ?? place) === place)
    .map(({ action }) => walkingDirection(action));
  return ways
    .filter(({ command }) => !shut.includes(walkingDirection(command)))
    .toSorted((a, b) => taste(`${place} ${a.command}`) - taste(`${place} ${b.command}`))
    .map(({ command, visits }) => ({
      action: command,
      cost: isDark ? (visits > 0 ? -15 : 30) : OLD_WAY + visits,
      why: isDark ? 'Out of the dark, where I came from.' : `${command} is where I was least.`,
    }));
}

import { walkingDirection } from '../domain/command.ts';
import {
  drawAtlas,
  isBlocked,
  outOfReach,
  routesFrom,
  type Atlas,
  type KnownPlace,
} from './atlas.ts';
import type { Choice } from './choice.ts';
import { aimChoices, goalWalks } from './goals.ts';
import { leftoverWalks } from './leftovers.ts';
import { fearOf, fearOfRoom, fearsOf, isGrowing, type Fears } from './fears.ts';
import { errands } from './errands.ts';
import { workingLight } from './told.ts';
import { treasuries } from './treasure.ts';
import type { Situation } from './situation.ts';

const NEW_WAY = 2;
const COMPASS = ['n', 'e', 's', 'w', 'ne', 'se', 'sw', 'nw', 'u', 'd', 'in', 'out'];
/** Farther into the dark. */
const BLIND = 12;
/** One of several places with the same name: a maze is explored last. */
const MAZE = 3;
const UNNAMED = 0.5;
/** Where nothing is won any more, a new place is worth more than a close look: for so many turns one sooner. */
const PATIENCE = 5;
const MOST_RESTLESS = 5;
const OLD_WAY = 40;
/** For each time that one came to a place and went on. */
const IN_VAIN = 5;
/** A place where nothing can be seen, for a player without a light. */
const UNLIT = 30;
/** How much sooner a walk is gone on with than another is begun. */
const GOING_ON = 2;

/** Ways that nobody has walked, here and at other places, and places where something was left to do. */
export function walkingChoices(situation: Situation): readonly Choice[] {
  const { place, ways, journal } = situation;
  const atlas = drawAtlas(journal, place, ways);
  const legs = routesFrom(atlas, place);
  const fears = fearsOf(situation);
  const hasLight = workingLight(situation) !== undefined;
  const worth = worthOf(situation, atlas);
  const reached = [...atlas].filter(
    ([id]) => (id === place || legs.has(id)) && !isGrowing(situation, id),
  );
  const choices = reached.flatMap(([id, known]): readonly Choice[] => {
    const { first, steps } = legs.get(id) ?? { first: '', steps: 0 };
    const isUnlit = !hasLight && known.isDark && id !== place;
    const away = steps + (isUnlit ? UNLIT : 0);
    const ahead = newWays(id, atlas, fears, situation).map(([command, cost]): Choice => {
      const why = `I have not been ${command} yet.`;
      const target = known.ways.get(command) ?? null;
      if (id === place) return { action: command, cost, why, target };
      return {
        action: first,
        cost: cost + away,
        why: `On the way to ${id}, to go ${command}.`,
        target: id,
      };
    });
    const worthOfIt = id === place ? undefined : worth.get(id);
    if (worthOfIt === undefined) return ahead;
    const back = worthOfIt + Math.max(0, idleVisits(id, situation) - 1) * IN_VAIN;
    const why = `Back to ${id}, where something is left to try.`;
    return [...ahead, { action: first, cost: back + away, why, target: id }];
  });
  const all = [
    ...choices,
    ...goalWalks(situation, legs, fears),
    ...leftoverWalks(situation, atlas, fears),
    ...aimChoices(situation, legs),
    ...untoldWays(situation),
    ...oldWays(situation, atlas),
  ];
  return weighed(all, situation, fears);
}

/** One walk is ended before the next, what was not reached is given up, and ways into feared rooms come late. */
function weighed(
  choices: readonly Choice[],
  { journal, place, ways }: Situation,
  fears: Fears,
): readonly Choice[] {
  const last = journal.at(-1);
  const goal = last?.place === place ? null : (last?.note?.goal ?? null);
  const givenUp = outOfReach(journal);
  const feared = new Map(ways.map(({ command, to }) => [command, fearOfRoom(to, fears)] as const));
  return choices
    .filter(({ target }) => target === null || target === undefined || !givenUp.has(target))
    .map((choice) => ({
      ...choice,
      cost:
        choice.cost +
        (feared.get(choice.action) ?? 0) -
        (goal !== null && choice.target === goal ? GOING_ON : 0),
    }));
}

/** How often a place was walked through since something else than walking was done. */
function idleVisits(id: number, { journal, place: here }: Situation): number {
  const busy = journal.findLastIndex(({ place }, at) => place === (journal[at + 1]?.place ?? here));
  return journal.slice(busy + 1).filter(({ place }) => place === id).length;
}

/** What it is worth to come back to a place: for what was left there, for what is carried there, for what was won since. */
function worthOf(situation: Situation, atlas: Atlas): ReadonlyMap<number, number> {
  const worth = new Map<number, number>();
  const left = [...atlas].flatMap(([id, known]) =>
    known.left === null ? [] : [[id, known.left] as const],
  );
  for (const [id, cost] of [...left, ...treasuries(situation), ...errands(situation, atlas)])
    worth.set(id, Math.min(cost, worth.get(id) ?? Infinity));
  return worth;
}

function newWays(
  id: number,
  atlas: Atlas,
  fears: Fears,
  { taste, isDark, place, room, isTried, turnsStuck }: Situation,
): readonly (readonly [string, number])[] {
  const known = atlas.get(id);
  if (known === undefined) return [];
  const ends = new Set<number>();
  const text = id === place && known.text === '' ? `${room.scenery}\n${room.listing}` : known.text;
  const sameText = [...atlas.values()].filter((other) => headOf(other) === headOf(known)).length;
  return [...known.ways]
    .filter(([command, to]) => {
      const direction = walkingDirection(command);
      if (direction === null || known.tried.has(direction) || isBlocked(known, command))
        return false;
      if (id === place && isTried(command)) return false;
      if (to === null) return true;
      if (atlas.get(to)?.wasThere || to === place || ends.has(to)) return false;
      ends.add(to);
      return true;
    })
    .sort(([a], [b]) => taste(`${id} ${a}`) - taste(`${id} ${b}`))
    .map(([command, to]) => {
      const direction = walkingDirection(command) ?? command;
      const isNamed = new RegExp(`\\b${direction}`).test(text.toLowerCase());
      const cost =
        NEW_WAY -
        Math.min(turnsStuck / PATIENCE, MOST_RESTLESS) +
        (isNamed ? 0 : UNNAMED) +
        fearOf(text, { direction, to }, fears) +
        (id === place ? 0 : fearOfRoom(to, fears)) +
        (sameText > 1 ? MAZE : 0) +
        (isDark && id === place ? BLIND : 0);
      return [command, cost] as const;
    });
}

function headOf({ text }: KnownPlace): string {
  return text.slice(0, 24);
}

/** Directions to try where the prompt says that it does not tell all ways. */
function untoldWays({ sections, ways, isTried, room }: Situation): readonly Choice[] {
  if (!(sections.get('Ways out') ?? '').includes('may lead somewhere')) return [];
  const told = new Set(ways.map(({ command }) => walkingDirection(command)));
  return COMPASS.filter((word) => !told.has(walkingDirection(word)) && !isTried(word)).map(
    (word) => ({
      action: word,
      cost: room.scenery.includes(walkingDirection(word) ?? word) ? NEW_WAY : NEW_WAY + 3,
      why: `Nobody told me whether ${word} leads anywhere.`,
    }),
  );
}

/** Any way at all, least visited first: nothing better is left. Out of the dark one goes back. */
function oldWays({ ways, isDark, place, taste }: Situation, atlas: Atlas): readonly Choice[] {
  const here = atlas.get(place);
  return ways
    .filter(({ command }) => here === undefined || !isBlocked(here, command))
    .toSorted((a, b) => taste(`${place} ${a.command}`) - taste(`${place} ${b.command}`))
    .map(({ command, visits }) => ({
      action: command,
      cost: isDark ? (visits > 0 ? -15 : 30) : OLD_WAY + visits,
      why: isDark ? 'Out of the dark, where I came from.' : `${command} is where I was least.`,
    }));
}

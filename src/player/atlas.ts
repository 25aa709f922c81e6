import { walkingDirection } from '../domain/command.ts';
import type { JournalTurn } from './journal.ts';
import type { Way } from './situation.ts';
import { says } from './texts.ts';

/** A place as far as the player was there in this episode. */
export interface KnownPlace {
  /** Commands that lead out, with the place they lead to; null where nobody knows. */
  readonly ways: Map<string, number | null>;
  /** Directions walked or tried from here, in full. */
  readonly tried: Set<string>;
  /** Directions that did not lead away when they were tried last. */
  readonly blocked: Set<string>;
  /** What was left to do here: the cost of the best of it; null where nothing was. */
  left: number | null;
  /** What the game printed on arrival; empty where nobody arrived. */
  text: string;
  /** Whether the player was there. */
  wasThere: boolean;
  /** Whether it was dark there when the player came last. */
  isDark: boolean;
}

/** The places of this episode by their ids. */
export type Atlas = ReadonlyMap<number, KnownPlace>;

/** Draws the map of the episode from the notes in the journal, and from the ways that are told now. */
export function drawAtlas(
  journal: readonly JournalTurn[],
  here: number,
  ways: readonly Way[],
): Atlas {
  const atlas = new Map<number, KnownPlace>();
  const at = (id: number): KnownPlace => {
    const known = atlas.get(id) ?? newPlace();
    atlas.set(id, known);
    return known;
  };
  for (const [index, turn] of journal.entries()) {
    if (turn.place === null) continue;
    const from = at(turn.place);
    const isLast = index + 1 === journal.length;
    const to = isLast ? here : (journal[index + 1]?.place ?? null);
    leave(from, turn, to === turn.place);
    if (to === null || to === turn.place) continue;
    from.ways.set(turn.action, to);
    enter(at(to), turn.text);
  }
  at(here).wasThere = true;
  replaceWays(at(here), new Map(ways.map(({ command, to }) => [command, to])));
  return atlas;
}

function leave(from: KnownPlace, { note, action }: JournalTurn, stayed: boolean): void {
  from.wasThere = true;
  if (note?.ways) replaceWays(from, note.ways);
  if (note !== null) from.left = note.left;
  const direction = walkingDirection(action);
  if (direction === null) return;
  from.tried.add(direction);
  if (stayed) from.blocked.add(direction);
  else from.blocked.delete(direction);
}

function enter(place: KnownPlace, text: string): void {
  place.isDark = says('dark', text);
  if (!place.isDark || place.text === '') place.text = text;
}

function newPlace(): KnownPlace {
  return {
    ways: new Map(),
    tried: new Set(),
    blocked: new Set(),
    left: null,
    text: '',
    wasThere: false,
    isDark: false,
  };
}

/** What is listed now is the truth for directions; other commands that led somewhere stay. */
function replaceWays({ ways }: KnownPlace, listed: ReadonlyMap<string, number | null>): void {
  for (const command of ways.keys()) if (walkingDirection(command) !== null) ways.delete(command);
  for (const [command, to] of listed) ways.set(command, to);
}

/** The first command of a shortest way to each place that can be reached, and the number of steps. */
export function routesFrom(atlas: Atlas, here: number): ReadonlyMap<number, Leg> {
  const legs = new Map<number, Leg>();
  let front: readonly (readonly [number, Leg])[] = [[here, { first: '', steps: 0 }]];
  while (front.length > 0) {
    const next: (readonly [number, Leg])[] = [];
    for (const [id, { first, steps }] of front) {
      const known = atlas.get(id);
      if (known === undefined) continue;
      for (const [command, to] of known.ways) {
        if (to === null || to === here || legs.has(to) || isBlocked(known, command)) continue;
        const leg = { first: first === '' ? command : first, steps: steps + 1 };
        legs.set(to, leg);
        next.push([to, leg]);
      }
    }
    front = next;
  }
  return legs;
}

/** As often the same walk is begun at the same place. */
const MOST_SETTINGS_OUT = 3;

/** Places that were not reached though the player set out for them from one place again and again. */
export function outOfReach(journal: readonly JournalTurn[]): ReadonlySet<number> {
  const begun = new Map<number, Map<number, number>>();
  for (const { place, note } of journal) {
    if (place === null) continue;
    begun.delete(place);
    const goal = note?.goal ?? null;
    if (goal === null) continue;
    const from = begun.get(goal) ?? new Map<number, number>();
    begun.set(goal, from.set(place, (from.get(place) ?? 0) + 1));
  }
  const inVain = [...begun].filter(([, from]) => Math.max(...from.values()) >= MOST_SETTINGS_OUT);
  return new Set(inVain.map(([goal]) => goal));
}

export interface Leg {
  readonly first: string;
  readonly steps: number;
}

export function isBlocked({ blocked }: KnownPlace, command: string): boolean {
  const direction = walkingDirection(command);
  return direction !== null && blocked.has(direction);
}

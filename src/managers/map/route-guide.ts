import { canonicalAction } from '../../domain/command.ts';
import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Destination } from '../../domain/objective.ts';
import { moved, type TurnRecord } from '../../domain/turn-record.ts';
import { commandWords, roomWords } from '../../prompts/wording.ts';
import type { Route } from './find-route.ts';

/** After so many turns in a row in which the player did something else, a route is told no more. */
const MOST_LEFT_ASIDE = 3;

interface RouteMap {
  routeTo(from: LocationId, to: LocationId): Route | null;
  roomName(id: LocationId): string;
}

/** The route to the player's own place that the newest prompt tells. */
interface Told {
  readonly turn: number;
  readonly to: LocationId;
  readonly next: string;
  /** Where its first step leads. */
  readonly through: LocationId | undefined;
  /** Turns in a row in which it was told and something else was done. */
  readonly leftAside: number;
}

/** Tells the way to where the player wants to go, for as long as it goes there. */
export class RouteGuide {
  readonly #map: RouteMap;
  /** Null where an episode has no end; looked up for each use. */
  readonly #maxTurns: () => number | null;
  #told: Told | null = null;
  readonly #given = new Set<number>();

  constructor(map: RouteMap, maxTurns: () => number | null) {
    this.#map = map;
    this.#maxTurns = maxTurns;
  }

  routeTo(from: LocationId, to: LocationId): Route | null {
    return this.#map.routeTo(from, to);
  }

  /**
   * The way to the place that the player named, for as long as it is not left aside, else to where the first of these
   * objectives begins that an open way leads to in the turns that are left: `Route to Hall (7), for: find the lamp: e,
   * then n, n`. Empty where there is none, and where that objective begins here.
   */
  tell({ turn, recent, target, observation }: GameState, goals: readonly Destination[]): string {
    const here = observation.location.id;
    const told = this.#leftAside(recent);
    this.#told = null;
    const left = (this.#maxTurns() ?? Infinity) - turn;
    if (target !== null && target !== here && !this.#given.has(target)) {
      return this.#tellOwn(here, target, { turn, told, left });
    }
    for (const { text, target: to } of goals) {
      if (to === here) return '';
      const route = this.#map.routeTo(here, to);
      if (route === null || route.isShut || route.commands.length > left) continue;
      return `Route to ${this.#nameOf(to)}, for: ${text.replace(/[.!\s]+$/, '')}: ${stepsOf(route)}`;
    }
    return '';
  }

  #tellOwn(
    here: LocationId,
    to: LocationId,
    now: { readonly turn: number; readonly told: Told | null; readonly left: number },
  ): string {
    const route = this.#map.routeTo(here, to);
    const name = this.#nameOf(to);
    if (route === null) return `No way to ${name} is known yet.`;
    if (route.isShut) return `No open way to ${name} is known.`;
    if (route.commands.length > now.left)
      return `No way to ${name} is short enough for the turns left.`;
    const { next, steps } = route;
    const leftAside = now.told?.to === to ? now.told.leftAside : 0;
    this.#told = { turn: now.turn + 1, to, next: next ?? '', through: steps[0]?.to, leftAside };
    return `Route to ${name}: ${stepsOf(route)}`;
  }

  #nameOf(id: LocationId): string {
    return roomWords({ id, name: this.#map.roomName(id) });
  }

  /** What was told, with the newest turn counted. */
  #leftAside(recent: readonly TurnRecord[]): Told | null {
    const last = recent.at(-1);
    const wanted =
      last !== undefined && isNamedAnew(last, recent.at(-2)) ? last.decision.target : null;
    if (typeof wanted === 'number') this.#given.delete(wanted);
    const told = this.#told;
    if (told === null || last?.turn !== told.turn || last.decision.by !== undefined) return told;
    const isTaken =
      canonicalAction(last.decision.action) === canonicalAction(told.next) ||
      last.after.location.id === told.through ||
      wanted === told.to;
    const leftAside = isTaken ? 0 : told.leftAside + 1;
    if (leftAside === MOST_LEFT_ASIDE) this.#given.add(told.to);
    return { ...told, leftAside };
  }
}

/** Whether a place is named that the reply before did not name, or on the move: many replies only repeat it. */
function isNamedAnew(last: TurnRecord, before: TurnRecord | undefined): boolean {
  const { target } = last.decision;
  return typeof target === 'number' && (moved(last) || before?.decision.target !== target);
}

/** `e, then n, n` */
function stepsOf({ commands }: Route): string {
  const [first = '', ...later] = commands.map(commandWords);
  return later.length === 0 ? first : `${first}, then ${later.join(', ')}`;
}

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

/** The route that the newest prompt tells. */
interface Told {
  readonly turn: number;
  /** What it is for: the place that the player named, or the text of an objective. */
  readonly goal: string;
  readonly next: string;
  /** Where its first step leads. */
  readonly through: LocationId | undefined;
  /** Turns in a row in which it was told and something else was done. */
  readonly leftAside: number;
}

/** Tells the way to where the player wants to go, for as long as it goes there. */
export class RouteGuide {
  readonly #map: RouteMap;
  #told: Told | null = null;
  readonly #given = new Set<string>();

  constructor(map: RouteMap) {
    this.#map = map;
  }

  routeTo(from: LocationId, to: LocationId): Route | null {
    return this.#map.routeTo(from, to);
  }

  /**
   * The way to the place that the player named, else to where the first of these objectives begins that an open way
   * leads to: `Route to Hall (7), for: find the lamp: e, then n, n`. Empty where there is none, where the player is there
   * already, and after it was left aside.
   */
  tell({ turn, recent, target, observation }: GameState, goals: readonly Destination[]): string {
    const here = observation.location.id;
    const told = this.#leftAside(recent);
    this.#told = null;
    if (target !== null && target !== here && !this.#given.has(`${target}`)) {
      return this.#tellOwn(here, target, { turn, told });
    }
    for (const { text, target: to } of goals) {
      if (to === here) return '';
      const route = this.#given.has(text) ? null : this.#map.routeTo(here, to);
      if (route === null || route.isShut) continue;
      this.#remember(route, { goal: text, turn, told });
      return `Route to ${this.#nameOf(to)}, for: ${text.replace(/[.!\s]+$/, '')}: ${stepsOf(route)}`;
    }
    return '';
  }

  #tellOwn(
    here: LocationId,
    target: LocationId,
    { turn, told }: { readonly turn: number; readonly told: Told | null },
  ): string {
    const route = this.#map.routeTo(here, target);
    const name = this.#nameOf(target);
    if (route === null) return `No way to ${name} is known yet.`;
    if (route.isShut) return `No open way to ${name} is known.`;
    this.#remember(route, { goal: `${target}`, turn, told });
    return `Route to ${name}: ${stepsOf(route)}`;
  }

  #nameOf(id: LocationId): string {
    return roomWords({ id, name: this.#map.roomName(id) });
  }

  #remember(
    { next, steps }: Route,
    { goal, turn, told }: { goal: string; turn: number; told: Told | null },
  ): void {
    const leftAside = told?.goal === goal ? told.leftAside : 0;
    this.#told = { turn: turn + 1, goal, next: next ?? '', through: steps[0]?.to, leftAside };
  }

  /** What was told, with the newest turn counted. */
  #leftAside(recent: readonly TurnRecord[]): Told | null {
    const last = recent.at(-1);
    const isWanted = last !== undefined && isNamedAnew(last, recent.at(-2));
    if (isWanted) this.#given.delete(`${last.decision.target}`);
    const told = this.#told;
    if (told === null || last?.turn !== told.turn || last.decision.by !== undefined) return told;
    const isTaken =
      canonicalAction(last.decision.action) === canonicalAction(told.next) ||
      last.after.location.id === told.through ||
      (isWanted && `${last.decision.target}` === told.goal);
    const leftAside = isTaken ? 0 : told.leftAside + 1;
    if (leftAside === MOST_LEFT_ASIDE) this.#given.add(told.goal);
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

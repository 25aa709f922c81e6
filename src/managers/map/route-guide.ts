import { canonicalAction } from '../../domain/command.ts';
import { moved } from '../../domain/turn-effect.ts';
import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import { thingsNamedByCommand } from '../../domain/named-things.ts';
import type { Destination } from '../../domain/objective.ts';
import { type TurnRecord, looksOf } from '../../domain/turn-record.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import { commandWords } from '../../prompts/wording.ts';
import type { Route } from './routes.ts';
import type { Way } from './ways.ts';

/** If the player did something else in so many turns in a row, the route is told no more. */
const MOST_LEFT_ASIDE = 3;

interface RouteMap {
  routeTo(from: LocationId, to: LocationId): Route | null;
  roomName(id: LocationId): string;
}

/** The route to the player's own target in the newest prompt. */
interface Told {
  readonly turn: number;
  readonly to: LocationId;
  readonly next: string;
  readonly through: LocationId | undefined;
  /** Turns in a row in which it was told and something else was done. */
  readonly leftAside: number;
}

/** Tells the way to the player's target while the player follows it. */
export class RouteGuide {
  readonly #map: RouteMap;
  /** Null if an episode has no end. Looked up for each use. */
  readonly #maxTurns: () => number | null;
  #told: Told | null = null;
  readonly #given = new Set<number>();
  /** The player's own target that was told to have no known way. Once is enough. */
  #unknown: LocationId | null = null;

  constructor(map: RouteMap, maxTurns: () => number | null) {
    this.#map = map;
    this.#maxTurns = maxTurns;
  }

  routeTo(from: LocationId, to: LocationId): Route | null {
    return this.#map.routeTo(from, to);
  }

  /**
   * The way to the player's own target while it is followed; else to the start of this objective, if an open way leads there
   * in time: `Route to Hall (7), for: find the lamp: e, then n, n`. Empty if there is none.
   */
  tell(state: GameState, goal: Destination | null): string {
    const { turn, recent, target, observation } = state;
    const here = observation.location.id;
    const told = this.#leftAside(recent);
    this.#told = null;
    const left = (this.#maxTurns() ?? Infinity) - turn;
    if (target !== this.#unknown) this.#unknown = null;
    if (target !== null && target !== here && !this.#given.has(target)) {
      const isTold = this.#unknown === target;
      const own = this.#tellOwn(state, target, told, left);
      if (this.#told !== null || !isTold) return own;
    }
    if (goal === null || goal.target === here) return '';
    const route = this.#map.routeTo(here, goal.target);
    if (route === null || isShutNow(route, state) || route.commands.length > left) return '';
    const name = this.#nameOf(goal.target);
    return `Route to ${name}, for: ${goal.text.replace(/[.!\s]+$/, '')}: ${stepsOf(route)}`;
  }

  #tellOwn(state: GameState, to: LocationId, told: Told | null, left: number): string {
    const route = this.#map.routeTo(state.observation.location.id, to);
    const name = this.#nameOf(to);
    this.#unknown = to;
    if (route === null) return `No way to ${name} is known yet.`;
    if (isShutNow(route, state)) return `No open way to ${name} is known.`;
    if (route.commands.length > left)
      return `No way to ${name} is short enough for the turns left.`;
    this.#unknown = null;
    const [next = ''] = route.commands;
    const leftAside = told?.to === to ? told.leftAside : 0;
    this.#told = { turn: state.turn + 1, to, next, through: route.steps[0]?.to, leftAside };
    return `Route to ${name}: ${stepsOf(route)}`;
  }

  #nameOf(id: LocationId): string {
    return roomWords({ id, name: this.#map.roomName(id) });
  }

  #leftAside(recent: readonly TurnRecord[]): Told | null {
    const last = recent.at(-1);
    const wanted = last === undefined ? null : namedAnew(last, recent.at(-2));
    if (wanted !== null) this.#given.delete(wanted);
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

/** The target that a reply names while walking, or that the reply before did not name. Many replies only repeat it. */
function namedAnew(last: TurnRecord, before: TurnRecord | undefined): number | null {
  const { target = null } = last.decision;
  return moved(last) || before?.decision.target !== target ? target : null;
}

/** Whether an exit is shut, or its opener names what was locked when last seen. */
function isShutNow(
  { isShut, steps, commands }: Route,
  { observation, recent }: Pick<GameState, 'observation' | 'recent'>,
): boolean {
  const looks = [...looksOf(recent), observation];
  const isLocked = ({ from, opener }: Way) => {
    const look = looks.findLast(({ location }) => location.id === from);
    if (opener === null || !commands.includes(opener) || look === undefined) return false;
    return thingsNamedByCommand(opener, look.objects).some(({ traits }) =>
      traits.includes('locked'),
    );
  };
  return isShut || steps.some(isLocked);
}

/** `e, then n, n` */
function stepsOf({ commands }: Route): string {
  const [first = '', ...later] = commands.map(commandWords);
  return later.length === 0 ? first : `${first}, then ${later.join(', ')}`;
}

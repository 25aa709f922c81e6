import { canonicalAction, isPassive } from '../../domain/command.ts';
import { moved } from '../../domain/turn-effect.ts';
import type { LocationId } from '../../domain/ids.ts';
import { thingsNamedByCommand } from '../../domain/named-things.ts';
import type { Observation, Trait } from '../../domain/observation.ts';
import type { Decision } from '../../domain/proposal.ts';
import { type TurnRecord } from '../../domain/turn-record.ts';
import { addExits, addRoom, addToEdge, spelling } from './grow-graph.ts';
import { edgesFrom, type MapGraph, isDirection, type WayWords } from './map-graph.ts';
import { waysFrom, type Way } from './ways.ts';

/** Commands whose meaning depends on earlier ones. They can never be an exit. */
const REFERS_BACK = new Set(['', 'again', 'g', 'undo']);

/**
 * Adds what a turn proves about the map, by location ids alone. Where death or the clock takes the player is no destination
 * of the action. A failure or a death counts only for a direction, or for an action that led somewhere from this room before
 * ("enter window" may fail; "take lamp" is no matter of the map).
 */
export function learnWay(
  graph: MapGraph,
  { before, decision, after, cause }: Step,
  episode: number,
): MapGraph {
  const command = decision.action.trim().toLowerCase();
  const action = canonicalAction(command);
  if (before.ended !== null || after.ended === 'quit' || REFERS_BACK.has(action)) return graph;
  const [from, to] = [before.location, after.location];
  // Some stories bring the dead back to life elsewhere: that is no way.
  const hasDied = after.died || after.ended === 'death';
  if (!hasDied && from.id !== to.id) {
    if (cause === 'clock') return graph;
    const rooms = addRoom(addRoom(graph, from, episode), to, episode);
    const finding = { kind: 'walked', to: to.id, ...spelling(command, action) } as const;
    return addToEdge(rooms, from.id, action, { episode, finding });
  }
  if (!isDirection(action) && !edgesFrom(graph, from.id).has(action)) return graph;
  const finding = { kind: hasDied ? 'died' : 'failed' } as const;
  return addToEdge(addRoom(graph, from, episode), from.id, action, { episode, finding });
}

interface Step {
  readonly before: Pick<Observation, 'location' | 'ended'>;
  readonly decision: Pick<Decision, 'action'>;
  readonly after: Pick<Observation, 'location' | 'ended' | 'died'>;
  readonly cause?: TurnRecord['cause'];
}

/** Notes which exits were shut at first in an episode, what opened them, and which commands did not. */
export class OpenedWays {
  readonly #unlocked = new Set<number>();
  /** The open directions of each room when it was first seen. */
  readonly #first = new Map<LocationId, ReadonlySet<string>>();
  /** For each room the openers that opened nothing, and the things that were in reach then. */
  readonly #vain = new Map<LocationId, Vain>();

  reset(): void {
    this.#unlocked.clear();
    this.#first.clear();
    this.#vain.clear();
  }

  /** Whether an exit's opener was played in vain, and its room has shown nothing new since. */
  isVain({ from, opener }: Pick<Way, 'from' | 'opener'>): boolean {
    return (
      opener !== null && this.#vain.get(from)?.openers.includes(canonicalAction(opener)) === true
    );
  }

  /** Marks exits as locked that were shut when the room was first seen and that no command there opened. */
  observe(graph: MapGraph, now: Observation, episode: number): MapGraph {
    const { location, exits } = now;
    const vain = this.#vain.get(location.id);
    if (vain !== undefined && hasNewThing(vain.things, now)) this.#vain.delete(location.id);
    const open = new Set<string>(exits.map(({ direction }) => direction));
    const first = this.#first.get(location.id) ?? open;
    this.#first.set(location.id, first);
    // In the dark no exit is seen.
    const late = first.size === 0 ? [] : exits.filter(({ direction }) => !first.has(direction));
    return addExits(graph, location, late, { episode, words: { locked: true } });
  }

  /** Adds the opening command to exits that a turn opened. If a key or a bolt elsewhere opened them, they are locked. */
  record(graph: MapGraph, turn: TurnRecord, episode: number): MapGraph {
    const { before, after, decision, cause } = turn;
    for (const id of unlockedIn(turn)) this.#unlocked.add(id);
    const opener = decision.action.trim().toLowerCase();
    this.#noteVain(graph, turn);
    if (moved(turn) || isPassive(opener) || cause === 'clock' || after.ended !== null) return graph;
    const were = new Set(before.exits.map(({ direction }) => direction));
    const wasOpen = new Set(withTrait(before, 'open'));
    const opened = withTrait(after, 'open').filter((id) => !wasOpen.has(id));
    const words: WayWords = opened.some((id) => this.#unlocked.has(id))
      ? { locked: true }
      : { opener };
    const fresh = after.exits.filter(({ direction }) => !were.has(direction));
    // If no exit was open and several are now, a scene of the story has ended.
    if (were.size === 0 && fresh.length > 1) return graph;
    return addExits(graph, after.location, fresh, { episode, words });
  }

  #noteVain(graph: MapGraph, { before, decision, after }: TurnRecord): void {
    const here = after.location.id;
    if (before.location.id !== here) return;
    const action = canonicalAction(decision.action);
    const isOpen = ({ to }: Way) => after.exits.some((exit) => exit.to.id === to);
    const isItsOpener = ({ opener }: Way) => opener !== null && canonicalAction(opener) === action;
    if (!waysFrom(graph, here).some((way) => isItsOpener(way) && !isOpen(way))) return;
    const known = this.#vain.get(here)?.openers ?? [];
    this.#vain.set(here, { things: statesOf(after, action), openers: [...known, action] });
  }
}

interface Vain {
  readonly things: ReadonlyMap<number, string | null>;
  readonly openers: readonly string[];
}

/** The things in reach by id, with the states of those that a command names. */
function statesOf({ objects }: Observation, action: string): Vain['things'] {
  const named = new Set(thingsNamedByCommand(action, objects).map(({ id }) => id));
  return new Map(objects.map(({ id, traits }) => [id, named.has(id) ? traits.join(' ') : null]));
}

/** Whether a thing has come to light, or one that the command names has changed. Taking and dropping show nothing new. */
function hasNewThing(before: Vain['things'], { objects }: Observation): boolean {
  return objects.some(({ id, held, traits }) => {
    const state = before.get(id);
    return !held && state !== null && state !== traits.join(' ');
  });
}

function unlockedIn({ before, after }: TurnRecord): readonly number[] {
  const [locked, open] = [withTrait(after, 'locked'), withTrait(after, 'open')];
  const seen = new Set<number>(after.objects.map(({ id }) => id));
  return withTrait(before, 'locked').filter(
    (id) => seen.has(id) && !locked.includes(id) && !open.includes(id),
  );
}

function withTrait({ objects }: Observation, trait: Trait): readonly number[] {
  return objects.filter(({ traits }) => traits.includes(trait)).map(({ id }) => id);
}

import { locationId } from '../domain/ids.ts';
import type { Location } from '../domain/observation.ts';
import type { GameSession } from './game-session.ts';
import type { MachineState } from './machine-state.ts';
import type { DirectionWords } from './exits.ts';

/** The place while the player's object is unknown. */
export const UNKNOWN_PLACE: Location = { id: locationId(0), name: 'unknown place' };

const MOST_STATES = 10;
/** With so many moves, no further states are tried. */
const ENOUGH_MOVES = 6;
const ENOUGH_PLACES = 4;
/** A lower score means "not found". */
const LEAST_SCORE = 4;
const LEAST_LEAD = 1;

/** Walking is tried after so many waited turns. */
const LOOKS = new Set([0, 1, 2, 3, 5, 8, 12]);

const OTHERS = ['stand', 'get up', 'exit', 'take all'];

/** The facts that show who moves: every object's parent and every global variable. */
type World = ReturnType<typeof worldOf>;

interface Evidence {
  /** Commands after which something moved that waiting does not move. */
  moves: number;
  readonly worlds: World[];
  readonly places: Set<string>;
  /** Per object: in how many of those moves it took part, and how many things came into it. */
  readonly moved: Map<number, number>;
  readonly received: Map<number, number>;
}

/**
 * Finds the player by walking in snapshots: the object whose parent changes then but not by waiting, which receives what is
 * taken, and which globals follow. If the player cannot walk yet, the search waits. Null if the evidence is thin.
 */
export function detectPlayer(session: GameSession, words: DirectionWords, mostWaits = 0) {
  const commands = [...words.map(([, word]) => word), ...OTHERS];
  return session.probe(() => {
    let seen: Uint16Array | null = null;
    for (let waits = 0; session.waitsForLine; waits++) {
      const parents = session.tree.parents();
      const isLast = waits >= mostWaits;
      // While nothing in the world moves, walking has the same result again.
      const isWorthIt = isLast || (LOOKS.has(waits) && seen?.join() !== parents.join());
      const evidence = isWorthIt ? session.probe(() => explore(session, commands)) : null;
      const found = evidence === null ? null : judge(session, evidence);
      if (found !== null || isLast) return found;
      if (isWorthIt) seen = parents;
      if (session.trySend('wait') === null) return null;
    }
    return null;
  });
}

/** The room around a player who may sit in something: in version 3 the first global (§8.2.2); Inform's lie in nothing. */
export function roomAroundPlayer(session: GameSession, player: number, isInform: boolean): number {
  const { machine, tree } = session;
  if (isInform) return tree.root(player);
  if (machine.version3) {
    const room = session.global(0);
    for (const place of tree.around(player)) if (place === room) return room;
  }
  return tree.parent(player);
}

/** The only object that two globals hold while a third holds its place. Null if there is none. Less sure than walking. */
export function namedPlayer(session: GameSession): number | null {
  const { machine, tree } = session;
  const named = session.globals();
  const places = new Set(machine.version3 ? named.slice(0, 1) : named);
  return tree.only((object) => {
    const place = tree.parent(object);
    const isNamed = named.filter((value) => value === object).length >= 2;
    return isNamed && tree.holds(place) && places.has(place);
  });
}

function explore(session: GameSession, commands: readonly string[]): Evidence {
  const evidence: Evidence = {
    moves: 0,
    worlds: [],
    places: new Set(),
    moved: new Map(),
    received: new Map(),
  };
  const queue: MachineState[] = [session.capture()];
  const isClear = () => evidence.moves >= ENOUGH_MOVES && evidence.places.size >= ENOUGH_PLACES;
  for (let tried = 0; tried < MOST_STATES && !isClear(); tried++) {
    const state = queue.shift();
    if (state === undefined) break;
    session.restore(state);
    queue.push(...exploreState(session, state, commands, evidence));
  }
  return evidence;
}

/** Tries every command in one state. Returns the states that walking led to. */
function exploreState(
  session: GameSession,
  from: MachineState,
  commands: readonly string[],
  evidence: Evidence,
): MachineState[] {
  const before = worldOf(session);
  evidence.worlds.push(before);
  const waited = attempt(session, from, 'wait');
  if (waited === null) return [];
  const reached: MachineState[] = [];
  for (const command of commands) {
    const after = attempt(session, from, command);
    if (after === null) continue;
    const moved = movedObjects(before, waited, after);
    if (moved.length === 0) continue;
    if (command === 'take all') {
      for (const object of moved) count(evidence.received, after.parents[object] ?? 0);
      continue;
    }
    evidence.moves += 1;
    evidence.worlds.push(after);
    for (const object of moved) count(evidence.moved, object);
    const place = moved.map((object) => `${object}:${after.parents[object]}`).join();
    if (!evidence.places.has(place) && session.waitsForLine) {
      evidence.places.add(place);
      reached.push(session.capture());
    }
  }
  return reached;
}

/** The world after one command. Null if the command ended or broke the game. */
function attempt(session: GameSession, from: MachineState, command: string): World | null {
  session.restore(from);
  const response = session.trySend(command);
  return response === null || session.hasQuit ? null : worldOf(session);
}

function worldOf(session: GameSession) {
  return { parents: session.tree.parents(), globals: session.globals() };
}

/** Objects whose parent changed, without those that move during waiting. */
function movedObjects(before: World, waited: World, after: World): number[] {
  return [...before.parents.keys()].filter((object) => {
    const home = before.parents[object];
    return after.parents[object] !== home && waited.parents[object] === home;
  });
}

function judge(session: GameSession, evidence: Evidence): number | null {
  const ranked = [...evidence.moved.keys()]
    .map((object) => ({ object, score: scoreOf(session, object, evidence) }))
    .sort((a, b) => b.score - a.score);
  const [best, second] = ranked;
  if (best === undefined || best.score < LEAST_SCORE) return null;
  return second === undefined || best.score - second.score >= LEAST_LEAD ? best.object : null;
}

function scoreOf(session: GameSession, object: number, evidence: Evidence): number {
  const share = (evidence.moved.get(object) ?? 0) / Math.max(1, evidence.moves);
  const parents = new Set(evidence.worlds.map((world) => world.parents[object]));
  parents.delete(0);
  let follows = false;
  let isNamed = false;
  for (let global = 0; global < 240; global++) {
    follows ||= evidence.worlds.every((world) => world.globals[global] === world.parents[object]);
    isNamed ||= evidence.worlds.every((world) => world.globals[global] === object);
  }
  // version 3 keeps the player's room in its first global variable (§8.2.2)
  const contradicted =
    session.machine.version3 &&
    !evidence.worlds.some((world) => world.globals[0] === world.parents[object]);
  if (contradicted || parents.size < 2) return 0;
  const received = evidence.received.get(object) ?? 0;
  return 4 * share + parents.size + (follows ? 2 : 0) + (isNamed ? 1.5 : 0) + received;
}

function count(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

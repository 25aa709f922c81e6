import {
  isCommandForAll,
  eachThing,
  nounsInCommand,
  takenNouns,
  normaliseAction,
} from '../../domain/command.ts';
import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import { thingsNamed } from '../../domain/named-things.ts';
import { heldThings, type Observation } from '../../domain/observation.ts';
import { wordsIn } from '../../domain/text.ts';
import { memoryGainLines, type ToldGain } from '../../prompts/memory-lines.ts';
import {
  evidenceKey,
  evidenceWords,
  memoryId,
  type Evidence,
  type EvidenceBook,
} from './evidence.ts';
import {
  gainKey,
  isGain,
  isGainPaid,
  lastGainStep,
  pointsEach,
  type KnownWays,
  type Progress,
} from './gain.ts';
import {
  isGainOver,
  isKindGain,
  laidNames,
  namesKind,
  PLACEHOLDER,
  prizesHeld,
} from './kind-gain.ts';
import type { Filed } from './memory-document.ts';
import { conditionStanding } from './weigh.ts';

/** Points that a command wins, and the room where it has to be given. */
interface GainAhead {
  readonly room: number | null;
  readonly points: number;
  readonly command: string;
}

/** Tells where a gain is and how to get there. */
export interface GainMap extends KnownWays {
  roomName(room: LocationId): string;
  /** `shut` if all known ways are, `none` if no way is known. Null if the agent is not told routes. */
  commandsTo(from: LocationId, to: LocationId): ToldGain['way'] | 'none';
  /** The gains of the recipe's suggestion. Null if there is none. */
  readonly ahead: readonly GainAhead[] | null;
  /** The open objectives as they are told, one line each. */
  readonly objectives: readonly string[];
  /** Infinity if an episode has no end. */
  readonly turnsLeft: number;
}

interface Knowing {
  readonly map: GainMap;
  readonly evidence: EvidenceBook;
  readonly told: readonly Memory[];
}

/**
 * The points that memories know of and that are still to be won, with place, command and way; see `memoryGainLines`. Leaves
 * out what an objective, `told` (the memories shown) or a suggestion says already, and what no known way leads to.
 */
export function openGains(
  filed: readonly Filed[],
  state: Progress & Pick<GameState, 'observation'>,
  { map, evidence, told }: Knowing,
): string {
  const here = state.observation.location.id;
  const known = new Map<string, ToldGain>();
  const above = new Map<string, { readonly points: number; readonly id: string }>();
  // A memory may be told without some of its sentences.
  const sources = new Set(told.map((memory) => evidenceKey(0, memory)));
  const isTold = (memory: Memory) => sources.has(evidenceKey(0, memory));
  const shown = new Set(
    filed.flatMap(([room, memory]) => (isTold(memory) ? [gainKey(room, memory, map)] : [])),
  );
  const sure = filed
    .filter(([, memory]) => isGain(memory) && memory.status === 'ACTIVE' && hasPlace(memory, map))
    .filter(([room, memory]) => map.ahead?.some((gain) => isOf(gain, room, memory)) !== true)
    .filter(([room, memory]) => !map.objectives.some((line) => tells(line, room, memory, map)));
  for (const [room, memory] of sure) {
    const key = gainKey(room, memory, map);
    const found = evidence.get(evidenceKey(room, memory));
    if (found?.verdict === 'refuted' || isGainOver(room, memory, state, map)) continue;
    const points = pointsLeft(room, memory, state, map);
    if (shown.has(key)) {
      if (isTold(memory)) above.set(key, { points, id: memoryId(room, memory) });
      continue;
    }
    const way = room === here ? [] : map.commandsTo(here, room);
    if (way === 'none') continue;
    // The points already stand before the title; they are not repeated at its end.
    const title = memory.title.replace(/[:,]? \(?\+?\d+ points?(?: each)?\)?$/, '');
    const commands = [...(known.get(key)?.commands ?? []), title];
    const missing = notHeld(lastGainStep(memory, map), state);
    const condition = [
      ...(isKindGain(memory, state, map) ? [] : conditionWords(found, state.observation)),
      ...(missing.length === 0 ? [] : [`(${missing.join(', ')} not held)`]),
    ].join(' ');
    const place = { id: room, name: map.roomName(room) };
    known.set(key, { room: place, points, commands, condition, way });
  }
  const { turnsLeft, ahead } = map;
  const rest = { turnsLeft, isBeside: ahead !== null, above: [...above.values()] };
  return memoryGainLines([...known.values()], rest);
}

/** The condition of a gain in words, unless it holds now. */
function conditionWords(found: Evidence | undefined, now: Observation): readonly string[] {
  const isUntold = found?.verdict !== 'conditional' || conditionStanding(found, now) === 'met';
  return isUntold ? [] : [evidenceWords(found)];
}

/** Whether a gain is won where it was learnt, and not by taking a thing wherever it was carried. */
function hasPlace(memory: Memory, map: KnownWays): boolean {
  const { about } = memory;
  const taken = takenNouns(normaliseAction(lastGainStep(memory, map))).map((name) => ({ name }));
  return typeof about !== 'string' || thingsNamed(about, taken).length === 0;
}

/** The things that a step lays down or gives away and that are not held. */
function notHeld(
  step: string,
  now: Pick<GameState, 'attempts' | 'observation'>,
): readonly string[] {
  if (PLACEHOLDER.test(step)) return [];
  const held = heldThings(now.observation);
  return laidNames(step)
    .filter((name) => !isCommandForAll(`take ${name}`) && !namesKind(name, now))
    .filter((name) => !thingsNamed(name, held).some((one) => mayBe(name, one.name)));
}

/** Whether a thing may be the one of that name. Each of `amber egg` and `china egg` has a word that the other lacks. */
function mayBe(name: string, own: string): boolean {
  const [said, words] = [wordsIn(name), wordsIn(own)];
  return said.every((word) => words.includes(word)) || words.every((word) => said.includes(word));
}

/** Whether an objective says what to do, where, and for how many points. */
function tells(line: string, room: LocationId, memory: Memory, map: KnownWays): boolean {
  const words = wordsIn(line);
  return (
    [`${room}`, `${memory.scoreChange}`].every((number) => words.includes(number)) &&
    nounsInCommand(lastGainStep(memory, map)).every((noun) => words.includes(noun))
  );
}

/** The points that a gain still brings. Where each of several things pays, those of the remaining ones; of a kind, of those held. */
function pointsLeft(
  room: LocationId,
  memory: Memory,
  state: Progress & Pick<GameState, 'observation'>,
  map: KnownWays,
): number {
  const each = pointsEach(memory);
  if (each === null) return memory.scoreChange ?? 0;
  if (isKindGain(memory, state, map)) return each * Math.max(1, prizesHeld(state));
  const isOpen = (step: string) =>
    !isGainPaid(room, { ...memory, title: `${step} (${each} each)` }, state, map);
  return each * Math.max(1, eachThing(lastGainStep(memory, map)).filter(isOpen).length);
}

/** Whether a gain is the one that a memory tells of. A room may pay the same for each of several things. */
function isOf(gain: GainAhead, room: LocationId, memory: Memory): boolean {
  const things = eachThing(gain.command).flatMap((one) => nounsInCommand(one)[0] ?? []);
  const isAny =
    things.length === 0 || isCommandForAll(gain.command) || PLACEHOLDER.test(memory.title);
  const told = wordsIn(memory.title);
  const isThing = isAny || things.some((thing) => told.includes(thing));
  return gain.room === room && gain.points === memory.scoreChange && isThing;
}

import { exitWords, type DirectionWords, type ProbedMoments } from './exits.ts';
import type { GameSession } from './game-session.ts';
import { informAttributes, informNames, informLibraryPlayer } from './inform-library.ts';
import { ignoresCommands } from './ending.ts';
import type { Dictionary } from './interpreter.ts';
import { isSamePlace } from './machine-state.ts';
import { detectPlayer, namedPlayer } from './player-detection.ts';
import {
  askedNumber,
  informStatus,
  pokedStatus,
  printsScore,
  standardStatus,
  type StatusSource,
} from './score-detection.ts';
import type { AttributeNumbers, StoryFacts } from './story-header.ts';
import type { NameProperty, ObjectTree } from './object-tree.ts';
import type { StoryMachine } from './story-machine.ts';

/** Facts of the story, from the fact table or detected. */
export interface StoryKnowledge {
  readonly player: number | null;
  /** False while the player is only an object that globals name. Walking may find another. */
  readonly playerIsSure: boolean;
  readonly status: StatusSource | null;
  readonly directions: DirectionWords;
  /** As SCORE prints it. Null if it does not. */
  readonly maxScore: number | null;
  readonly attributes: AttributeNumbers | null;
  /** See {@link objectsWithRoutines}. */
  readonly routines: ReadonlySet<number>;
  /** The objects that lie nowhere before the story runs. */
  readonly placeless: ReadonlySet<number>;
  /** Compiled with the Inform 6 library, as the library's own objects show. */
  readonly isInform: boolean;
  /** See {@link findNames}, or the library's. */
  readonly names: NameProperty | null;
  readonly triesLeft: number;
}

const MOST_TRIES = 40;
/** So many turns are waited, in a snapshot, for a player who cannot walk yet. */
const MOST_WAITS = 12;
/** Answers that pass questions before the game, and key prompts that Enter does not pass. */
const ANSWERS = ['no', 'yes', '', 'space', '1'];
const MOST_QUESTIONS = 4;

/** What can be known at the first prompt. Restores the game. */
export function firstKnowledge(
  session: GameSession,
  dictionary: Pick<Dictionary, 'knows'>,
  facts: StoryFacts | null,
  placeless: ReadonlySet<number>,
): StoryKnowledge {
  const inform = session.read(() => informAttributes(session.tree));
  const known: StoryKnowledge = {
    player: facts?.player ?? null,
    playerIsSure: facts !== null,
    status: facts?.globals ?? standardStatus(session),
    directions: exitWords((word) => dictionary.knows(word)),
    maxScore: facts?.maxScore ?? null,
    attributes: facts?.attributes ?? inform,
    routines: session.read(() => objectsWithRoutines(session.tree, session.machine)),
    placeless,
    isInform: inform !== null,
    names: inform === null ? null : session.read(() => informNames(session.tree)),
    triesLeft: MOST_TRIES,
  };
  if (!isIncomplete(known) && known.maxScore !== null) return known;
  return session.probe(() => {
    passQuestions(session);
    const found = improveKnowledge(session, known, MOST_WAITS);
    return { ...found, names: findNames(session, found.player) ?? found.names };
  });
}

/** Whether the knowledge of a story lacks facts that another try may find. */
export function isIncomplete({ playerIsSure, status, triesLeft }: StoryKnowledge): boolean {
  return (!playerIsSure || status === null) && triesLeft > 0;
}

/** Detects missing facts, unless some game of the story was examined at this moment. Restores the game. */
export function improvedAt(
  session: GameSession,
  known: StoryKnowledge,
  moments: ProbedMoments<StoryKnowledge>,
): StoryKnowledge {
  const { player, playerIsSure, status, maxScore, triesLeft } = known;
  const by = JSON.stringify([player, playerIsSure, status, maxScore]);
  const found = moments.find(session, by, () => improveKnowledge(session, known));
  return { ...found, triesLeft: triesLeft - 1 };
}

/** Detects missing facts, at most so many turns ahead. Restores the game. */
function improveKnowledge(session: GameSession, known: StoryKnowledge, waits = 0): StoryKnowledge {
  const { isInform, attributes, directions } = known;
  const find = () =>
    (isInform &&
      attributes !== null &&
      session.read(() => informLibraryPlayer(session, attributes))) ||
    detectPlayer(session, directions, waits);
  const player = known.playerIsSure ? known.player : find();
  const status = known.status ?? findStatus(session, player, isInform);
  return {
    ...known,
    player: player ?? known.player ?? session.read(() => namedPlayer(session)),
    playerIsSure: player !== null,
    status,
    maxScore: known.maxScore ?? askedNumber(session, 'maximum'),
    triesLeft: known.triesLeft - 1,
  };
}

/** The score that SCORE prints and the library's count of moves. The library's own score if SCORE tells none. */
function findStatus(session: GameSession, player: number | null, isInform: boolean) {
  const inform = informStatus(session, player);
  if (inform !== null && printsScore(session, inform)) return inform;
  const poked = pokedStatus(session);
  if (inform === null || poked === null) return poked ?? inform;
  if (poked.score === 'asked' && isInform) return inform;
  return { score: poked.score, moves: inform.moves };
}

/** Answers the questions before the game, as far as possible. */
function passQuestions(session: GameSession): void {
  for (let asked = 0; asked < MOST_QUESTIONS && ignoresCommands(session); asked++) {
    const before = session.capture();
    const answer = ANSWERS.find((line) => {
      session.restore(before);
      const isAnswered = session.trySend(line) !== null && !session.hasQuit;
      return isAnswered && !isSamePlace(session.capture(), before);
    });
    if (answer === undefined) session.restore(before);
  }
}

/** The property with the names that the object table lacks (Inform 7), by the heading of LOOK. Null if there is none. */
function findNames(session: GameSession, player: number | null): NameProperty | null {
  const { tree } = session;
  const room = player === null ? 0 : session.read(() => tree.root(player));
  if (!tree.holds(room) || session.read(() => tree.name(room)) !== '') return null;
  const lines = (session.ask('look') ?? '').split('\n').map((line) => line.trim());
  const isHeading = (name: string) =>
    name !== '' && lines.some((line) => line === name || line.startsWith(`${name} (`));
  const named = session.read(() =>
    tree.properties(room).find((property) => isHeading(tree.stringAt(property))),
  );
  return named === undefined ? null : { number: named.number, firstText: 0 };
}

/** A routine's first byte counts its local variables (Z-Machine Standard 1.1 §5.2). A text seldom begins so. */
const MOST_LOCALS = 15;
/** Besides 0, the value of a library's property that is not set. */
const NOTHING = 0xffff;
/** A routine that more objects share belongs to their kind. */
const MOST_SHARING = 2;

/** The objects with a routine of their own, by the property whose set values are routines' packed addresses (§1.2.3). */
function objectsWithRoutines(tree: ObjectTree, machine: StoryMachine): ReadonlySet<number> {
  const { m, addr_multipler, staticmem, eof } = machine;
  const valuesByProperty = new Map<number, { object: number; value: number }[]>();
  for (let object = 1; object <= tree.count; object += 1) {
    for (const property of tree.properties(object)) {
      const values = valuesByProperty.get(property.number) ?? [];
      valuesByProperty.set(property.number, values);
      const words = tree.words(property);
      // Data that are no list of words count as an address of nothing.
      const set = words.length === 0 ? [1] : words.filter((word) => word !== 0 && word !== NOTHING);
      values.push(...set.map((value) => ({ object, value })));
    }
  }
  const isRoutine = ({ value }: { value: number }) => {
    const at = value * addr_multipler;
    return at >= staticmem && at < eof && m.getUint8(at) <= MOST_LOCALS;
  };
  const [routines = []] = [...valuesByProperty.values()]
    .filter((values) => values.every(isRoutine))
    .toSorted((a, b) => b.length - a.length);
  const sharing = new Map<number, number>();
  for (const { value } of routines) sharing.set(value, (sharing.get(value) ?? 0) + 1);
  const own = routines.filter(({ value }) => (sharing.get(value) ?? 0) <= MOST_SHARING);
  return new Set(own.map(({ object }) => object));
}

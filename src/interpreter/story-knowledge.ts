import { directionWords } from './exits.ts';
import type { DirectionWords } from './exits.ts';
import type { GameSession } from './game-session.ts';
import { informAttributes, informPlayer } from './inform-library.ts';
import { ignoresCommands } from './closing-question.ts';
import type { Dictionary } from './interpreter.ts';
import { detectPlayer } from './player-detection.ts';
import { namedPlayer } from './player-place.ts';
import { askedMaximum, pokedStatus } from './poked-status.ts';
import { informStatus, standardStatus } from './status-globals.ts';
import type { StatusSource } from './status-globals.ts';
import type { AttributeNumbers, StoryFacts } from './story-facts.ts';

/** What is known of the story that is played, from the fact table or found out. */
export interface StoryKnowledge {
  readonly player: number | null;
  /** False while the player is only the object that globals name; walking may tell another. */
  readonly playerIsSure: boolean;
  readonly status: StatusSource | null;
  readonly directions: DirectionWords;
  /** As SCORE prints it; null where it does not. */
  readonly maxScore: number | null;
  readonly attributes: AttributeNumbers | null;
  /** Compiled with the Inform 6 library, as its own objects show. */
  readonly isInform: boolean;
  /** Attempts left to find what is missing. */
  readonly triesLeft: number;
}

const MOST_TRIES = 40;
/** How long a player who cannot walk yet is waited for, in a snapshot. */
const MOST_WAITS = 12;
/** What gets past a question before the game. */
const ANSWERS = ['no', 'yes', ''];

/** What can be known at the first prompt. Leaves the game as it was. */
export function firstKnowledge(
  session: GameSession,
  dictionary: Dictionary,
  facts: StoryFacts | null,
): StoryKnowledge {
  const inform = session.read(() => informAttributes(session.tree));
  const known: StoryKnowledge = {
    player: facts?.player ?? null,
    playerIsSure: facts !== null,
    status: facts?.globals ?? standardStatus(session),
    directions: directionWords((word) => dictionary.knows(word)),
    maxScore: facts?.maxScore ?? null,
    attributes: facts?.attributes ?? inform,
    isInform: inform !== null,
    triesLeft: MOST_TRIES,
  };
  if (!isIncomplete(known) && known.maxScore !== null) return known;
  return session.probe(() => {
    if (passesQuestion(session)) return improved(session, known);
    return { ...improved(session, known), triesLeft: MOST_TRIES };
  });
}

/** Whether looking again can find more. */
export function isIncomplete({ playerIsSure, status, triesLeft }: StoryKnowledge): boolean {
  return (!playerIsSure || status === null) && triesLeft > 0;
}

/** Looks again for what is missing. Leaves the game as it was. */
export function improved(session: GameSession, known: StoryKnowledge): StoryKnowledge {
  const player = known.playerIsSure ? known.player : findPlayer(session, known);
  const status = known.status ?? informStatus(session, player) ?? pokedStatus(session);
  return {
    ...known,
    player: player ?? known.player ?? session.read(() => namedPlayer(session)),
    playerIsSure: player !== null,
    status,
    maxScore: known.maxScore ?? askedMaximum(session),
    triesLeft: known.triesLeft - 1,
  };
}

function findPlayer(
  session: GameSession,
  { isInform, attributes, directions }: StoryKnowledge,
): number | null {
  const named =
    isInform && attributes !== null ? session.read(() => informPlayer(session, attributes)) : null;
  return named ?? detectPlayer(session, directions, MOST_WAITS);
}

/** Answers a question that comes before the game. False when it cannot be passed, or is none. */
function passesQuestion(session: GameSession): boolean {
  if (!ignoresCommands(session)) return true;
  const before = session.capture();
  for (const answer of ANSWERS) {
    if (session.trySend(answer) !== null && !session.hasQuit && !ignoresCommands(session))
      return true;
    session.restore(before);
  }
  return false;
}

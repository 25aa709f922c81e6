import type { GameSession } from './game-session.ts';
import { informAttributes, informPlayer } from './inform-library.ts';
import { detectPlayer } from './player-detection.ts';
import { detectStatusGlobals, standardStatusGlobals } from './status-globals.ts';
import type { StatusGlobals } from './status-globals.ts';
import type { AttributeNumbers, StoryFacts } from './story-facts.ts';

/** Facts of the story, from the fact table or detected. */
export interface StoryKnowledge {
  readonly player: number | null;
  readonly status: StatusGlobals | null;
  readonly attributes: AttributeNumbers | null;
  /** Compiled with the Inform 6 library, as its own objects show. */
  readonly isInform: boolean;
  /** Attempts left to find what is missing. */
  readonly triesLeft: number;
}

const MOST_TRIES = 40;

/** What can be known at the first prompt. Leaves the game as it was. */
export function firstKnowledge(session: GameSession, facts: StoryFacts | null): StoryKnowledge {
  const { version3 } = session.machine;
  const inform = session.read(() => informAttributes(session.tree));
  return improved(session, {
    player: facts?.player ?? null,
    status: facts?.globals ?? (version3 ? standardStatusGlobals(session) : null),
    attributes: facts?.attributes ?? inform,
    isInform: inform !== null,
    triesLeft: MOST_TRIES,
  });
}

/** Whether looking again can find more. */
export function isImprovable(session: GameSession, known: StoryKnowledge): boolean {
  const complete = known.player !== null && (known.status !== null || session.machine.version3);
  return !complete && known.triesLeft > 0;
}

/** Looks again for what is missing; to be called after a turn in which an object moved. */
export function improved(session: GameSession, known: StoryKnowledge): StoryKnowledge {
  if (!isImprovable(session, known)) return known;
  const player = known.player ?? findPlayer(session, known);
  const status =
    known.status ??
    (player === null || session.machine.version3 ? null : detectStatusGlobals(session, player));
  return { ...known, player, status, triesLeft: known.triesLeft - 1 };
}

function findPlayer(session: GameSession, { isInform, attributes }: StoryKnowledge): number | null {
  const named =
    isInform && attributes !== null ? session.read(() => informPlayer(session, attributes)) : null;
  return named ?? detectPlayer(session);
}

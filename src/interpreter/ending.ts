import type { Ending } from '../domain/observation.ts';
import type { GameSession } from './game-session.ts';

const BANNER = /^[ \t]*\*{3,}[ \t]*(\S.*?)[ \t]*\*{3,}[ \t]*$/gm;
const DIED = /\b(?:died|dead|death|killed|perish|slain|eaten|drown)/i;
const LOST = /\b(?:died|dead|death|killed|perish|slain|eaten|drown|doomed|lost|fail|missed)/i;

/** Facts at the end of a step, by which an ending is recognised. */
export interface StepOutcome {
  readonly text: string;
  readonly score: number | null;
  readonly maxScore: number | null;
}

/** Whether the game announced the player's death in what it printed; some games then go on. */
export function announcesDeath(text: string): boolean {
  const banner = lastBanner(text);
  return banner !== null && DIED.test(banner);
}

/**
 * How the game ended with the last step, or null. The game is over when the story stopped itself, or when it printed
 * its closing banner (or the score is complete) and now obeys QUIT without asking, as only the closing question does.
 * Which ending it is, the banner tells; a complete score is a victory. What the player typed is never looked at.
 */
export function endingOf(session: GameSession, outcome: StepOutcome): Ending | null {
  const banner = lastBanner(outcome.text);
  const complete = outcome.maxScore !== null && outcome.score === outcome.maxScore;
  if (session.hasQuit) {
    if (banner !== null) return LOST.test(banner) ? 'death' : 'victory';
    return complete && outcome.text.trim() !== '' ? 'victory' : 'quit';
  }
  if ((banner === null && !complete) || !obeysQuitAtOnce(session)) return null;
  return banner !== null && LOST.test(banner) ? 'death' : 'victory';
}

function lastBanner(text: string): string | null {
  if (!text.includes('***')) return null;
  let last: string | null = null;
  for (const [, words] of text.matchAll(BANNER)) last = words ?? last;
  return last;
}

function obeysQuitAtOnce(session: GameSession): boolean {
  if (!session.waitsForLine) return false;
  return session.probe(() => {
    return session.trySend('quit') !== null && session.hasQuit;
  });
}

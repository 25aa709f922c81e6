import type { Observation } from '../domain/observation.ts';
import { oneLine } from '../domain/text.ts';

export const LONGEST_NAME = 60;
export const LONGEST_ACTION = 120;

/** How prompts name rooms, things, commands and turns. Names are untrusted: each is one line and has an end. */
export interface Named {
  readonly name: string;
}

/** For a locked thing without a lock for a key, such as a bolted door. */
export const BARRED = 'barred';

/** How prompts name a command: on one line. */
export function commandWords(action: string): string {
  return oneLine(action, LONGEST_ACTION);
}

/** The present turn, and the number of turns: `Turn 37 of 50`. `Turn 37` if an episode has no end. */
export function turnCount(turn: number, most: number | null): string {
  return most === null ? `Turn ${turn}` : `Turn ${turn} of ${most}`;
}

/** Points: `score 5 of 350`; `score 5` if the maximum is unknown; `score unknown` if no score was found. */
export function scoreWords({ score, maxScore }: Pick<Observation, 'score' | 'maxScore'>): string {
  if (score === null) return 'score unknown';
  return maxScore === null ? `score ${score}` : `score ${score} of ${maxScore}`;
}

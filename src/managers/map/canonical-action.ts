import { walkingDirection } from '../../domain/command.ts';
import { DIRECTIONS, type Direction } from '../../domain/observation.ts';

/**
 * One spelling for each way to say the same command: lower case, single spaces, no final punctuation, and a direction
 * as its full word ("N", "go north", "walk n." are all "north"). Every other command stays itself ("enter window").
 * Idempotent; the result is a command that can be played.
 */
export function canonicalAction(action: string): string {
  const words = action
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[ .!?,;]+$/, '');
  return walkingDirection(words) ?? words;
}

const NAMES: ReadonlySet<string> = new Set(DIRECTIONS);

/** Whether a normalised action is one of the twelve directions. */
export function isDirection(action: string): action is Direction {
  return NAMES.has(action);
}

/** Orders actions as people read a compass: directions in their usual order, then other commands by code unit. */
export function compareActions(left: string, right: string): number {
  const [a, b] = [rank(left), rank(right)];
  if (a !== b) return a - b;
  return left < right ? -1 : Number(left > right);
}

function rank(action: string): number {
  return isDirection(action) ? DIRECTIONS.indexOf(action) : DIRECTIONS.length;
}

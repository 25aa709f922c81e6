import { DIRECTIONS, type Direction } from '../../domain/observation.ts';

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

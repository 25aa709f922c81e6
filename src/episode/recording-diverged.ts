import { ZorkGptError } from '../domain/errors.ts';

/** An episode that is played again from its records came to something else than they say. */
export class RecordingDiverged extends ZorkGptError {
  readonly code = 'recording-diverged';
  /** The first turn that differs. */
  readonly turn: number;
  /** Where it differs: a path into the turn's record, or a file. */
  readonly where: string;

  constructor(message: string, details: { turn: number; where: string }) {
    super(message);
    this.turn = details.turn;
    this.where = details.where;
  }
}

/** A value where two JSON values first differ, by its path. */
interface Difference {
  readonly path: string;
  readonly recorded: unknown;
  readonly now: unknown;
}

/** Where two JSON values first differ, depth first; null when they are equal. Pure. */
export function firstDifference(recorded: unknown, now: unknown, path = ''): Difference | null {
  if (Object.is(recorded, now)) return null;
  if (!isBranch(recorded) || !isBranch(now)) return { path, recorded, now };
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(now)])) {
    const below = path === '' ? key : `${path}.${key}`;
    const difference = firstDifference(recorded[key], now[key], below);
    if (difference !== null) return difference;
  }
  return null;
}

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

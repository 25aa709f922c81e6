import { ZorkGptError } from '../domain/errors.ts';
import { firstJsonDifference, shortJson } from '../domain/json.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { Journal } from '../turn/turn-deps.ts';

/** Keeps the first failure after which an episode must not go on, and throws it before anything else becomes durable. */
export class FailStop {
  #failure: { readonly error: unknown } | null = null;

  /** Keeps the failure unless there is one already, and throws the first. */
  fail(error: unknown): never {
    this.#failure ??= { error };
    throw this.#failure.error;
  }

  check(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  /** Runs unless something failed before. Keeps the error that it throws. */
  guard<T>(run: () => T): T {
    this.check();
    try {
      return run();
    } catch (error) {
      return this.fail(error);
    }
  }
}

/** A journal that knows the earlier records. */
export interface VerifiedJournal extends Journal {
  /** Turns played so far, repeated ones included. */
  readonly turns: number;
  /** The turns of these that a recipe played. They come first. */
  readonly recipeTurns: number;
}

/** Compares recorded turns and appends new ones. One that differs ends the episode with RecordingDiverged. */
export function createVerifiedJournal(
  recorded: readonly unknown[],
  log: { append(record: object): void },
  failStop: FailStop,
): VerifiedJournal {
  let [turns, recipeTurns] = [0, 0];
  return {
    get recipeTurns() {
      return recipeTurns;
    },
    get turns() {
      return turns;
    },
    append(turn: TurnRecord) {
      failStop.guard(() => {
        if (turn.turn <= recorded.length) verify(turn, recorded[turn.turn - 1]);
        else log.append(turn);
      });
      turns = turn.turn;
      if (turn.decision.by === 'recipe') recipeTurns = turn.turn;
    },
  };
}

function verify(turn: TurnRecord, recorded: unknown): void {
  const text = JSON.stringify(turn);
  // Nearly always equal; looking for the first difference costs much more.
  if (text === JSON.stringify(recorded)) return;
  const now = JSON.parse(text) as unknown;
  const difference = firstJsonDifference(recorded, now);
  if (difference === null) return;
  const { path: where } = difference;
  throw new RecordingDiverged(
    `Turn ${turn.turn} is not the recorded one: ${where} was ${shortJson(difference.recorded)} and is ${shortJson(difference.now)}; ` +
      'use the version and the story that recorded it.',
    { turn: turn.turn, where },
  );
}

export class RecordingDiverged extends ZorkGptError {
  readonly code = 'recording-diverged';
  readonly turn: number;
  /** The place of the difference: a path into the turn's record, or a file. */
  readonly where: string;

  constructor(message: string, details: { turn: number; where: string }) {
    super(message);
    this.turn = details.turn;
    this.where = details.where;
  }
}

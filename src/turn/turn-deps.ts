import * as z from 'zod';
import { PlayerLeft } from '../domain/errors.ts';
import type { GameState } from '../domain/game-state.ts';
import type { StructuredMode } from '../domain/message.ts';
import type { Decision } from '../domain/proposal.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { Emit } from '../events/event.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { Ask } from '../model/ask.ts';
import type { Causes } from './causes.ts';
import type { Managers } from './contextualise.ts';
import type { CriticSettings } from './critique.ts';
import type { Learner, Lessons } from './lessons.ts';

/** Where a turn becomes durable. Throws StorageError; the turn then never happened. */
export interface Journal {
  append(turn: TurnRecord): void;
}

export interface TurnDeps {
  readonly interpreter: Interpreter;
  /** Absent where nobody looks for causes. */
  readonly causes?: Causes;
  readonly ask: Ask;
  /** How the agent is asked; as others are where absent. */
  readonly asking?: StructuredMode;
  readonly managers: Managers;
  readonly learners: readonly Learner[];
  readonly lessons: Lessons;
  /** Absent where the free checks alone judge. */
  readonly critic?: CriticSettings;
  /** Who chooses the commands; absent where the agent is asked. */
  readonly hand?: Hand;
  readonly journal: Journal;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

/** What a hand may look at and tell while it chooses. */
export interface Table {
  readonly managers: Managers;
  readonly interpreter: Pick<Interpreter, 'dictionary' | 'snapshot' | 'restore' | 'step'>;
  readonly emit: Emit;
}

/** Somebody who chooses commands without being asked with a prompt, such as an assistant that calls tools. */
export interface Hand {
  /** The next command, as long as that may take. Rejects with PlayerLeft when there will be none. */
  choose(state: GameState, table: Table): Promise<Decision>;
}

const chosen = z.looseObject({ decision: z.looseObject({ action: z.string() }) });

/** The hand that chose the recorded turns, which goes on as `live` where they end; it is gone then where that is null. */
export function recordedHand(turns: readonly unknown[], live: Hand | null): Hand {
  return {
    async choose(state, table) {
      const recorded = turns[state.turn];
      if (recorded !== undefined) return chosen.parse(recorded).decision as unknown as Decision;
      if (live !== null) return live.choose(state, table);
      throw new PlayerLeft(`The recorded commands end after turn ${state.turn}.`);
    },
  };
}

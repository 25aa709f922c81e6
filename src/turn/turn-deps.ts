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

/** Makes turns durable. If it throws StorageError, the turn never happened. */
export interface Journal {
  append(turn: TurnRecord): void;
}

export interface TurnDeps {
  readonly interpreter: Interpreter;
  /** Absent if nobody looks for causes. */
  readonly causes?: Causes;
  readonly ask: Ask;
  /** How the agent is asked. If absent, it is asked like the other roles. */
  readonly asking?: StructuredMode;
  readonly managers: Managers;
  readonly learners: readonly Learner[];
  readonly lessons: Lessons;
  /** Absent if only the free checks judge. */
  readonly critic?: CriticSettings;
  /** Chooses the commands. If absent, the agent is asked. */
  readonly hand?: Hand;
  readonly journal: Journal;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

/** What a hand may look at and report while it chooses. */
export interface Table {
  readonly managers: Managers;
  readonly interpreter: Pick<Interpreter, 'dictionary' | 'snapshot' | 'restore' | 'step'>;
  readonly emit: Emit;
}

/** Chooses commands without a prompt; for example, an assistant that calls tools. */
export interface Hand {
  /** The next command; it may take any time. Rejects with PlayerLeft if there will be none. */
  choose(state: GameState, table: Table): Promise<Decision>;
}

const chosen = z.looseObject({ decision: z.looseObject({ action: z.string() }) });

/** A hand that repeats the recorded turns and goes on as `live` after them. If `live` is null, the player is gone then. */
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

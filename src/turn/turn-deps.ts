import type { TurnRecord } from '../domain/turn-record.ts';
import type { Emit } from '../events/event.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { Ask } from '../model/ask.ts';
import type { StructuredMode } from '../domain/message.ts';
import type { Causes } from './causes.ts';
import type { Managers } from './contextualise.ts';
import type { CriticSettings } from './critic.ts';
import type { Hand } from './hand.ts';
import type { Learner, Lessons } from './lessons.ts';

/** Where a turn becomes durable. Throws StorageError; the turn then never happened. */
export interface Journal {
  append(turn: TurnRecord): void;
}

/** Everything a turn reaches outside itself. */
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

import type { Attempt } from '../domain/game-state.ts';
import type { LocationId } from '../domain/ids.ts';
import type { Memory } from '../domain/memory.ts';
import type { Message } from '../domain/message.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { Observation } from '../domain/observation.ts';

/** What the agent and the critic are told this turn, and the facts the free checks use. */
export interface TurnContext {
  readonly turn: number;
  readonly observation: Observation;
  /** From the system message to the newest user message; rejections of this turn are appended to the latter. */
  readonly messages: readonly Message[];
  readonly recent: readonly TurnRecord[];
  /** How the game described the room; empty where it did not. */
  readonly description: string;
  /** What is left to try here, on one line; empty where nothing is. */
  readonly untried: string;
  readonly attempts: readonly Attempt[];
  /** The memories of this room that the agent is shown. */
  readonly memories: readonly Memory[];
  /** What is believed to fail in this room, shown or not. */
  readonly failures: readonly Memory[];
  /** Short ids of all memories that the messages show, those of rooms next door too. */
  readonly shown: readonly string[];
  /** The commands that checked ways do next. */
  readonly advised: readonly string[];
  /** The first command of the way to the place that the agent itself named. */
  readonly onRoute: readonly string[];
  /** The commands that lead towards an open objective, or on to where nobody was. */
  readonly towards: readonly string[];
  readonly arrivals: readonly LocationId[];
  /** How far the critic is believed, 0.3 to 0.95. */
  readonly criticTrust: number;
}

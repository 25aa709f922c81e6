import type { Attempt } from '../domain/game-state.ts';
import type { LocationId } from '../domain/ids.ts';
import type { Memory } from '../domain/memory.ts';
import type { Message } from '../domain/message.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { Observation } from '../domain/observation.ts';

/** What the agent and the critic are told this turn, and the facts that the free checks use. */
export interface TurnContext {
  readonly turn: number;
  readonly observation: Observation;
  /** From the system message to the newest user message. Rejections of this turn are appended to the latter. */
  readonly messages: readonly Message[];
  readonly recent: readonly TurnRecord[];
  /** The game's description of the room. Empty if it gave none. */
  readonly description: string;
  /** What is left to try here, on one line. Empty if nothing is. */
  readonly untried: string;
  readonly attempts: readonly Attempt[];
  /** The commands that this episode tried in other rooms. */
  readonly triedElsewhere: ReadonlySet<string>;
  /** The memories shown, without those of which something is other in this play. */
  readonly memories: readonly Memory[];
  /** The known failures of this room, shown or not. */
  readonly failures: readonly Memory[];
  /** The short ids of all memories in the messages, those of neighbouring rooms included. */
  readonly shown: readonly string[];
  /** The next commands of checked ways. */
  readonly advised: readonly string[];
  /** The first command of the route to the agent's own target. */
  readonly onRoute: readonly string[];
  /** The commands that lead towards an open objective, or towards a room with untried exits. */
  readonly towards: readonly string[];
  readonly arrivals: readonly LocationId[];
  /** The trust in the critic, from 0.3 to 0.95. */
  readonly criticTrust: number;
}

export interface Proposal {
  /** Texts of objectives that the agent calls reached. Absent if it says nothing of them. */
  readonly completed?: readonly string[];
  /** One command, cleaned: a single line without surrounding quotes or punctuation. */
  readonly action: string;
  /** The model's reason, in its words. */
  readonly reasoning: string;
  readonly newObjective: string | null;
  /** Id of the location that the agent walks to now. Null if it says that it walks to none; absent if it says nothing. */
  readonly target?: number | null;
  /** Texts of objectives that the agent gives up. Absent if there are none. */
  readonly dropped?: readonly string[];
}

/** Why a check refused an action. The kind tells which check. */
export type RejectionKind =
  | 'meta-command'
  | 'several-commands'
  | 'absent-object'
  | 'closed-container'
  | 'no-exit'
  | 'known-failure'
  /** No refusal: the reason is the game's earlier answer to the same command. */
  | 'answered'
  | 'unknown-word'
  | 'critic';

/** The verdict of the checks on one proposal. The score runs from -1 (never) to 1 (surely). */
export type Verdict =
  | { readonly kind: 'accepted'; readonly score: number; readonly reason: string }
  | {
      readonly kind: 'rejected';
      readonly by: RejectionKind;
      readonly score: number;
      readonly reason: string;
      /** True if it must never be played, whatever else was proposed. */
      readonly forbidden: boolean;
    };

/** A proposal with its verdict. The last accepted or overridden one of a turn was played. */
export interface JudgedProposal {
  readonly proposal: Proposal;
  readonly verdict: Verdict;
}

/** The action of a turn, with all proposals before it. */
export interface Decision extends Proposal {
  readonly judged: readonly JudgedProposal[];
  /** True if all proposals were rejected and the best one was played. */
  readonly overridden: boolean;
  /** Short ids of the memories that the agent was shown. Absent if there were none. */
  readonly memories?: readonly string[];
  /** Who chose the action if not the agent: `recipe`, or the player by hand, in a few words. Absent for the agent. */
  readonly by?: string;
}

export interface Proposal {
  /** Texts of objectives that the agent says are reached; absent where it says nothing of them. */
  readonly completed?: readonly string[];
  /** One command, cleaned: a single line without surrounding quotes or punctuation. */
  readonly action: string;
  /** Why, in the model's words. */
  readonly reasoning: string;
  readonly newObjective: string | null;
  /** Id of the location that the agent walks to now; null where it says that it walks to none, absent where it says nothing. */
  readonly target?: number | null;
  /** Texts of objectives that the agent gives up; absent where it gives up none. */
  readonly dropped?: readonly string[];
}

/** Why a check refused an action; the kind says which check did. */
export type RejectionKind =
  | 'meta-command'
  | 'several-commands'
  | 'absent-object'
  | 'closed-container'
  | 'no-exit'
  | 'known-failure'
  /** No refusal: the reason is what the game answered to the same before. */
  | 'answered'
  | 'unknown-word'
  | 'critic';

/** What the checks say of one proposal. Score runs from -1 (never) to 1 (surely). */
export type Verdict =
  | { readonly kind: 'accepted'; readonly score: number; readonly reason: string }
  | {
      readonly kind: 'rejected';
      readonly by: RejectionKind;
      readonly score: number;
      readonly reason: string;
      /** True when it must never be played, whatever else was proposed. */
      readonly forbidden: boolean;
    };

/** A proposal with what became of it; the last accepted or overridden one of a turn was played. */
export interface JudgedProposal {
  readonly proposal: Proposal;
  readonly verdict: Verdict;
}

/** How a turn came to its one action. */
export interface Decision extends Proposal {
  readonly judged: readonly JudgedProposal[];
  /** True when all proposals were rejected and the best one was played all the same. */
  readonly overridden: boolean;
  /** Short ids of the memories that the agent was shown; absent where it was shown none. */
  readonly memories?: readonly string[];
  /** Who chose the action where the agent did not: `recipe`, or who plays by hand, in a few words; absent where it did. */
  readonly by?: string;
}

/** Counts since the manager was made. */
export interface SynthesisMetrics {
  /** Turns that were worth a question. */
  readonly triggered: number;
  /** Of these, turns whose outcome had been judged in the same episode, so that no question was asked. */
  readonly alreadyJudged: number;
  /** Of these, mere refusals, which wait for one question about several. */
  readonly kept: number;
  readonly asked: number;
  readonly failed: number;
  readonly remembered: number;
  /** Lessons that claimed to say how a room starts, and how many of them were taken back. */
  readonly coreProposed: number;
  readonly coreValidationDowngrade: number;
}

export const NO_SYNTHESIS: SynthesisMetrics = {
  triggered: 0,
  alreadyJudged: 0,
  kept: 0,
  asked: 0,
  failed: 0,
  remembered: 0,
  coreProposed: 0,
  coreValidationDowngrade: 0,
};

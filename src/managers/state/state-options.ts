/** How an episode as a whole is watched. */
export interface StateOptions {
  /** Turns without progress after which an episode stops. */
  readonly maxTurnsStuck: number;
  /** Whether it stops at all. */
  readonly stopWhenStuck: boolean;
  /** Whether the agent is warned before that. */
  readonly warnings: boolean;
  /** Turns without progress from which the agent is warned. */
  readonly warnFrom: number;
  /** Newest actions among which repeated ones are told. */
  readonly noveltyWindow: number;
  /** Tokens of an agent prompt, as its provider counted them, above which the game so far is summarised. */
  readonly contextTokens: number;
}

const WARN_FROM = 20;

const DEFAULTS: Omit<StateOptions, 'warnFrom'> = {
  maxTurnsStuck: 40,
  stopWhenStuck: true,
  warnings: true,
  noveltyWindow: 15,
  contextTokens: 40_000,
};

/** Options with their defaults; warnings begin after 20 turns, or after half the limit when that is less. */
export function stateOptions(given: Partial<StateOptions> = {}): StateOptions {
  const options = { ...DEFAULTS, ...given };
  const half = Math.ceil(options.maxTurnsStuck / 2);
  return { ...options, warnFrom: given.warnFrom ?? Math.min(WARN_FROM, half) };
}

/** What the engine is given lines for; see {@link EngineSteps}. */
export const STEP_PURPOSES = ['turns', 'exits', 'twins', 'verification'] as const;
type StepPurpose = (typeof STEP_PURPOSES)[number];

/**
 * Lines and keys that engines were given in an episode: `turns` to play it and to check its commands, `exits` to find the
 * ways out, `twins` to find causes at the same moment, `verification` to try again what was learnt and to choose a way.
 */
export type StepCounts = Readonly<Record<StepPurpose, number>>;

/** Counts the steps of the engines that it is given to, each once, whatever asks for them. */
export class EngineSteps {
  readonly #taken = { turns: 0, exits: 0, twins: 0, verification: 0 };
  #purpose: StepPurpose = 'turns';

  count(): void {
    this.#taken[this.#purpose] += 1;
  }

  /** The steps taken meanwhile are for this; what serves another purpose already goes on serving it. */
  during<T>(purpose: StepPurpose, act: () => T): T {
    if (this.#purpose !== 'turns') return act();
    this.#purpose = purpose;
    try {
      return act();
    } finally {
      this.#purpose = 'turns';
    }
  }

  /** Counts what was taken apart from it. */
  add(taken: StepCounts): void {
    for (const purpose of STEP_PURPOSES) this.#taken[purpose] += taken[purpose];
  }

  get taken(): StepCounts {
    return { ...this.#taken };
  }
}

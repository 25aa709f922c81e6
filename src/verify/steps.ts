/** A count of engine steps that may still be taken; it bounds work without a clock, so that equal work is done anywhere. */
export interface Steps {
  /** Takes one; false when none is left but those that are kept back. */
  take(): boolean;
  /** Keeps so many back for what comes after. */
  keepBack(steps: number): void;
  /** Adds some, for what comes after. */
  grant(steps: number): void;
  /** Whether so many are left beside those. */
  affords(steps: number): boolean;
  readonly isSpent: boolean;
}

export function limitSteps(most: number): Steps {
  let [left, back] = [most, 0];
  return {
    take() {
      if (left <= back) return false;
      left -= 1;
      return true;
    },
    keepBack(steps) {
      back = steps;
    },
    grant(steps) {
      left += steps;
    },
    affords: (steps) => left - back >= steps,
    get isSpent() {
      return left <= back;
    },
  };
}

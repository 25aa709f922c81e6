/** A count of engine steps that may still be taken; it bounds work without a clock, so that equal work is done anywhere. */
export interface Steps {
  /** Takes one; false when none is left. */
  take(): boolean;
  readonly isSpent: boolean;
}

export function limitSteps(most: number): Steps {
  let left = most;
  return {
    take() {
      if (left <= 0) return false;
      left -= 1;
      return true;
    },
    get isSpent() {
      return left <= 0;
    },
  };
}

const SET_BY: Readonly<Record<string, string>> = {
  agent: 'set by the player',
  discovered: 'set by the planner',
  bootstrap: 'set from memory',
};

/** Who set an objective, to precede "at turn 5". */
export function objectiveSetByWords(origin: string): string {
  return SET_BY[origin] ?? `set by ${origin}`;
}

const GIVEN_UP: Readonly<Record<string, string>> = {
  stale: 'not named again for long',
  refined: 'left out where there were too many',
  'given up': 'by the player',
};

export function objectiveDroppedWords(reason: string): string {
  return GIVEN_UP[reason] ?? reason;
}

/** Follows an open objective that the player claimed and nothing showed. */
export function objectiveRefusedWords(reason?: string): string {
  return reason === undefined ? '' : `; said to be reached, not believed: ${reason}`;
}

/** A command and the moves that it took. */
export interface Step {
  readonly action: string;
  readonly moves: number;
}

/** Commands in a row; null lets a move pass. */
export type Otherwise = readonly (string | null)[];

/**
 * Finds the turn that started the clock for an outcome, `waited` moves after the last of the turns: the newest turn that the
 * outcome needs and that, played at another time, brings it at another time. To lose a thing one must hold it, but taking it
 * starts no clock. Null if there is none. `comes` plays commands from before a turn.
 */
export function triggerAmong(
  steps: readonly Step[],
  waited: number,
  comes: (from: number, commands: Otherwise) => boolean,
): number | null {
  let rest: Otherwise = idle(waited);
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const { action, moves } = steps[at] ?? { action: '', moves: 1 };
    const without = [...idle(moves), ...rest];
    // Without the last of them nothing comes, because that is how it was found.
    if (at < steps.length - 1 && comes(at, without)) {
      rest = without;
      continue;
    }
    const pause = rest.indexOf(null);
    const later = [null, action, ...rest.filter((_, index) => index !== pause)];
    const before = steps[at - 1];
    const sooner = [action, ...idle(before?.moves ?? 0), ...rest];
    const comesAnyway = comes(at, later) || (before !== undefined && comes(at - 1, sooner));
    if (!comesAnyway) return at;
    rest = [action, ...rest];
  }
  return null;
}

function idle(moves: number): Otherwise {
  return Array.from({ length: moves }, () => null);
}

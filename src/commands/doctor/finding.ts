import { ZorkGptError } from '../../domain/errors.ts';
import { capital } from '../../domain/text.ts';

/** The meaning of a failed check for a run: set it up, the provider refuses the key, or try later. */
type Consequence = 'config' | 'key' | 'later';

export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly says: string;
  readonly fix: string | null;
  readonly consequence: Consequence | null;
}

export function okFinding(check: string, says: string): Finding {
  return { check, status: 'ok', says, fix: null, consequence: null };
}

export function warnFinding(check: string, says: string, fix: string): Finding {
  return { check, status: 'warn', says, fix, consequence: null };
}

export function failFinding(
  check: string,
  says: string,
  fix: string,
  consequence: Consequence,
): Finding {
  return { check, status: 'fail', says, fix, consequence };
}

/** The result of a check, or of the error that ended it: our errors say what happened and, after a semicolon, the fix. */
export function attempt(check: string, look: () => Finding): Finding {
  try {
    return look();
  } catch (error) {
    return failedBy(check, error, 'config');
  }
}

/** The finding for an error in a check. Anything but a ZorkGptError is thrown again. */
export function failedBy(check: string, error: unknown, consequence: Consequence): Finding {
  if (!(error instanceof ZorkGptError)) throw error;
  const [says = '', ...rest] = error.message.split('; ');
  if (rest.length === 0) return failFinding(check, says, 'See what it says.', consequence);
  return failFinding(check, `${says}.`, capital(rest.join('; ')), consequence);
}

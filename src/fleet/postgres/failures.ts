import { ConfigError, ZorkGptError } from '../../domain/errors.ts';

/**
 * Codes of the system and of PostgreSQL that pass by themselves: it is starting, stopping, full, not reached, or read-only
 * (25006), as a standby and a database that is being moved are.
 */
const AWAY =
  /^(ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENETDOWN|EAI_AGAIN|ENOENT|25P03|25006)$|^(08|53|57P|58)/;
/** What the client library says without a code. */
const AWAY_WORDS =
  /connection terminated|connection timeout|timeout exceeded|read timeout|not queryable|connection error/i;

/** Whether the database could not be reached or is going away, so that asking again may help. */
export function isAway(error: unknown): boolean {
  if (error instanceof ZorkGptError) return false;
  const code = codeOf(error);
  if (code !== null) return AWAY.test(code);
  return error instanceof Error && AWAY_WORDS.test(error.message);
}

export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error) ?? '');
}

/** What went wrong, in a few words without an address. */
export function databaseReason(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.message : String(error));
}

const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/^28/, 'refuses this user or password; correct the address'],
  [/^3D000$/, 'does not exist; create it, or correct the address'],
  [
    /^42501$/,
    'gives this user no right to do that; let its owner grant CREATE, or set the fleet up',
  ],
  [/^ENOTFOUND$/, 'is on a host that nobody knows; correct the address'],
  [/^ERR_|^SELF_SIGNED|^DEPTH_ZERO/, 'cannot be reached safely; check sslmode in the address'],
];

/** An error that a person can mend, as one; every other as it is. */
export function explained(error: unknown, name: string): unknown {
  const code = codeOf(error) ?? '';
  const remedy = REMEDIES.find(([codes]) => codes.test(code))?.[1];
  if (remedy === undefined || error instanceof ZorkGptError) return error;
  const says = error instanceof Error ? error.message : code;
  return new ConfigError(`The database ${name} ${remedy} (${says}).`, { cause: error });
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

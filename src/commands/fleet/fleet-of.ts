import type { GameConfiguration } from '../../config/schema.ts';
import { ConfigError } from '../../domain/errors.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { Call } from '../call.ts';

/** Opens the fleet that is configured, for as long as `use` takes. Rejects with ConfigError, also when none is. */
export async function withFleet<T>(
  { tell }: Pick<Call, 'tell'>,
  { fleet: { database, patienceMinutes } }: Pick<GameConfiguration, 'fleet'>,
  use: (fleet: Fleet) => Promise<T>,
  options: {
    readonly signal?: AbortSignal;
    readonly tends?: boolean;
    readonly connections?: number;
  } = {},
): Promise<T> {
  if (database === null) {
    throw new ConfigError(
      'No fleet is named; pass --fleet postgres://…, or set ZORKGPT_FLEET or "fleet.database".',
    );
  }
  const { openFleet } = await import('../../fleet/fleet.ts');
  const fleet = await openFleet(database, {
    ...options,
    patienceMs: patienceMinutes * 60_000,
    tell,
  });
  try {
    return await use(fleet);
  } finally {
    await fleet.close();
  }
}

const UNITS = { ms: 1, s: 1_000, m: 60_000 } as const;

/** Milliseconds of a time such as `60s`, which the configuration has checked. */
export function milliseconds(time: string): number {
  const [, amount = '', unit = 's'] = /^([\d.]+)(ms|s|m)$/.exec(time) ?? [];
  return Number(amount) * UNITS[unit as keyof typeof UNITS];
}

import type { GameConfiguration } from '../../config/schema.ts';
import { ConfigError } from '../../domain/errors.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { Call, Command, FleetUse } from '../command.ts';

/** Opens the configured fleet while `use` runs. Rejects with ConfigError, also if there is none. */
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

/** Runs a command on the data of a fleet, if one is named. Messages name the fleet and not the temporary folder. */
export async function onFleet(
  call: Call<never>,
  use: Exclude<FleetUse, 'own' | 'not'>,
  run: NonNullable<Command['run']>,
): Promise<void> {
  const config = await configOf(call);
  if (config === null || config.fleet.database === null) {
    await run(call);
    return;
  }
  const { materialise } = await import('../../fleet/client/materialise.ts');
  const { makeFolder, removeFolder } = await import('../../storage/folder.ts');
  const workdir = makeFolder('zorkgpt-fleet-');
  const records =
    use === 'named'
      ? ({ of: 'one', name: call.words[0] ?? 'latest' } as const)
      : ({ of: use === 'learnt' ? 'none' : 'all' } as const);
  try {
    await withFleet(call, config, async (fleet) => {
      const places = await materialise(fleet, workdir, records);
      const reword = (text: string) => text.replaceAll(workdir, fleet.database.name);
      await run(call.with({ workdir, home: config.workdir }, { reword }));
      if (use !== 'change') return;
      const { pushChanges } = await import('../../fleet/client/exchange.ts');
      await pushChanges(fleet, places);
    });
  } finally {
    removeFolder(workdir);
  }
}

/** Null if the configuration cannot be read. The command reports that itself, if it needs it. */
async function configOf(call: Call): Promise<GameConfiguration | null> {
  try {
    return (await call.settings()).config;
  } catch (error) {
    if (call.options.fleet === undefined && error instanceof ConfigError) return null;
    throw error;
  }
}

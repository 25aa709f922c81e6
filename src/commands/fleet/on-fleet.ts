import { ConfigError } from '../../domain/errors.ts';
import type { GameConfiguration } from '../../config/schema.ts';
import type { Call } from '../call.ts';
import type { Command, FleetUse } from '../command.ts';
import { withFleet } from './fleet-of.ts';

/**
 * Runs a command on what a fleet learnt and played, where one is named: it gets a folder that holds it and is removed
 * afterwards, and a world that tells of that folder by the name of the fleet. Rejects as `withFleet` and the command do.
 */
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

/** Null where the configuration cannot be read: the command says what is wrong with it, if it needs it. */
async function configOf(call: Call): Promise<GameConfiguration | null> {
  try {
    return (await call.settings()).config;
  } catch (error) {
    if (call.options.fleet === undefined && error instanceof ConfigError) return null;
    throw error;
  }
}

import { ConfigError } from '../../domain/errors.ts';
import type { WantedRecords } from '../../fleet/client/materialise.ts';
import { loadSettings } from '../../run/settings.ts';
import type { World } from '../world.ts';
import { withFleet } from './fleet-of.ts';

/** Options that say where a command looks. */
interface PlaceOptions {
  readonly config?: string;
  readonly workdir?: string;
  readonly fleet?: string;
}

/**
 * Lets a command read what a fleet learnt and played, where one is named: `act` is called with a folder that holds it and is
 * removed afterwards, with the workdir of this machine, and with a world that tells of that folder by the name of the fleet;
 * without a fleet with null. Rejects as `withFleet` and as `act` does.
 */
export async function onFleet<T>(
  world: World,
  options: PlaceOptions,
  { records, isChange }: { readonly records: WantedRecords; readonly isChange: boolean },
  act: (
    world: World,
    place: { readonly workdir: string; readonly home: string } | null,
  ) => Promise<T>,
): Promise<T> {
  const config = configOf(world, options);
  if (config === null || config.fleet.database === null) return act(world, null);
  const { materialise } = await import('../../fleet/client/materialise.ts');
  const { makeFolder, removeFolder } = await import('../../storage/folder.ts');
  const workdir = makeFolder('zorkgpt-fleet-');
  try {
    return await withFleet(world, config, async (fleet) => {
      const places = await materialise(fleet, workdir, records);
      const reword = (text: string) => text.replaceAll(workdir, fleet.database.name);
      const result = await act({ ...world, reword }, { workdir, home: config.workdir });
      if (isChange) {
        const { pushChanges } = await import('../../fleet/client/exchange.ts');
        await pushChanges(fleet, places);
      }
      return result;
    });
  } finally {
    removeFolder(workdir);
  }
}

/** Null where the configuration cannot be read: the command says what is wrong with it, if it needs it. */
function configOf(world: World, { config, fleet, workdir }: PlaceOptions) {
  try {
    const flags = {
      ...(fleet !== undefined && { 'fleet.database': fleet }),
      ...(workdir !== undefined && { workdir }),
    };
    return loadSettings(world, flags, config).config;
  } catch (error) {
    if (fleet === undefined && error instanceof ConfigError) return null;
    throw error;
  }
}

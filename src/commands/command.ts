import { InvalidArgumentError, type Command } from 'commander';
import type { LoadedConfig } from '../config/load.ts';
import { note, print, printJson, widthOf } from './output.ts';
import type { World } from './world.ts';

/** Options that commands share; a command understands those that it names. */
export interface CommonOptions {
  readonly config?: string;
  readonly story?: string;
  readonly workdir?: string;
  /** Where what a command makes goes, when what it reads was brought from a fleet into a folder for a moment. */
  readonly home?: string;
  readonly fleet?: string;
  readonly json?: true;
}

/** What a command does, from its options, those of the commands above among them, and the words behind it. */
export type Act<Options> = (
  world: World,
  options: Options,
  words: readonly string[],
  command: Command,
) => unknown;

/**
 * What a command does where a fleet is named: `own` cares for that itself; the others read what the fleet learnt, with the
 * records of no episode, of the one that is named first, or of all; `change` stores what it changed there; and
 * `not` looks at this machine alone.
 */
export type FleetUse = 'own' | 'learnt' | 'named' | 'records' | 'change' | 'not';

/** The action of a command. It is loaded when the command runs, so that help is fast. */
export function acting<Options extends object>(
  world: World,
  load: () => Act<Options> | Promise<Act<Options>>,
  use: FleetUse = 'not',
) {
  return async function run(this: Command): Promise<void> {
    const act = await load();
    const options = this.optsWithGlobals<Options & CommonOptions>();
    if (use === 'own') {
      await act(world, options, this.args, this);
      return;
    }
    if (use === 'not') {
      if (options.fleet !== undefined) this.error(`error: ${this.name()} does not work on a fleet`);
      await act(world, options, this.args, this);
      return;
    }
    const { onFleet } = await import('./fleet/on-fleet.ts');
    const [name = 'latest'] = this.args;
    const records =
      use === 'named'
        ? ({ of: 'one', name } as const)
        : ({ of: use === 'learnt' ? 'none' : 'all' } as const);
    await onFleet(world, options, { records, isChange: use === 'change' }, async (there, place) =>
      act(there, place === null ? options : { ...options, ...place }, this.args, this),
    );
  };
}

/** The configuration for a command that does not play. Rejects with ConfigError and StorageError. */
export async function settingsFor(
  world: World,
  { config, story, workdir, fleet }: CommonOptions,
): Promise<LoadedConfig> {
  // Every command would start slower for a schema that help does not need.
  const { loadSettings } = await import('../run/settings.ts');
  const flags = {
    ...(story !== undefined && { story }),
    ...(workdir !== undefined && { workdir }),
    ...(fleet !== undefined && { 'fleet.database': fleet }),
  };
  return loadSettings(world, flags, config);
}

/** Prints the result of a reading command: as JSON with --json, else in words within a width, or a note that there is nothing. */
export function answer(
  world: World,
  { json }: CommonOptions,
  value: unknown,
  words: (width: number) => string | { readonly nothing: string },
): void {
  if (json) {
    printJson(world, value);
    return;
  }
  const said = words(widthOf(world));
  if (typeof said === 'string') print(world, said);
  else note(world, said.nothing);
}

/** Parser of an option that is a whole number of at least `least`. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`It is a whole number of at least ${least}.`);
  };
}

import { InvalidArgumentError, type Command } from 'commander';
import { acting, answer, settingsFor, type CommonOptions } from '../command.ts';
import { CommandExit, exitCodeForSignal } from '../exit-codes.ts';
import { note } from '../output.ts';
import type { World } from '../world.ts';

interface WatchOptions extends CommonOptions {
  readonly port: number;
}

const HIGHEST_PORT = 65_535;

/** `zorkgpt watch [episode]`: a run as it is played, in a browser. */
export function registerWatch(program: Command, world: World): void {
  program
    .command('watch [episode]')
    .description('show a run as it is played, on a page of this machine that only reads')
    .option('--port <n>', 'where it listens on 127.0.0.1; 0 for any free port', port, 0)
    .option('--workdir <folder>', 'where what is learnt and played is kept')
    .option('--json', 'the address as JSON')
    .addHelpText('after', HELP)
    .action(acting(world, () => watch));
}

const HELP = `
It prints its address and goes on until Ctrl-C. Everything comes from the records on disk, so that it can be opened and
closed at any time, also for a run from cron. Without an episode it shows the newest, and then the next ones of the run.

Examples:
  zorkgpt watch
  zorkgpt watch 7 --port 8080`;

async function watch(
  world: World,
  options: WatchOptions,
  [name]: readonly string[],
): Promise<void> {
  const { openRedactor } = await import('../../run/redactor.ts');
  const { serveWatch } = await import('./serve-watch.ts');
  const loaded = await settingsFor(world, options);
  const { workdir } = loaded.config;
  const signal = new Promise<NodeJS.Signals>((resolve) => world.onSignal(resolve));
  const server = await serveWatch({
    workdir,
    episode: await numberOf(workdir, name),
    port: options.port,
    redact: openRedactor(loaded),
    complain: (message) => note(world, message),
  });
  const { url } = server;
  answer(world, options, { url }, () => url);
  if (world.stderr.isTTY === true) note(world, 'Ctrl-C ends it.');
  const by = await signal;
  await server.close();
  throw new CommandExit(exitCodeForSignal(by));
}

/** The episode a person named; null for none. Rejects with ConfigError when there is none of that name, and with StorageError. */
async function numberOf(workdir: string, name: string | undefined): Promise<number | null> {
  const { findEpisode, listEpisodes } = await import('../../records/episodes.ts');
  if (name !== undefined) return findEpisode(workdir, name).number;
  listEpisodes(workdir);
  return null;
}

function port(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= HIGHEST_PORT) return value;
  throw new InvalidArgumentError(`It is a whole number from 0 to ${HIGHEST_PORT}.`);
}

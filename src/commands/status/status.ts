import { type Call, wholeNumber, type Command } from '../command.ts';
import { exitIfStopped } from '../errors.ts';

export const STATUS_COMMANDS: readonly Command[] = [
  {
    path: 'status',
    reads: true,
    says: 'what is played now, what the last run brought, what waits, and the disk',
    examples: ['zorkgpt status', 'zorkgpt status --json'],
    run: async (call) => (await import('./show-status.ts')).showStatus(call),
  },
];

export const WATCH_COMMANDS: readonly Command[] = [
  {
    path: 'watch',
    takes: '[episode]',
    says: 'show a run as it is played, on a page of this machine that only reads',
    options: {
      '--port <n>': wholeNumber('where it listens on 127.0.0.1; 0 for any free port', {
        least: 0,
        most: 65_535,
        default: 0,
      }),
      '--json': 'the address as JSON',
    },
    more: `It prints its address and goes on until Ctrl-C. Everything comes from the records on disk, so that it can be opened and
closed at any time, also for a run from cron. Without an episode it shows the newest, and then the next ones of the run.`,
    examples: ['zorkgpt watch', 'zorkgpt watch 7 --port 8080'],
    run: watch,
  },
];

async function watch(call: Call<{ readonly port: number }>): Promise<void> {
  const { openSettingsRedactor } = await import('../../run/settings.ts');
  const { findEpisode, listEpisodes } = await import('../../records/episodes.ts');
  const { serveWatch, watchStops: tellStops } = await import('./serve-watch.ts');
  const loaded = await call.settings();
  const { workdir } = loaded.config;
  const { world, word, options, tell } = call;
  // Episodes of another version are refused before anything listens.
  listEpisodes(workdir);
  const signal = new Promise<NodeJS.Signals>((resolve) => world.onSignal(resolve));
  const server = await serveWatch({
    workdir,
    episode: word === '' ? null : findEpisode(workdir, word).number,
    port: options.port,
    redact: openSettingsRedactor(loaded),
    complain: tell,
  });
  const { url } = server;
  call.answer({ url }, () => url);
  if (world.stderr.isTTY === true) tell('Open this page in a browser; Ctrl-C ends it.');
  const stopTelling = tellStops(call, workdir);
  const by = await signal;
  stopTelling();
  await server.close();
  exitIfStopped(by);
}

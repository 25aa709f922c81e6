/**
 * Plays episodes in one process until so many turns were played: `long-player.ts STORY WORKDIR TURNS EPISODE_TURNS`.
 * Prints a JSON line after every 250 turns and one at the end, when nothing is played any more. Needs `--expose-gc`.
 */
import { getEventListeners } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { playEpisode } from '../../../src/run/play-episode.ts';
import { openRunServices } from '../../../src/run/run-services.ts';
import { loadConfig } from '../../../src/config/load.ts';

const [story = '', workdir = '', turns = '3000', episodeTurns = '500'] = process.argv.slice(2);
const EVERY = 250;
const HANDLES = '/proc/self/fd';

const flags = {
  story,
  workdir,
  player: 'offline',
  seed: 12,
  'episode.maxTurns': Number(episodeTurns),
  'episode.maxTurnsStuck': 1000,
  'episode.continueAfterDeath': true,
};
const loaded = loadConfig({ flags, cwd: workdir, environment: {}, readText: () => null });
const { signal } = new AbortController();
const services = await openRunServices(loaded, () => undefined);
const before = measured(0);
let played = 0;
let episodes = 0;
while (played < Number(turns)) {
  episodes += 1;
  await playEpisode(services, {
    signal,
    stopRequested: () => played >= Number(turns),
    progress(event) {
      if (event.type !== 'turn-end') return;
      played += 1;
      if (played % EVERY === 0) tell({ ...measured(played), at: 'turn-end' });
    },
    complain: (message) => console.error(message),
  });
}
// What is closed on the next round of the event loop is closed by then.
await new Promise((resolve) => setTimeout(resolve, 50));
tell({ ...measured(played), at: 'end', episodes, before });

function measured(turn: number) {
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    turn,
    rss,
    heapUsed,
    external,
    handles: existsSync(HANDLES) ? readdirSync(HANDLES).length : 0,
    resources: process.getActiveResourcesInfo().length,
    listeners: listeners(),
  };
}

/** On what lives as long as the process. */
function listeners(): number {
  const emitters = [process, process.stdout, process.stderr];
  const counts = emitters.flatMap((emitter) =>
    emitter.eventNames().map((name) => emitter.listenerCount(name)),
  );
  return counts.reduce((sum, count) => sum + count, getEventListeners(signal, 'abort').length);
}

function tell(line: object): void {
  console.log(JSON.stringify(line));
}

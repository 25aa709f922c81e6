import { randomInt } from 'node:crypto';
import { hostname } from 'node:os';
import type { EndedEpisode } from '../../fleet/client/play-run.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { Submission } from '../../fleet/submit.ts';
import { LARGEST_SEED } from '../../run/play-episode.ts';
import { readPrompts } from '../../run/run-services.ts';
import { openSettingsRedactor } from '../../run/settings.ts';
import { EpisodeDirectories } from '../../storage/episode-directories.ts';
import { CommandExit, EXIT } from '../errors.ts';
import { withFleet } from '../fleet/fleet-of.ts';
import { printJson } from '../print.ts';
import { endRun, printRunEnd } from './end-run.ts';
import { tellUnfinished } from './unfinished-tasks.ts';
import type { WatchedRun } from './watched-run.ts';

/** Runs `run` on a fleet: at most `atATime` episodes at once (null for all). Fetches their records as they end. */
export async function runCommandOnFleet(
  watched: WatchedRun,
  { episodes, atATime }: { readonly episodes: number; readonly atATime: number | null },
): Promise<void> {
  const { call, today: loaded } = watched;
  const { config } = loaded;
  const { planRunToPlay } = await import('../../fleet/client/play-run.ts');
  const { spentIn } = await import('../../records/summary.ts');
  await call.untilSignal(async (stop, by) => {
    tellUnfinished(call, loaded);
    const directories = new EpisodeDirectories(config.workdir);
    const origin = `${hostname()}:${config.workdir}`;
    const plan: Submission = planRunToPlay({
      config,
      redact: openSettingsRedactor(loaded),
      prompts: readPrompts(),
      origin,
      lastNumber: await directories.newest(),
      seeds: Array.from({ length: episodes }, () => config.seed ?? randomInt(1, LARGEST_SEED)),
      atATime,
    });
    const onFleet = async (fleet: Fleet) => {
      await bringEarlier(fleet, call, origin, directories);
      return play(fleet, { ...watched, stop }, plan, directories);
    };
    const ended = await withFleet(call, config, onFleet, { signal: stop });
    const summaries = ended.flatMap(({ summary }) => summary ?? []);
    printRunEnd(call, summaries);
    const played = { config, budgets: { spent: spentIn(summaries) } };
    await endRun(call, played, loaded, { summaries, stoppedBy: by() });
    const aside = ended.filter(({ summary }) => summary === null);
    for (const { number, reason } of aside)
      call.tell(`Episode ${number} came to nothing: ${reason}`);
    if (aside.length > 0) throw new CommandExit(EXIT.someEpisodesFailed);
  });
}

async function play(
  fleet: Fleet,
  { call, stop, onSummary }: WatchedRun & { readonly stop: AbortSignal },
  plan: Submission,
  directories: EpisodeDirectories,
): Promise<readonly EndedEpisode[]> {
  const { submit } = await import('../../fleet/submit.ts');
  const { followRun } = await import('../../fleet/client/play-run.ts');
  const { deliverRecords } = await import('../../fleet/client/deliver.ts');
  const { cancelEpisodes } = await import('../../fleet/client/control.ts');
  const { tell } = call;
  const { run, episodes } = await submit(fleet, plan);
  await directories.reserve(Math.max(0, ...episodes.map(({ number }) => number)));
  const ended: EndedEpisode[] = [];
  for await (const one of followRun(fleet, run, { tell, stop })) {
    ended.push(one);
    if (one.summary === null) continue;
    await deliverRecords(fleet, one.id, directories.pathOf(one.number));
    onSummary(one.summary);
    if (call.options.json) printJson(call.world, one.summary);
  }
  if (stop.aborted && ended.length < episodes.length) {
    const { waiting } = await cancelEpisodes(fleet, { run, onlyWaiting: true });
    const playing = episodes.length - ended.length - waiting;
    tell(
      `Stopped: ${waiting} episodes were not begun; ${playing} are played to their end, and the next zorkgpt run --fleet brings them.`,
    );
  }
  return ended;
}

/** Episodes that an earlier run of this workdir did not wait for. */
async function bringEarlier(
  fleet: Fleet,
  { tell }: WatchedRun['call'],
  origin: string,
  directories: EpisodeDirectories,
): Promise<void> {
  const { deliverRecords, undeliveredEpisodes } = await import('../../fleet/client/deliver.ts');
  const earlier = await undeliveredEpisodes(fleet, origin);
  for (const { id, number } of earlier) await deliverRecords(fleet, id, directories.pathOf(number));
  if (earlier.length === 0) return;
  const numbers = earlier.map(({ number }) => number).join(', ');
  tell(`Brought from the fleet, left by an earlier run: episodes ${numbers}.`);
}

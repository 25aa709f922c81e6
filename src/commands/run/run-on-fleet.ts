import { randomInt } from 'node:crypto';
import { hostname } from 'node:os';
import type { EndedEpisode } from '../../fleet/client/play-run.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { Submission } from '../../fleet/submit.ts';
import { LARGEST_SEED } from '../../run/play-episode.ts';
import { readPrompts } from '../../run/run-services.ts';
import { openRedactor } from '../../run/settings.ts';
import { EpisodeDirectories } from '../../storage/episode-directories.ts';
import { CommandExit, EXIT } from '../errors.ts';
import { withFleet } from '../fleet/fleet-of.ts';
import { printJson } from '../world.ts';
import { endRun, printSummaries, tellUnfinished } from './end-run.ts';
import type { WatchedRun } from './play-watched.ts';

/**
 * Plays episodes on a fleet: plays nothing itself, waits, and brings the records of each into the workdir as it ends. All of
 * them share what the fleet learnt of the story. At most `atATime` are played at a time; null for all.
 */
export async function runOnFleet(
  watched: WatchedRun,
  { episodes, atATime }: { readonly episodes: number; readonly atATime: number | null },
): Promise<void> {
  const { call, today: loaded } = watched;
  const { config } = loaded;
  const { planOfRun } = await import('../../fleet/client/play-run.ts');
  const { spentIn } = await import('../../records/summary.ts');
  await call.untilSignal(async (stop, by) => {
    await tellUnfinished(call, loaded);
    const directories = new EpisodeDirectories(config.workdir);
    const origin = `${hostname()}:${config.workdir}`;
    const plan: Submission = planOfRun({
      config,
      redact: openRedactor(loaded),
      prompts: readPrompts(),
      origin,
      lastNumber: await directories.newest(),
      seeds: Array.from({ length: episodes }, () => config.seed ?? randomInt(1, LARGEST_SEED)),
      atATime,
    });
    const visit: Visit = { ...watched, workdir: config.workdir, stop };
    const onFleet = async (fleet: Fleet) => {
      await bringEarlier(fleet, visit, origin);
      return play(fleet, visit, plan, directories);
    };
    const ended = await withFleet(call, config, onFleet, { signal: stop });
    const summaries = ended.flatMap(({ summary }) => summary ?? []);
    printSummaries(call, summaries);
    const played = { config, budgets: { spent: spentIn(summaries) } };
    await endRun(call, played, { today: loaded, result: { summaries, stoppedBy: by() } });
    const aside = ended.filter(({ summary }) => summary === null);
    for (const { number, reason } of aside)
      call.tell(`Episode ${number} came to nothing: ${reason}`);
    if (aside.length > 0) throw new CommandExit(EXIT.someEpisodesFailed);
  });
}

interface Visit extends WatchedRun {
  readonly workdir: string;
  readonly stop: AbortSignal;
}

async function play(
  fleet: Fleet,
  visit: Visit,
  plan: Submission,
  directories: EpisodeDirectories,
): Promise<readonly EndedEpisode[]> {
  const { submit } = await import('../../fleet/submit.ts');
  const { followRun } = await import('../../fleet/client/play-run.ts');
  const { cancel } = await import('../../fleet/client/status.ts');
  const { call, stop } = visit;
  const { tell } = call;
  const { run, episodes } = await submit(fleet, plan);
  await directories.reserve(Math.max(0, ...episodes.map(({ number }) => number)));
  const ended: EndedEpisode[] = [];
  for await (const one of followRun(fleet, run, { tell, stop })) {
    ended.push(one);
    if (one.summary === null) continue;
    await bring(fleet, visit, one);
    visit.onSummary(one.summary);
    if (call.options.json) printJson(call.world, one.summary);
  }
  if (stop.aborted && ended.length < episodes.length) {
    const { waiting } = await cancel(fleet, { run, onlyWaiting: true });
    const playing = episodes.length - ended.length - waiting;
    tell(
      `Stopped: ${waiting} episodes were not begun; ${playing} are played to their end, and the next zorkgpt run --fleet brings them.`,
    );
  }
  return ended;
}

/** Episodes that an earlier run of this workdir did not wait for. */
async function bringEarlier(fleet: Fleet, visit: Visit, origin: string): Promise<void> {
  const { undeliveredEpisodes } = await import('../../fleet/client/play-run.ts');
  const earlier = await undeliveredEpisodes(fleet, origin);
  for (const one of earlier) await bring(fleet, visit, one);
  if (earlier.length === 0) return;
  const numbers = earlier.map(({ number }) => number).join(', ');
  visit.call.tell(`Brought from the fleet, left by an earlier run: episodes ${numbers}.`);
}

async function bring(
  fleet: Fleet,
  { workdir }: Visit,
  { id, number }: Pick<EndedEpisode, 'id' | 'number'>,
): Promise<void> {
  const { deliverRecords } = await import('../../fleet/client/play-run.ts');
  const directory = new EpisodeDirectories(workdir).pathOf(number);
  await deliverRecords(fleet, id, directory, () => true);
}

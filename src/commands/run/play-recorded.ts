import { findResumable, findStarted } from '../../records/episodes.ts';
import { cutEpisode, forkEpisode } from '../../run/fork-episode.ts';
import { countedWords } from '../../report/wording.ts';
import { openRecordedFork, openResumeServices } from '../../run/recorded-services.ts';
import { replayEpisode } from '../../run/replay-episode.ts';
import { resumeEpisode } from '../../run/play-episode.ts';
import type { Call } from '../command.ts';
import { CommandExit, EXIT } from '../errors.ts';
import { watchRun, type PlayOptions, playWatchedRun } from './watched-run.ts';
import { tellUnfinished } from './unfinished-tasks.ts';

/** Plays a recorded episode on, for `zorkgpt resume`. */
export async function resumeRecorded(call: Call<PlayOptions>): Promise<void> {
  await watchRun(call, await call.settings(), async (watched) => {
    const { call: told, today } = watched;
    const { world, options, flags, words, tell } = told;
    const { workdir } = today.config;
    const { episode, manifest } = findResumable(workdir, words[0] ?? null);
    const place = { flags, config: options.config, workdir };
    const services = await openResumeServices(world, manifest, place, tell);
    const open = () => Promise.resolve(services);
    await playWatchedRun(watched, {
      services,
      begin: () => [(controls) => resumeEpisode(episode, manifest, { open, controls })],
    });
    const left = tellUnfinished(told, today);
    // From cron, success prints nothing.
    if (left > 0 || world.stderr.isTTY !== true) return;
    tell(`Episode ${episode.number} is finished and no other waits; zorkgpt run plays a new one.`);
  });
}

interface ForkOptions extends PlayOptions {
  readonly turn: number;
  readonly turns?: number;
  readonly instruct?: string;
  readonly set?: readonly string[];
  readonly without?: string;
}

/** Plays a recorded episode on in another way, for `zorkgpt fork`. */
export async function forkRecorded(call: Call<ForkOptions>): Promise<void> {
  checkTurns(call);
  const { turn } = call.options;
  await watchRun(call, await call.settings(), async (watched) => {
    const { world, options, flags, word, tell } = watched.call;
    const { workdir } = watched.today.config;
    const parent = findStarted(workdir, word);
    const changes = { flags, set: changesOf(call.options), config: options.config, workdir };
    const services = await openRecordedFork(world, { ...parent, turn }, changes, tell);
    const cut = await cutEpisode(parent, turn, services.config.story);
    await playWatchedRun(watched, {
      services,
      begin: () => [(controls) => forkEpisode(services, { parent, turn, cut }, controls)],
    });
  });
}

function changesOf({ set = [], turns, instruct, without }: ForkOptions): readonly string[] {
  return [
    ...set,
    ...(turns === undefined ? [] : [`episode.maxTurns=${turns}`]),
    ...(without === undefined ? [] : [`memory.without=${without}`]),
    ...(instruct === undefined ? [] : [`instruction=${instruct}`]),
  ];
}

function checkTurns(call: Call<ForkOptions>): void {
  const { turn, turns, set = [] } = call.options;
  if (turns !== undefined && set.some((one) => one.trim().startsWith('episode.maxTurns='))) {
    call.refuse('--turns and --set episode.maxTurns say the same; name one of them');
  }
  if (turns === undefined || turns > turn) return;
  call.refuse(
    `--turns ${turns} counts from the start of the episode and leaves nothing to play after turn ${turn}; name more`,
  );
}

/** Plays a recorded episode again, for `zorkgpt replay`. */
export async function replayRecorded(call: Call): Promise<void> {
  const { config } = await call.settings();
  const recorded = findStarted(config.workdir, call.word);
  const replayed = await replayEpisode(recorded, call.options.story ?? null);
  const { episode, turns, modelCalls, copiedCalls, difference } = replayed;
  const { parent } = recorded.manifest;
  const copied = parent ? `, ${copiedCalls} of them copied from episode ${parent.episode}` : '';
  const played = `${countedWords(turns, 'turn')}, ${countedWords(modelCalls, 'call')}${copied}`;
  const identical = difference === null;
  call.answer(
    { schemaVersion: 1, episode, identical, turns, modelCalls, copiedCalls, difference },
    () =>
      difference === null
        ? `Episode ${episode} comes out identical: ${played}.`
        : `Episode ${episode} differs in turn ${difference.turn}, after ${played}.\n${difference.message}`,
  );
  if (!identical) throw new CommandExit(EXIT.failed);
}

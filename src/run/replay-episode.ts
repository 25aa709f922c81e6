import { isResumable } from '../domain/stop-reason.ts';
import { RecordingDiverged } from '../episode/verified-journal.ts';
import { commandsSink, transcriptSink } from '../events/sinks.ts';
import { isExamMessage } from '../exam/sit-exam.ts';
import { ReplayDiverged } from '../model/replay-model.ts';
import type { EpisodeFiles } from '../records/episode-files.ts';
import type { Started } from '../records/episodes.ts';
import { readStartFiles } from '../records/start-files.ts';
import { scratchLearntFolder } from '../storage/learnt-folder.ts';
import { buildEpisode, type BuiltEpisode, type EpisodeStage } from './build-episode.ts';
import { loadRunPrompts, type Setting } from './run-services.ts';
import { checkStoryFile, openStoryFile } from './story-file.ts';

/** Plays a recorded episode through today's code and compares all. `turns` came out as recorded. Rejects with ConfigError. */
export async function replayEpisode(recorded: Started, storyFile: string | null) {
  const { number, files, summary } = recorded.episode;
  const { setting, stage } = replayEpisodeInMemory(recorded, storyFile);
  const isWhole = summary !== null && !isResumable(summary.stopReason);
  const told = { transcript: '', commands: '' };
  const transcript = transcriptSink((text) => void (told.transcript += text));
  const commands = commandsSink((text) => void (told.commands += text));
  const episode = await buildEpisode(setting, {
    ...stage,
    emit(event) {
      transcript(event);
      commands(event);
    },
    stopRequested: () => !isWhole,
  });
  const difference = await firstDifference(async () => {
    const result = await episode.play();
    if (!isWhole) return;
    await episode.finish(result);
    compareEnd(files, { ...told, prompts: setting.prompts }, episode);
  }, episode.turns);
  const { usedCalls } = stage.cassette;
  const modelCalls = usedCalls.length - episode.unusedCalls().length;
  const copied = usedCalls.filter((call) => call.copied === true).length;
  const copiedCalls = Math.min(copied, modelCalls);
  return { episode: number, turns: episode.turns(), modelCalls, copiedCalls, difference };
}

/** Throws if recorded replies are left over, or if the game's text differs from the recorded one. */
function compareEnd(
  files: EpisodeFiles,
  told: { readonly transcript: string; readonly commands: string } & Pick<Setting, 'prompts'>,
  episode: BuiltEpisode,
): void {
  // Questions about the changes at the end belong to no turn.
  const unused = episode
    .unusedCalls()
    .filter(({ messages }) => !isExamMessage(messages, told.prompts)).length;
  const turn = episode.turns();
  if (unused > 0) {
    const what = `${unused} recorded replies are not asked for any more.`;
    throw new RecordingDiverged(what, { turn, where: files.name('calls') });
  }
  for (const what of ['transcript', 'commands'] as const) {
    if (files.text(what) === told[what]) continue;
    const where = files.name(what);
    throw new RecordingDiverged(`${where} is not what the game says now.`, { turn, where });
  }
}

/** `role` is that of the request that differs. Null if something else does. */
async function firstDifference(play: () => Promise<void>, turns: () => number) {
  try {
    await play();
    return null;
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof ReplayDiverged) return { turn: turns() + 1, role: error.role, message };
    if (error instanceof RecordingDiverged) return { turn: error.turn, role: null, message };
    throw error;
  }
}

const NOWHERE = { append: () => undefined };

/** Sets up a recorded episode to be played again in memory, with today's prompts. Throws ConfigError and StorageError. */
export function replayEpisodeInMemory(
  { episode: { number, files }, manifest }: Started,
  storyFile: string | null,
): { readonly setting: Setting; readonly stage: EpisodeStage } {
  const start = readStartFiles(files, manifest);
  const story = openStoryFile(storyFile ?? manifest.story.file);
  checkStoryFile(manifest, story.sha256);
  const { config, model: modelName, seed, earlier = [] } = manifest;
  return {
    setting: { config, story, prompts: loadRunPrompts(config), modelName, begins: manifest.recipe },
    stage: {
      episode: number,
      seed,
      earlier,
      start,
      cassette: files.cassette(),
      files: scratchLearntFolder(start),
      logs: { turns: NOWHERE, calls: NOWHERE, inputs: NOWHERE },
      emit: () => undefined,
      signal: new AbortController().signal,
      stopRequested: () => false,
      hand: null,
      live: null,
      exportState: () => undefined,
      keepVersion: () => undefined,
    },
  };
}

import { EpisodeInputs } from '../episode/episode-inputs.ts';
import { FailStop } from '../episode/fail-stop.ts';
import { RecordingDiverged } from '../episode/recording-diverged.ts';
import { runEpisode } from '../episode/run-episode.ts';
import { createVerifiedJournal } from '../episode/verified-journal.ts';
import { isResumable } from '../domain/stop-reason.ts';
import { commandsSink, transcriptSink } from '../events/transcript-sinks.ts';
import { createReplayModel, ReplayDiverged } from '../model/replay-model.ts';
import { createScratchFile } from '../storage/scratch-file.ts';
import { composeEpisode } from './compose-episode.ts';
import type { Cassette } from '../records/cassette.ts';
import { endOnDivergence } from './episode-model.ts';
import type { StoredEpisode } from '../records/episodes.ts';
import { watchLearnt, type LearntFiles } from '../storage/learnt-files.ts';
import { mapLearnt } from '../storage/learnt-folder.ts';
import type { EpisodeFiles } from '../records/episode-files.ts';
import type { Manifest } from '../records/manifest.ts';
import { readStart, type StartFiles } from '../records/start-files.ts';
import { recordedSetting } from './recorded-setting.ts';

/** What playing a recording back came to. */
export interface Replay {
  readonly episode: number;
  /** Turns that came out as they were recorded. */
  readonly turns: number;
  readonly modelCalls: number;
  /** The first difference; null when there is none. */
  readonly difference: ReplayDifference | null;
}

export interface ReplayDifference {
  /** The turn in progress. */
  readonly turn: number;
  /** Role of the request that differs; null when something else does. */
  readonly role: string | null;
  readonly message: string;
}

/**
 * Plays a recorded episode through today's code without a model and without touching a file, and compares requests,
 * turns, learnt files, transcript and commands. Rejects with ConfigError and StorageError when the recording or its story
 * cannot be read.
 */
export async function replayEpisode(
  { number, files, summary }: StoredEpisode,
  manifest: Manifest,
  storyFile: string | null,
): Promise<Replay> {
  const cassette = files.cassette();
  const setting = recordedSetting(manifest, storyFile);
  const isWhole = summary !== null && !isResumable(summary.stopReason);
  const scratch = playback(cassette, readStart(files, manifest), isWhole);
  const { deps, limits, finish } = await composeEpisode(setting, {
    ...scratch.plan,
    episode: number,
    seed: manifest.seed,
  });
  const difference = await firstDifference(async () => {
    const result = await runEpisode({ episode: number, seed: manifest.seed }, limits, deps);
    scratch.check();
    if (!isWhole) return;
    await finish(result);
    scratch.check();
    scratch.compareEnd(files);
  }, scratch.turns);
  const modelCalls = cassette.usedCalls.length - scratch.unusedCalls();
  return { episode: number, turns: scratch.turns(), modelCalls, difference };
}

/** A place to play in that has nothing but the recording. */
function playback(cassette: Cassette, start: StartFiles, isWhole: boolean) {
  const failStop = new FailStop();
  const nowhere = { append: () => undefined };
  const written = { transcript: '', commands: '' };
  const transcript = transcriptSink((text) => void (written.transcript += text));
  const commands = commandsSink((text) => void (written.commands += text));
  const inputs = new EpisodeInputs({
    recorded: cassette.inputs,
    log: nowhere,
    failStop,
    emit: () => undefined,
    firstLook: Infinity,
  });
  const journal = createVerifiedJournal(cassette.turns, nowhere, failStop);
  let unused = () => cassette.usedCalls.length;
  return {
    turns: () => journal.turns,
    unusedCalls: () => unused(),
    check: () => failStop.check(),
    compareEnd: (files: EpisodeFiles) =>
      compareEnd(files, { written, turns: journal.turns, unused: unused() }),
    plan: {
      openModel: () => {
        const model = createReplayModel(cassette.usedCalls);
        unused = () => model.unused;
        return endOnDivergence(model, failStop);
      },
      files: watchLearnt(scratchFiles(start), (what, file) =>
        inputs.watch(file.path, file, start[what]),
      ),
      journal,
      emit(event: Parameters<typeof transcript>[0]) {
        transcript(event);
        commands(event);
      },
      signal: new AbortController().signal,
      stopRequested: () => !isWhole && journal.turns >= cassette.turns.length,
      beforeTurn: async (turn: number) => inputs.beforeTurn(turn),
      check: () => failStop.check(),
      exportState: () => undefined,
      keepVersion: () => undefined,
    },
  };
}

/** Throws when recorded replies are left over, or when the game's text is another than the recorded one. */
function compareEnd(
  files: EpisodeFiles,
  played: {
    readonly written: { readonly transcript: string; readonly commands: string };
    readonly turns: number;
    readonly unused: number;
  },
): void {
  if (played.unused > 0) {
    const what = `${played.unused} recorded replies are not asked for any more.`;
    throw difference(played.turns, what, files.name('calls'));
  }
  for (const what of ['transcript', 'commands'] as const) {
    if (files[what]() === played.written[what]) continue;
    const name = files.name(what);
    throw difference(played.turns, `${name} is not what the game says now.`, name);
  }
}

function scratchFiles(start: StartFiles): LearntFiles {
  const files = mapLearnt((name, what) => createScratchFile(name, start[what]));
  return { ...files, open: (file) => createScratchFile(file, null) };
}

function difference(turn: number, message: string, where: string): RecordingDiverged {
  return new RecordingDiverged(message, { turn, where });
}

async function firstDifference(
  play: () => Promise<void>,
  turns: () => number,
): Promise<ReplayDifference | null> {
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

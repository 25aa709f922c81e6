import type { GameConfiguration } from '../config/schema.ts';
import { NotFoundError } from '../domain/errors.ts';
import { plural } from '../domain/text.ts';
import { playsByHand } from '../model/players.ts';
import { writeCassette, type Cassette } from '../records/cassette.ts';
import { EpisodeFiles } from '../records/episode-files.ts';
import { writeStartFiles } from '../records/start-files.ts';
import { type LearntBytes } from '../storage/learnt-folder.ts';
import type { Started } from '../records/episodes.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import { buildEpisode, type BuiltEpisode } from './build-episode.ts';
import { stageAt, type Stage } from './stages.ts';
import { LOOK_MS, playSession, type EpisodeControls } from './play-session.ts';
import { replayEpisodeInMemory } from './replay-episode.ts';
import { isUnrepeatable } from './compose-episode.ts';
import type { RunServices } from './run-services.ts';

/** A recorded moment, cut out of its episode. */
export interface ForkPoint {
  readonly parent: Started;
  readonly turn: number;
  readonly cut: CutEpisode;
}

/**
 * Plays a new episode from a recorded moment, with its parent's records up to there. It starts with the learnt files as the
 * parent found them; its lessons are merged into the workdir's. Null if it was stopped before it could begin. Rejects as
 * playEpisode does.
 */
export async function forkEpisode(
  services: RunServices,
  { parent, turn, cut }: ForkPoint,
  controls: EpisodeControls,
): Promise<EpisodeSummary | null> {
  const files = new EpisodeFiles(await services.directories.allocate());
  const { start, cassette, earlier } = cut;
  const { manifest } = parent;
  const { seed } = manifest;
  const begin = () => {
    writeCassette(files, cassette);
    const begun = { seed, run: controls.run, start, recipe: manifest.recipe };
    writeStartFiles(services, files, begun, {
      parent: { episode: manifest.episode, turn },
      earlier,
    });
    return { services, seed, start, earlier, isResumed: false };
  };
  return playSession(files, controls, { waitMs: LOOK_MS, begin });
}

/** The records of an episode up to the end of a turn, and its settings until then. */
interface CutEpisode {
  readonly start: LearntBytes;
  /** Its calls are marked as copied. */
  readonly cassette: Cassette;
  /** The last one ends with the turn. */
  readonly earlier: readonly [...Stage[], Stage];
}

/** Plays an episode again up to a turn and takes the records used. Rejects with ConfigError, StorageError, the signal's reason. */
export async function cutEpisode(
  parent: Started,
  turn: number,
  storyFile: string | null,
  signal?: AbortSignal,
): Promise<CutEpisode> {
  const { manifest } = parent;
  const { number, files } = parent.episode;
  checkTurn(number, files.cassette(), turn);
  if (playsByHand(manifest.config.player)) {
    throw new NotFoundError(
      `Episode ${number} was played by hand; only what models played is forked.`,
    );
  }
  const { setting, stage } = replayEpisodeInMemory(parent, storyFile);
  const { start } = stage;
  const earlier = stagesUpTo(manifest, turn);
  const stop = new AbortController();
  let used: Cassette | null = null;
  const episode = await buildEpisode(
    { ...setting, config: unlimited(setting.config) },
    {
      ...stage,
      earlier,
      signal: signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]),
      beforeTurn(next) {
        signal?.throwIfAborted();
        if (next <= turn) return;
        used = usedOf(stage.cassette, episode, turn);
        stop.abort(new Error('what comes later is not copied'));
        stop.signal.throwIfAborted();
      },
    },
  );
  try {
    const { stop: end } = await episode.play();
    if (used !== null) return { start, cassette: used, earlier };
    signal?.throwIfAborted();
    throw new NotFoundError(
      `Episode ${number} was over after turn ${episode.turns()} (${end.reason}); name an earlier turn.`,
    );
  } catch (error) {
    if (!isUnrepeatable(error)) throw error;
    const why =
      'its turns, played again, do not come out as recorded; an update may have changed what models are asked, and what was recorded since can be forked';
    throw new NotFoundError(`Episode ${number} cannot be forked: ${why}. ${error.message}`, {
      cause: error,
    });
  }
}

function checkTurn(number: number, { turns }: Cassette, turn: number): void {
  if (turn >= 0 && turn <= turns.length) return;
  throw new NotFoundError(
    `Episode ${number} has ${plural(turns.length, 'turn')}, so there is no turn ${turn} to fork it at.`,
  );
}

/** The stages of the turns up to one. A fork has earlier ones from its parents. */
function stagesUpTo(
  { episode, config, earlier = [] }: Started['manifest'],
  turn: number,
): CutEpisode['earlier'] {
  const before = earlier.filter(({ turns }) => turns < turn);
  const last = stageAt(earlier, turn) ?? { episode, config };
  return [...before, { ...last, turns: turn }];
}

/** Without limits, only the game itself ends the episode before the wanted turn. */
function unlimited(config: GameConfiguration): GameConfiguration {
  const maxTurns = Number.MAX_SAFE_INTEGER;
  const endless = { maxTurns, stopWhenStuck: false, continueAfterDeath: true };
  return { ...config, episode: { ...config.episode, ...endless } };
}

function usedOf({ turns, usedCalls, inputs }: Cassette, episode: BuiltEpisode, turn: number) {
  const [calls, changes] = [new Set(episode.unusedCalls()), new Set(episode.unusedInputs())];
  const copied = usedCalls
    .filter((call) => !calls.has(call))
    .map((call) => ({ ...call, copied: true as const }));
  return {
    turns: turns.slice(0, turn),
    calls: copied,
    usedCalls: copied,
    inputs: inputs.filter((input) => 'file' in input && !changes.has(input)),
  };
}

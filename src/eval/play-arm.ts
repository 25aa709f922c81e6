import { createHash } from 'node:crypto';
import path from 'node:path';
import type { LoadedConfig } from '../config/load.ts';
import type { Arm } from './arms.ts';
import { measureEpisode, type EpisodeMetrics } from './episode-metrics.ts';
import { spoiltBy } from './experiment.ts';
import type { PlayedRun } from './experiment-result.ts';
import { milestonesOf } from './milestone-sets.ts';
import { addReports, promptCacheReport, type RolePrefix } from './prompt-cache.ts';
import { episodeSeed, type Protocol } from './protocol.ts';
import { NOTHING_YET } from './store-history.ts';
import type { EpisodeControls } from '../run/conduct-episode.ts';
import { playEpisode } from '../run/play-episode.ts';
import { readPlayedEpisode } from './read-played-episode.ts';
import type { RunServices } from '../run/run-services.ts';
import type { Flags } from '../run/settings.ts';

/** How the runs of an experiment are opened and watched. */
export interface ExperimentPorts {
  /** The configuration with these flags over it. Throws ConfigError. */
  readonly load: (flags: Flags) => LoadedConfig;
  readonly open: (loaded: LoadedConfig) => Promise<RunServices>;
  readonly controls: EpisodeControls;
  readonly onEpisode: (arm: string, seed: number, metrics: EpisodeMetrics) => void;
}

/** Where and how one arm plays one seed. */
export interface ArmPlan {
  readonly protocol: Protocol;
  readonly arm: Arm;
  readonly seed: number;
  /** Folder of the experiment. */
  readonly out: string;
  /** Story, player and model as named for the whole experiment. */
  readonly flags: Flags;
}

/** The configuration of an arm; the workdir is its own. */
export function armFlags({ protocol, arm, seed, out, flags }: ArmPlan): Flags {
  return {
    ...flags,
    ...arm.settings,
    'episode.maxTurns': protocol.turns,
    // Episodes of one length can be compared; a player without luck uses its turns up too.
    'episode.stopWhenStuck': false,
    seed,
    workdir: path.join(out, folderOf(arm, seed)),
  };
}

/** Plays the episodes of one arm with one seed, up to one that is no measurement. */
export async function playArmRun(plan: ArmPlan, ports: ExperimentPorts): Promise<PlayedRun> {
  const { protocol, arm, seed } = plan;
  const episodes: EpisodeMetrics[] = [];
  const prefixes: (readonly RolePrefix[])[] = [];
  let history = NOTHING_YET;
  let spoilt: string | null = null;
  let services: RunServices | null = null;
  while (episodes.length < protocol.episodes && spoilt === null) {
    if (services === null || protocol.store === 'fresh') {
      services = await openStore(plan, ports, episodes.length);
      history = NOTHING_YET;
    }
    const config = { ...services.config, seed: episodeSeed(protocol, seed, episodes.length) };
    const summary = await playEpisode({ ...services, config }, ports.controls);
    const played = readPlayedEpisode(services, summary);
    const milestones = milestonesOf(services.story.identity.key)?.milestones ?? [];
    const measured = measureEpisode(history, played, milestones);
    history = measured.history;
    episodes.push(measured.metrics);
    prefixes.push(promptCacheReport(played.calls));
    spoilt = spoiltBy(summary.stopReason);
    ports.onEpisode(arm.name, seed, measured.metrics);
  }
  return {
    arm: arm.name,
    seed,
    episodes,
    spoiltBy: spoilt,
    directory: folderOf(arm, seed),
    prefixes: addReports(prefixes),
  };
}

function openStore(plan: ArmPlan, { load, open }: ExperimentPorts, episode: number) {
  const flags = armFlags(plan);
  if (plan.protocol.store === 'persistent') return open(load(flags));
  const workdir = path.join(String(flags['workdir']), `episode-${episode + 1}`);
  return open(load({ ...flags, workdir }));
}

function folderOf(arm: Arm, seed: number): string {
  return path.join(arm.name, `seed-${String(seed).padStart(4, '0')}`);
}

/** Names every setting that can make a difference; the seed and the folders are left out. */
export function configHash({ config }: LoadedConfig): string {
  const { seed: _, workdir: __, story: ___, ...rest } = config;
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex');
}

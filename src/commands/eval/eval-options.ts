import path from 'node:path';
import type { LoadedConfig } from '../../config/load.ts';
import { parseArms } from '../../eval/arms.ts';
import type { ExperimentFolder } from '../../eval/experiment-folder.ts';
import type { PlanSources } from '../../eval/plan-experiment.ts';
import { type ExperimentPlan, parseSeeds, PRESETS, type Protocol } from '../../eval/plan.ts';
import type { Flags } from '../../run/settings.ts';
import type { CommonOptions } from '../command.ts';
import type { World } from '../world.ts';

export interface EvalOptions {
  readonly arms?: string;
  readonly seeds?: string;
  readonly episodes?: number;
  readonly turns?: number;
  readonly preset?: 'tales' | 'textquests' | 'jttl';
  readonly store?: Protocol['store'];
  readonly episodeSeeds?: Protocol['episodeSeeds'];
  readonly parallel: number;
  readonly player?: string;
  readonly model?: string;
  readonly out?: string;
  readonly continue?: string;
  readonly shard?: string;
  readonly estimate?: true;
}

export const DEFAULTS = {
  arms: 'memory,no-memory',
  seeds: '1..5',
  episodes: 5,
  turns: 200,
  store: 'persistent',
  episodeSeeds: 'same',
} as const;

/**
 * The arms and the protocol that the options ask for. An experiment to go on with says what they leave open. Rejects with
 * ConfigError.
 */
export function askedFor(
  options: EvalOptions,
  known: ExperimentPlan | null,
): Pick<PlanSources, 'arms' | 'protocol'> {
  const { arms, seeds, preset, episodes, turns, store, episodeSeeds } = options;
  const base = known === null ? { ...DEFAULTS, preset: null } : asOptions(known);
  const lengths = preset === undefined ? base : PRESETS[preset];
  return {
    arms: parseArms(arms ?? base.arms),
    protocol: {
      seeds: parseSeeds(seeds ?? base.seeds),
      episodes: episodes ?? lengths.episodes,
      turns: turns ?? lengths.turns,
      store: store ?? base.store,
      episodeSeeds: episodeSeeds ?? base.episodeSeeds,
      preset: preset ?? base.preset,
    },
  };
}

function asOptions({ arms, protocol }: ExperimentPlan) {
  const { seeds, ...lengths } = protocol;
  return { ...lengths, arms: arms.map(({ name }) => name).join(','), seeds: seeds.join(',') };
}

/** Story, player and model: as the options name them, else as the experiment to go on with was planned. */
export function flagsOf(
  { cwd }: Pick<World, 'cwd'>,
  { story, player, model }: EvalOptions & CommonOptions,
  known: ExperimentPlan | null,
): Flags {
  const planned = known?.planned;
  return {
    ...(planned !== undefined && planned.storyFile !== null && { story: planned.storyFile }),
    ...planned?.flags,
    ...(story !== undefined && { story: path.resolve(cwd, story) }),
    ...(player !== undefined && { player }),
    ...(model !== undefined && { 'models.model': model }),
  };
}

/** A configuration as a folder of an experiment uses it: with no workdir of its own. */
export type Load = (flags: Flags) => LoadedConfig;

export interface Experiment {
  readonly folder: ExperimentFolder;
  readonly plan: ExperimentPlan;
  readonly load: Load;
}

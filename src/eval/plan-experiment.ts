import path from 'node:path';
import type { LoadedConfig } from '../config/load.ts';
import { ConfigError, unlessBroken } from '../domain/errors.ts';
import { PLAYERS } from '../model/players.ts';
import { readPrompts } from '../run/run-services.ts';
import { openRedactor, type Flags } from '../run/settings.ts';
import { openStoryFile } from '../run/story-file.ts';
import { namesIn } from '../storage/read-file.ts';
import { sha256 } from '../storage/storage.ts';
import type { Arm } from './arms.ts';
import { ExperimentFolder } from './experiment-folder.ts';
import { milestonesOf } from './milestones.ts';
import {
  checkSamePlan,
  configHash,
  makePlan,
  shapingPlay,
  type ExperimentPlan,
  type Protocol,
} from './plan.ts';
import { isDue, unitsOf } from './unit.ts';

export interface PlanSources {
  /** The others are compared with the first one. */
  readonly arms: readonly Arm[];
  readonly protocol: Protocol;
  /** Story, player and model, where the command line names them. */
  readonly flags: Flags;
  /** The configuration with these flags over it. Throws ConfigError. */
  readonly load: (flags: Flags) => LoadedConfig;
}

/** What every episode of an arm is set to beside what the configuration says. Pure. */
export function armFlags(arm: Pick<Arm, 'settings'>, turns: number, flags: Flags): Flags {
  return {
    ...flags,
    ...arm.settings,
    'episode.maxTurns': turns,
    // Episodes of one length can be compared; a player without luck uses its turns up too.
    'episode.stopWhenStuck': false,
  };
}

/** The plan of an experiment; nothing is played and nothing written. Throws ConfigError, StoryError and StorageError. */
export function planExperiment(sources: PlanSources): ExperimentPlan {
  const { arms, protocol, flags, load } = sources;
  const { config: base } = load(flags);
  const story = openStoryFile(base.story);
  const { key, ifid, title, maxScore } = story.identity;
  const milestones = milestonesOf(key).length;
  const { player, models, story: storyFile } = base;
  return makePlan({
    prompts: sha256(JSON.stringify([...readPrompts()])),
    subject: {
      story: { ifid, key, sha256: story.sha256, title, maxScore, milestones },
      player,
      model: player === null ? '' : PLAYERS[player].modelName(models),
    },
    protocol,
    arms: arms.map(({ name, settings }) => {
      const loaded = load(armFlags({ settings }, protocol.turns, flags));
      const config = shapingPlay(loaded.config, openRedactor(loaded));
      const { exits, models: asked } = loaded.config;
      const choices = asked.structured === 'choice';
      const hash = configHash(config);
      return { name, settings: { ...settings }, config, configHash: hash, exits, choices };
    }),
    planned: { storyFile, flags },
  });
}

/** Where an experiment goes when nobody says: the newest `eval/0001` that holds it unfinished, else the next new one. */
export function experimentFolderFor(workdir: string, plan: ExperimentPlan): ExperimentFolder {
  const below = path.join(workdir, 'eval');
  const numbers = namesIn(below).filter((name) => /^\d{4,9}$/.test(name));
  const taken = numbers
    .map((name) => new ExperimentFolder(path.join(below, name)))
    .filter((folder) => folder.isTaken());
  const begun = taken.findLast((folder) => isUnfinished(folder, plan));
  const last = taken.at(-1);
  const next = last === undefined ? 1 : Number(path.basename(last.path)) + 1;
  return begun ?? new ExperimentFolder(path.join(below, String(next).padStart(4, '0')));
}

function isUnfinished(folder: ExperimentFolder, plan: ExperimentPlan): boolean {
  const isDueIn = () => {
    checkSamePlan(folder.path, folder.plan(), plan);
    return unitsOf(plan).some((unit) => isDue(folder.unit(unit)));
  };
  // Another experiment, or one that is damaged: the next folder is free.
  return unlessBroken(isDueIn, ConfigError) ?? false;
}

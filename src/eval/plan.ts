import * as z from 'zod';
import type { LoadedConfig } from '../config/load.ts';
import type { GameConfiguration } from '../config/schema.ts';
import { UsageError, ConfigError } from '../domain/errors.ts';
import { changeJsonTexts, firstJsonDifference, parsedJson, shortJson } from '../domain/json.ts';
import { TOLD_EXITS } from '../domain/observation.ts';
import { SCHEMA_VERSION, VERSION } from '../domain/version.ts';
import { ASKED_PLAYERS, PLAYERS } from '../model/players.ts';
import { readPrompts } from '../run/run-services.ts';
import { openSettingsRedactor, type Flags } from '../run/settings.ts';
import { openStoryFile } from '../run/story-file.ts';
import { sha256 } from '../storage/bytes.ts';
import type { Arm } from './arms.ts';
import { milestonesOf } from './milestones.ts';

/** How an experiment is played. Every arm plays every seed. */
const protocolSchema = z.object({
  seeds: z.array(z.int().min(0)).min(1).readonly(),
  episodes: z.int().min(1),
  turns: z.int().min(1),
  /** Whether the episodes of an arm and seed learn from each other, or each starts with nothing learnt. */
  store: z.enum(['persistent', 'fresh']),
  /** Whether every episode of a run starts the story with the run's seed, or each with its own. */
  episodeSeeds: z.enum(['same', 'different']),
  /** The published protocol that this follows. Null for none. */
  preset: z.string().nullable(),
});

export type Protocol = Readonly<z.infer<typeof protocolSchema>>;

/** Lengths of episodes in published results. */
export const PRESETS = {
  /** TALES: 100 steps. */
  tales: { episodes: 1, turns: 100 },
  /** TextQuests: 500 steps. */
  textquests: { episodes: 1, turns: 500 },
  /** J-TTL: learning over 50 episodes of 110 steps. */
  jttl: { episodes: 50, turns: 110 },
} as const satisfies Record<string, Pick<Protocol, 'episodes' | 'turns'>>;

const MOST_SEEDS = 1000;
/** A prime, so that the episode seeds of neighbouring seeds do not collide. */
const SEED_STRIDE = 7919;

/** `1..10`, `3`, `1,5,12` or a mix. Throws UsageError. */
export function parsePlanSeeds(text: string): readonly number[] {
  const seeds = text.split(',').flatMap((part) => {
    const [, first, last = first] = /^\s*(\d{1,9})(?:\.\.(\d{1,9}))?\s*$/.exec(part) ?? [];
    const [low, high] = [Number(first), Number(last)];
    if (first === undefined || high < low || high - low >= MOST_SEEDS) {
      throw new UsageError(`"${part}" names no seeds; write --seeds 1..10 or --seeds 3,7.`);
    }
    return Array.from({ length: high - low + 1 }, (_, index) => low + index);
  });
  return [...new Set(seeds)];
}

export function seedInPlan(
  { episodeSeeds }: Pick<Protocol, 'episodeSeeds'>,
  seed: number,
  episode: number,
): number {
  return episodeSeeds === 'same' ? seed : seed + episode * SEED_STRIDE;
}

const flags = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const arm = z.object({
  name: z.string().min(1),
  settings: flags,
  /** Every setting that affects play, without secrets; see {@link shapingPlay}. */
  config: z.record(z.string(), z.json()),
  configHash: z.string(),
  exits: z.enum(TOLD_EXITS),
  choices: z.boolean().default(false),
});

const subject = z.object({
  story: z.object({
    ifid: z.string(),
    key: z.string(),
    sha256: z.string(),
    title: z.string().nullable(),
    maxScore: z.number().nullable(),
    milestones: z.int(),
  }),
  player: z.enum(ASKED_PLAYERS).nullable(),
  /** `offline`, or the agent's model. */
  model: z.string(),
});

const planSchema = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  version: z.string(),
  prompts: z.string(),
  subject,
  protocol: protocolSchema,
  arms: z.array(arm).min(1),
  /** The place of planning: the story file, and the command line. The results do not depend on it. */
  planned: z.object({ storyFile: z.string().nullable(), flags }),
});

/** Everything that decides the results of an experiment: equal plans give equal results, wherever their units are played. */
export type ExperimentPlan = Readonly<z.infer<typeof planSchema>>;
export type PlannedArm = Readonly<z.infer<typeof arm>>;

/** A plan with this version's own facts. `planned` tells where it was made. */
export function makePlan(parts: Omit<ExperimentPlan, 'schemaVersion' | 'version'>): ExperimentPlan {
  return { schemaVersion: SCHEMA_VERSION, version: VERSION, ...parts };
}

/** Null for what is no plan, or one of another version. */
export function parsePlan(text: string): ExperimentPlan | null {
  return planSchema.safeParse(parsedJson(text)).data ?? null;
}

/** Throws ConfigError that names the first difference of two plans. `where` is the folder of the first. */
export function checkSamePlan(where: string, there: ExperimentPlan, now: ExperimentPlan): void {
  const difference = firstJsonDifference(identityOf(there), identityOf(now));
  if (difference === null) return;
  const { path, recorded } = difference;
  throw new ConfigError(
    `${where} holds another experiment: its ${path} is ${shortJson(recorded)} and not ${shortJson(difference.now)}; go on with it under its own plan (eval --continue ${where}), or name another folder with --out.`,
  );
}

/** Sections that do not affect play, and settings of `models` that only tell how models are reached. */
const BESIDE_PLAY = 'seed workdir story budget episodes report fleet notify'.split(' ');
const BESIDE_ANSWERS = new Set([
  'apiKeyEnv',
  'apiKeyFile',
  'headers',
  'timeoutSeconds',
  'maxAttempts',
  'patienceMinutes',
  'prices',
  'insecure',
]);

/** The settings that affect play, without secrets: no folders, seed, budgets, keys, patience, prices. */
function shapingPlay(config: GameConfiguration, redact: (text: string) => string) {
  const shaping = Object.entries(config).filter(([section]) => !BESIDE_PLAY.includes(section));
  const text = JSON.stringify(Object.fromEntries(shaping), (key, value: unknown) =>
    BESIDE_ANSWERS.has(key) ? undefined : value,
  );
  return changeJsonTexts(JSON.parse(text), redact) as PlannedArm['config'];
}

function identityOf(whole: ExperimentPlan) {
  const { planned: _, arms, ...plan } = whole;
  const byName = Object.fromEntries(
    arms.map(({ name, settings, config }) => [name, { settings, config }]),
  );
  return { ...plan, order: arms.map(({ name }) => name).join(','), arms: byName };
}

export interface PlanSources {
  /** The others are compared with the first one. */
  readonly arms: readonly Arm[];
  readonly protocol: Protocol;
  /** Story, player and model of the command line, if it names them. */
  readonly flags: Flags;
  /** The configuration with these flags over it. Throws ConfigError. */
  readonly load: (flags: Flags) => LoadedConfig;
}

/** The settings of an arm's episodes besides the configuration. Pure. */
export function armFlags(arm: Pick<Arm, 'settings'>, turns: number, flags: Flags): Flags {
  return {
    ...flags,
    ...arm.settings,
    'episode.maxTurns': turns,
    // Episodes of one length are comparable, and a player without luck then also uses all its turns.
    'episode.stopWhenStuck': false,
  };
}

/** The plan of an experiment. Plays and writes nothing. Throws ConfigError, StoryError and StorageError. */
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
      const config = shapingPlay(loaded.config, openSettingsRedactor(loaded));
      const { exits, models: asked } = loaded.config;
      const choices = asked.structured === 'choice';
      const configHash = sha256(JSON.stringify(config));
      return { name, settings: { ...settings }, config, configHash, exits, choices };
    }),
    planned: { storyFile, flags },
  });
}

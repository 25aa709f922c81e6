import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { GameConfiguration } from '../config/schema.ts';
import { TOLD_EXITS } from '../domain/observation.ts';
import { ConfigError } from '../domain/errors.ts';
import { withTexts } from '../domain/text.ts';
import { SCHEMA_VERSION, VERSION } from '../domain/version.ts';
import { firstDifference } from '../episode/verified-journal.ts';
import { ASKED_PLAYERS } from '../model/players.ts';
import { protocolSchema } from './protocol.ts';
import { jsonFile } from '../domain/json.ts';

const flags = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const arm = z.object({
  /** As it was asked for: `memory`, `no-map+no-critic`. */
  name: z.string().min(1),
  /** What the arm sets, by dotted path. */
  settings: flags,
  /** Every setting that shapes play, without secrets; see {@link shapingPlay}. */
  config: z.record(z.string(), z.json()),
  /** SHA-256 of it. */
  configHash: z.string(),
  /** Ways out that the player is told. */
  exits: z.enum(TOLD_EXITS),
  /** Whether the agent chooses its commands from a list. */
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
  /** Of zorkgpt. */
  version: z.string(),
  /** SHA-256 of the prompts. */
  prompts: z.string(),
  subject,
  protocol: protocolSchema,
  /** The others are compared with the first. */
  arms: z.array(arm).min(1),
  /** Where it was planned: the story file, and what the command line named. Of no matter for what comes out. */
  planned: z.object({ storyFile: z.string().nullable(), flags }),
});

/**
 * Everything that decides what an experiment comes to, as `plan.json`: two machines with equal plans get equal results,
 * units can be played anywhere in any order that keeps each after the one before it, and what was played joins again.
 */
export type ExperimentPlan = Readonly<z.infer<typeof planSchema>>;
export type PlannedArm = Readonly<z.infer<typeof arm>>;
/** Who plays what. */
export type ExperimentSubject = Readonly<z.infer<typeof subject>>;

/** A plan with this version's own facts; `planned` says where it was made. */
export function makePlan(parts: Omit<ExperimentPlan, 'schemaVersion' | 'version'>): ExperimentPlan {
  return { schemaVersion: SCHEMA_VERSION, version: VERSION, ...parts };
}

/** Null for what is no plan, or one of another version. */
export function parsePlan(text: string): ExperimentPlan | null {
  try {
    return planSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export function printPlan(plan: ExperimentPlan): string {
  return jsonFile(plan);
}

/** Throws ConfigError that names the first thing in which two plans differ; `where` is the folder of the first. */
export function checkSamePlan(where: string, there: ExperimentPlan, now: ExperimentPlan): void {
  const difference = firstDifference(identityOf(there), identityOf(now));
  if (difference === null) return;
  const { path, recorded } = difference;
  throw new ConfigError(
    `${where} holds another experiment: its ${path} is ${short(recorded)} and not ${short(difference.now)}; go on with it under its own plan (eval --continue ${where}), or name another folder with --out.`,
  );
}

/** Sections that decide nothing of how a game is played, and what of `models` says only how they are reached. */
const BESIDE_PLAY = new Set([
  'seed',
  'workdir',
  'story',
  'budget',
  'episodes',
  'report',
  'fleet',
  'notify',
]);
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

/**
 * The settings that decide how a game is played: folders, seed, budgets, keys, patience and prices do not.
 * Without secrets. Pure.
 */
export function shapingPlay(
  config: GameConfiguration,
  redact: (text: string) => string,
): PlannedArm['config'] {
  const shaping = Object.entries(config).filter(([section]) => !BESIDE_PLAY.has(section));
  const text = JSON.stringify(Object.fromEntries(shaping), (key, value: unknown) =>
    BESIDE_ANSWERS.has(key) ? undefined : value,
  );
  return withTexts(JSON.parse(text), redact) as PlannedArm['config'];
}

/** Names settings. Pure. */
export function configHash(config: PlannedArm['config']): string {
  return createHash('sha256').update(JSON.stringify(config)).digest('hex');
}

function identityOf(whole: ExperimentPlan) {
  const { planned: _, arms, ...plan } = whole;
  const byName = Object.fromEntries(
    arms.map(({ name, settings, config }) => [name, { settings, config }]),
  );
  return { ...plan, order: arms.map(({ name }) => name).join(','), arms: byName };
}

function short(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 200);
}

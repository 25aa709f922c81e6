import * as z from 'zod';
import { configSchema, type GameConfiguration } from '../config/schema.ts';
import { changeJsonTexts } from '../domain/json.ts';
import { SCHEMA_VERSION } from '../domain/version.ts';
import { PLAYER_NAMES } from '../model/players.ts';

const playedConfig = configSchema.omit({ $schema: true });

/** The recorded moment where a fork begins: a turn of an episode in the same workdir. */
const parentSchema = z.object({ episode: z.int().positive(), turn: z.int().positive() });

/** What the tool plays at the start of an episode without a model, and the facts of earlier episodes that decided it. */
const playedStart = z.object({
  turns: z.int(),
  points: z.number(),
  /** Number of the room where the player goes on. Absent if the best recipe is played, wherever it ends. */
  room: z.int().min(0).optional(),
  /** Number of the room that a person named. */
  from: z.int().min(0).optional(),
  /** Rooms where earlier episodes began and soon ended with nothing new: once for each such episode in a row. */
  deadEnds: z.array(z.int().min(0)).readonly().optional(),
  /** The most turns of the way there. Absent if it has no limit. */
  mostTurns: z.int().min(0).optional(),
});

export type PlayedRecipe = Readonly<z.infer<typeof playedStart>>;

/** What decides where an episode begins, besides the learnt files. */
export type BeginsBy = Pick<PlayedRecipe, 'from' | 'deadEnds' | 'mostTurns'>;

/** The parts of an episode's start for display. */
export const factsSchema = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  startedAt: z.string(),
  /** When the run began that began the episode. Null for none. */
  run: z.string().nullable(),
  story: z.object({
    ifid: z.string(),
    title: z.string().nullable(),
    /** Where the story file is. */
    file: z.string().nullable(),
  }),
  seed: z.int(),
  player: z.enum(PLAYER_NAMES).nullable(),
  model: z.string(),
  parent: parentSchema.optional(),
  helpedWith: z.object({ memory: z.string() }),
  recipe: playedStart.optional(),
});

export type ManifestFacts = Readonly<z.infer<typeof factsSchema>>;

export const manifestSchema = z.looseObject({
  schemaVersion: z.literal(SCHEMA_VERSION),
  episode: z.int().positive(),
  story: z.looseObject({ ifid: z.string(), sha256: z.string(), file: z.string().nullable() }),
  seed: z.int(),
  model: z.string(),
  config: playedConfig,
  startFiles: z.record(z.string(), z.string().nullable()),
  recipe: playedStart.optional(),
  parent: parentSchema.optional(),
  /** Of a fork: the episodes of its first turns, up to which turn, and their settings; by turn. */
  earlier: z
    .array(
      z.object({ turns: z.int().positive(), episode: z.int().positive(), config: playedConfig }),
    )
    .optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** A configuration for storage: without secrets, and without the address for the person's report. Pure. */
export function manifestConfig(
  config: Partial<GameConfiguration>,
  redact: (text: string) => string,
): unknown {
  return changeJsonTexts({ ...config, notify: null }, redact);
}

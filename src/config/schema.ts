import * as z from 'zod';
import { NAMES, RETURN_USES, TOLD_EXITS } from '../domain/observation.ts';
import { RECIPE_USES } from '../domain/recipe.ts';
import { CAUSE_FINDERS } from '../domain/turn-record.ts';
import { PLAYER_NAMES } from '../model/players.ts';
import { modelsSchema } from '../model/settings.ts';

const between = (least: number, most: number, usual: number) =>
  z.int().min(least).max(most).default(usual);
const atLeast = (least: number, usual: number) => z.int().min(least).default(usual);
const oneOf = <const Values extends readonly string[]>(values: Values, usual: Values[number]) =>
  z.enum(values).default(usual);
const on = z.boolean().default(true);
const off = z.boolean().default(false);
const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullable().default(null as z.output<Schema> & null);

const mode = z.enum(['always', 'auto', 'never']);

const episode = z
  .strictObject({
    maxTurns: atLeast(1, 200).describe(
      'An episode ends after this many turns, those of a recipe among them.',
    ),
    maxTurnsStuck: between(1, 1000, 40).describe(
      'Turns without a score change or completed objective that count as stuck.',
    ),
    stuckCheckInterval: between(1, 100, 10).describe(
      'Turns between two looks whether it is stuck.',
    ),
    stopWhenStuck: on.describe('Whether a stuck episode ends.'),
    warnWhenStuck: on.describe('Whether the agent is warned of it.'),
    warnStuckFrom: z
      .int()
      .min(5)
      .max(100)
      .optional()
      .describe('Turns without progress from which it is; 20, or half of maxTurnsStuck if less.'),
    continueAfterDeath: off.describe('Play on where a story brings the player back to life.'),
  })
  .refine((value) => value.maxTurnsStuck >= value.stuckCheckInterval, {
    error: 'maxTurnsStuck must be at least stuckCheckInterval',
    path: ['maxTurnsStuck'],
  })
  .refine(({ warnStuckFrom, maxTurnsStuck }) => (warnStuckFrom ?? 0) < maxTurnsStuck, {
    error: 'warnStuckFrom must be less than maxTurnsStuck',
    path: ['warnStuckFrom'],
  });

const report = z.strictObject({
  atEndOfRun: on.describe('run and resume end by writing report.html anew.'),
  last: atLeast(1, 10).describe('Newest episodes in that page.'),
});

const memory = z.strictObject({
  enabled: on.describe('Whether what rooms taught is learnt and told.'),
  historyWindow: atLeast(1, 3).describe('Turns of history a lesson is drawn from.'),
  showPersistenceMarkers: on.describe(
    'Mark memories in prompts: [spawn] how a room starts, [session] for this episode only.',
  ),
  maxShown: between(1, 100, 5).describe('Memory lines shown for a place.'),
  without: orNull(z.string()).describe(
    'Ids of memories that are not shown, with commas between them.',
  ),
});

const objectives = z.strictObject({
  enabled: on.describe('Whether goals are set and told.'),
  discoveryInterval: atLeast(1, 20).describe('Turns from one discovery to the next.'),
  limit: between(1, 50, 8).describe('More than this are refined down to it.'),
  staleAfter: atLeast(1, 30).describe(
    'Turns after which one that nobody names, and the player did not set, is dropped.',
  ),
});

const knowledge = z.strictObject({
  enabled: on.describe('Whether what holds everywhere is learnt and told.'),
  updateInterval: atLeast(1, 100).describe('Turns from one update to the next.'),
  promptTokens: atLeast(0, 600).describe('Room for it in the agent prompt.'),
});

const context = z.strictObject({
  historyTokens: atLeast(500, 16_000).describe(
    'Tokens of play told word for word; beyond, the older half is summed up.',
  ),
  reasoningTurns: between(0, 20, 3).describe('Newest turns the critic is shown.'),
  roomDescriptionAgeWindow: between(1, 20, 10).describe(
    'Accepted without effect: descriptions are always shown.',
  ),
  noveltyWindow: between(5, 50, 15).describe(
    'Newest actions among which repeated ones are pointed out to a stuck agent.',
  ),
  summariseAbove: z
    .int()
    .positive()
    .default(40_000)
    .describe('Tokens of an agent prompt, as counted, above which the same is done.'),
});

const critic = z.strictObject({
  mode: mode
    .default('auto')
    .describe('When the critic is asked; auto: where the free checks leave a doubt.'),
  revisitWindow: between(2, 20, 5).describe(
    'Newest arrivals in which a room counts as visited again.',
  ),
  revisitPenalty: z
    .number()
    .min(-1)
    .max(0)
    .default(-0.2)
    .describe("Added to a walk's score for each of them."),
});

const limits = z.strictObject({
  turns: orNull(z.int().positive()),
  tokens: orNull(z.int().positive()).describe('Prompt and completion tokens.'),
  costUsd: orNull(z.number().positive()).describe(
    'US dollars, as reported by the provider or by models.prices.',
  ),
  minutes: orNull(z.number().positive()),
});

const budget = z.strictObject({
  episode: limits.prefault({}),
  run: limits.prefault({}),
  day: limits.prefault({}).describe('Of all runs in the workdir; a day is one of UTC.'),
});

const verify = z.strictObject({
  afterEpisode: atLeast(0, 1500).describe(
    'Engine steps for trying memories again when an episode ends, and five and a third times as many for recipes, which go on the next time; 0 for none.',
  ),
  apply: off.describe('Then give up what was refuted and doubt what held only sometimes.'),
});

const fleet = z.strictObject({
  database: orNull(z.string().min(1))
    .meta({ env: 'ZORKGPT_FLEET' })
    .describe('PostgreSQL database of a fleet, postgres://…, whose workers play run and eval.'),
  lease: z
    .string()
    .regex(/^\d+(\.\d+)?(ms|s|m)$/, { error: 'it is a time such as 60s, 500ms or 2m' })
    .default('60s')
    .describe('How long a worker that is silent keeps its episode.'),
  patienceMinutes: z
    .number()
    .positive()
    .default(30)
    .describe('How long a database that does not answer is asked again.'),
});

/** One place for every setting: types, defaults, environment names and the JSON Schema come from here. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  story: orNull(z.string().min(1)).describe('Story file to play.'),
  player: orNull(z.enum(PLAYER_NAMES)).describe(
    'Who plays: the offline player, or models by the name of who serves them.',
  ),
  workdir: z.string().min(1).default('game_files').describe('Where everything learnt is kept.'),
  seed: orNull(z.int().nonnegative().max(0xffffffff)).describe(
    'Every episode starts the story with it; drawn anew for each episode when absent.',
  ),
  exits: oneOf(TOLD_EXITS, 'probed').describe(
    'Ways out that the player is told: all, with what they take and what bars others; those without death; those walked; none.',
  ),
  causes: oneOf(CAUSE_FINDERS, 'twin').describe(
    'Whether a copy of the game plays the same turn with `wait`, to tell what the command caused (twin, or none).',
  ),
  recipes: oneOf(RECIPE_USES, 'advice').describe(
    'Checked ways: told to the player, the best played without a model, one played to where something is untried (explore), or off.',
  ),
  returns: oneOf(RETURN_USES, 'off').describe(
    'Whether the player is told what its commands returned here in earlier episodes.',
  ),
  gate: oneOf(['stored', 'readable', 'off'], 'stored').describe(
    'What the end of an episode changes in what was learnt must pass: no right answer of recorded play may be lost; with readable, also none that a model reads, which costs up to 40 short questions an episode.',
  ),
  names: oneOf(NAMES, 'plain').describe(
    'What places and things are called: renamed shows what a model merely recalls.',
  ),
  prompts: oneOf(['auto', 'full', 'brief'], 'auto').describe(
    'How long prompts are; auto takes brief ones for a model that is small or reads little.',
  ),
  instruction: orNull(z.string().min(1)).describe(
    'What a model that plays is told with every turn, in your words.',
  ),
  models: modelsSchema.prefault({}),
  episode: episode.prefault({}),
  episodes: z
    .strictObject({
      keep: orNull(z.int().min(1)).describe(
        'Episodes kept; a run ends by deleting older finished ones. All when absent.',
      ),
    })
    .prefault({}),
  report: report.prefault({}),
  notify: orNull(z.url({ protocol: /^https?$/ })).describe(
    'Address that is told how a run ended: one small JSON, as Slack and ntfy take it.',
  ),
  memory: memory.prefault({}),
  objectives: objectives.prefault({}),
  knowledge: knowledge.prefault({}),
  map: z.strictObject({ routes: on.describe('Compute ways to targets.') }).prefault({}),
  context: context.prefault({}),
  budget: budget
    .prefault({})
    .describe('What may be spent; a limit reached stops the episode, resumable.'),
  critic: critic.prefault({}),
  extractor: z
    .strictObject({
      mode: mode
        .default('auto')
        .describe('When the extractor is asked; auto: where code cannot tell.'),
    })
    .prefault({}),
  verify: verify.prefault({}),
  fleet: fleet.prefault({}).describe('Many machines over one database.'),
});

/** Every setting with its value. The managers' documents call it GameConfiguration. */
export type GameConfiguration = Omit<z.infer<typeof configSchema>, '$schema'>;

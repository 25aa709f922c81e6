import * as z from 'zod';
import { STRUCTURED_MODES, ROLES, type Role } from '../domain/message.ts';
import type { Waited } from './patience.ts';

const name = z.string().min(1).optional();
const flag = z.boolean().optional();
const count = z.int().positive();
const amount = z.number().nonnegative();
const upTo = (most: number) => z.number().min(0).max(most).optional();

/** How a question is asked. Each role may differ from the common settings. */
const asking = {
  temperature: upTo(2).describe(
    'How freely is sampled; what suits the family of the model when absent.',
  ),
  topP: upTo(1).describe('From what share of the likeliest words is sampled.'),
  effort: name.describe('How much a model reasons, where it has such a setting; low when absent.'),
  maxTokens: count
    .optional()
    .describe('Limit of a reply in tokens, reasoning included; 2000 when absent.'),
  extraBody: z.record(z.string(), z.json()).optional().describe('Passed through untouched.'),
  stream: flag.describe(
    'Whether replies are asked for piece by piece, so that a slow model is never cut; yes when absent.',
  ),
  cacheMarker: flag.describe(
    'Whether the unchanging part of a prompt is marked for the cache; for Claude models when absent.',
  ),
};

const keyFields = {
  apiKeyEnv: name.describe('Variable that holds the key of this endpoint.'),
  apiKeyFile: name.describe('File that holds the key of this endpoint.'),
};

const endpoint = z.strictObject({
  baseUrl: z.url().describe('Any endpoint that speaks chat completions.'),
  ...keyFields,
  headers: z.record(z.string(), z.string()).optional().describe('Sent with every request.'),
});

const roleOverrides = z.strictObject({
  endpoint: name.describe('Name of one of models.endpoints.'),
  ...keyFields,
  model: name.describe('Model of this role; models.model when absent.'),
  baseUrl: z.url().optional().describe('Endpoint of this role; models.baseUrl when absent.'),
  ...asking,
});

const price = z.strictObject({
  since: z.iso.date().describe('First day of this price.'),
  input: amount.describe('US dollars per million tokens.'),
  cachedInput: amount.optional(),
  cacheWrite: amount.optional(),
  output: amount,
});

/** How models are reached: the section `models` of the configuration. */
export const modelsSchema = z.strictObject({
  model: z.string().min(1).nullable().default(null).describe('Model for every role.'),
  baseUrl: z
    .url()
    .default('https://api.openai.com/v1')
    .describe('Any endpoint that speaks chat completions; that of the player when absent.'),
  endpoint: name.describe('Name of one of models.endpoints, instead of baseUrl.'),
  ...keyFields,
  endpoints: z
    .record(z.string(), endpoint)
    .default({})
    .describe('Addresses with their keys, by names that roles refer to.'),
  ...asking,
  timeoutSeconds: z
    .number()
    .positive()
    .default(120)
    .describe(
      'Longest silence of an endpoint: until a whole reply, or between two pieces of one; 600 for the players on your own machine.',
    ),
  maxAttempts: count
    .nullable()
    .default(null)
    .describe('Attempts of one question; as many as the patience allows when absent.'),
  patienceMinutes: amount
    .default(30)
    .describe('How long an endpoint is waited for that is down or over its limit.'),
  structured: z
    .enum(STRUCTURED_MODES)
    .default('auto')
    .describe(
      'How the agent is asked: for a reply of a shape (schema, object), in words first (late), to choose from a list (choice), in no form (off); auto goes by what doctor found.',
    ),
  lessons: z
    .enum(['auto', 'asked', 'off'])
    .default('auto')
    .describe(
      'Whether models are asked for memories, knowledge and objectives from play; auto asks all but one that doctor found to see lessons where there are none.',
    ),
  roles: z
    .strictObject(
      Object.fromEntries(ROLES.map((role) => [role, roleOverrides.prefault({})])) as Record<
        Role,
        z.ZodPrefault<typeof roleOverrides>
      >,
    )
    .prefault({}),
  prices: z
    .record(z.string(), z.array(price))
    .default({})
    .describe("Prices by model name; today's public ones when absent."),
  insecure: z
    .boolean()
    .default(false)
    .describe('Allow to send a key over http to another machine.'),
});

export type ModelsSettings = z.infer<typeof modelsSchema>;

/** Price of a model from a day on, in US dollars per million tokens. An absent cache price is the input price. */
export type Price = Readonly<z.infer<typeof price>>;

/** The place of a key: a variable, a file, or the variables of the default endpoint. */
export type KeySource = { readonly env: string } | { readonly file: string } | 'default';

export type FoundKey = Readonly<Record<'key' | 'from', string>>;

/** The key at a place. Null if the variable is not set. Throws ConfigError if a named file cannot be read. */
export type FindKey = (source: KeySource) => FoundKey | null;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface PlayerSetting {
  readonly seed: number | null;
  readonly models: ModelsSettings;
  readonly findKey: FindKey;
  /** Names the proxies. */
  readonly environment: Environment;
  /** Called once for each thing that a person should know. */
  readonly notice: (message: string) => void;
}

export interface OpenedPlayer extends Waited {
  /** The tokens of play that the agent's model has room for. Null if its server does not tell its context. */
  readonly historyTokens: number | null;
  readonly prompts: 'full' | 'brief';
  /** The prompts that the agent's llama.cpp server keeps; with one, lessons wait. Null for other servers. */
  readonly slots: number | null;
  /** How to start the agent's server for so many tokens of play. Null if nothing is to be done, or it is unknown. */
  readonly adviceFor: (historyTokens: number) => string | null;
  /** The settings of models, completed. Null if no endpoint is asked. */
  readonly models: ModelsSettings | null;
  /** The agent's model, and whether its server says that it is small. Absent if no endpoint is asked. */
  readonly agent?: {
    readonly baseUrl: string;
    readonly model: string;
    readonly isSaidSmall: boolean;
    /** Whether the same model is asked for memories. */
    readonly asksMemory: boolean;
  };
}

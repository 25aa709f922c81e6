import * as z from 'zod';
import { apiKeySource, findApiKey } from '../../config/api-key.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { ModelError, obstacleOf } from '../../domain/errors.ts';
import { createCapabilities } from '../../model/capabilities.ts';
import { roleConfigs, type ModelConfig } from '../../model/model-config.ts';
import type { ModelReply } from '../../model/model.ts';
import { createOpenAiModel } from '../../model/openai-model.ts';
import { needsKey, PLAYER_NAMES, PLAYERS } from '../../model/players.ts';
import { readTextFile } from '../../storage/read-file.ts';
import { fail, failedBy, ok, warn, type Consequence, type Finding } from './finding.ts';

const RUNGS = {
  'schema-strict': 'strict json_schema',
  schema: 'json_schema',
  object: 'json_object',
  plain: 'plain text only',
} as const;

const PROBE_MS = 20_000;

const probeReply = z.object({ ok: z.boolean().describe('true') });

/** Whether a player is named. */
export function examinePlayer({ config: { player } }: LoadedConfig): Finding {
  if (player !== null) return ok('player', PLAYERS[player].is);
  const fix = `Set "player" to "${PLAYER_NAMES.join('" or "')}", or pass --player to run.`;
  return fail('player', 'no player is named', fix, 'config');
}

/** Whether a key is there; it is never shown. Throws ConfigError when the file that should hold it does not. */
export function examineKey({ config, environment }: LoadedConfig): Finding {
  const key = findApiKey(environment, readTextFile);
  const source = apiKeySource(environment);
  if (key !== null && source !== null) return ok('key', `present, from ${source}`);
  if (!needsKey(config.player, config.models)) return ok('key', 'none, and none is needed');
  const fix = 'An endpoint on another machine needs OPENAI_API_KEY or ZORKGPT_API_KEY_FILE.';
  return warn('key', 'none', fix);
}

/** Each model at each address that a role uses; with `asks` one tiny question goes to it. */
export async function examineEndpoints(
  { config: { player, models } }: LoadedConfig,
  apiKey: string | null,
  asks: boolean,
): Promise<readonly Finding[]> {
  if (player === null || PLAYERS[player].addresses(models).length === 0) return [];
  let configs: readonly ModelConfig[];
  try {
    configs = Object.values(roleConfigs(models, apiKey));
  } catch (error) {
    return [failedBy('endpoint', error, 'config')];
  }
  const distinct = new Map(configs.map((one) => [`${one.baseUrl} ${one.model}`, one]));
  return Promise.all([...distinct.values()].map(async (one) => (asks ? probe(one) : unasked(one))));
}

function unasked({ baseUrl, model }: ModelConfig): Finding {
  return ok(nameOf(baseUrl), `${model} was not asked`);
}

function nameOf(baseUrl: string): string {
  return `endpoint ${new URL(baseUrl).host}`;
}

async function probe(config: ModelConfig): Promise<Finding> {
  const capabilities = createCapabilities();
  const model = createOpenAiModel(
    { ...config, timeoutMs: Math.min(config.timeoutMs, PROBE_MS) },
    { capabilities, notice: () => undefined, today: () => new Date().toISOString().slice(0, 10) },
  );
  const check = nameOf(config.baseUrl);
  const start = performance.now();
  try {
    const reply = await model.complete({
      role: 'agent',
      messages: [
        { role: 'system', content: 'Reply with a JSON object {"ok": true} and nothing else.' },
        { role: 'user', content: 'Are you there?' },
      ],
      replySchema: probeReply,
      signal: new AbortController().signal,
    });
    const { rung } = capabilities.get(config.baseUrl, config.model);
    const took = `${Math.round(performance.now() - start)} ms`;
    return describe(check, `${config.model} answers in ${took}, ${RUNGS[rung]}`, reply);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return failedBy(check, error, consequenceOf(error));
  }
}

function describe(check: string, says: string, { usage }: ModelReply): Finding {
  if (usage.promptTokens === 0) {
    const fix = 'Limit runs by turns: budgets of tokens and money cannot be counted here.';
    return warn(check, `${says}, reports no usage`, fix);
  }
  if (usage.costUsd !== null) return ok(check, `${says}, reports usage, cost known`);
  return warn(check, `${says}, reports usage, cost unknown`, 'Set models.prices for this model.');
}

function consequenceOf({ kind, retryable }: ModelError): Consequence {
  return obstacleOf(kind) ?? (retryable ? 'later' : 'config');
}

import { keyFinder } from '../../config/environment.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { ModelError, obstacleOf, ZorkGptError } from '../../domain/errors.ts';
import { ROLES, type Message, type Role } from '../../domain/message.ts';
import { endpointOf } from '../../model/endpoint.ts';
import { roleConfigs, settleModels, type ModelConfig } from '../../model/model-config.ts';
import type { ModelReply } from '../../model/model.ts';
import { openConnections, type Send } from '../../model/outgoing.ts';
import { isNobodyThere, noEndpoint } from '../../model/request-failure.ts';
import { needsKey, ASKED_PLAYERS, PLAYERS } from '../../model/players.ts';
import { factsOf, promptsFor } from '../../model/role-models.ts';
import { LEAST_CONTEXT, shareOf, slotAdvice, type ServerFacts } from '../../model/server-facts.ts';
import { firstPrompt } from '../../run/first-prompt.ts';
import { loadPrompts } from '../../run/run-services.ts';
import { openStoryFile } from '../../run/story-file.ts';
import { learntFolder } from '../../storage/learnt-folder.ts';
import { readTextFile } from '../../storage/read-file.ts';
import { agentReply, objectivesAmong } from '../../turn/propose.ts';
import { examineAsking, examineMoney, examineSampling, probing } from './examine-asking.ts';
import { fail, failedBy, ok, warn, type Finding } from './finding.ts';

const RUNGS = {
  'schema-strict': 'strict json_schema',
  schema: 'json_schema',
  object: 'json_object',
  plain: 'plain text only',
} as const;

const RAISE_CONTEXT = 'Raise the context of the server';

export function examinePlayer({ config: { player } }: LoadedConfig): Finding {
  if (player !== null) return ok('player', PLAYERS[player].is);
  const fix = `Set "player" to one of ${ASKED_PLAYERS.join(', ')}, or pass --player to run.`;
  return fail('player', 'no player is named', fix, 'config');
}

/** Whether keys are there; they are never shown. Throws ConfigError when a file that should hold one does not. */
export function examineKey(loaded: LoadedConfig): Finding {
  const { player, models } = loaded.config;
  const findKey = keyFinder(loaded, readTextFile);
  const asksEndpoints = player !== null && PLAYERS[player].addresses(models).length > 0;
  const sources = asksEndpoints
    ? ROLES.flatMap((role) => endpointOf(models, role).keySource ?? [])
    : (['default'] as const);
  const places = new Set(sources.flatMap((source) => findKey(source)?.from ?? []));
  if (places.size > 0) return ok('key', `present, from ${[...places].join(', ')}`);
  if (!needsKey(player, models)) return ok('key', 'none, and none is needed');
  const variable = PLAYERS[player ?? 'openai'].keyVariable;
  const fix = `An endpoint with a public address needs ${variable} or ZORKGPT_API_KEY_FILE.`;
  return warn('key', 'none', fix);
}

/**
 * Who asks which host with which key, and each model at each address. With `asks`, the first question of an episode is sent.
 */
export async function examineEndpoints(
  loaded: LoadedConfig,
  asks: boolean,
): Promise<readonly Finding[]> {
  const { player } = loaded.config;
  const { models, settled } = await settleModels(loaded.config.models);
  let configs: Readonly<Record<Role, ModelConfig>>;
  let send: Send;
  try {
    if (player === null || PLAYERS[player].addresses(models).length === 0) return [];
    const { keyVariable } = PLAYERS[player];
    configs = roleConfigs(models, keyFinder(loaded, readTextFile), keyVariable);
    send = await openConnections(loaded.environment);
  } catch (error) {
    return [failedBy('endpoint', error, 'config')];
  }
  const all = Object.values(configs);
  const distinct = new Map(all.map((one) => [`${one.baseUrl} ${one.model}`, one]));
  const probed = [...distinct.values()].map(async (one) => {
    const facts = await factsOf(one, send);
    const set = loaded.config.prompts;
    const prompts = set === 'auto' ? promptsFor(facts) : set;
    const messages = asks ? await promptOf({ ...loaded.config, prompts }) : null;
    return messages === null
      ? ok(nameOf(one.baseUrl), `${one.model} was not asked`)
      : probe(one, { ...loaded.config, prompts, messages, facts }, send);
  });
  const found = await Promise.all(probed);
  const isUp = asks && found.every(({ status }) => status !== 'fail');
  return [
    whoAsksWhom(configs),
    ...examineSampling(settled),
    examineMoney({ ...loaded.config, models }),
    ...found,
    ...(isUp && models.structured === 'auto'
      ? [await examineAsking(configs.agent, loaded, send)]
      : []),
  ];
}

function whoAsksWhom(configs: Readonly<Record<Role, ModelConfig>>): Finding {
  const roles = new Map<string, Role[]>();
  for (const role of ROLES) {
    const { baseUrl, keyFrom = null } = configs[role];
    const key = keyFrom === null ? 'no key' : `key from ${keyFrom}`;
    const whom = `${new URL(baseUrl).host} with ${key}`;
    roles.set(whom, [...(roles.get(whom) ?? []), role]);
  }
  return ok('roles', [...roles].map(([whom, who]) => `${who.join(', ')} ask ${whom}`).join('; '));
}

/** What a run would ask the agent first; null where the story cannot be played or a file cannot be read. */
async function promptOf(config: LoadedConfig['config']): Promise<readonly Message[] | null> {
  try {
    const story = openStoryFile(config.story);
    const learnt = learntFolder(config.workdir, story.identity.ifid);
    return await firstPrompt(
      { config, story, prompts: loadPrompts(config), modelName: '' },
      learnt,
    );
  } catch (error) {
    if (!(error instanceof ZorkGptError)) throw error;
    return null;
  }
}

function nameOf(baseUrl: string): string {
  return `endpoint ${new URL(baseUrl).host}`;
}

/** What a run asks first, and how much of its play it would tell word for word, in tokens. */
interface Wanted extends Pick<LoadedConfig['config'], 'context' | 'prompts'> {
  readonly messages: readonly Message[];
  readonly facts: ServerFacts;
}

async function probe(config: ModelConfig, wanted: Wanted, send: Send): Promise<Finding> {
  const { facts, prompts, context } = wanted;
  const { contextTokens } = facts;
  const check = nameOf(config.baseUrl);
  if (contextTokens !== null && contextTokens < LEAST_CONTEXT) {
    const says = `${config.model} reads ${contextTokens} tokens, play needs ${LEAST_CONTEXT}`;
    return fail(check, says, `${RAISE_CONTEXT}, or choose another model.`, 'config');
  }
  const { replyTokens } = shareOf(contextTokens ?? Infinity);
  const maxTokens = Math.min(config.maxTokens, replyTokens);
  const { model, capabilities } = probing({ ...config, maxTokens }, send);
  const start = performance.now();
  try {
    const reply = await model.complete({
      role: 'agent',
      messages: wanted.messages,
      replySchema: agentReply,
      among: objectivesAmong([]),
      signal: new AbortController().signal,
    });
    const { rung } = capabilities.of(config).traits;
    const took = `${Math.round(performance.now() - start)} ms`;
    const says = `${config.model} answers in ${took}, ${RUNGS[rung]}, ${prompts} prompts`;
    const isCut = reply.finishReason === 'length';
    const little = littleRoom(check, says, facts, context.historyTokens);
    return isCut || little === null ? describe(check, says, reply) : little;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    // As for the first question of a run.
    const { kind, retryable } = isNobodyThere(error) ? noEndpoint(error) : error;
    return failedBy(check, error, obstacleOf(kind) ?? (retryable ? 'later' : 'config'));
  }
}

/** The finding that a model reads less than the wanted history, or keeps one prompt at a time; null for any other model. */
function littleRoom(
  check: string,
  says: string,
  facts: ServerFacts,
  wanted: number,
): Finding | null {
  const { contextTokens: context, slots } = facts;
  const { historyTokens, replyTokens } = shareOf(context ?? Infinity);
  const advice = slotAdvice(facts, wanted);
  if (historyTokens < wanted) {
    const share = `${historyTokens} for the play so far (context.historyTokens is ${wanted}), ${replyTokens} for a reply`;
    const fix = advice ?? `${RAISE_CONTEXT}; without that a run tells the rest in short.`;
    return warn(check, `${says}, but reads ${context} tokens: ${share}`, fix);
  }
  if (slots !== 1 || advice === null) return null;
  return warn(check, `${says}, but keeps one prompt at a time`, advice);
}

function describe(check: string, says: string, { usage, finishReason }: ModelReply): Finding {
  if (finishReason === 'length') {
    const fix = 'Raise maxTokens of the roles that ask it, or lower its effort.';
    return warn(check, `${says}, but its reply was cut at the limit`, fix);
  }
  if (usage.promptTokens === 0) {
    const fix = 'Limit runs by turns: budgets of tokens and money cannot be counted here.';
    return warn(check, `${says}, reports no usage`, fix);
  }
  if (usage.costUsd !== null) return ok(check, `${says}, reports usage, cost known`);
  return warn(check, `${says}, reports usage, cost unknown`, 'Set models.prices for this model.');
}

import { greatest, group } from 'd3-array';
import { keyFinder } from '../../config/keys.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { GameConfiguration } from '../../config/schema.ts';
import { ModelError, obstacleInErrors, ZorkGptError } from '../../domain/errors.ts';
import { ROLES, type Message, type Role } from '../../domain/message.ts';
import { Capabilities } from '../../model/chat-request.ts';
import {
  modelConfigs,
  settleModelConfig,
  type ModelConfig,
  type SettledValue,
} from '../../model/model-config.ts';
import type { ModelReply } from '../../model/model.ts';
import { createOpenAiModel } from '../../model/openai-model.ts';
import { openConnections, type Send } from '../../model/outgoing.ts';
import { PLAYERS, playersNeedKey } from '../../model/players.ts';
import { priceDay } from '../../model/prices.ts';
import { checkBudgets } from '../../run/budgets.ts';
import { isNobodyThere, noEndpoint } from '../../model/request-failure.ts';
import { roleModelFacts, roleModelPrompts } from '../../model/role-models.ts';
import { LEAST_CONTEXT, shareOf, slotAdvice, type ServerFacts } from '../../model/server-facts.ts';
import { firstPrompt } from '../../run/first-prompt.ts';
import { keepProbe, probeAsking, probeWords } from '../../run/probe-player.ts';
import { loadRunPrompts } from '../../run/run-services.ts';
import { openStoryFile } from '../../run/story-file.ts';
import { learntFolder } from '../../storage/learnt-folder.ts';
import { readTextFile, readFolderNames } from '../../storage/read-file.ts';
import { agentReply, openObjectiveTexts } from '../../turn/propose.ts';
import { type Finding, attempt, failFinding, failedBy, okFinding, warnFinding } from './finding.ts';

const PROBE_MS = 60_000;

const RUNGS = {
  'schema-strict': 'strict json_schema',
  schema: 'json_schema',
  object: 'json_object',
  plain: 'plain text only',
} as const;

const RAISE_CONTEXT = 'Raise the context of the server';

/** Tells who asks which host with which key, and checks each model. With `asks` it gets an episode's first question. */
export async function examineEndpoints(loaded: LoadedConfig, asks: boolean) {
  const { player } = loaded.config;
  const { models, settled } = await settleModelConfig(loaded.config.models);
  let configs: Readonly<Record<Role, ModelConfig>>;
  let send: Send;
  try {
    if (player === null || PLAYERS[player].addresses(models).length === 0) return [];
    const { keyVariable } = PLAYERS[player];
    configs = modelConfigs(models, keyFinder(loaded, readTextFile), keyVariable);
    send = await openConnections(loaded.environment);
  } catch (error) {
    return [failedBy('endpoint', error, 'config')];
  }
  const all = Object.values(configs);
  const distinct = new Map(all.map((one) => [`${one.baseUrl} ${one.model}`, one]));
  const probed = [...distinct.values()].map(async (one) => {
    const facts = await roleModelFacts(one, send);
    const set = loaded.config.prompts;
    const prompts = set === 'auto' ? roleModelPrompts(facts) : set;
    const messages = asks ? await promptOf({ ...loaded.config, prompts }) : null;
    return messages === null
      ? okFinding(nameOf(one.baseUrl), `${one.model} was not asked`)
      : probe(one, { ...loaded.config, prompts, messages, facts }, send);
  });
  const found = await Promise.all(probed);
  const isUp = asks && found.every(({ status }) => status !== 'fail');
  return [
    whoAsksWhom(configs),
    ...examineSampling(settled),
    examineMoney({ ...loaded.config, models }),
    // A server that is away is away for every model there.
    ...new Map(found.map((one) => [`${one.check} ${one.says}`, one])).values(),
    ...(isUp && [models.structured, models.lessons].includes('auto')
      ? [await examineAsking(configs.agent, loaded, send)]
      : []),
  ];
}

function whoAsksWhom(configs: Readonly<Record<Role, ModelConfig>>): Finding {
  const roles = group(ROLES, (role) => {
    const { baseUrl, keyFrom = null } = configs[role];
    const key = keyFrom === null ? 'no key' : `key from ${keyFrom}`;
    return `${new URL(baseUrl).host} with ${key}`;
  });
  return okFinding(
    'roles',
    [...roles].map(([whom, who]) => `${who.join(', ')} ask ${whom}`).join('; '),
  );
}

/** The first question of a run to the agent. Null if the story cannot be played or a file cannot be read. */
async function promptOf(config: LoadedConfig['config']): Promise<readonly Message[] | null> {
  try {
    const story = openStoryFile(config.story);
    const learnt = learntFolder(config.workdir, story.identity.ifid);
    const setting = { config, story, prompts: loadRunPrompts(config), modelName: '' };
    return await firstPrompt(setting, learnt);
  } catch (error) {
    if (!(error instanceof ZorkGptError)) throw error;
    return null;
  }
}

function nameOf(baseUrl: string): string {
  return `endpoint ${new URL(baseUrl).host}`;
}

async function probe(
  config: ModelConfig,
  wanted: Pick<LoadedConfig['config'], 'context' | 'prompts'> & {
    readonly messages: readonly Message[];
    readonly facts: ServerFacts;
  },
  send: Send,
): Promise<Finding> {
  const { facts, prompts, context } = wanted;
  const { contextTokens } = facts;
  const check = nameOf(config.baseUrl);
  if (contextTokens !== null && contextTokens < LEAST_CONTEXT) {
    const says = `${config.model} reads ${contextTokens} tokens, play needs ${LEAST_CONTEXT}`;
    return failFinding(check, says, `${RAISE_CONTEXT}, or choose another model.`, 'config');
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
      among: openObjectiveTexts([]),
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
    return failedBy(check, error, obstacleInErrors(kind) ?? (retryable ? 'later' : 'config'));
  }
}

/** The finding that a model reads less than the wanted history, or keeps only one prompt. Null for other models. */
function littleRoom(check: string, says: string, facts: ServerFacts, wanted: number) {
  const { contextTokens: context, slots } = facts;
  const { historyTokens, replyTokens } = shareOf(context ?? Infinity);
  const advice = slotAdvice(facts, wanted);
  if (historyTokens < wanted) {
    const share = `${historyTokens} for the play so far (context.historyTokens is ${wanted}), ${replyTokens} for a reply`;
    const fix = advice ?? `${RAISE_CONTEXT}; without that a run tells the rest in short.`;
    return warnFinding(check, `${says}, but reads ${context} tokens: ${share}`, fix);
  }
  if (slots !== 1 || advice === null) return null;
  return warnFinding(check, `${says}, but keeps one prompt at a time`, advice);
}

function describe(check: string, says: string, { usage, finishReason }: ModelReply): Finding {
  if (finishReason === 'length') {
    const fix = 'Raise maxTokens of the roles that ask it, or lower its effort.';
    return warnFinding(check, `${says}, but its reply was cut at the limit`, fix);
  }
  if (usage.promptTokens === 0) {
    const fix = 'Limit runs by turns: budgets of tokens and money cannot be counted here.';
    return warnFinding(check, `${says}, reports no usage`, fix);
  }
  if (usage.costUsd !== null) return okFinding(check, `${says}, reports usage, cost known`);
  return warnFinding(
    check,
    `${says}, reports usage, cost unknown`,
    'Set models.prices for this model.',
  );
}

/** Finds the best way to ask the agent, and whether to ask for lessons. Keeps the result in this workdir, if there is one. */
async function examineAsking(
  config: ModelConfig,
  { config: { workdir } }: LoadedConfig,
  send: Send,
): Promise<Finding> {
  try {
    const probed = await probeAsking(probing(config, send).model, new AbortController().signal);
    // Without played episodes, doctor writes nothing.
    const isUsed = readFolderNames(workdir).length > 0;
    if (isUsed) keepProbe(workdir, config, probed);
    const kept = isUsed ? '' : '; not remembered, for there is no workdir yet';
    return okFinding('asking', `${config.model} ${probeWords(probed)}${kept}`);
  } catch (error) {
    return failedBy('asking', error, 'later');
  }
}

function probing(config: ModelConfig, send: Send) {
  const capabilities = new Capabilities();
  const model = createOpenAiModel(
    { ...config, timeoutMs: Math.min(config.timeoutMs, PROBE_MS) },
    { capabilities, send, notice: () => undefined, today: () => priceDay() },
  );
  return { model, capabilities };
}

function examineSampling(settled: readonly SettledValue[]): readonly Finding[] {
  const found = settled.flatMap(({ key, value, origin }) => {
    const [, role = '', name] = /^models\.roles\.([^.]+)\.([^.]+)/.exec(key) ?? [];
    return name === undefined ? [] : [{ role, says: `${name} ${JSON.stringify(value)} ${origin}` }];
  });
  if (found.length === 0) return [];
  const said = [...group(found, ({ says }) => says)].map(
    ([says, own]) => `${says} (${own.map(({ role }) => role).join(', ')})`,
  );
  return [okFinding('sampling', said.join('; '))];
}

/** The cost of models, if known. A limit of money for a model of unknown cost is a failure, as in a run. */
function examineMoney(config: Pick<GameConfiguration, 'budget' | 'player' | 'models'>) {
  return attempt('money', () => {
    checkBudgets(config, priceDay());
    const unknown = playersNeedKey(config.player, config.models)
      ? 'no price is known'
      : 'nothing, for a server of your own takes no money';
    return okFinding('money', pricesInWords(config.models.prices) || unknown);
  });
}

function pricesInWords(prices: GameConfiguration['models']['prices']): string {
  const said = Object.entries(prices).flatMap(([model, all]) => {
    const newest = greatest(all, ({ since }) => since);
    if (newest === undefined) return [];
    const { input, output, since } = newest;
    return [`${model} ${input} and ${output} US dollars per million tokens since ${since}`];
  });
  return said.join('; ');
}

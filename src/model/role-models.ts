import { ConfigError } from '../domain/errors.ts';
import { ROLES, type Role } from '../domain/message.ts';
import { Capabilities } from './chat-request.ts';
import {
  eachModelConfig,
  modelConfigs,
  settleModelConfig,
  type ModelConfig,
} from './model-config.ts';
import type { LanguageModel } from './model.ts';
import { createOpenAiModel, type EndpointServices } from './openai-model.ts';
import { openConnections, type Send } from './outgoing.ts';
import { priceDay, publishedContext } from './prices.ts';
import {
  LEAST_CONTEXT,
  shareOf,
  slotAdvice,
  serverFacts,
  type ServerFacts,
} from './server-facts.ts';
import type { PlayerSetting, OpenedPlayer } from './settings.ts';
import { Weather } from './weather.ts';

/** Opens the configured models. One with a small context gives shorter replies. Rejects with ConfigError if none can play. */
export async function openRoleModels(
  { models: set, findKey, environment, notice }: PlayerSetting,
  keyVariable: string,
): Promise<OpenedPlayer> {
  const { agent } = modelConfigs(set, findKey, keyVariable);
  const send = await openConnections(environment);
  const facts = await roleModelFacts(agent, send);
  const context = facts.contextTokens;
  if (context !== null && context < LEAST_CONTEXT) throw tooSmall(agent, context);
  const { models } = await settleModelConfig(set, facts.alsoNamed);
  const share = context === null ? null : shareOf(context);
  const isAgents = (config: ModelConfig) =>
    config.baseUrl === agent.baseUrl && config.model === agent.model;
  const fitting = (config: ModelConfig) =>
    share === null || !isAgents(config)
      ? config
      : { ...config, maxTokens: Math.min(config.maxTokens, share.replyTokens) };
  const configs = modelConfigs(models, findKey, keyVariable);
  return {
    ...createRoleModels(
      eachModelConfig((role) => fitting(configs[role])),
      servicesFor(agent, facts, { notice, send }),
      facts.slots === null ? null : roleModelSlots(agent.baseUrl, facts.slots),
    ),
    limits: { patienceMs: models.patienceMinutes * 60_000, attempts: models.maxAttempts },
    historyTokens: share?.historyTokens ?? null,
    prompts: roleModelPrompts(facts),
    agent: { ...agent, isSaidSmall: isSmall(facts), asksMemory: isAgents(configs.memory) },
    slots: facts.slots,
    adviceFor: (historyTokens) => slotAdvice(facts, historyTokens),
    models,
    onDown: ({ kind, message }) =>
      notice(
        kind === 'put-off'
          ? message
          : `${message} It is asked again for ${models.patienceMinutes} minutes.`,
      ),
  };
}

/** The server's facts on the agent's model. If it does not tell its context, what its provider publishes. */
export async function roleModelFacts(agent: ModelConfig, send: Send): Promise<ServerFacts> {
  const facts = await serverFacts(agent, send);
  return { ...facts, contextTokens: facts.contextTokens ?? (await publishedContext(agent)) };
}

const LEAST_FOR_FULL = 8192;
/** Models of about four billion parameters and more follow a full prompt. */
const FEWEST_FOR_FULL = 3_500_000_000;

/** The prompts that suit a model: brief ones if it reads or understands little. */
export function roleModelPrompts(facts: Pick<ServerFacts, 'contextTokens' | 'parameters'>) {
  const isLittle = (facts.contextTokens ?? Infinity) < LEAST_FOR_FULL;
  return isLittle || isSmall(facts) ? 'brief' : 'full';
}

function isSmall({ parameters }: Pick<ServerFacts, 'parameters'>): boolean {
  return (parameters ?? Infinity) < FEWEST_FOR_FULL;
}

/** Reports each thing once. If a template takes no system message, none is ever sent. */
function servicesFor(
  agent: ModelConfig,
  { takesSystem }: ServerFacts,
  { notice, send }: Pick<PlayerSetting, 'notice'> & { readonly send: Send },
): EndpointServices {
  const capabilities = new Capabilities();
  const endpoint = capabilities.of(agent);
  if (!takesSystem) endpoint.traits = { ...endpoint.traits, turns: 'no-system' };
  const told = new Set<string>();
  return {
    capabilities,
    send,
    notice(message) {
      if (!told.has(message)) notice(message);
      told.add(message);
    },
    today: () => priceDay(),
  };
}

function tooSmall({ model, baseUrl }: ModelConfig, context: number): ConfigError {
  return new ConfigError(
    `The model "${model}" at ${new URL(baseUrl).host} reads ${context} tokens, and play needs ${LEAST_CONTEXT}; raise the context of the server (llama.cpp: -c, Ollama: OLLAMA_CONTEXT_LENGTH, vLLM: --max-model-len), or choose another model.`,
  );
}

/** One model for all roles, each with its own client. Roles at one address share its weather, and the agent's its slots. */
export function createRoleModels(
  configs: Readonly<Record<Role, ModelConfig>>,
  services: EndpointServices,
  slots: Slots | null = null,
): Pick<OpenedPlayer, 'adapter' | 'weatherOf'> {
  const models = eachModelConfig((role) => createOpenAiModel(configs[role], services));
  const addresses = new Set(Object.values(configs).map(({ baseUrl }) => baseUrl));
  const weathers = new Map([...addresses].map((baseUrl) => [baseUrl, new Weather()]));
  const adapter: LanguageModel = {
    complete(request) {
      const { role } = request;
      if (slots === null || configs[role].baseUrl !== configs.agent.baseUrl)
        return models[role].complete(request);
      return slots.ask(role, (slot) =>
        models[role].complete(slot === null ? request : { ...request, slot }),
      );
    },
  };
  return { adapter, weatherOf: (role) => weathers.get(configs[role].baseUrl) ?? new Weather() };
}

/** Which slot of a llama.cpp server keeps the prompt of which role, while one agent plays there. */
export class Slots {
  readonly #count: number;
  #agents = 0;
  #isShared = false;

  constructor(count: number) {
    this.#count = count;
  }

  /** Asks with the slot of a role; the first is the agent's alone. If two agents ask at a time, the server chooses. */
  async ask<T>(role: Role, complete: (slot: number | null) => Promise<T>): Promise<T> {
    const agents = role === 'agent' ? 1 : 0;
    this.#agents += agents;
    this.#isShared ||= this.#agents > 1;
    try {
      return await complete(this.#isShared ? null : this.#slotOf(role));
    } finally {
      this.#agents -= agents;
    }
  }

  #slotOf(role: Role): number | null {
    if (this.#count < 2) return null;
    const index = ROLES.indexOf(role);
    return index === 0 ? 0 : 1 + ((index - 1) % (this.#count - 1));
  }
}

/** Episodes of one process share the servers that they ask. */
const SERVERS = new Map<string, Slots>();

export function roleModelSlots(baseUrl: string, count: number): Slots {
  const known = SERVERS.get(baseUrl) ?? new Slots(count);
  SERVERS.set(baseUrl, known);
  return known;
}

import OpenAI from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { ModelError } from '../domain/errors.ts';
import { adapt, refusesShape } from './adapt.ts';
import { boundedFetch } from './bounded-fetch.ts';
import {
  learntInWords,
  type Capabilities,
  type Traits,
  chatBody,
  type ChatBody,
} from './chat-request.ts';
import { UnreadableStream } from './completion-stream.ts';
import { withDeadline } from './deadline.ts';
import { isUnreadableOutput, HttpFailure } from './http-failure.ts';
import type { ModelConfig } from './model-config.ts';
import { NO_USAGE, type LanguageModel, type ModelReply, type ModelRequest } from './model.ts';
import { normalise } from './normalise.ts';
import { readError } from './provider-reply.ts';
import type { Send } from './outgoing.ts';
import { PromptWatch } from './server-facts.ts';
import {
  contentError,
  httpError,
  networkError,
  timeoutError,
  type AskedModel,
} from './request-failure.ts';
import { splitReasoning } from './split-reasoning.ts';
import { priceOn } from './prices.ts';

/** Told to `notice` once for each model whose server reads less than it was sent. */
const CUT_PROMPT =
  'reads only a part of its prompt; raise the context length of the server (for Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx).';

/** What models at endpoints share, and where they report what a person should know. */
export interface EndpointServices {
  readonly capabilities: Capabilities;
  readonly send: Send;
  /** Told once for each thing an endpoint was found not to accept. */
  readonly notice: (code: string, message: string) => void;
  /** Today as `YYYY-MM-DD`, to choose the price in force. */
  readonly today: () => string;
}

/**
 * A model behind an OpenAI-compatible chat completions endpoint. One `complete` is one answer or one ModelError:
 * nothing is retried, except that a request is sent again without what the endpoint says it does not accept.
 */
export function createOpenAiModel(config: ModelConfig, services: EndpointServices): LanguageModel {
  const client = new OpenAI({
    apiKey: config.apiKey,
    baseURL: config.baseUrl,
    maxRetries: 0,
    // Ours also covers a body that stalls, and lets a stream go on.
    timeout: LONGEST_TIMER_MS,
    logLevel: 'off',
    defaultHeaders: { ...config.headers },
    // Not taken from the environment: what a request carries is in the configuration.
    organization: null,
    project: null,
    adminAPIKey: null,
  });
  const watch = new PromptWatch();
  return {
    async complete(request) {
      const reply = await complete(client, config, services, request);
      const { promptTokens } = reply.usage;
      const isWhole = reply.usage.isEstimated === true;
      if (!isWhole && watch.findsCut(request.messages, promptTokens))
        services.notice('prompt-cut', `The model "${config.model}" ${CUT_PROMPT}`);
      return reply;
    },
  };
}

async function complete(
  client: OpenAI,
  config: ModelConfig,
  services: EndpointServices,
  request: ModelRequest,
): Promise<ModelReply> {
  const asked: AskedModel = {
    role: request.role,
    model: config.model,
    host: new URL(config.baseUrl).host,
    secrets: [config.apiKey, ...Object.values(config.headers ?? {})],
  };
  const ms = config.timeoutMs * (request.timeFactor ?? 1);
  const deadline = { signal: request.signal, ms, expired: () => timeoutError(ms, asked) };
  return withDeadline(deadline, async (signal, renew) => {
    const hooks = readingHooks(config, request, { ms, renew });
    const reading = client.withOptions({ fetch: boundedFetch(hooks, services.send) });
    return new Exchange(reading, config, services, asked).run(request, signal);
  });
}

/** The client wraps what its \`fetch\` throws. */
function underlying(error: unknown): unknown {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return cause instanceof HttpFailure || cause instanceof UnreadableStream ? cause : error;
}

/** A reply with more characters for each allowed token is from a model that does not stop. */
const MOST_CHARACTERS_PER_TOKEN = 12;
/** Progress is told no more often. */
const TOLD_EVERY_MS = 250;
/** What a timer can wait at most. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** For so many time limits a server may send nothing but signs of life. */
const BELIEVED_LIMITS = 10;

/** A stream that shows signs of life may go on; how much of it came is told now and then. */
function readingHooks(
  config: ModelConfig,
  request: ModelRequest,
  deadline: { ms: number; renew: () => void },
) {
  let [grewAt, toldAt, last] = [performance.now(), performance.now(), 0];
  return {
    mostCharacters: config.maxTokens * (request.replyRoom ?? 1) * MOST_CHARACTERS_PER_TOKEN,
    onPiece(characters: number) {
      const now = performance.now();
      if (characters > last) [grewAt, last] = [now, characters];
      if (now - grewAt < BELIEVED_LIMITS * deadline.ms) deadline.renew();
      if (now - toldAt < TOLD_EVERY_MS) return;
      toldAt = now;
      request.onProgress?.({ type: 'receiving', characters });
    },
  };
}

/** One question, sent until the endpoint accepts its form. */
class Exchange {
  readonly #client: OpenAI;
  readonly #config: ModelConfig;
  readonly #services: EndpointServices;
  readonly #asked: AskedModel;

  constructor(client: OpenAI, config: ModelConfig, services: EndpointServices, asked: AskedModel) {
    this.#client = client;
    this.#config = config;
    this.#services = services;
    this.#asked = asked;
  }

  async run(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const { baseUrl, model } = this.#config;
    const { capabilities } = this.#services;
    const known = capabilities.get(baseUrl, model);
    const answered = capabilities.answered(baseUrl, model, request.replySchema);
    const isLastWay = request.formMayChange === true && answered === 'the same form';
    const before = isLastWay ? 'another form' : answered;
    let traits = known;
    for (;;) {
      const body = chatBody(this.#config, traits, request);
      const outcome = await this.#send(body, signal);
      if (outcome === 'unreadable-stream') {
        traits = { ...traits, refused: [...traits.refused, 'stream', 'stream_options'] };
        continue;
      }
      if (!(outcome instanceof HttpFailure)) {
        if (traits !== known) this.#learn(known, traits);
        if (request.isFree !== true) capabilities.came(baseUrl, model, request.replySchema);
        return outcome;
      }
      const adapted = adapt(outcome, body, traits, { mode: this.#config.structured, before });
      if (adapted === 'content') throw contentError(outcome, this.#asked);
      const error = httpError(outcome, this.#asked, refusesShape(outcome, body, before));
      if (adapted === null) throw error;
      request.onFailedAttempt?.(error, 0);
      traits = adapted;
    }
  }

  async #send(
    body: ChatBody,
    signal: AbortSignal,
  ): Promise<ModelReply | HttpFailure | 'unreadable-stream'> {
    try {
      const response = await this.#client.chat.completions
        .create(body as unknown as ChatCompletionCreateParamsNonStreaming, { signal })
        .asResponse();
      const price = priceOn(this.#config.prices ?? [], this.#services.today());
      const promptCharacters = JSON.stringify(body['messages']).length;
      return normalise(await response.text(), { price, promptCharacters }, this.#asked);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ModelError) throw error;
      const failure = underlying(error);
      if (failure instanceof UnreadableStream && body['stream'] === true)
        return 'unreadable-stream';
      if (!(failure instanceof HttpFailure)) throw networkError(error, this.#asked);
      return this.#rescued(failure) ?? failure;
    }
  }

  /**
   * Some servers read what their model wrote, and fail when they cannot; some hand it back inside the error (Groq). That
   * is a reply to repair, not a failure of the server.
   */
  #rescued(failure: HttpFailure): ModelReply | null {
    const { failedGeneration } = readError(failure.body);
    if (failedGeneration === null && !isUnreadableOutput(failure)) return null;
    return {
      ...splitReasoning(failedGeneration ?? ''),
      usage: NO_USAGE,
      finishReason: 'other',
      model: this.#config.model,
    };
  }

  #learn(before: Traits, traits: Traits): void {
    const { baseUrl, model } = this.#config;
    this.#services.capabilities.learn(baseUrl, model, traits);
    this.#services.notice(
      'endpoint-adapted',
      `Learnt about "${model}" at ${this.#asked.host}: ${learntInWords(before, traits).join('; ')}.`,
    );
  }
}

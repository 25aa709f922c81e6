import OpenAI from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { ModelError } from '../domain/errors.ts';
import { adapt, refusesShape } from './adapt.ts';
import { boundedFetch, type Send } from './outgoing.ts';
import {
  requestForm,
  chatRequestWords,
  chatBody,
  type Capabilities,
  type ChatBody,
} from './chat-request.ts';
import { UnreadableStream } from './completion-stream.ts';
import { isUnreadableOutput } from './failure-kind.ts';
import { HttpFailure } from './http-failure.ts';
import type { ModelConfig } from './model-config.ts';
import { NO_USAGE, type LanguageModel, type ModelReply, type ModelRequest } from './model.ts';
import { normalise } from './normalise.ts';
import { priceOn } from './prices.ts';
import { readError } from './provider-reply.ts';
import {
  contentError,
  httpError,
  networkError,
  timeoutError,
  type AskedModel,
} from './request-failure.ts';
import { PromptWatch } from './server-facts.ts';
import { splitReasoning } from './split-reasoning.ts';
import { untilAborted } from './weather.ts';

/** Reported once for each model whose server reads less than it was sent. */
const CUT_PROMPT =
  'reads only a part of its prompt; raise the context length of the server (for Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx).';

/** What models at endpoints share, and how they report news to a person. */
export interface EndpointServices {
  readonly capabilities: Capabilities;
  readonly send: Send;
  /** Called once for each thing that an endpoint does not accept. */
  readonly notice: (message: string) => void;
  /** Today as `YYYY-MM-DD`, to choose the price in force. */
  readonly today: () => string;
}

/** A model behind a chat completions endpoint. Nothing is retried, but a request is adapted to what was refused. */
export function createOpenAiModel(config: ModelConfig, services: EndpointServices): LanguageModel {
  const client = new OpenAI({
    apiKey: config.apiKey,
    baseURL: config.baseUrl,
    maxRetries: 0,
    // Our own limit also covers a body that stalls, and lets a stream go on.
    timeout: LONGEST_TIMER_MS,
    logLevel: 'off',
    defaultHeaders: { ...config.headers },
    // Not taken from the environment: the configuration holds everything that a request carries.
    organization: null,
    project: null,
    adminAPIKey: null,
  });
  const watch = new PromptWatch();
  return {
    async complete(request) {
      const asked: AskedModel = {
        role: request.role,
        model: config.model,
        host: new URL(config.baseUrl).host,
        secrets: [config.apiKey, ...Object.values(config.headers ?? {})],
      };
      const ms = config.timeoutMs * (request.timeFactor ?? 1);
      const deadline = { signal: request.signal, ms, expired: () => timeoutError(ms, asked) };
      const reply = await withDeadline(deadline, (signal, renew) => {
        const hooks = readingHooks(config, request, ms, renew);
        const reading = client.withOptions({ fetch: boundedFetch(hooks, services.send) });
        return exchange({ client: reading, config, services, asked, request, signal });
      });
      const { promptTokens, isEstimated } = reply.usage;
      if (isEstimated !== true && watch.findsCut(request.messages, promptTokens))
        services.notice(`The model "${config.model}" ${CUT_PROMPT}`);
      return reply;
    },
  };
}

/** Runs `work` until it settles, the signal aborts, or time is up (`expired()`). `renew` restarts the time. */
async function withDeadline<T>(
  { signal, ms, expired }: { signal: AbortSignal; ms: number; expired: () => Error },
  work: (signal: AbortSignal, renew: () => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal.reason);
  const timer = setTimeout(() => controller.abort(expired()), ms);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await untilAborted(controller.signal, () =>
      work(controller.signal, () => void timer.refresh()),
    );
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** With more characters for each allowed token, a model does not stop. */
const MOST_CHARACTERS_PER_TOKEN = 12;
const TOLD_EVERY_MS = 250;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** So many time limits may pass while a server sends only signs of life. */
const BELIEVED_LIMITS = 10;

/** A stream with signs of life may go on. Its length so far is reported now and then. */
function readingHooks(config: ModelConfig, request: ModelRequest, ms: number, renew: () => void) {
  let [grewAt, toldAt, last] = [performance.now(), performance.now(), 0];
  return {
    mostCharacters: config.maxTokens * (request.replyRoom ?? 1) * MOST_CHARACTERS_PER_TOKEN,
    onPiece(characters: number) {
      const now = performance.now();
      if (characters > last) [grewAt, last] = [now, characters];
      if (now - grewAt < BELIEVED_LIMITS * ms) renew();
      if (now - toldAt < TOLD_EVERY_MS) return;
      toldAt = now;
      request.onProgress?.({ type: 'receiving', characters });
    },
  };
}

interface Sending {
  readonly client: OpenAI;
  readonly config: ModelConfig;
  readonly services: EndpointServices;
  readonly asked: AskedModel;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
}

async function exchange(sending: Sending): Promise<ModelReply> {
  const { config, services, asked, request } = sending;
  const endpoint = services.capabilities.of(config);
  const form = requestForm(request.replySchema);
  const isSame = endpoint.forms.has(form) && request.formMayChange !== true;
  const isFirst = endpoint.forms.size === 0;
  const before = isSame ? 'the same form' : isFirst ? 'nothing' : 'another form';
  const known = endpoint.traits;
  let traits = known;
  for (;;) {
    const body = chatBody(config, traits, request);
    const outcome = await send(body, sending);
    if (outcome === 'unreadable-stream') {
      traits = { ...traits, refused: [...traits.refused, 'stream', 'stream_options'] };
      continue;
    }
    if (!(outcome instanceof HttpFailure)) {
      if (traits !== known) {
        endpoint.traits = traits;
        const learnt = chatRequestWords(known, traits).join('; ');
        services.notice(`Learnt about "${config.model}" at ${asked.host}: ${learnt}.`);
      }
      if (request.isFree !== true) endpoint.forms.add(form);
      return outcome;
    }
    const refused = { failure: outcome, body, traits, mode: config.structured, before } as const;
    const adapted = adapt(refused);
    if (adapted === 'content') throw contentError(outcome, asked);
    const error = httpError(outcome, asked, refusesShape(refused));
    if (adapted === null) throw error;
    request.onFailedAttempt?.(error, 0);
    traits = adapted;
  }
}

async function send(
  body: ChatBody,
  { client, config, services, asked, signal }: Sending,
): Promise<ModelReply | HttpFailure | 'unreadable-stream'> {
  try {
    const response = await client.chat.completions
      .create(body as unknown as ChatCompletionCreateParamsNonStreaming, { signal })
      .asResponse();
    const price = priceOn(config.prices ?? [], services.today());
    const promptCharacters = JSON.stringify(body['messages']).length;
    return normalise(await response.text(), { price, promptCharacters }, asked);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ModelError) throw error;
    // The client wraps what its `fetch` throws.
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    if ([error, cause].some((one) => one instanceof UnreadableStream) && body['stream'] === true)
      return 'unreadable-stream';
    const failure = [cause, error].find((one) => one instanceof HttpFailure);
    if (failure === undefined) throw networkError(error, asked);
    return rescued(failure, config.model) ?? failure;
  }
}

/** The unusable output of a server's own model, which Groq sends back: a reply to repair, no failure. */
function rescued(failure: HttpFailure, model: string): ModelReply | null {
  const { failedGeneration } = readError(failure.body);
  if (failedGeneration === null && !isUnreadableOutput(failure)) return null;
  const split = splitReasoning(failedGeneration ?? '');
  return { ...split, usage: NO_USAGE, finishReason: 'other', model };
}

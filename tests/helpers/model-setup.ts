import { ModelError } from '../../src/domain/errors.ts';
import * as z from 'zod';
import { Capabilities } from '../../src/model/chat-request.ts';
import type { ModelConfig } from '../../src/model/model-config.ts';
import type { ModelRequest } from '../../src/model/model.ts';
import { openConnections } from '../../src/model/outgoing.ts';
import { createOpenAiModel } from '../../src/model/openai-model.ts';
import type { DialectName } from './provider-dialects.ts';
import { startProvider, type ProviderReply, type ProviderServer } from './provider-server.ts';

/** A key that must appear nowhere. */
export const CANARY_KEY = 'sk-canary-0123456789abcdef';

const replySchema = z.object({ thinking: z.string(), action: z.string() });

/** A reply that fits `replySchema`. */
export const JSON_REPLY = '{"thinking":"dark","action":"turn on lamp"}';

const running: ProviderServer[] = [];

/** For `afterEach`: stops every provider that `setupModel` started. */
export async function closeProviders(): Promise<void> {
  await Promise.all(running.splice(0).map((provider) => provider.close()));
}

export function modelRequest(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    role: 'agent',
    messages: [
      { role: 'system', content: 'You play. Reply in JSON.' },
      { role: 'user', content: 'West of House' },
    ],
    replySchema,
    signal: new AbortController().signal,
    ...more,
  };
}

/** The real client against a loopback provider. */
export async function setupModel(
  replies: readonly ProviderReply[],
  options: { dialect?: DialectName; config?: Partial<ModelConfig> } = {},
) {
  const provider = await startProvider({
    replies,
    ...(options.dialect && { dialect: options.dialect }),
  });
  running.push(provider);
  const capabilities = new Capabilities();
  const notices: string[] = [];
  const config: ModelConfig = {
    model: 'test-model',
    baseUrl: provider.baseUrl,
    apiKey: CANARY_KEY,
    maxTokens: 500,
    timeoutMs: 60_000,
    structured: 'auto',
    ...options.config,
  };
  const services = {
    capabilities,
    send: await openConnections({}),
    notice: (message: string) => void notices.push(message),
    today: () => '2026-11-20',
  };
  const model = createOpenAiModel(config, services);
  return { model, provider, capabilities, notices, config, services };
}

/** The error of one request, which must be a ModelError. */
export async function modelFailure(
  replies: readonly ProviderReply[],
  config: Partial<ModelConfig> = {},
): Promise<ModelError> {
  const { model } = await setupModel(replies, { config });
  const error: unknown = await model.complete(modelRequest()).catch((reason: unknown) => reason);
  if (!(error instanceof ModelError)) throw new Error(`not a ModelError: ${String(error)}`);
  return error;
}

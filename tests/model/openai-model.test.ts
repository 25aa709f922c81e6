import { afterEach, describe, expect, it } from 'vitest';
import {
  CANARY_KEY,
  closeProviders,
  JSON_REPLY,
  modelFailure,
  modelRequest,
  setupModel,
} from '../helpers/model-setup.ts';
import type { ProviderReply } from '../helpers/provider-server.ts';

afterEach(closeProviders);

describe('a good answer', () => {
  it.each([
    'openai',
    'openrouter',
    'together',
    'groq',
    'vllm',
    'llamacpp',
    'ollama',
    'lmstudio',
  ] as const)('%s: text, reasoning, usage and model name are read', async (dialect) => {
    const { model } = await setupModel([{ content: JSON_REPLY, reasoning: 'It is dark.' }], {
      dialect,
    });
    const reply = await model.complete(modelRequest());
    expect(reply).toMatchObject({
      text: JSON_REPLY,
      reasoning: 'It is dark.',
      finishReason: 'stop',
      model: 'test-model',
      usage: { completionTokens: 5, costUsd: dialect === 'openrouter' ? 0.0125 : null },
    });
    expect(reply.usage.promptTokens).toBeGreaterThan(10);
  });

  it('sends one system message first, no names, and only the parameters that are configured', async () => {
    const { model, provider } = await setupModel([JSON_REPLY], {
      config: { temperature: 0.5, topP: 0.9, maxTokens: 300, extraBody: { top_k: 20 } },
    });
    await model.complete(modelRequest());
    const body = provider.requests[0]?.body;
    expect(body).toEqual({
      model: 'test-model',
      messages: modelRequest().messages,
      temperature: 0.5,
      top_p: 0.9,
      max_tokens: 300,
      top_k: 20,
      response_format: expect.objectContaining({ type: 'json_schema' }),
    });
    expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${CANARY_KEY}`);
  });

  it('sends twice the limit when asked for more room', async () => {
    const second = await setupModel([JSON_REPLY], { config: { maxTokens: 300 } });
    await second.model.complete(modelRequest({ replyRoom: 2 }));
    expect(second.provider.requests[0]?.body).toMatchObject({ max_tokens: 600 });
  });

  it('bills cached tokens once, at the price in force today', async () => {
    const { model } = await setupModel([JSON_REPLY], {
      config: {
        prices: [
          { since: '2025-01-01', input: 900, output: 900 },
          { since: '2026-01-01', input: 2, cachedInput: 1, output: 10 },
          { since: '2027-01-01', input: 900, output: 900 },
        ],
      },
    });
    const { usage } = await model.complete(modelRequest());
    const expected = (usage.promptTokens - usage.cachedTokens) * 2 + usage.cachedTokens + 5 * 10;
    expect(usage.costUsd).toBeCloseTo(expected / 1e6, 12);
    expect(usage.cachedTokens).toBeGreaterThan(0);
  });
});

describe('a server that reads only a part of the prompt', () => {
  const long = (characters: number) =>
    modelRequest({ messages: [{ role: 'user', content: 'word '.repeat(characters / 5) }] });

  it('is told once', async () => {
    const { model, notices } = await setupModel([JSON_REPLY], { dialect: 'ollama' });
    await model.complete(long(12_000));
    expect(notices).toEqual([]);
    await model.complete(long(40_000));
    await model.complete(long(40_000));
    expect(notices).toEqual([expect.stringContaining('OLLAMA_CONTEXT_LENGTH')]);
  });

  it('is not suspected when no usage is reported', async () => {
    const { model, notices } = await setupModel([{ content: JSON_REPLY, usage: {} }]);
    await model.complete(long(40_000));
    expect(notices).toEqual([]);
  });
});

describe('the deadline', () => {
  it.each(['no-headers', 'stall-body', 'keep-alive'] as const)(
    'ends a provider with %s',
    async (fault) => {
      const error = await modelFailure([{ fault }], { timeoutMs: 50 });
      expect(error).toMatchObject({ kind: 'timeout', retryable: true });
    },
  );

  it.each(['no-headers', 'stall-body', 'keep-alive'] as const)(
    'an abort rejects with its reason while the provider has %s',
    async (fault) => {
      const { model, provider } = await setupModel([{ fault }]);
      const controller = new AbortController();
      const pending = model.complete(modelRequest({ signal: controller.signal }));
      const outcome = expect(pending).rejects.toThrow('stop now');
      while (provider.requests.length === 0) await new Promise(setImmediate);
      controller.abort(new Error('stop now'));
      await outcome;
    },
  );

  it('an aborted signal sends nothing', async () => {
    const { model, provider } = await setupModel([JSON_REPLY]);
    const signal = AbortSignal.abort(new Error('over'));
    await expect(model.complete(modelRequest({ signal }))).rejects.toThrow('over');
    expect(provider.requests).toEqual([]);
  });
});

describe('messages that are not plain text', () => {
  const replyTo = async (reply: ProviderReply) => {
    const { model } = await setupModel([reply]);
    return model.complete(modelRequest());
  };

  it('of null content the object is the text that the reasoning ends with', async () => {
    const drafted = `{"action":"jump"}? No: ${JSON_REPLY}`;
    for (const reasoning of [JSON_REPLY, drafted, `${drafted}\n`]) {
      expect(await replyTo({ content: null, reasoning })).toMatchObject({
        text: JSON_REPLY,
        reasoning: reasoning.trim(),
      });
    }
    for (const reasoning of ['hmm', `${JSON_REPLY} or not?`]) {
      expect(await replyTo({ content: null, reasoning })).toMatchObject({ text: '', reasoning });
    }
  });

  it('reasoning in an open mark is no answer', async () => {
    expect(await replyTo(`<think>${JSON_REPLY}`)).toMatchObject({
      text: '',
      reasoning: JSON_REPLY,
    });
  });

  it('think tags leave the text', async () => {
    expect(await replyTo(`<think>hmm</think>\n${JSON_REPLY}`)).toMatchObject({
      text: JSON_REPLY,
      reasoning: 'hmm',
    });
  });

  it('reasoning_details are joined and win over the other fields', async () => {
    const message = {
      reasoning_details: [
        { type: 'reasoning.text', text: 'one' },
        { type: 'reasoning.summary', summary: 'two' },
        { type: 'reasoning.encrypted', data: 'x' },
      ],
      reasoning: 'other',
    };
    expect(await replyTo({ content: JSON_REPLY, message })).toMatchObject({
      reasoning: 'one\n\ntwo',
    });
  });

  it.each([
    ['length', 'length'],
    ['content_filter', 'refusal'],
    ['tool_calls', 'other'],
    [null, 'other'],
  ] as const)('finish_reason %s is %s', async (finishReason, expected) => {
    expect(await replyTo({ content: 'x', finishReason })).toMatchObject({ finishReason: expected });
  });

  it('a refusal is a refusal whatever its finish reason', async () => {
    expect(await replyTo({ content: null, message: { refusal: 'I cannot.' } })).toMatchObject({
      finishReason: 'refusal',
      text: 'I cannot.',
    });
  });

  it('content in parts is joined, and JSON under a text content type is read', async () => {
    expect(
      await replyTo({
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      }),
    ).toMatchObject({ text: 'ab' });
    await closeProviders();
    const body = JSON.stringify({ choices: [{ message: { content: 'ok' } }] });
    const reply = await replyTo({ status: 200, body, headers: { 'content-type': 'text/plain' } });
    expect(reply).toMatchObject({ text: 'ok', usage: { isEstimated: true, costUsd: null } });
  });

  it('what a provider refused to finish as JSON is a reply to repair', async () => {
    const body = {
      error: {
        code: 'json_validate_failed',
        message: 'Failed to generate JSON',
        failed_generation: 'go north',
      },
    };
    expect(await replyTo({ status: 400, body })).toMatchObject({
      text: 'go north',
      finishReason: 'other',
    });
  });
});

/** @module-tag slow */
import { afterEach, describe, expect, it } from 'vitest';
import { isResumable } from '../../src/domain/stop-reason.ts';
import { closeProviders, playAgainst, says } from '../helpers/play-against.ts';
import type { ProviderReply } from '../helpers/provider-server.ts';

afterEach(closeProviders);

const LOOK = says('look');

/** Long enough for the good reply before it on a machine that is very busy. */
const STALL_SECONDS = 5;

const wait = (retryAfter: string): ProviderReply => ({
  status: 429,
  headers: { 'retry-after': retryAfter },
});

const isStall = (reply: ProviderReply) =>
  typeof reply === 'object' &&
  'fault' in reply &&
  ['no-headers', 'stall-body', 'keep-alive'].includes(reply.fault);

describe('a provider that stops giving usable replies', () => {
  it.each<[string, ProviderReply]>([
    ['429, wait 5 s', wait('5')],
    ['429, wait an hour', wait('3600')],
    ['429, wait until a date', wait('Fri, 20 Nov 2099 00:00:00 GMT')],
    ['429 without credit', { status: 429, body: { error: { code: 'insufficient_quota' } } }],
    ['a refused key', { status: 401 }],
    ['500', { status: 500 }],
    ['no headers', { fault: 'no-headers' }],
    ['a body that stalls', { fault: 'stall-body' }],
    ['keep-alives for ever', { fault: 'keep-alive' }],
    ['a reset', { fault: 'reset' }],
    ['a reset in the body', { fault: 'reset-mid-body' }],
    ['200 with an error body', { status: 200, body: { error: { code: 502, message: 'died' } } }],
    ['no choices', { status: 200, body: { choices: [] } }],
    ['null content with mere reasoning', { content: null, reasoning: 'I could go north.' }],
    ['prose that names a command', 'I would take the lamp.'],
    ['JSON cut off', { content: '{"thinking":"so","action":"take', finishReason: 'length' }],
    ['the wrong schema', '{"mood":"fine"}'],
    ['an empty action', says('  ')],
    ['an HTML page', { fault: 'html' }],
    ['10 MB', { fault: 'huge' }],
  ])('%s: the episode ends resumable, with what was really played', async (_, reply) => {
    const { code, summary, commands } = await playAgainst([LOOK, reply], {
      timeoutSeconds: isStall(reply) ? STALL_SECONDS : 60,
    });
    expect(summary).toMatchObject({ stopReason: 'model-failed', turns: 1 });
    expect(isResumable(summary.stopReason)).toBe(true);
    expect(summary.stopDetail.length).toBeGreaterThan(20);
    expect(commands).toEqual(['look']);
    const codes = { auth: 77, quota: 77, malformed: 3, cut: 3 };
    expect(code).toBe(codes[summary.modelError as keyof typeof codes] ?? 75);
  });

  it('is left at once on a second signal, also while a retry waits', async () => {
    const { code, summary, commands } = await playAgainst([LOOK, wait('600')], {
      attempts: 3,
      onListening: (listener, provider) => {
        const timer = setInterval(() => {
          if (provider.requests.length < 2) return;
          clearInterval(timer);
          listener('SIGINT');
          setImmediate(() => listener('SIGINT'));
        }, 5);
      },
    });
    expect(summary).toMatchObject({ stopReason: 'interruption', turns: 1 });
    expect(commands).toEqual(['look']);
    expect(code).toBe(130);
  });
});

describe('a reply in an odd form', () => {
  it.each<[string, ProviderReply]>([
    ['fenced', `Here you are:\n\`\`\`json\n${says('wait')}\n\`\`\``],
    ['after think tags', `<think>{"action":"jump"} or not?</think>${says('wait')}`],
    ['in the reasoning of a null content', { content: null, reasoning: `So: ${says('wait')}` }],
    ['with braces in its strings', JSON.stringify({ thinking: 'a } and a {', action: 'wait' })],
    ['with a trailing comma', '{"thinking":"so","action":"wait",}'],
  ])('%s is played as it was meant', async (_, reply) => {
    const { code, summary, commands } = await playAgainst([LOOK, reply]);
    expect(commands).toEqual(['look', 'wait', 'wait']);
    expect(summary.stopReason).toBe('max-turns');
    expect(code).toBe(0);
  });

  it('is asked for again once, and the second answer is played', async () => {
    const { commands, provider } = await playAgainst([LOOK, 'I wait.', says('wait'), LOOK]);
    expect(commands).toEqual(['look', 'wait', 'look']);
    const asked = provider.requests.filter(({ body }) =>
      JSON.stringify(body).includes('agent_reply'),
    );
    expect(asked).toHaveLength(4);
  });
});

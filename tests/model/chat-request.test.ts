import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/domain/message.ts';
import { Capabilities, type Traits, chatBody } from '../../src/model/chat-request.ts';
import { modelRequest } from '../helpers/model-setup.ts';

const CONFIG = {
  model: 'm',
  baseUrl: 'https://api.example.com/v1',
  apiKey: 'k',
  maxTokens: 100,
  timeoutMs: 1000,
  structured: 'auto',
} as const;

const TALK: readonly Message[] = [
  { role: 'system', content: 'You play.' },
  { role: 'user', content: 'What was learnt. West of House' },
  { role: 'assistant', content: '{"action":"look"}' },
  { role: 'user', content: 'Nothing new.' },
];

function sent(messages: readonly Message[], traits: Partial<Traits> = {}, more: object = {}) {
  const learnt = new Capabilities().of(CONFIG).traits;
  const body = chatBody(
    { ...CONFIG, ...more },
    { ...learnt, ...traits },
    modelRequest({ messages }),
  );
  return body['messages'] as { role: string; content: unknown }[];
}

describe('the cache marker', () => {
  const marked = (messages: readonly Message[]) =>
    sent(messages, {}, { cacheMarker: true }).findIndex(({ content }) => Array.isArray(content));

  it('stands at the end of what no later request changes', () => {
    expect(marked(TALK)).toBe(1);
    expect(marked(TALK.slice(0, 2))).toBe(0);
    expect(sent(TALK, {}, { cacheMarker: true })[1]?.content).toEqual([
      { type: 'text', text: TALK[1]?.content, cache_control: { type: 'ephemeral' } },
    ]);
  });

  it('is left out where it is not asked for', () => {
    expect(sent(TALK)).toEqual(TALK);
  });
});

describe('an endpoint that takes fewer roles', () => {
  it('hears the system message with the first of the user', () => {
    expect(sent(TALK, { turns: 'no-system' })).toEqual([
      { role: 'user', content: 'You play.\n\nWhat was learnt. West of House' },
      ...TALK.slice(2),
    ]);
  });

  it('hears everything in one message, with what it replied itself', () => {
    const [one, ...rest] = sent(TALK, { turns: 'one' });
    expect(rest).toEqual([]);
    for (const { content } of TALK) expect(one?.content).toContain(content);
    expect(one?.content).toContain('You replied:\n{"action":"look"}');
  });
});

it('no reply may be longer than the endpoint allows, whatever is asked for', () => {
  const learnt = new Capabilities().of(CONFIG).traits;
  const limitOf = (mostTokens: number | null) =>
    chatBody(CONFIG, { ...learnt, mostTokens }, modelRequest({ replyRoom: 2 }))['max_tokens'];
  expect([limitOf(null), limitOf(199), limitOf(200), limitOf(201)]).toEqual([200, 199, 200, 200]);
});

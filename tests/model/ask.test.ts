import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ModelError } from '../../src/domain/errors.ts';
import { createAsk } from '../../src/model/ask.ts';
import { NO_USAGE } from '../../src/model/model.ts';
import { parseReply } from '../../src/model/parse-reply.ts';
import { describeSchema } from '../../src/model/reply-schema.ts';
import { createScriptedModel, type Script } from '../helpers/scripted-model.ts';

const replySchema = z.object({ action: z.string(), target: z.number().nullable() });
const GOOD = { action: 'go north', target: null };
const TEXT = JSON.stringify(GOOD);

function ask(script: Script, signal = new AbortController().signal) {
  const model = createScriptedModel(script);
  const answer = createAsk(model)({
    role: 'agent',
    messages: [
      { role: 'system', content: 'You play.' },
      { role: 'user', content: 'West of House' },
    ],
    replySchema,
    signal,
  });
  return { answer, calls: model.calls };
}

describe('an answer', () => {
  it.each([
    ['bare', TEXT],
    ['fenced', `Here:\n\`\`\`json\n${TEXT}\n\`\`\``],
    ['after think tags', `<think>{"action":"jump"}</think>${TEXT}`],
    ['after an unopened think tag', `maybe {"action":"jump"}</think>${TEXT}`],
    ['in prose', `I choose ${TEXT}. Good?`],
    ['in a list', `[${TEXT}]`],
    ['before another object', `${TEXT} {"action":"jump","target":null}`],
    ['after an object that does not fit', `{"note":"a } b"} ${TEXT}`],
  ])('%s is used without asking twice', async (_, text) => {
    const { answer, calls } = ask([text]);
    expect(await answer).toMatchObject({ ok: true, value: GOOD });
    expect(await answer).not.toHaveProperty('irregularities');
    expect(calls).toHaveLength(1);
  });

  it('think tags inside its strings are part of it', async () => {
    const value = { action: 'say "<think> so </think>"', target: 3 };
    const { answer } = ask([`Sure: ${JSON.stringify(value)}`]);
    expect(await answer).toMatchObject({ ok: true, value });
  });

  it('has its syntax repaired when nothing needs to be invented, and is flagged', async () => {
    const { answer } = ask(["{action: 'go north', target: None,}"]);
    expect(await answer).toMatchObject({
      ok: true,
      value: GOOD,
      irregularities: ['syntax-repaired'],
    });
  });

  it('may have null where a field could be absent', async () => {
    const model = createScriptedModel(['{"action":"look","mood":null}']);
    const schema = z.object({ action: z.string(), mood: z.string().optional() });
    const signal = new AbortController().signal;
    const messages = [{ role: 'user', content: 'x' }] as const;
    const answer = await createAsk(model)({ role: 'agent', messages, replySchema: schema, signal });
    expect(answer).toMatchObject({ ok: true, value: { action: 'look' } });
  });
});

describe('the repair request', () => {
  it('shows the bad reply and what is wrong with it, and its answer is flagged', async () => {
    const { answer, calls } = ask(['{"action":{"verb":7}}', TEXT]);
    expect(await answer).toMatchObject({ ok: true, value: GOOD, irregularities: ['asked-again'] });
    expect(calls[1]?.messages.slice(0, 2)).toEqual(calls[0]?.messages);
    expect(calls[1]?.messages.slice(2)).toEqual([
      { role: 'assistant', content: '{"action":{"verb":7}}' },
      { role: 'user', content: expect.stringMatching(/expected string[\s\S]*at action/) },
    ]);
  });

  it('after an empty reply adds to the last message, so that roles still alternate', async () => {
    const { answer, calls } = ask(['  ', TEXT]);
    expect(await answer).toMatchObject({ ok: true });
    expect(calls[1]?.messages).toHaveLength(2);
    expect(calls[1]?.messages[1]?.content).toContain('The reply was empty');
  });

  it('after a cut reply leaves more room, and the cut text is never completed', async () => {
    const { answer, calls } = ask([{ text: '{"action":"go no', finishReason: 'length' }, TEXT]);
    expect(await answer).toMatchObject({ ok: true, value: GOOD });
    expect(calls[1]?.replyRoom).toBe(2);
  });

  it('gives a reply that stays cut 2, 4 and 8 times the room, and the room that was enough to the next one', async () => {
    const cut = { text: '{"mood":"go no', finishReason: 'length' } as const;
    const model = createScriptedModel([cut, cut, cut, '{"mood":"fine"}', '{"mood":"good"}']);
    const question = {
      role: 'objectives',
      messages: [{ role: 'user', content: 'x' }],
      replySchema: z.object({ mood: z.string() }),
      signal: new AbortController().signal,
    } as const;
    const ask = createAsk(model);
    expect(await ask(question)).toMatchObject({ ok: true, value: { mood: 'fine' } });
    expect(await ask(question)).toMatchObject({ ok: true, value: { mood: 'good' } });
    expect(model.calls.map(({ replyRoom = 1 }) => replyRoom)).toEqual([1, 2, 4, 8, 8]);
  });

  it('gives a reply that repeated itself less room, once, and asks nothing more of the memory', async () => {
    const loop = { text: 'so and so', finishReason: 'loop' } as const;
    for (const [role, rooms] of [
      ['objectives', [1, 0.5]],
      ['memory', [1]],
    ] as const) {
      const model = createScriptedModel([loop, loop, loop]);
      const messages = [{ role: 'user', content: 'x' }] as const;
      const { signal } = new AbortController();
      const replySchema = z.object({ mood: z.string() });
      const answer = await createAsk(model)({ role, messages, replySchema, signal });
      expect(answer).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining('repeated itself') as string },
      });
      expect(model.calls.map(({ replyRoom = 1 }) => replyRoom)).toEqual(rooms);
    }
  });

  it('is sent for a cut reply that claims to be whole', async () => {
    const { answer } = ask(['{"target":null,"action":"go no', TEXT]);
    expect(await answer).toMatchObject({ value: GOOD, irregularities: ['asked-again'] });
  });

  it('is sent once: then the failure says what to do', async () => {
    const { answer, calls } = ask(['yes', 'no', TEXT]);
    const result = await answer;
    expect(calls).toHaveLength(2);
    expect(result).toMatchObject({
      ok: false,
      error: { kind: 'malformed', role: 'agent', evidence: 'no' },
    });
  });

  it.each([
    ['empty', { text: '' }],
    ['cut', { text: '{"action":"go', finishReason: 'length' }],
    ['refusal', { text: 'I will not.', finishReason: 'refusal' }],
    ['malformed', { text: '{"action":{}}' }],
    ['malformed', { text: '"yes"' }],
    ['malformed', { text: '[1,2]' }],
  ] as const)('again and again %s is a typed failure', async (kind, reply) => {
    const { answer } = ask([reply, reply, reply, reply]);
    expect(await answer).toMatchObject({ ok: false, error: { kind } });
  });
});

describe('hostile replies', () => {
  it('5,000 levels deep neither throw nor fit', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    for (const text of [deep, '['.repeat(5000), '{'.repeat(200_000)])
      expect(await ask([text, text, text, text]).answer).toMatchObject({ ok: false });
  });

  it('cannot reach a prototype', async () => {
    const text =
      '{"__proto__":{"polluted":1},"action":"look","target":null,"constructor":{"prototype":{"polluted":1}}}';
    const result = await ask([text]).answer;
    expect(result).toMatchObject({ ok: true, value: { action: 'look' } });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(result.ok && Reflect.get(result.value, 'polluted')).toBeUndefined();
  });
});

it('a value of any shape carries no __proto__ of its own', () => {
  const text = '{"any":{"__proto__":{"polluted":1},"x":1}}';
  const parsed = parseReply(
    { text, reasoning: '', usage: NO_USAGE, finishReason: 'stop', model: 'm' },
    { replySchema: z.object({ any: z.unknown() }) },
  );
  expect(parsed.ok && Object.getOwnPropertyNames(parsed.value.any)).toEqual(['x']);
});

describe('the request', () => {
  it('has the schema and the word JSON in the system message', async () => {
    const { answer, calls } = ask([TEXT]);
    await answer;
    expect(calls[0]?.messages[0]?.content).toBe(`You play.\n\n${describeSchema(replySchema)}`);
    expect(calls[0]?.messages[1]?.content).toBe('West of House');
  });

  it('is sent as it is when a message already describes the schema', async () => {
    const model = createScriptedModel([TEXT]);
    const messages = [{ role: 'user', content: `Play. ${describeSchema(replySchema)}` }] as const;
    const signal = new AbortController().signal;
    await createAsk(model)({ role: 'agent', messages, replySchema, signal });
    expect(model.calls[0]?.messages).toEqual(messages);
  });
});

describe('what is no answer', () => {
  it('a ModelError is the answer', async () => {
    const error = new ModelError('gone', { kind: 'server', role: 'agent', retryable: true });
    expect(await ask([error]).answer).toEqual({ ok: false, error });
    expect(await ask(['nonsense', error]).answer).toEqual({ ok: false, error });
  });

  it('an abort rejects with its reason, any other error with itself', async () => {
    const reason = new Error('stop');
    await expect(ask([TEXT], AbortSignal.abort(reason)).answer).rejects.toBe(reason);
    await expect(ask([]).answer).rejects.toThrow(RangeError);
  });
});

it('a reply that cannot be read and says no is the answer: nobody is asked again', async () => {
  const model = createScriptedModel(['{"action": no', '{"action":"yes","target":1}']);
  const answer = await createAsk(model)({
    role: 'memory',
    messages: [{ role: 'user', content: 'Well?' }],
    replySchema,
    nothing: (text) => (text.includes(': no') ? { action: 'nothing', target: null } : null),
    signal: new AbortController().signal,
  });
  expect(answer).toMatchObject({ ok: true, value: { action: 'nothing' } });
  expect(model.calls).toHaveLength(1);
});

describe('a model that thinks first', () => {
  const questions = async (thought: string) => {
    const model = createScriptedModel([thought, '{"action":"wait"}']);
    const answer = await createAsk(model)({
      role: 'agent',
      messages: [{ role: 'user', content: 'West of House' }],
      replySchema: z.object({ thinking: z.string().default(''), action: z.string() }),
      essential: { names: ['action'], begins: () => true, example: 'wait' },
      thinksFirst: true,
      signal: new AbortController().signal,
    });
    return { answer, calls: model.calls };
  };

  it('is asked in no form, then for what is essential, with its thought between', async () => {
    const { answer, calls } = await questions('It is dark, so I wait.');
    expect(answer).toMatchObject({
      ok: true,
      value: { action: 'wait' },
      reply: { reasoning: 'It is dark, so I wait.' },
    });
    expect(calls).toHaveLength(2);
    const [asked, thought, wanted] = calls[1]?.messages.slice(-3) ?? [];
    expect(asked?.content).toContain('West of House');
    expect(thought).toEqual({ role: 'assistant', content: 'It is dark, so I wait.' });
    expect(wanted?.content).toContain('action alone in JSON');
  });

  it('is asked as any other where it thought nothing', async () => {
    const { answer, calls } = await questions(' ');
    expect(answer).toMatchObject({ ok: true, reply: { reasoning: '' } });
    expect(calls[1]?.messages.some(({ role }) => role === 'assistant')).toBe(false);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { CallProgress } from '../../src/domain/message.ts';
import { CompletionStream, repeatsToItsEnd } from '../../src/model/completion-stream.ts';
import { readCompletion } from '../../src/model/provider-reply.ts';
import {
  closeProviders,
  JSON_REPLY,
  modelFailure,
  modelRequest,
  setupModel,
} from '../helpers/model-setup.ts';

afterEach(closeProviders);

const PIECES = JSON_REPLY.split(/(?<=,)/);
const config = { stream: true };

describe('a streamed reply', () => {
  it.each(['openai', 'vllm', 'openrouter'] as const)(
    'of %s is put together',
    { tags: ['slow'] },
    async (dialect) => {
      const { model } = await setupModel([{ pieces: PIECES, reasoning: ['It is ', 'dark.'] }], {
        dialect,
        config,
      });
      expect(await model.complete(modelRequest())).toMatchObject({
        text: JSON_REPLY,
        reasoning: 'It is dark.',
        finishReason: 'stop',
        model: 'test-model',
        usage: { promptTokens: 100, completionTokens: PIECES.length },
      });
    },
  );

  it('is asked for with its usage, and a whole answer to it is read all the same', async () => {
    const { model, provider } = await setupModel([JSON_REPLY], { config });
    expect((await model.complete(modelRequest())).text).toBe(JSON_REPLY);
    expect(provider.requests[0]?.body).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it(
    'that takes longer than the time limit is never cut while pieces come, and is asked for once',
    { tags: ['slow'] },
    async () => {
      const pieces = Array.from({ length: 30 }, () => ' ');
      const reply = { pieces: [...pieces, JSON_REPLY], gapMs: 100 };
      const { model, provider } = await setupModel([reply], {
        config: { ...config, timeoutMs: 1500 },
      });
      const shown: CallProgress[] = [];
      const { text } = await model.complete(
        modelRequest({ onProgress: (progress) => void shown.push(progress) }),
      );
      expect(text).toBe(JSON_REPLY);
      expect(provider.requests).toHaveLength(1);
      expect(shown.length).toBeGreaterThan(1);
    },
  );

  it('that breaks off is a failure of the network', async () => {
    const error = await modelFailure([{ pieces: PIECES, afterwards: 'break-off' }], config);
    expect(error).toMatchObject({ kind: 'network', retryable: true });
  });

  it('with an error in it is that error', async () => {
    const error = await modelFailure([{ pieces: ['x'], afterwards: 'error' }], config);
    expect(error).toMatchObject({ kind: 'server', retryable: true });
  });

  it('that never ends is cut', async () => {
    const { model } = await setupModel([{ pieces: ['x'], afterwards: 'for-ever' }], {
      config: { ...config, maxTokens: 10 },
    });
    expect(await model.complete(modelRequest())).toMatchObject({ finishReason: 'length' });
  });

  it('in which only comments come ends after ten time limits', { tags: ['slow'] }, async () => {
    const reply = { pieces: ['x'], afterwards: 'comments' } as const;
    const error = await modelFailure([reply], { ...config, timeoutMs: 50 });
    expect(error).toMatchObject({ kind: 'timeout' });
  });
});

it('wherever its bytes are cut, a stream says the same', () => {
  const events = PIECES.map(
    (content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\r\n\r\n`,
  );
  const text = `: hello\n${events.join('')}data: [DONE]\n\n`;
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 20 }), (cuts) => {
      const stream = new CompletionStream(10_000);
      const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      at.slice(1).forEach((end, index) => stream.push(text.slice(at[index], end)));
      expect(JSON.parse(stream.completion())).toMatchObject({
        choices: [{ message: { content: JSON_REPLY } }],
      });
    }),
  );
});

const chunk = (content: string, more = {}) =>
  JSON.stringify({ choices: [{ index: 0, delta: { content }, ...more }] });
const END = { finish_reason: 'stop' };
const WHOLE = JSON.stringify({
  choices: [{ message: { content: JSON_REPLY }, finish_reason: 'stop' }],
});
const SPREAD = chunk(JSON_REPLY, END).replace('"delta"', '\ndata: "delta"');

/** Streams of one reply as servers and gateways send them. */
const STREAMS: readonly (readonly [string, string])[] = [
  ['without [DONE]', `data: ${chunk(JSON_REPLY, END)}\n\n`],
  ['that tells first when to come again', `retry: 300\n\ndata: ${chunk(JSON_REPLY, END)}\n\n`],
  ['with a byte order mark', `\uFEFFdata: ${chunk(JSON_REPLY, END)}\n\n`],
  ['with signs of life', `data: ping\n\ndata: ${chunk(JSON_REPLY, END)}\n\n`],
  ['with lines that end in CR', `data: ${chunk(JSON_REPLY, END)}\r\rdata: [DONE]\r\r`],
  [
    'with an event over several lines that end in CRLF',
    `data: ${SPREAD}\n\n`.replaceAll('\n', '\r\n'),
  ],
  ['with an event over several data lines', `event: x\nid: 1\ndata: ${SPREAD}\n\ndata: [DONE]\n\n`],
  [
    'with a line separator inside of a text',
    `data: ${chunk('\u2028')}\n\ndata: ${chunk(JSON_REPLY, END)}\n\n`,
  ],
  ['without blank lines', `data:${chunk('')}\ndata:${chunk(JSON_REPLY, END)}\ndata:[DONE]\n`],
  ['as NDJSON', `${chunk('')}\n${chunk(JSON_REPLY, END)}\n`],
  ['as a whole completion', WHOLE],
  [
    'with a second choice',
    `data: ${JSON.stringify({ choices: [{ index: 1, delta: { content: 'x' } }] })}\n\ndata: ${chunk(JSON_REPLY, END)}\n\n`,
  ],
];

it.each(STREAMS)('a stream %s is read wherever it is cut', (_, body) => {
  for (let at = 1; at < body.length; at++) {
    const stream = new CompletionStream(10_000);
    // A decoder of text takes the byte order mark.
    for (const part of [body.slice(0, at), body.slice(at)]) stream.push(part.replace('\uFEFF', ''));
    expect(readCompletion(stream.completion())?.choices[0]?.message.content.trim()).toBe(
      JSON_REPLY,
    );
  }
});

it('a call that comes in pieces is put together, and is counted with the text', () => {
  const stream = new CompletionStream(10_000);
  for (const args of ['{"action":', '"wait"}']) {
    const delta = { tool_calls: [{ index: 0, function: { arguments: args } }] };
    stream.push(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
  }
  expect(stream.characters).toBe(17);
  expect(stream.isOver).toBe(false);
  stream.push('data: [DONE]\n\n');
  expect(JSON.parse(stream.completion())).toMatchObject({
    choices: [{ message: { tool_calls: [{ function: { arguments: '{"action":"wait"}' } }] } }],
  });
});

describe.each(['text/event-stream', 'application/json', 'text/plain'])('as %s', (type) => {
  it.each(STREAMS)('a stream %s is read', async (_, body) => {
    const reply = { status: 200, body, headers: { 'content-type': type } };
    const { model, provider } = await setupModel([reply], { config });
    expect((await model.complete(modelRequest())).text).toBe(JSON_REPLY);
    expect(provider.requests).toHaveLength(1);
  });
});

it.each([
  ['cannot be read', 'data: oops\n\n'],
  ['holds nothing that can be read', 'data: oops\n\ndata: [DONE]\n\n'],
  ['never says that it ends', `data: ${chunk('{')}\n\n`],
])('a stream that %s is asked for again without one, which is remembered', async (_, body) => {
  const garbled = { status: 200, body, headers: { 'content-type': 'text/event-stream' } };
  const { model, provider } = await setupModel([garbled, JSON_REPLY, JSON_REPLY], { config });
  expect((await model.complete(modelRequest())).text).toBe(JSON_REPLY);
  expect((await model.complete(modelRequest())).text).toBe(JSON_REPLY);
  expect(provider.requests.map(({ body }) => body['stream'])).toEqual([true, undefined, undefined]);
});

it('a stream that repeats one block is ended there, and whole fields before it count', async () => {
  const reply = {
    pieces: [
      '{"thinking":"dark","action":"wait",',
      ...Array.from({ length: 200 }, () => '"x":"again and again",'),
    ],
    afterwards: 'for-ever',
  } as const;
  const { model } = await setupModel([reply], { config: { ...config, maxTokens: 100_000 } });
  const { text, finishReason } = await model.complete(modelRequest());
  expect(finishReason).toBe('loop');
  expect(text.length).toBeLessThan(1_200);
});

describe('a stream of another make', () => {
  const joined = (stream: string) => {
    const read = new CompletionStream(10_000);
    read.push(stream);
    const { choices } = JSON.parse(read.completion()) as {
      choices: { message: { content: string } }[];
    };
    return choices[0]?.message.content;
  };
  const event = (choice: object) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`;

  it.each([
    ['whole messages', event({ message: { content: 'go north' }, finish_reason: 'stop' })],
    ['texts', event({ text: 'go ' }) + event({ text: 'north', finish_reason: 'stop' })],
    ['an end in small letters', `${event({ delta: { content: 'go north' } })}data: [done]\n\n`],
    ['a line before it', `)]}'\n${event({ delta: { content: 'go north' } })}`],
    [
      'the whole message instead of the last piece',
      event({ delta: { content: 'go ' } }) + event({ message: { content: 'go north' } }),
    ],
    [
      'the whole message again at its end',
      event({ delta: { content: 'go north' } }) +
        event({ delta: {}, message: { content: 'go north' }, finish_reason: 'stop' }),
    ],
  ])('is read: %s', (_, stream) => {
    expect(joined(`${stream}data: [DONE]\n\n`)).toBe('go north');
  });

  it('loses no piece that holds a line separator of Unicode', () => {
    const pieces = ['go\u2028', 'north\u2029'].map((content) => event({ delta: { content } }));
    expect(joined(`${pieces.join('')}data: [DONE]\n\n`)).toBe('go\u2028north\u2029');
  });
});

const BLOCK =
  'The door is closed. I open the door, and then I look around the room again for a way out. ';

it('a block that comes five times and fills 400 characters is a loop, wherever it is cut', () => {
  const prose = 'First something else. ';
  fc.assert(
    fc.property(fc.nat(BLOCK.length - 1), (end) => {
      expect(repeatsToItsEnd(`${prose}${BLOCK.repeat(5)}${BLOCK.slice(0, end)}`)).toBe(true);
    }),
  );
  expect(repeatsToItsEnd(`${prose}${BLOCK.repeat(4)}`)).toBe(false);
  expect(repeatsToItsEnd(`${BLOCK.repeat(9)}Then something new is said.`)).toBe(false);
});

it.each([
  [399, false],
  [400, true],
  [401, true],
])('%d blanks are a loop: %s', (length, isLoop) => {
  expect(repeatsToItsEnd(`{"action":"wait"${' '.repeat(length)}`)).toBe(isLoop);
});

it.each([
  [400, true],
  [401, false],
])('a block of %d characters is recognised: %s', (length, isKnown) => {
  const block = Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + at)).join('');
  expect(repeatsToItsEnd(block.repeat(5))).toBe(isKnown);
});

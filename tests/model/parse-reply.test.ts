import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { NO_USAGE, type ModelReply } from '../../src/model/model.ts';
import { parseReply } from '../../src/model/parse-reply.ts';

const schema = z.object({ marker: z.literal(4711), value: z.unknown() });

const reply = (text: string, more: Partial<ModelReply> = {}): ModelReply => ({
  text,
  reasoning: '',
  usage: NO_USAGE,
  finishReason: 'stop',
  model: 'm',
  ...more,
});

const anyValue = fc
  .jsonValue({ maxDepth: 4 })
  .filter((value) => !JSON.stringify(value).includes('__proto__'))
  .map((value) => ({ marker: 4711 as const, value: JSON.parse(JSON.stringify(value)) as unknown }));
const strangeStrings = fc
  .array(fc.constantFrom('{', '}', '"', '\\', '```', '```json\n', '<think>', 'x', '\n'))
  .map((parts) => ({ marker: 4711 as const, value: parts.join('') }));
const value = fc.oneof(anyValue, strangeStrings);
const prose = fc.string({
  unit: fc.constantFrom('a', ' ', '\n', '.', '"', "'", '[', ']', ',', '}', 'é'),
});
const wrapped = fc.oneof(
  fc.record({ before: prose, after: prose, value }).map(({ before, after, value }) => ({
    value,
    text: `${before}${JSON.stringify(value)}${after}`,
  })),
  fc.record({ before: prose, value, indent: fc.nat(3) }).map(({ before, value, indent }) => ({
    value,
    text: `${before}\n\`\`\`json\n${JSON.stringify(value, null, indent)}\n\`\`\`\n`,
  })),
);

it('any object in prose, or fences is found', () => {
  fc.assert(
    fc.property(wrapped, ({ text, value }) => {
      expect(parseReply(reply(text), { replySchema: schema })).toEqual({
        ok: true,
        value,
        from: 'text',
      });
    }),
  );
});

it.each([
  ['inside another object', '{"result":{"memory":{"marker":4711,"value":1}}}', 1],
  ['as what a tool is called with', '{"name":"x","arguments":{"marker":4711,"value":1}}', 1],
  [
    'before another that nobody asked for',
    '{"marker":4711,"value":1} {"marker":4711,"value":2}',
    1,
  ],
  ['after a draft', 'Draft: {"marker":4711,"value":2}\n{"marker":4711,"value":1}', 1],
  ['revised', '{"marker":4711,"value":2}\nFinal: {"marker":4711,"value":1}', 1],
  ['although its prose may be read as against it', 'If in doubt: {"marker":4711,"value":1}', 1],
])('an object %s is read', (_, text, value) => {
  expect(parseReply(reply(text), { replySchema: schema })).toMatchObject({ value: { value } });
});

it('a reply cut anywhere gives its whole value or none', () => {
  fc.assert(
    fc.property(value, fc.nat(), (value, at) => {
      const text = JSON.stringify(value);
      const cut = text.slice(0, at % text.length);
      expect(parseReply(reply(cut, { finishReason: 'length' }), { replySchema: schema }).ok).toBe(
        false,
      );
    }),
  );
});

it('garbage never throws and never pollutes', () => {
  const noise = fc.array(
    fc.oneof(
      fc.string(),
      fc.constantFrom(
        '{',
        '}',
        '"',
        '\\',
        '```',
        '<think>',
        '</think>',
        '"__proto__":',
        'null',
        ':',
        ',',
        '[',
        ']',
        '\u2028',
        '\ud800',
      ),
    ),
  );
  const loose = z.looseObject({});
  fc.assert(
    fc.property(
      noise,
      fc.constantFrom('stop', 'length', 'refusal', 'other'),
      (parts, finishReason) => {
        const text = parts.join('');
        const parsed = parseReply(reply(text, { reasoning: text, finishReason }), {
          replySchema: loose,
        });
        if (!parsed.ok) expect(parsed.problem).not.toBe('');
        expect(Object.keys(Object.prototype)).toEqual([]);
      },
    ),
  );
});

it('1 MiB of braces or fences are read in bounded time', { tags: ['slow'] }, () => {
  for (const piece of ['{', '```', '{"a":"']) {
    const text = piece.repeat(Math.floor((1024 * 1024) / piece.length));
    expect(parseReply(reply(text), { replySchema: schema }).ok).toBe(false);
  }
});

it.each([
  ['just below', 256 * 1024 - 1, true],
  ['at', 256 * 1024, true],
  ['just above', 256 * 1024 + 1, false],
])('an object that ends %s the limit is read or not', (_, length, ok) => {
  const value = { marker: 4711, value: null };
  const object = JSON.stringify(value);
  const text = `${' '.repeat(length - object.length)}${object}`;
  expect(parseReply(reply(text), { replySchema: schema }).ok).toBe(ok);
});

it('reasoning is never the answer', () => {
  const reasoning = JSON.stringify({ marker: 4711, value: null });
  expect(parseReply(reply('', { reasoning }), { replySchema: schema }).ok).toBe(false);
});

it.each([
  ['in an object of its own', { keep: true, memory: { title: 'a' } }, 'a'],
  ['there and in the answer, which wins', { keep: true, title: 'b', memory: { title: 'a' } }, 'b'],
  ['in a field of the answer', { keep: true, second: { title: 'a' } }, undefined],
])('a part of an answer that stands %s', (_, written, title) => {
  const part = z.object({ title: z.string().optional() });
  const replySchema = part.extend({ keep: z.boolean(), second: part.optional() });
  const read = parseReply(reply(JSON.stringify(written)), { replySchema });
  expect(read.ok && read.value.title).toBe(title);
});

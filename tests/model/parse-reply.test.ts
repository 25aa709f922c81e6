import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { NO_USAGE, type ModelReply } from '../../src/model/model.ts';
import { parseReply } from '../../src/model/parse-reply.ts';
import { splitReasoning } from '../../src/model/split-reasoning.ts';

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
  .array(fc.constantFrom('{', '}', '"', '\\', '```', '```json\n', '<think>', '</think>', 'x', '\n'))
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
  fc
    .record({
      thought: fc.string(),
      value,
      tag: fc.constantFrom('think', 'thinking', 'reflection'),
    })
    .filter(({ thought }) => !thought.includes('<'))
    .map(({ thought, value, tag }) => ({
      value,
      text: `<${tag}>${thought}</${tag}>${JSON.stringify(value)}`,
    })),
);

it('any object in prose, fences or behind think tags is found', () => {
  fc.assert(
    fc.property(wrapped, ({ text, value }) => {
      expect(parseReply(reply(text), schema)).toEqual({ ok: true, value, from: 'text' });
    }),
    { numRuns: 500 },
  );
});

it('an object in the reasoning of an empty reply is found', () => {
  fc.assert(
    fc.property(value, prose, (value, before) => {
      const reasoning = `${before}${JSON.stringify(value)}`;
      const parsed = parseReply(reply('', { reasoning }), schema);
      expect(parsed).toEqual({ ok: true, value, from: 'reasoning' });
    }),
  );
});

it('a reply cut anywhere gives its whole value or none', () => {
  fc.assert(
    fc.property(value, fc.nat(), (value, at) => {
      const text = JSON.stringify(value);
      const cut = text.slice(0, at % text.length);
      expect(parseReply(reply(cut, { finishReason: 'length' }), schema).ok).toBe(false);
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
        const parsed = parseReply(reply(text, { reasoning: text, finishReason }), loose);
        if (!parsed.ok) expect(parsed.problem).not.toBe('');
        expect(Object.keys(Object.prototype)).toEqual([]);
      },
    ),
    { numRuns: 1000 },
  );
});

it('think tags are taken out, closed, unclosed, unopened or nested', () => {
  expect(splitReasoning('<think>a</think>b')).toEqual({ text: 'b', reasoning: 'a' });
  expect(splitReasoning('<THINK>a')).toEqual({ text: '', reasoning: 'a' });
  expect(splitReasoning('a</think>b')).toEqual({ text: 'b', reasoning: 'a' });
  expect(splitReasoning('<thinking>a <reflection>b</reflection> c</thinking>d')).toEqual({
    text: 'd',
    reasoning: 'a <reflection>b</reflection> c',
  });
  expect(splitReasoning('x <think>a</think> y <reflection>b</reflection> z')).toEqual({
    text: 'x  y  z',
    reasoning: 'a\n\nb',
  });
});

it('1 MiB of braces, tags or fences are read in bounded time', () => {
  for (const piece of ['{', '<think></think>', '```', '{"a":"', '<think>', '</think>']) {
    const text = piece.repeat(Math.floor((1024 * 1024) / piece.length));
    expect(parseReply(reply(text), schema).ok).toBe(false);
  }
});

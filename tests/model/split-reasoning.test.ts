import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitReasoning } from '../../src/model/split-reasoning.ts';

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

it('what follows a block is the text, whatever stands in strings of its object', () => {
  const parts = fc.record({
    thought: fc.string().filter((text) => !text.includes('<')),
    value: fc
      .array(fc.constantFrom('{', '}', '"', '\\', '<think>', '</think>', 'x'))
      .map((strange) => ({ value: strange.join('') })),
    tag: fc.constantFrom('think', 'thinking', 'reflection'),
  });
  fc.assert(
    fc.property(parts, ({ thought, value, tag }) => {
      const answer = JSON.stringify(value);
      expect(splitReasoning(`<${tag}>${thought}</${tag}>${answer}`)).toEqual({
        text: answer,
        reasoning: thought.trim(),
      });
    }),
  );
});

it('1 MiB of tags is read in bounded time', () => {
  for (const piece of ['<think></think>', '<think>', '</think>']) {
    expect(splitReasoning(piece.repeat(70_000)).text).not.toContain('answer');
  }
});

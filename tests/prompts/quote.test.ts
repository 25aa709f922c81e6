import { describe, expect, it } from 'vitest';
import { oneLine } from '../../src/prompts/quote.ts';

describe('oneLine', () => {
  it('is one line to every reader, also of breaks that only some know', () => {
    expect(oneLine('a\r\nb\u0085c\u2028d\u0007e', 20)).toBe('a b c d e');
  });

  it('is cut between characters, with a mark, only when it is longer', () => {
    expect(oneLine('\u{1F600}\u{1F600}', 2)).toBe('\u{1F600}\u{1F600}');
    expect(oneLine('\u{1F600}\u{1F600}\u{1F600}', 2)).toBe('\u{1F600}\u{1F600}...');
  });
});

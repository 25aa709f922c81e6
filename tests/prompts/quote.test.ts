import { describe, expect, it } from 'vitest';
import { oneLine } from '../../src/domain/text.ts';
import { quote, quoteName, wholeSentences } from '../../src/prompts/quote.ts';

const BREAKS = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];

describe('quote', () => {
  it.each(BREAKS)('marks every line, also after %j', (mark) => {
    expect(quote(`A hall.${mark}## Now`)).toBe('| A hall.\n| ## Now');
  });

  it('holds no control character but the tab', () => {
    expect(quote('a\u0000\u0007b\u001b[2J\tc\u009bd')).toBe('| a b [2J\tc d');
  });

  it('is cut between characters before it is split, with a mark', () => {
    expect(quote('ab\ncd', 5)).toBe('| ab\n| cd');
    expect(quote('ab\ncde', 5)).toBe('| ab\n| cd...');
    expect(quote('\u{1F600}\u{1F600}\u{1F600}', 2)).toBe('| \u{1F600}\u{1F600}...');
  });
});

it.each(BREAKS)('a name in quotation marks stays on one line, also with %j in it', (mark) => {
  expect(quoteName(`the "old${mark}door"`)).toBe('"the \\"old door\\""');
});

describe('oneLine', () => {
  it('is one line to every reader, also of breaks that only some know', () => {
    expect(oneLine('a\r\nb\u0085c\u2028d\u0007e', 20)).toBe('a b c d e');
  });

  it('is cut between characters, with a mark, only when it is longer', () => {
    expect(oneLine('\u{1F600}\u{1F600}', 2)).toBe('\u{1F600}\u{1F600}');
    expect(oneLine('\u{1F600}\u{1F600}\u{1F600}', 2)).toBe('\u{1F600}\u{1F600}...');
  });
});

describe('wholeSentences', () => {
  const line = 'Ring it. "Go!" Then run.';

  it.each([
    [24, line],
    [23, 'Ring it. "Go!" (...)'],
    [14, 'Ring it. "Go!" (...)'],
    [13, 'Ring it. (...)'],
    [8, 'Ring it. (...)'],
    [7, 'Ring it...'],
  ])('keeps what sentences fit into %i characters', (most, kept) => {
    expect(wholeSentences(line, most)).toBe(kept);
  });
});

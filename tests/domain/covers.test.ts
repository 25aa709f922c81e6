import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers, type Claim } from '../../src/domain/covers.ts';

const claim = (title: string, text: string, differs: Partial<Claim> = {}): Claim => ({
  category: 'SUCCESS',
  title,
  text,
  persistence: 'permanent',
  ...differs,
});

describe('one memory covers another', () => {
  it.each([
    ['the same words', claim('Take oar', 'Taken.'), claim('take oar', 'Taken'), true],
    ['another object', claim('take oar', 'Taken.'), claim('take rope', 'Taken.'), false],
    ['another action', claim('drop oar', 'Done.'), claim('take oar', 'Done.'), false],
    ['other endings', claim('opened gates', 'They opened.'), claim('open gate', 'It opens.'), true],
    ['a longer word', claim('open mailbox', ''), claim('open mail', ''), false],
    ['both in one', claim('take oar; take rope', 'Taken.'), claim('take rope', 'Taken.'), true],
    ['other points', claim('ring bell', 'Scores 10.'), claim('ring bell', 'Scores 5.'), false],
    [
      'a denial lost',
      claim('ring bell', 'It rings.'),
      claim('ring bell', 'It never rings.'),
      false,
    ],
    ['an empty title and text', claim('ring bell', ''), claim('', ''), true],
  ])('%s', (_, cover, gone, is) => {
    expect(covers(cover, gone)).toBe(is);
  });

  it.each([
    ['SUCCESS', 'SUCCESS', true],
    ['SUCCESS', 'FAILURE', false],
    ['FAILURE', 'SUCCESS', false],
    ['DANGER', 'NOTE', false],
    ['NOTE', 'DISCOVERY', true],
    ['DISCOVERY', 'NOTE', true],
    ['PUZZLE', 'NOTE', false],
  ])('a %s and a %s of the same words: %s', (one, other, is) => {
    expect(covers(claim('a', 'b', { category: one }), claim('a', 'b', { category: other }))).toBe(
      is,
    );
  });

  it.each([
    ['core', 'core', true],
    ['core', 'permanent', true],
    ['permanent', 'core', false],
  ] as const)('what is %s covers what is %s: %s', (one, other, is) => {
    const say = (persistence: Claim['persistence']) => claim('a', 'b', { persistence });
    expect(covers(say(one), say(other))).toBe(is);
  });

  it.each([
    [1, false],
    [2, true],
    [3, true],
  ])('%i of three words of the text found again', (found, is) => {
    const words = ['brass', 'lever', 'squeaks'];
    const cover = claim('pull', words.slice(0, found).join(' '));
    expect(covers(cover, claim('pull', words.join(' ')))).toBe(is);
  });

  it('whatever it says, a memory covers itself and nothing that it shares no word with', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 });
    fc.assert(
      fc.property(text, text, (title, body) => {
        const one = claim(title, body);
        return covers(one, one) && !covers(one, claim(`${title} qxqx`, body));
      }),
    );
  });
});

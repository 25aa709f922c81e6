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
    [
      'the words of two actions in one',
      claim('move window; turn hen-coop', 'Done.'),
      claim('turn window', 'Done.'),
      false,
    ],
    [
      'the words of two actions joined by a word',
      claim('move window and turn hen-coop', 'Done.'),
      claim('move hen-coop', 'Done.'),
      false,
    ],
    ['the other way round', claim('put box in chest', ''), claim('put chest in box', ''), false],
    ['another one of the kind', claim('take brass key', ''), claim('take key', ''), false],
    [
      'an action told in the text',
      claim('the oar', 'You can take the oar here.'),
      claim('take oar', ''),
      true,
    ],
    [
      'every step of a procedure',
      claim('oil hinge, pull hatch, climb down', ''),
      claim('Oil hinge; pull hatch', ''),
      true,
    ],
    [
      'a denial of something else',
      claim('ring bell', 'The bell rings. The gong never does.'),
      claim('ring bell', 'The bell never rings.'),
      false,
    ],
    [
      'the number of something else',
      claim('ring bell', 'Scores 5. It takes 10 turns.'),
      claim('ring bell', 'Scores 10.'),
      false,
    ],
    [
      'what two ways lead to, exchanged',
      claim('ways', 'North leads to the cave, south leads to the river.'),
      claim('ways', 'North leads to the river, south leads to the cave.'),
      false,
    ],
    [
      'a denial of the other of two things',
      claim('ways', 'South leads to a cave. North does not lead to a cave.'),
      claim('ways', 'North leads to a cave. South does not lead to a cave.'),
      false,
    ],
    ['an empty title and text', claim('ring bell', ''), claim('', ''), true],
  ])('%s', (_, cover, gone, is) => {
    expect(covers(cover, gone)).toBe(is);
  });

  it('a fact of several words is found in any order', () => {
    const note = { category: 'NOTE' };
    expect(covers(claim('Locked hatch', '', note), claim('The hatch is locked', '', note))).toBe(
      true,
    );
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

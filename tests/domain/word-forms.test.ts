import { describe, expect, it } from 'vitest';
import { isSameWord, wordForms } from '../../src/domain/word-forms.ts';

const pairs = (list: string) => list.split(';').map((pair) => pair.trim().split(' '));

describe('one word and another form of it', () => {
  it.each(
    pairs(`key keys; box boxes; axe axes; house houses; glass glasses; berry berries; potato potatoes; knife knives;
      wolf wolves; man men; game game's; open opened; opens opening; take taking; take took; taken taking; move moving;
      drop dropped; get getting; fall falling; pull pulled; control controlled; use used; carry carried; pry pried;
      tie tied; tie tying; lit lighting; throw threw; wave waving; KEY keys`),
  )('%s and %s are the same word', (one = '', other = '') => {
    expect(isSameWord(one, other)).toBe(true);
    expect(isSameWord(other, one)).toBe(true);
  });

  it.each(
    pairs(`letter let; corner corn; seed see; need nee; thing th; rating rats; caring cars; pass pas;
      princess princes; wallpaper wall; mailbox mail; linen line; listen list; string str; gas ga; bed b; universe university`),
  )('%s and %s are two words', (one = '', other = '') => {
    expect(isSameWord(one, other)).toBe(false);
    expect(isSameWord(other, one)).toBe(false);
  });
});

describe('the words of which a word may be a form', () => {
  it.each([
    ['ids', ['ids']],
    ['keys', ['keys', 'key']],
    ['us', ['us']],
    ['gas', ['gas']],
    ['oars', ['oars', 'oar']],
    ['taking', ['taking', 'take']],
    ['dropped', ['dropped', 'dropp', 'droppe', 'drop']],
  ])('of "%s" are %j, itself first', (word, forms) => {
    expect(wordForms(word)).toEqual(forms);
  });
});

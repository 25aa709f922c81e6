import { expect, it } from 'vitest';
import { wholeVerbWords } from '../../src/prompts/verb-wording.ts';

it.each([
  ['examin', ['examin', 'take'], 'examine'],
  ['invent', ['invent', 'take'], 'inventory'],
  ['extinguis', ['extinguis', 'take'], 'extinguish'],
  ['straighte', ['straighte', 'take'], 'straighten'],
  ['examin', ['examin', 'extinguis'], 'examin'],
  ['strike', ['strike', 'examin'], 'strike'],
  ['exami', ['exami', 'take'], 'exami'],
  ['exorci', ['exorci'], 'exorcise'],
  ['inform', ['inform'], 'inform'],
  ['informati', ['informati'], 'information'],
  ['gruepo', ['gruepo'], 'gruepo'],
])('"%s" in a dictionary of %j is told as "%s"', (word, all, expected) => {
  expect(wholeVerbWords(all)(word)).toBe(expected);
});

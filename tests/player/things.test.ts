import { expect, it } from 'vitest';
import { thingWord } from '../../src/player/things.ts';

it.each([
  ['brass lantern', 'lantern'],
  ['copy of "debt of honor"', 'honor'],
  ['the "times"', 'times'],
  ["miner's lamp", 'lamp'],
  ["keeper's", "keeper's"],
  ['room # 30', '30'],
  ['?', ''],
])('%s is called %s', (name, word) => {
  expect(thingWord(name)).toBe(word);
});

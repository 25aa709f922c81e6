import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalAction,
  cleanCommand,
  isMetaCommand,
  isSeveralCommands,
  laidNoun,
  openedNoun,
  takenNouns,
  walkingDirection,
} from '../../src/domain/command.ts';

describe('cleanAction', () => {
  it.each([
    ['open mailbox', 'open mailbox'],
    ['"open mailbox."', 'open mailbox'],
    ['> go north', 'go north'],
    ['`take lamp`', 'take lamp'],
    ['look!', 'look'],
    ['guard, give coin to me', 'guard, give coin to me'],
    ['say "open sesame"', 'say "open sesame"'],
    ['take\nlamp', 'take lamp'],
    ['', ''],
    ['...', ''],
  ])('reads %j as %j', (raw, action) => {
    expect(cleanCommand(raw)).toBe(action);
  });

  it('is stable: cleaning twice changes nothing more', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (raw) => {
        const once = cleanCommand(raw);
        expect(cleanCommand(once)).toBe(once);
      }),
    );
  });

  it('never lets a control character through to the parser', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        expect(cleanCommand(raw)).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

describe('canonicalAction', () => {
  it.each([
    ['n', 'north'],
    ['North', 'north'],
    ['go north', 'north'],
    ['  GO   N. ', 'north'],
    ['walk to the northwest', 'northwest'],
    ['run u', 'up'],
    ['d', 'down'],
    ['inside', 'in'],
    ['go outside', 'out'],
    ['Enter  Window', 'enter window'],
    ['enter', 'enter'],
    ['exit', 'exit'],
    ['go through window', 'go through window'],
    ['climb tree!', 'climb tree'],
    ['go', 'go'],
    ['', ''],
  ])('reads %j as %j', (action, normalised) => {
    expect(canonicalAction(action)).toBe(normalised);
  });

  it('changes nothing the second time, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = canonicalAction(text);
        expect(canonicalAction(once)).toBe(once);
      }),
    );
  });
});

describe('walkingDirection', () => {
  it.each([
    ['north', 'north'],
    ['N', 'north'],
    ['go  north', 'north'],
    ['walk sw', 'southwest'],
    ['go to the east', 'east'],
    ['in', 'in'],
    ['enter window', null],
    ['northern', null],
    ['constructor', null],
  ])('reads %j as %s', (action, direction) => {
    expect(walkingDirection(action)).toBe(direction);
  });
});

describe('isMetaCommand', () => {
  it.each([
    'save',
    'QUIT',
    'save the game',
    'restart, yes',
    'script on',
    'q',
    '#random',
    '$verify',
  ])('knows %j for the session', (action) => {
    expect(isMetaCommand(action)).toBe(true);
  });

  it.each(['look', 'save the sailor', 'inventory', 'quiet', 'record song'])(
    'leaves %j to the world',
    (action) => {
      expect(isMetaCommand(action)).toBe(false);
    },
  );
});

describe('isSeveralCommands', () => {
  it.each([
    ['north. take lamp', true],
    ['take lamp then go north', true],
    ['open door; north', true],
    ['take lamp', false],
    ['look at mr. smith', true],
    ['set dial to 2123.12', false],
    ['wait.2', true],
    ['push 2. north', true],
    ['guard, give coin to me', false],
  ])('%j is several: %s', (action, several) => {
    expect(isSeveralCommands(action)).toBe(several);
  });
});

describe('commands joined by a comma or "and"', () => {
  const isVerb = (word: string) => ['open', 'take', 'examine', 'go', 'give', 'look'].includes(word);

  it.each([
    ['north, north, east', true],
    ['examine box and go north', true],
    ['open box, take coin', true],
    ['take lamp and sword', false],
    ['guard, give coin to me', false],
    ['say "open box, take coin"', false],
    ['put coin and look', false],
    ["open hermit's box and take coin", true],
    ["say 'open box, take coin'", false],
  ])('%j is several: %s', (action, several) => {
    expect(isSeveralCommands(action, isVerb)).toBe(several);
  });

  it.each([
    ['put comb and ring on altar', false],
    ['drop comb, the ring', false],
    ['put comb and ring bell', true],
    ['push comb and ring on altar', true],
  ])('%j is several, where a ring is here and "ring" is a verb, too: %s', (action, several) => {
    const isWord = (word: string) => ['put', 'drop', 'push', 'ring'].includes(word);
    expect(isSeveralCommands(action, isWord, (noun) => noun === 'ring')).toBe(several);
  });
});

it.each([
  ['put the amber egg on the altar', 'amber egg'],
  ['Give egg to gull', 'egg'],
  ['lay egg down', 'egg'],
  ['drop it', 'it'],
  ['hand the card back', 'card'],
  ['show card to guard', 'card'],
  ['return the key to the clerk', 'key'],
  ['return to the mill', ''],
  ['leave lamp here', 'lamp'],
  ['leave house', ''],
  ['feed the dog with meat', ''],
  ['take egg', ''],
])('what is laid down or given by "%s" is "%s"', (action, noun) => {
  expect(laidNoun(action)).toBe(noun);
});

describe('nouns of a command', () => {
  it.each([
    ['take the brass lamp', ['brass lamp']],
    ['pick up coin and rope', ['coin', 'rope']],
    ['take egg, nest', ['egg', 'nest']],
    ['get coin from purse', ['coin']],
    ['examine lamp', []],
    ['take all but leaflet', []],
  ])('%j takes %j', (action, nouns) => {
    expect(takenNouns(action)).toEqual(nouns);
  });

  it.each([
    ['open the window', 'window'],
    ['open chest with key', 'chest'],
    ['look', null],
  ])('%j opens %j', (action, noun) => {
    expect(openedNoun(action)).toBe(noun);
  });
});

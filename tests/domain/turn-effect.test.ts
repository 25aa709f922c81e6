import { describe, expect, it, test } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import { isFailure, isMisread } from '../../src/domain/failure.ts';
import {
  gainedThings,
  knownScoreChange,
  lostThings,
  scoreChange,
  seesRoomFirst,
} from '../../src/domain/turn-effect.ts';
import { decision, observation, thing, turn as played } from '../helpers/observation.ts';

const turn = (before: number | null, after: number | null) => ({
  before: { score: before },
  after: { score: after },
});

test.each([
  [5, 10, 5],
  [10, 5, -5],
  [0, 0, 0],
  [null, 25, null],
  [25, null, null],
  [null, null, null],
])(
  'from a score of %s to %s the change is %s: finding a score out is no gain',
  (from, to, change) => {
    expect(knownScoreChange(turn(from, to))).toBe(change);
    expect(scoreChange(turn(from, to))).toBe(change ?? 0);
  },
);

const CLERK = thing(7, 'clerk', 'animate');

test.each<[string, string, string, Parameters<typeof played>[2], boolean]>([
  ['a refusal', 'push wall', 'The wall stays.', { objects: [CLERK] }, true],
  ['an answer to a question', 'ask clerk about key', 'He nods north.', { objects: [CLERK] }, false],
  [
    'words spoken by somebody',
    'give coin to clerk',
    '"I need your card."',
    { objects: [CLERK] },
    false,
  ],
  ['words that nobody hears', 'ask clerk about key', 'Silence.', {}, true],
  ['a written refusal', 'open book', '"KEEP OUT"', {}, true],
  [
    "the parser's question",
    'open gate',
    'Which gate do you mean, the iron gate or the oak gate?',
    {},
    false,
  ],
  ["the parser's other question", 'open', 'What do you want to open?', {}, false],
])('%s is a failure as it should be', (_, action, text, before, expected) => {
  const record = played(1, action, { ...before, moves: 3 }, { text, moves: 4 });
  expect(isFailure(record)).toBe(expected);
});

test.each([
  [undefined, true, true],
  ['command', true, false],
  [undefined, undefined, false],
] as const)('what one who waits sees, too, is no effect (cause %s, same %s): %s', (...row) => {
  const [cause, isSameIdle, expected] = row;
  const record = played(1, 'open egg', { scene: 'a' }, { scene: 'b', text: 'No.' });
  const comparison = { alsoIdle: [], ...(isSameIdle && { isSameIdle }) };
  expect(isFailure({ ...record, ...(cause && { cause }), comparison })).toBe(expected);
});

test('a command of speech that the parser turned away is a failure', () => {
  const before = { objects: [CLERK], moves: 3 };
  const record = played(1, 'ask clerk for key', before, { text: "You can't see that.", moves: 3 });
  expect(isFailure(record)).toBe(true);
});

const WORDS = ['say', 'take', 'lamp', 'the', 'switch', 'light', 'north'];
const dictionary = {
  knows: (word: string) => WORDS.includes(word),
  verbs: ['say', 'take', 'switch', 'light'],
  objectsNamed: (word: string) => (word === 'light' || word === 'lamp' ? [4] : []),
};
const misread = (record: ReturnType<typeof played>) => isMisread(record, dictionary);

describe('a turn says nothing of the world', () => {
  it('when a word of its command is unknown and nothing changed', () => {
    expect(misread(played(1, 'take frob'))).toBe(true);
    expect(misread(played(1, 'Take the lamp, lamp'))).toBe(false);
    expect(misread(played(1, 'take 2123'))).toBe(false);
  });

  it('when what it names is a word that the story has for a verb alone', () => {
    expect(misread(played(1, 'take switch'))).toBe(true);
    expect(misread(played(1, 'take the light'))).toBe(false);
    expect(misread(played(1, 'switch'))).toBe(false);
    expect(misread(played(1, 'switch lamp'))).toBe(false);
    expect(misread(played(1, 'say switch'))).toBe(false);
    expect(misread(played(1, 'take switch', {}, { scene: 'other' }))).toBe(false);
  });

  it('when the checks had refused its command and nothing changed', () => {
    const record = played(1, 'take lamp');
    const overridden = { ...record, decision: decision('take lamp', { overridden: true }) };
    expect(misread(overridden)).toBe(true);
    expect(misread({ ...overridden, after: { ...overridden.after, scene: 'other' } })).toBe(false);
  });

  it('not when something came of it all the same', () => {
    expect(misread(played(1, 'take frob', {}, { scene: 'other' }))).toBe(false);
    expect(misread(played(1, 'take frob', {}, { score: 5 }))).toBe(false);
    expect(misread(played(1, 'take frob', {}, { died: true }))).toBe(false);
  });

  it('not when any word may be meant: in a speech, after a question, as a key', () => {
    expect(misread(played(1, 'say abracadabra'))).toBe(false);
    expect(misread(played(1, 'abracadabra', { text: 'What is the word?' }))).toBe(false);
    expect(misread(played(1, 'x', { waitsFor: 'key' }))).toBe(false);
  });
});

describe('what came into the hands or left them', () => {
  const cage = { ...thing(9, 'cage', 'container', 'open'), held: true };
  const bird = thing(7, 'bird');
  const caged = { ...bird, held: true, inside: cage.id };
  const free = { objects: [cage, bird], inventory: [cage] };
  const caught = { objects: [cage, caged], inventory: [cage] };
  const shut = { objects: [{ ...cage, traits: ['container' as const] }], inventory: [cage] };
  it.each([
    ['was put into what is held', free, caught, ['bird'], []],
    ['was taken out of what is held', caught, free, [], ['bird']],
    ['a lid hides', caught, shut, [], []],
    ['a lid showed', shut, caught, [], []],
    ['was taken', { objects: [bird] }, { inventory: [bird] }, ['bird'], []],
    ['was taken out of what is held into the hand', caught, { inventory: [cage, bird] }, [], []],
  ])('has what %s', (_, before, after, gained, lost) => {
    const record = played(1, 'wait', before, after);
    expect(gainedThings(record).map(({ name }) => name)).toEqual(gained);
    expect(lostThings(record).map(({ name }) => name)).toEqual(lost);
  });
});

describe('a room seen for the first time', () => {
  const dark = { isDark: true } as const;
  const here = { location: { id: locationId(5), name: 'Den' } };
  const came = played(1, 'north', {}, { ...here, ...dark });
  it.each([
    ['by a light there', [came], { ...here, ...dark }, here, true],
    ['not while it is dark', [came], { ...here, ...dark }, { ...here, ...dark }, false],
    [
      'not if it was seen before',
      [played(1, 'north', {}, here)],
      { ...here, ...dark },
      here,
      false,
    ],
    ['not on the first arrival', [], {}, here, false],
    ['on coming back with a light', [came], {}, here, true],
  ])('is seen first %s', (_, earlier, before, after, isFirst) => {
    const turn = { before: observation(before), after: observation(after) };
    expect(seesRoomFirst(turn, earlier)).toBe(isFirst);
  });
});

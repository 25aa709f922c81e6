import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import type { Memory } from '../../src/domain/memory.ts';
import { claimOf } from '../../src/verify/claim.ts';
import type { TurnRecord } from '../../src/domain/turn-record.ts';
import { memory } from '../helpers/memory.ts';
import { turn } from '../helpers/observation.ts';

const WORDS = new Set(['open', 'take', 'mailbox', 'lamp', 'light', 'switch', 'north']);
const DICTIONARY = {
  verbs: ['light', 'open', 'take'],
  knows: (word: string) => WORDS.has(word),
  grammar: null,
};
const TURNS = [
  turn(1, 'Open  Mailbox', {}, { scene: 'open' }),
  turn(2, 'take lamp'),
  turn(3, 'push switch'),
  {
    ...turn(4, 'north'),
    before: { ...turn(4, 'north').before, location: { id: locationId(2), name: '' } },
  },
  { ...turn(5, 'push switch', {}, { ended: 'death' }), cause: 'clock' as const },
];
const DEADLY = TURNS.map((one): TurnRecord => ({ ...one, cause: 'command' }));
const RECORDINGS = [
  { episode: 1, seed: 5, turns: TURNS, problem: null },
  { episode: 2, seed: 6, turns: DEADLY, problem: null },
];

const claim = (fields: Partial<Memory>, recordings = RECORDINGS as never) =>
  claimOf(
    locationId(1),
    memory({ category: 'FAILURE', episode: 1, ...fields }),
    recordings,
    DICTIONARY,
  );

describe('what of a memory can be tried again', () => {
  it.each([
    [
      'with an effect, the words that were played',
      'SUCCESS',
      'open small mailbox',
      ['open mailbox'],
    ],
    ['without an effect, its own', 'SUCCESS', 'take light lamp', ['take light lamp']],
    ['of a failure, its own', 'FAILURE', 'open light mailbox', ['open light mailbox']],
    ['where it lacks a word that was played, its own', 'SUCCESS', 'open lamp', ['open lamp']],
  ])('of a title that is a fuller wording: %s', (_, category, title, commands) => {
    expect(claim({ category, title, turns: '1-2' })).toMatchObject({ commands });
  });

  it.each([
    ['the title, where it was played', { title: 'open mailbox', turns: '1' }, ['open mailbox']],
    [
      'each command of a list',
      { title: 'take lamp; push switch', turns: '1-3' },
      ['take lamp', 'push switch'],
    ],
    [
      'a title that the parser reads, played or not',
      { title: 'open lamp', turns: '2' },
      ['open lamp'],
    ],
    [
      'what was played, where the title is prose',
      { title: 'The switch is stuck', turns: '3' },
      ['push switch'],
    ],
    [
      'what was played, where a title like a command tells of it',
      { title: 'Light switch', turns: '3' },
      ['push switch'],
    ],
    [
      'what changed nothing, where several were played',
      { title: 'Nothing helps', turns: '1-3' },
      ['take lamp', 'push switch'],
    ],
    [
      'the last, where something worked',
      { title: 'It works', turns: '1-3', category: 'SUCCESS' },
      ['push switch'],
    ],
    [
      'what did harm, where a warning has its own words',
      { title: 'It bites', turns: '5', category: 'DANGER', episode: 2 },
      ['push switch'],
    ],
    [
      'what a title blames in so many words for what the clock did',
      { title: 'Pushing the switch is deadly', turns: '5', category: 'DANGER' },
      ['push switch'],
    ],
  ])('%s', (_, fields, commands) => {
    expect(claim(fields)).toMatchObject({ commands });
  });

  it.each([
    ['(1) Open the mailbox, (2) push the switch.', 'SUCCESS', ['open mailbox']],
    ['Push the switch by hand.', 'SUCCESS', []],
    ['Do not open the mailbox, nor push the switch.', 'FAILURE', []],
  ])('what is done before belongs to it where it says so: "%s" (%s)', (text, category, setup) => {
    expect(claim({ title: 'push switch', turns: '3', text, category })).toMatchObject({
      commands: ['push switch'],
      setup,
    });
  });

  it('what cost points is what a warning in its own words is about', () => {
    const cost = [
      turn(1, 'take lamp'),
      turn(2, 'push switch', {}, { score: -5 }),
      turn(3, 'open mailbox', {}, { scene: 'open' }),
    ];
    const recordings = [{ episode: 1, seed: 5, turns: cost, problem: null }];
    const warning = { title: 'It costs', turns: '1-3', category: 'DANGER' } as const;
    expect(claim(warning, recordings as never)).toMatchObject({ commands: ['push switch'] });
  });

  it('what was done before is never the command itself', () => {
    const twice = [
      turn(1, 'open mailbox', {}, { scene: 'ajar' }),
      turn(2, 'open mailbox', { scene: 'ajar' }, { scene: 'open' }),
    ];
    const recordings = [{ episode: 1, seed: 5, turns: twice, problem: null }];
    const told = { title: 'open mailbox', turns: '2', text: 'Open mailbox twice.' };
    expect(claim({ ...told, category: 'SUCCESS' }, recordings as never)).toMatchObject({
      commands: ['open mailbox'],
      setup: [],
    });
  });

  it('a title that is a command needs no recording', () => {
    expect(claim({ title: 'open mailbox', episode: 9, turns: '1' })).toMatchObject({
      commands: ['open mailbox'],
      source: [],
      lost: 'episode 9 is not kept',
    });
  });

  it.each([
    ['free text', { category: 'NOTE' }, /no command/],
    [
      'an episode that is not kept',
      { title: 'It sticks', episode: 9, turns: '1' },
      /episode 9 is not kept/,
    ],
    ['a turn of another room', { title: 'It sticks', turns: '4' }, /in another room/],
    [
      'a typed title that neither the parser knows nor was played',
      { title: 'xyzzy', turns: '1' },
      /names no command/,
    ],
    [
      'a warning in its own words where nothing did harm',
      { category: 'DANGER', title: 'Beware of the boatman', turns: '2' },
      /names no command/,
    ],
    [
      'a warning that a text gave: reading it is not what it warns of',
      { category: 'DANGER', title: 'Mailbox: giving anything kills', turns: '1' },
      /names no command/,
    ],
    [
      'a death that came with the clock, where the title does not blame the command',
      { category: 'DANGER', title: 'The tide drowns you', turns: '5' },
      /names no command/,
    ],
    ['a turn that was not played', { title: 'It sticks', turns: '7' }, /no turn 7/],
  ])('nothing of %s, and it says why', (_, fields, why) => {
    expect(claim(fields)).toMatch(why);
  });
});

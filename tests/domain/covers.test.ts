import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addsNothing, covers, type Claim } from '../../src/domain/covers.ts';

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
    [
      'a denial gained',
      claim('bell', 'The bell never rings.'),
      claim('bell', 'The bell rings.'),
      false,
    ],
    ['a condition gained', claim('bell', 'It rings when wet.'), claim('bell', 'It rings.'), false],
    [
      'what can be done against what cannot',
      claim('bell', "You can't ring it."),
      claim('bell', 'You can ring it.'),
      false,
    ],
    [
      'one of many thoughts lost',
      claim('oar', 'Long. Red. Heavy.'),
      claim('oar', 'Long. Red. Cursed.'),
      false,
    ],
    [
      'one word of a long thought exchanged',
      claim('troll', 'The old troll at the gate is awake.'),
      claim('troll', 'The old troll at the gate is asleep.'),
      false,
    ],
    [
      'who does it to whom',
      claim('beasts', 'The snake bites the dog.'),
      claim('beasts', 'The dog bites the snake.'),
      false,
    ],
    [
      'the facts the other way round',
      claim('The hall leads to the cave', '', { category: 'NOTE' }),
      claim('The cave leads to the hall', '', { category: 'NOTE' }),
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
    [2, false],
    [3, true],
  ])('%i of three words of a thought found again', (found, is) => {
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

describe('a memory made of others', () => {
  const OAR = claim('take oar', 'Taken. It is wet.');
  const BELL = claim('ring bell', 'It never rings in the rain.');

  it.each([
    [
      'their thoughts, each once',
      'take oar; ring bell',
      'Taken; it is wet; it never rings in the rain.',
      true,
    ],
    [
      'a title and what stands below it in one',
      'Oar is wet',
      'Ring bell, never rings in rain',
      true,
    ],
    ['fewer of them', 'oar', '', true],
    ['a word of its own', 'take oar', 'Taken. It is cursed.', false],
    ['a thought of its own', 'take oar', 'Taken. The troll is friendly.', false],
    ['a title of its own', 'take sword', 'Taken.', false],
    ['a denial taken out', 'ring bell', 'It rings in the rain.', false],
    ['a denial put in', 'take oar', 'It is never wet.', false],
    ['the words of two of them in one thought', 'ring oar', 'Taken.', false],
    ['a number', 'take oar', 'Taken. Scores 5.', false],
  ])('that says %s', (_, title, text, is) => {
    expect(addsNothing(claim(title, text), [OAR, BELL])).toBe(is);
  });
});

describe('whatever a model wants to have merged', () => {
  const word = (letter: string) =>
    fc.integer({ min: 0, max: 5 }).map((number) => `${letter}${'abcdef'[number]}word`);
  const fact = fc.tuple(word('s'), word('v'), word('o')).map((words) => words.join(' '));
  const facts = fc.uniqueArray(fact, { minLength: 1, maxLength: 4 });
  const told = (said: readonly string[]) => claim(said[0] ?? '', said.slice(1).join('; '));

  it('what is accepted says every fact of its sources and no other', () => {
    fc.assert(
      fc.property(facts, facts, facts, fc.boolean(), (one, other, wanted, isTrue) => {
        const known = [...new Set([...one, ...other])];
        const said = isTrue ? known : wanted;
        const made = told(said);
        const sources = [told(one), told(other)];
        const isAccepted =
          sources.every((source) => covers(made, source)) && addsNothing(made, sources);
        const isRight =
          known.every((each) => said.includes(each)) && said.every((each) => known.includes(each));
        return isAccepted === isRight;
      }),
    );
  });
});

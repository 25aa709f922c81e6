import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addsNothing, covers, type MemoryClaim } from '../../src/domain/covers.ts';

const claim = (title: string, text: string, differs: Partial<MemoryClaim> = {}): MemoryClaim => ({
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
    ['another number of a short noun', claim('take keys', ''), claim('take key', ''), true],
    ['another form of a short verb', claim('taking oar', ''), claim('take oar', ''), true],
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
    ['a denial gained', claim('bell', 'It never rings.'), claim('bell', 'It rings.'), false],
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
    [
      'what is said of another one',
      claim('goblin; troll', 'The goblin is friendly. The troll is hostile.'),
      claim('troll', 'It is friendly.'),
      false,
    ],
    [
      'what goes on from another one',
      claim('goblin; troll', 'The goblin is loud. It is friendly.'),
      claim('troll', 'It is friendly.'),
      false,
    ],
    [
      'what another action does',
      claim('pull lever; push button', 'Pulling the lever opens the gate. Nothing else happens.'),
      claim('push button', 'It opens the gate.'),
      false,
    ],
    [
      'steps in another order',
      claim('hatch', 'Pull the hatch, oil the hinge.'),
      claim('hatch', 'Oil the hinge, pull the hatch.'),
      false,
    ],
    [
      'sentences in another order',
      claim('hatch', 'The hatch is heavy. The hinge is dry.'),
      claim('hatch', 'The hinge is dry. The hatch is heavy.'),
      true,
    ],
    [
      'other words for not',
      claim('tree', "You can't take it."),
      claim('tree', 'You cannot take it.'),
      true,
    ],
    [
      'a title that is the short form of its text',
      claim('troll is deadly', 'The troll kills you if you attack bare-handed.'),
      claim('troll kills', 'The troll kills you if you attack bare-handed.'),
      true,
    ],
    [
      'a title that its text denies',
      claim('troll', 'The troll never kills you.'),
      claim('troll kills', 'The troll never kills you.'),
      false,
    ],
    [
      'what nobody knows to have been two facts',
      claim('take oar and ring bell', ''),
      claim('take bell', ''),
      false,
    ],
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
    const say = (persistence: MemoryClaim['persistence']) => claim('a', 'b', { persistence });
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
      'Taken; the oar is wet; it never rings in the rain.',
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
    ['what only one of them says of what it does not name', 'ring bell', 'It is wet.', false],
    ['a number', 'take oar', 'Taken. Scores 5.', false],
  ])('that says %s', (_, title, text, is) => {
    expect(addsNothing(claim(title, text), [OAR, BELL])).toBe(is);
  });
});

const note = (title: string, text: string) => claim(title, text, { category: 'NOTE' });
const merges = (made: MemoryClaim, sources: readonly MemoryClaim[]) =>
  sources.every((source) => covers(made, source, sources)) && addsNothing(made, sources);

describe('a merge in words of its own', () => {
  const OARS = [note('take oar', 'Taken.'), note('take rope', 'Taken.')];
  const TREE = [
    note('take tree', 'You cannot take the tree.'),
    note('push tree', 'You cannot push the tree.'),
  ];
  const FOOD = [note('stone', 'The stone is not edible.'), note('sand', "The sand isn't edible.")];
  const GRATE = [
    note('open grate', 'The grate is locked.'),
    note('unlock grate', 'You have no key for the grate.'),
  ];
  const MAIL = [
    note('mailbox holds leaflet', 'The mailbox holds a leaflet.'),
    note('open mailbox', 'The mailbox opens easily.'),
  ];

  it.each([
    ['two things in a list', OARS, note('take oar and rope', 'Both were taken.')],
    [
      'two actions in a list',
      TREE,
      note('take tree; push tree', "You can't take or push the tree."),
    ],
    ['two subjects', FOOD, note('stone; sand', 'The stone and the sand are not edible.')],
    [
      'two sentences in one',
      GRATE,
      note('open grate; unlock grate', 'The grate is locked and you have no key for the grate.'),
    ],
    [
      'a title that is a list',
      MAIL,
      note(
        'leaflet and mailbox',
        'The mailbox, which opens easily; open mailbox; the mailbox holds a leaflet.',
      ),
    ],
    [
      'what goes on from what it went on from',
      [
        note('goose', 'The goose sleeps by the hatch. It wakes at noon.'),
        note('hatch', 'The hatch is dry.'),
      ],
      note('goose; hatch', 'The goose sleeps by the hatch. It wakes at noon. The hatch is dry.'),
    ],
  ])('is made with %s', (_, sources, made) => {
    expect(merges(made, sources)).toBe(true);
  });

  const BUTTONS = [
    note('red button', 'The red button opens the dam.'),
    note('blue button', 'The blue button floods the room.'),
  ];
  const BEASTS = [note('snake', 'The snake sleeps.'), note('dog', 'The dog bites.')];
  const MOODS = [note('troll', 'It is friendly.'), note('goblin', 'It is hostile.')];
  const BREAD = [note('stone', 'The stone is not edible.'), note('bread', 'The bread is edible.')];
  const STEPS = [
    note('hatch', 'Oil the hinge, pull the hatch.'),
    note('hatch creaks', 'The hatch creaks.'),
  ];

  it.each([
    ['what works denied', BREAD, note('stone; bread', 'The stone and the bread are not edible.')],
    ['a denial left out', TREE, note('take tree; push tree', 'You can take or push the tree.')],
    [
      'outcomes exchanged',
      BUTTONS,
      note(
        'red button; blue button',
        'The blue button opens the dam. The red button floods the room.',
      ),
    ],
    [
      'outcomes joined',
      BUTTONS,
      note(
        'red button; blue button',
        'The red button opens the dam and floods the room; the blue button floods the room.',
      ),
    ],
    [
      'subjects joined',
      BEASTS,
      note('snake; dog', 'The snake and the dog bite; the snake sleeps; the dog bites.'),
    ],
    ['subjects left out', MOODS, note('goblin; troll', 'It is friendly; it is hostile.')],
    [
      'subjects exchanged',
      MOODS,
      note('troll; goblin', 'The troll is hostile. The goblin is friendly.'),
    ],
    [
      'a thing that is another one’s',
      [note('goose', 'The goose is asleep. It likes bread.'), note('cow', 'The cow is awake.')],
      note('goose; cow', 'The goose is asleep; the cow is awake; it likes bread.'),
    ],
    [
      'one of two for both',
      [note('key', 'The key or the rod opens it.'), note('rod', 'The rod is bent.')],
      note('key; rod', 'The key and the rod opens it; the rod is bent.'),
    ],
    [
      'steps in another order',
      STEPS,
      note('hatch; hatch creaks', 'Pull the hatch, oil the hinge. The hatch creaks.'),
    ],
    [
      'a failure put in',
      MAIL,
      note(
        'mailbox',
        'The mailbox holds a leaflet; the mailbox fails to open easily; open mailbox; the mailbox opens easily.',
      ),
    ],
    [
      'a title of its own',
      MAIL,
      note(
        'mailbox hides leaflet',
        'The mailbox holds a leaflet; open mailbox; the mailbox opens easily.',
      ),
    ],
  ])('is refused with %s', (_, sources, made) => {
    expect(merges(made, sources)).toBe(false);
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

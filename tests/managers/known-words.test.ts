import { describe, expect, it } from 'vitest';
import { KnownWords } from '../../src/managers/known-words.ts';
import { exit, thing, turn } from '../helpers/observation.ts';

/** Words of a dictionary that name objects, with the numbers of these. */
const OBJECTS: Readonly<Record<string, readonly number[]>> = {
  lamp: [2],
  window: [3],
  pearl: [4],
  orb: [4],
  troll: [5],
  ring: [6, 7],
  inscription: [],
};
const VERBS = ['take', 'open', 'give', 'unlock', 'ring', 'read', 'wait'];
const WORDS = [...VERBS, ...Object.keys(OBJECTS), 'with', 'all', 'in', 'north', 'golden'];

const DICTIONARY = {
  verbs: VERBS,
  grammar: [
    { words: ['unlock'], patterns: ['X with Y'], isMeta: false },
    { words: ['wait'], patterns: [''], isMeta: false },
    { words: ['take'], patterns: ['X'], isMeta: false },
  ],
  knows: (word: string) => WORDS.includes(word),
  objectsNamed: (word: string) => OBJECTS[word] ?? [],
};

function known(): KnownWords {
  const words = new KnownWords(DICTIONARY);
  const before = { text: 'Kitchen\nA brass kettle hangs over the fireplace by the window.' };
  words.hear(
    turn(1, 'look', before, {
      objects: [thing(4, 'glass pearl')],
      text: 'A lamp stands here. They give it, and it is revived. A bolted gate.',
    }),
  );
  return words;
}

const SHORE =
  'A chapel. On its altar of driftwood are six hollows. An untidy nest hangs from a beam; in it glints a ' +
  'garnet ring. The front door is held by a bolt. Beyond is the marsh, where the spyglass showed a reed islet.';

describe('what a lesson names', () => {
  it.each([
    ['Wizards in the kitchen', 'names the word wizards, which the game has not printed'],
    ['follow the leads', 'names the word leads, which the game has not printed'],
  ])('is a thing where it can be no verb form: %s', (title, doubt) => {
    expect(known().doubt(title)).toBe(doubt);
  });

  it.each([
    ['Open the window', 'Opens with a push; leads in. It took two tries.'],
    ['take pearl', 'The kettle is worth 5 points; put it under the lamp.'],
    ['Kettles', 'The lamps were lit, the fireplace is cold.'],
    ['Way blocked', 'A danger: waiting here costs the turn. Try "open window" instead.'],
    ['brass-kettle', ''],
    ['Kitchen', 'A brass kettle hangs over the firep'],
    ['Open the window', 'The kettle glimmers, golden as ever.'],
    ['take orb', 'What answers to a word of the dictionary was seen.'],
    ['Ring for help', 'A verb of the story names nothing by itself.'],
    ['Open the window: leads down into the dark', 'Opens without a push; holds at the lamp.'],
    ['Open the window, opens from above; hides in the dark', ''],
    ['Tell the joke to the kettle', 'The riddle is a pun; tomorrow brings sorrow.'],
    ['Kitchen layout; take the lamp', 'The layout of the kitchen is easy to learn.'],
    ['One more machine blows the power', 'Overload the circuit.'],
    ['take fireplace', 'The brass of the fireplaces is not the kettle’s.'],
    ['Crossroads with a lamp', 'The window leads on.'],
    ['Kettles: cleared patch, sand', 'A kettle hangs above a patch.'],
    ['Pearl and lamp', 'Both make ants on a log; the kettle shines like a dragon.'],
    ['give the food to the kettle', 'Any snack will do.'],
    ['Unlock it', 'Do it with `unlock window with pearl`, then `wait`.'],
    ['South of the kettle is deadly', 'The engine found it; the parser and the program say so.'],
    ['The lamp shines', 'The giver of the lamp asks for its revival; unbolt the window.'],
    ['The hanger of the kettle', 'The window, the lamp, its stander and its unhangs.'],
    ['Open the window', 'It ends the thefts; the lamp comes only after the theft.'],
    ['take lamp: the window’s hoard', "It is on the window's hoard."],
    ['Open the window', 'A better tinder than the lamp is needed. The ambush happens at night.'],
    ['Open the window', 'Then show/tell the kettle.'],
    ['Find food to bait the kettle', ''],
    ['Open the window', 'The pearl is a magnet: it draws the lamp.'],
    ['Open the window', 'The kettle acts as just a strong magnet for the lamp.'],
    ['Open the window', 'The window north leads to the kettle.'],
    ['Parts of the island', 'The speech and the definition are long.'],
    ['give lamp to kettle', 'The answer is "Give it to somebody."'],
  ])('is known when the game has shown it: %s; %s', (title, text) => {
    expect(known().doubt(title, text)).toBeNull();
  });

  it.each([
    ['One command, open front door, draws the bolt', 'A shortcut to the marsh from then on.'],
    ['take garnet ring (+4) from the untidy nest', 'The ring is one of the gifts for the altar.'],
    ['north: Chapel of St Osyth, +3; altar with six hollows', 'It wants a gift in each hollow.'],
    [
      '`put all on altar` lays every gift in one turn',
      'Worth the walk; no need to lay them singly.',
    ],
    ['explore the marsh Location 119', 'The spyglass showed a reed islet there.'],
  ])('is known in free English: %s', (title, text) => {
    const dictionary = {
      ...DICTIONARY,
      verbs: [...VERBS, 'put'],
      knows: (word: string) => WORDS.includes(word) || ['put', 'on', 'altar'].includes(word),
    };
    const words = new KnownWords(dictionary);
    words.hear(turn(3, 'north', {}, { text: `Chapel of St Osyth\n${SHORE}`, scene: 'other' }));
    expect(words.doubt(title, text)).toBeNull();
  });

  it('is known by a printed word that begins with it, in any form of four letters or more', () => {
    const doubts = (printed: string, title: string) => {
      const words = new KnownWords(DICTIONARY);
      words.add(printed);
      return words.doubt(title);
    };
    expect(doubts('A staircase leads up.', 'take the stairs')).toBeNull();
    expect(doubts('An oarlock.', 'take the oars')).toContain('oars');
    expect(doubts('A stairwell.', 'take the stalls')).toContain('stalls');
  });

  it.each([
    ['Golden dragon', 'It sleeps here.', 'word dragon'],
    ['Dragons here', '', 'word dragons'],
    ['Open the window', 'The dragon behind it bites.', 'word dragon'],
    ['Wizards in the kitchen', 'They sleep.', 'word wizards'],
    ['open log', '', 'word log'],
    ['Kettles', 'Lay the pearl on the log.', 'word log'],
    ['The dragon of the kettle', '', 'word dragon'],
    ['Open the window', 'Beware of a very old dragon.', 'word dragon'],
    ['Open the window', 'Do it with the brass sceptre.', 'word sceptre'],
    ['Open the window', 'Try "wake dragon" first.', 'word dragon'],
    ['Open the window', 'Behind it lives old Grimbold alone.', 'word grimbold'],
    ['give lamp to wizard', '', 'word wizard'],
    // The parser knows the word, but nothing that it names was seen.
    ['give lamp to troll', '', 'word troll'],
    ['take pearl', 'Give it to the troll and the ogre.', 'words troll and ogre'],
    ['take lamp: the dragon sleeps', '', 'word dragon'],
    ['Open the window', 'After the dragon has left, go in.', 'word dragon'],
    ['Open the window', "It is the dragon's hoard.", "word dragon's"],
    ['Open the window', 'Do it with his sceptre.', 'word sceptre'],
    ["take kettle's hoard", '', 'word hoard'],
    ['Open the window', 'A better sceptre lies in the kitchen.', 'word sceptre'],
    ['Open the window', 'The stronger ogre blocks it.', 'word ogre'],
    ['Open the window', 'Prevent the ogre from waking.', 'word ogre'],
    ['take the better sceptre', '', 'word sceptre'],
    ['take magnet', 'The pearl is a magnet.', 'word magnet'],
    ['Open the window', 'There is a magnet in it.', 'word magnet'],
    ['Open the window', 'The pearl is a troll.', 'word troll'],
    ['Open the window', 'The pearl hides a magnet.', 'word magnet'],
    ['give lamp to magnet', '', 'word magnet'],
  ])('is in doubt when it has not: %s; %s', (title, text, named) => {
    expect(known().doubt(title, text)).toBe(`names the ${named}, which the game has not printed`);
  });

  it.each([
    ['They rive it.', 'The river of the kettle', true],
    ['They riv it.', 'The river of the kettle', false],
    ['They bank it.', 'The banker of the kettle', true],
  ])('after "%s" knows "%s": %s', (printed, title, isKnown) => {
    const words = known();
    words.add(printed);
    expect(words.doubt(title) === null).toBe(isKnown);
  });

  it.each([
    ['a kettle (a bird decoy, not taken; untried)', null],
    ['a kettle - a decoy - stands here', null],
    ['a kettle (a sure decoy)', null],
    ['a cauldron (a decoy)', 'names the words cauldron and decoy, which the game has not printed'],
    ['a kettle (a troll, not taken)', 'names the word troll, which the game has not printed'],

    ['a kettle (the decoy)', 'names the word decoy, which the game has not printed'],
    ['a kettle and a decoy', 'names the word decoy, which the game has not printed'],
  ])('is no more than what it is called in a gloss: %s', (text, doubt) => {
    expect(known().doubt('open the window: a kettle', `It shows ${text}.`)).toBe(doubt);
  });

  it('becomes known when it is printed, or seen', () => {
    const words = known();
    words.hear(turn(2, 'north', {}, { text: 'A golden dragon looks at you.' }));
    expect(words.doubt('Golden dragon', 'The dragon looks at you.')).toBeNull();
    words.hear(turn(3, 'north', {}, { objects: [thing(5, 'nasty thug')] }));
    expect(words.doubt('give lamp to troll')).toBeNull();
  });
});

describe('a lesson that names nothing of any game', () => {
  it.each([
    ['The order matters.', 'The order matters.'],
    ['This turn,', 'This turn,'],
    ['This turn has taught us a lot', 'We can use the past to create a better future.'],
    ['SHOULD_REMEMBER', 'The order matters.'],
    ['The answer is here.', 'The answer is here.'],
    ['This turn has taught us', 'The first step of our journey is to explore the world around us.'],
  ])('is none: %s', (title, text) => {
    expect(known().isOfGame(title, text)).toBe(false);
  });

  it.each([
    ['Wait; unlock', 'The order matters.'],
    ['north', 'This way is of use.'],
    ['Dead end', 'No way on; the other way is southwest.'],
    ['Dragon below', 'It was told of in the past.'],
    ['It was there', 'Beside the kettle.'],
    ['Room by the window', 'A way.'],
  ])('is not one that names a command, a way or a thing, seen or not: %s', (title, text) => {
    expect(known().isOfGame(title, text)).toBe(true);
  });

  it('is not one that names with an ordinary word what the game printed', () => {
    const words = known();
    expect(words.isOfGame('Darkness', 'Two turns in it are the end.')).toBe(false);
    words.add('In the darkness something moves.');
    expect(words.isOfGame('Darkness', 'Two turns in it are the end.')).toBe(true);
  });
});

describe('a command that a lesson quotes', () => {
  it.each([
    ['`frob window`', 'frob window'],
    ['"unlock window"', 'unlock window'],
    ['"unlock window with"', 'unlock window with'],
    ['`wait lamp`', 'wait lamp'],
    ['"take kettle"', 'take kettle'],
  ])('is in doubt when the parser does not take it: %s', (quoted, named) => {
    const words = known();
    words.hear(turn(2, 'look', {}, { text: 'You could frob it.' }));
    expect(words.doubt('How to go on', `Here ${quoted} helps.`)).toBe(
      `names "${named}", which is no command of this game`,
    );
  });

  it('is not when it was played, or when the game printed it', () => {
    const words = known();
    words.hear(turn(2, 'unlock window', {}, { text: 'A voice says: take kettle!' }));
    expect(words.doubt('How to go on', '"unlock window" and "take kettle" fail.')).toBeNull();
  });
});

describe('what the answer repeats of a command', () => {
  const asks = { text: 'I don\'t know the word "sceptre".' };

  it('makes nothing known where the command had no effect', () => {
    const words = known();
    words.hear(turn(2, 'take sceptre', {}, asks));
    // The next turn begins with the same text.
    words.hear(turn(3, 'wait', asks, { text: 'Time passes.' }));
    expect(words.doubt('take sceptre')).toBe(
      'names the word sceptre, which the game has not printed',
    );
  });

  it.each([
    ['had an effect', { text: 'Taken: the sceptre.', scene: 'changed' }],
    ['showed the thing', { text: 'The sceptre is heavy.', objects: [thing(9, 'sceptre')] }],
  ])('counts where the command %s', (_, after) => {
    const words = known();
    words.hear(turn(2, 'take sceptre', {}, after));
    expect(words.doubt('take sceptre')).toBeNull();
  });

  it('counts where another text prints it', () => {
    const words = known();
    words.hear(turn(2, 'take sceptre', {}, asks));
    words.hear(turn(3, 'wait', asks, { text: 'A sceptre falls from the sky.' }));
    expect(words.doubt('take sceptre')).toBeNull();
  });

  it.each([
    ['in an answer of the game, for which it counted a move', 'open troll', 1, null],
    [
      'in a complaint of the parser, for which it counted none',
      'open troll',
      0,
      'names the word troll, which the game has not printed',
    ],
    [
      'after a command with a word that the parser does not know',
      'open troll frob',
      1,
      'names the word troll, which the game has not printed',
    ],
  ])('%s', (_, command, moves, doubt) => {
    const words = known();
    const after = { text: 'You need no troll for that.', moves: 4 + moves };
    words.hear(turn(2, command, { moves: 4 }, after));
    expect(words.doubt('open troll')).toBe(doubt);
  });

  it('counts where the same answer follows another command', () => {
    const words = known();
    words.hear(turn(2, 'take sceptre', {}, asks));
    words.hear(turn(3, 'wait', asks, asks));
    expect(words.doubt('take sceptre')).toBeNull();
  });
});

it('what was printed when an exit was tried ahead is known', () => {
  const words = known();
  expect(words.doubt('give orb to troll')).toContain('troll');
  const way = { ...exit('north', 9), takes: [thing(4, 'orb')], loss: 'A troll snatches the orb!' };
  words.hear(turn(2, 'wait', {}, { exits: [way] }));
  expect(words.doubt('give orb to troll')).toBeNull();
});

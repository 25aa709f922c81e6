import { expect, test } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';
import { readTestStory } from '../helpers/stories.ts';

const zork = readTestStory('zork1-r88.z3');
const advent = readTestStory('advent.z5');
const lostpig = readTestStory('lostpig.z8');

test.skipIf(zork === null)(
  'text comes without the prompt and the status line apart from it',
  () => {
    if (zork === null) return;
    const game = openStory(zork, { seed: 1 });
    expect(game.opening.text).toMatch(/^ZORK I.*There is a small mailbox here\.$/s);
    expect(game.step('inventory')).toEqual({
      text: 'You are empty-handed.',
      status: 'West of House  Score: 0  Moves: 1',
      ended: null,
      died: false,
      keysPressed: 0,
    });
  },
);

test.skipIf(advent === null)('later versions show the status line of their upper window', () => {
  if (advent === null) return;
  const { status } = openStory(advent, { seed: 1 }).opening;
  expect(status).toMatch(/^At End Of Road +Score: 36 +Moves: 0$/);
});

for (const [name, story] of [
  ['zork1-r88', zork],
  ['advent', advent],
  ['lostpig', lostpig],
] as const) {
  test.skipIf(story === null)(
    `${name}: saving, restoring and transcripts inside the game fail politely and play goes on`,
    () => {
      if (story === null) return;
      const game = openStory(story, { seed: 1 });
      const place = game.facts().location;
      for (const command of ['save', 'restore', 'script', 'unscript', 'script', 'look']) {
        const result = game.step(command);
        expect(result.ended).toBeNull();
        expect(result.text).not.toBe('');
      }
      expect(game.facts().location).toEqual(place);
    },
  );

  test.skipIf(story === null)(`${name}: quitting is an ending, and asking about it is none`, () => {
    if (story === null) return;
    const game = openStory(story, { seed: 1 });
    expect(game.step('quit').ended).toBeNull();
    expect(game.step('no').ended).toBeNull();
    game.step('quit');
    expect(game.step('y').ended).toBe('quit');
    expect(game.facts().ended).toBe('quit');
  });
}

test.skipIf(zork === null)('a restarted game is the same game again, chance included', () => {
  if (zork === null) return;
  const game = openStory(zork, { seed: 12 });
  const commands = ['n', 'n', 'wait', 'u', 'd', 'wait', 'wait'];
  const first = commands.map((command) => game.step(command));
  game.step('restart');
  expect(game.step('y').text).toContain('West of House');
  expect(commands.map((command) => game.step(command))).toEqual(first);
});

test.skipIf(zork === null)('only the death after which the game stops is an ending', () => {
  if (zork === null) return;
  const game = openStory(zork, { seed: 12 });
  const fall = (...way: readonly string[]): unknown => {
    for (const command of way)
      expect(game.step(command)).toMatchObject({ died: false, ended: null });
    const { died, ended } = game.step('jump');
    return { died, ended };
  };
  expect(fall('s', 'e', 'e', 'e')).toEqual({ died: true, ended: null });
  expect(game.facts().location.name).toBe('Forest');
  expect(fall('e', 's', 'e', 'e', 'e')).toEqual({ died: true, ended: null });
  expect(fall('e', 's', 'e', 'e', 'e')).toEqual({ died: true, ended: 'death' });
  expect(game.step('look')).toMatchObject({ text: '', died: false, ended: 'death' });
});

test.skipIf(zork === null)('control characters and overlong lines do no harm', () => {
  if (zork === null) return;
  const game = openStory(zork, { seed: 1 });
  expect(game.step('open\n\u0000\tmailbox').text).toContain('leaflet');
  expect(game.step('é ß İ \u{1F600} '.repeat(200)).ended).toBeNull();
  expect(game.step('').text).toContain('beg your pardon');
  expect(game.facts().moves).toBe(1);
});

test.skipIf(zork === null || advent === null)(
  "verbs and words are those of the story's own dictionary, in its own spelling",
  () => {
    if (zork === null || advent === null) return;
    const { dictionary } = openStory(zork, { seed: 1 });
    expect(dictionary.verbs).toEqual(expect.arrayContaining(['take', 'open', 'examin']));
    for (const word of ['lamp', 'north', 'with']) expect(dictionary.verbs).not.toContain(word);
    expect(
      ['Mailbox', 'lantern', 'xyzzy', 'floccinauc', 'two words', ''].map((w) =>
        dictionary.knows(w),
      ),
    ).toEqual([true, true, true, false, false, false]);
    const inform = openStory(advent, { seed: 1 }).dictionary;
    expect(inform.verbs).toEqual(expect.arrayContaining(['take', 'examine', 'inventory']));
    expect(inform.verbs).not.toContain('lantern');
    expect(inform.knows('examine')).toBe(true);
  },
);

test.skipIf(zork === null)(
  'waiting and looking leave the world as it is; moving, opening and taking do not',
  () => {
    if (zork === null) return;
    const game = openStory(zork, { seed: 12 });
    const start = game.fingerprint();
    for (const command of ['wait', 'look', 'inventory', 'wait', 'qqqq']) {
      game.step(command);
      expect(game.fingerprint(), command).toBe(start);
    }
    const seen = new Set([start]);
    for (const command of ['open mailbox', 'take leaflet', 'n', 'drop leaflet']) {
      game.step(command);
      expect(seen.has(game.fingerprint()), command).toBe(false);
      seen.add(game.fingerprint());
    }
  },
);

import { describe, expect, it } from 'vitest';
import { KnownWords } from '../../../src/managers/known-words.ts';
import { cleanItemDoubt, originWords } from '../../../src/managers/knowledge/knowledge-item.ts';
import { edits, openScene, Play, wander } from './knowledge-scene.ts';
import { NO_DICTIONARY } from '../../helpers/no-dictionary.ts';

const SECTION = 'LESSONS LEARNED';
const file = (...items: readonly string[]) =>
  `## ${SECTION}\n\n${items.map((item) => `- ${item}\n`).join('')}`;
const PAYS = { op: 'add', section: SECTION, text: 'Each gift pays twice.' };

/** Updates of one episode, ten turns each, with the edits of each reply. */
async function updates(before: string | undefined, ...replies: readonly (readonly object[])[]) {
  const scene = openScene({
    ...(before !== undefined && { file: before }),
    script: replies.map((list) => edits(...list)),
    options: { updateInterval: 10 },
  });
  const play = new Play(3);
  await wander(scene.manager, play, replies.length * 10);
  const question = (at: number) => scene.model.calls[at]?.messages[1]?.content ?? '';
  const items = () => scene.read().match(/^- .*$/gm);
  return { ...scene, play, question, items };
}

describe('what an item rests on', () => {
  it('are the turns that show it, and every reader is told how often it was seen', async () => {
    const twice = { ...PAYS, turns: [7, 4, 7] };
    const { items, manager, question } = await updates(undefined, [twice], []);
    expect(items()).toEqual(['- Each gift pays twice. *(Ep3, T4, T7)*']);
    expect(manager.promptDigest(100)).toContain('| - Each gift pays twice. (shown in 2 turns)');
    expect(question(1)).toContain('Each gift pays twice. (shown in 2 turns: Ep3 T4, T7)');
  });

  it('are told alike of every episode', () => {
    const origin = { episode: 2, turns: [7, 9], doubt: null, earlier: 'Ep1, T4' };
    expect(originWords(origin)).toBe('shown in 3 turns: Ep1 T4; Ep2 T7, T9');
  });

  it('is called a guess once, where its text says so itself', async () => {
    const { manager } = await updates(undefined, [{ ...PAYS, text: 'Guess: each gift pays.' }], []);
    expect(manager.promptDigest(100)).toContain('| - Guess: each gift pays.');
  });

  it('without a turn makes it a guess, which readers are told as that', async () => {
    const { items, manager, question } = await updates(undefined, [PAYS], []);
    expect(items()).toEqual(['- Each gift pays twice. *(Ep3, guess)*']);
    expect(manager.promptDigest(100)).toContain('| - Guess: Each gift pays twice.');
    expect(question(1)).toContain('Each gift pays twice. (guess of Ep3)');
    expect(question(1)).toContain(
      'it is kept as a guess: no turn is named that shows it, or you were not sure',
    );
  });

  it.each([
    [0, 'T0 is none of them', '*(Ep3, guess: turn 0 is not one of those shown)*'],
    [1, 'the first is', '*(Ep3, T1)*'],
    [10, 'the last is', '*(Ep3, T10)*'],
    [11, 'one to come is none of them', '*(Ep3, guess: turn 11 is not one of those shown)*'],
  ])('are turns that were shown: %i, %s', async (turn, _, written) => {
    const { items } = await updates(undefined, [{ ...PAYS, turns: [turn] }]);
    expect(items()).toEqual([`- Each gift pays twice. ${written}`]);
  });

  it('grows when the same is seen again in the episode, and a guess that is seen is none any more', async () => {
    const { items } = await updates(
      file('Doors creak. *(Ep1, guess)*'),
      [
        { ...PAYS, turns: [2] },
        { op: 'add', section: SECTION, text: 'Doors creak.', turns: [4] },
      ],
      [{ ...PAYS, turns: [12] }],
    );
    expect(items()).toEqual([
      '- Doors creak. *(Ep3, T4)*',
      '- Each gift pays twice. *(Ep3, T2, T12)*',
    ]);
  });

  it('is doubted where it names what the game has not shown; the text is kept and not believed', async () => {
    const scene = openScene({
      script: [edits({ ...PAYS, text: 'Feed the zzyqx.', turns: [2] })],
      options: { updateInterval: 10 },
      words: new KnownWords({ ...NO_DICTIONARY, knows: (word) => word !== 'zzyqx' }),
    });
    await wander(scene.manager, new Play(3), 10);
    expect(scene.read()).toContain(
      '- Feed the zzyqx. *(Ep3, T2, guess: names the word zzyqx, which the game has not printed)*',
    );
    expect(scene.manager.promptDigest(100)).toContain('Guess: Feed the zzyqx.');
  });
});

it.each([
  [119, 119],
  [120, 120],
  [121, 123],
])('a reason of %i characters is kept in %i, without what would end it', (length, kept) => {
  expect(cleanItemDoubt('x'.repeat(length))).toHaveLength(kept);
  expect(cleanItemDoubt('names (a) *troll*\n')).toBe('names a troll');
  expect(cleanItemDoubt(' (*) ')).toBeNull();
});

describe('an item that has become false', () => {
  it('gives way to what turns show, whichever section it stands in', async () => {
    const insight = '## CROSS-EPISODE INSIGHTS\n\n- Go west first. *(Ep1, T9)*\n';
    const { items, read } = await updates(`${file('Doors creak. *(Ep1, T3)*')}\n${insight}`, [
      { op: 'revise', item: 'Go west first.', text: 'Nothing lies west.', turns: [8] },
    ]);
    expect(items()).toEqual([
      '- Doors creak. *(Ep1, T3)*',
      '- Nothing lies west. *(Ep3, T8; earlier wording: Ep1, T9)*',
    ]);
    expect(read()).toContain('## CROSS-EPISODE INSIGHTS\n\n- Nothing lies west.');
  });

  it.each([
    ['Corrow takes one gift of 2 and goes; offer 3 things.', 'Ep1, T3; Ep3, T8'],
    ['Corrow takes one gift.', 'Ep1, T3; Ep3, T8'],
    ['Corrow takes one gift of 5 and goes.', 'Ep3, T8; earlier wording: Ep1, T3'],
    ['Corrow never takes one gift of 2 and goes.', 'Ep3, T8; earlier wording: Ep1, T3'],
    ['Only when he is fed Corrow takes one gift of 2, goes.', 'Ep3, T8; earlier wording: Ep1, T3'],
    ['Feed the visitor.', 'Ep3, T8; earlier wording: Ep1, T3'],
  ])(
    'keeps its earlier turns, as those of an earlier wording where the revision does not go on from it: %s',
    async (text, turns) => {
      const item = 'Corrow takes one gift of 2 and goes.';
      const { items } = await updates(file(`${item} *(Ep1, T3)*`), [
        { op: 'revise', item, text, turns: [8] },
      ]);
      expect(items()).toEqual([`- ${text} *(${turns})*`]);
    },
  );

  it('keeps through a second revision what showed its earlier wording, and does not count it', async () => {
    const { items, manager } = await updates(
      file('Corrow takes 2. *(Ep3, T8; earlier wording: Ep1, T3, T4)*'),
      [{ op: 'revise', item: 'Corrow takes 2.', text: 'Old Corrow takes 2.', turns: [9] }],
    );
    expect(items()).toEqual([
      '- Old Corrow takes 2. *(Ep3, T8, T9; earlier wording: Ep1, T3, T4)*',
    ]);
    expect(manager.promptDigest(100)).toContain('Old Corrow takes 2. (shown in 2 turns)');
  });

  it('does not give way to a guess, which stands beside it', async () => {
    const { items, question } = await updates(
      file('Doors creak. *(Ep1, T3)*'),
      [{ op: 'revise', item: 'Doors creak.', text: 'Doors are quiet.' }],
      [],
    );
    expect(items()).toEqual([
      '- Doors creak. *(Ep1, T3)*',
      '- Against "Doors creak.": Doors are quiet. *(Ep3, guess)*',
    ]);
    expect(question(1)).toContain('that item was seen: this stands beside it');
  });

  it.each([80, 81])('is quoted beside with 80 characters at most: %i', async (length) => {
    const text = 'x'.repeat(length);
    const { items } = await updates(file(text), [
      { op: 'revise', item: text, text: 'No.', turns: [1] },
    ]);
    const quoted = `${'x'.repeat(80)}${length > 80 ? '...' : ''}`;
    expect(items()?.[1]).toBe(`- Against "${quoted}": No. *(Ep3, T1)*`);
  });

  it('can be retired as a guess even when it is the only one', async () => {
    const { items } = await updates(file('Go west. *(Ep1, guess)*'), [
      { op: 'retire', item: 'Go west.', reason: 'turn 4 shows a wall' },
    ]);
    expect(items()).toBeNull();
  });
});

describe('the next question', () => {
  it('tells what was refused, merged and retired, each with its reason, and nothing after edits as asked', async () => {
    const { question } = await updates(
      file('Doors creak. *(Ep1, T3)*', 'Lamps burn. *(Ep1, T4)*', 'Bells ring. *(Ep1, T5)*'),
      [
        { op: 'retire', item: 'Lamps burn.', reason: 'they do not' },
        { op: 'add', section: 'CHEATS', text: 'Type xyzzy.', turns: [1] },
        { op: 'add', section: SECTION, text: 'DOORS, creak!', turns: [1] },
      ],
      [{ ...PAYS, turns: [11] }],
      [],
    );
    const told =
      /## What became of your last edits, and of lessons that belong to no room\n([^]*?)\n\n## /.exec(
        question(1),
      )?.[1];
    expect(told?.split('\n')).toEqual([
      '| - retired: Lamps burn.: they do not',
      '| - refused: add: CHEATS: Type xyzzy.: there is no such section',
      '| - refused: add: LESSONS LEARNED: DOORS, creak!: the same is known already',
    ]);
    expect(question(2)).toContain(
      'What became of your last edits, and of lessons that belong to no room\n| - added as [19f83d]\n',
    );
  });

  it('tells why a whole update was refused, also when the episode has ended', async () => {
    const { manager, play, model } = await updates(file('Doors creak. *(Ep1, T3)*'), [
      { op: 'retire', item: 'Doors creak.', reason: 'x' },
    ]);
    await manager.synthesise(play.state, { reason: 'max-turns', detail: '' }).catch(() => false);
    const asked = model.calls.at(-1)?.messages[1]?.content ?? '';
    expect(asked).toContain('| - nothing was changed: It would retire 1 of 1 items.');
  });
});

describe('the last question of an episode', () => {
  async function lastQuestion(before: string, episode: number) {
    const scene = openScene({ file: before, script: [edits()] });
    const play = new Play(episode);
    const text = 'Dear keeper,\nGIVE HIM NOTHING.';
    await scene.manager.learn(play.state, play.next('read letter', { text }));
    await wander(scene.manager, play, 3);
    await scene.manager.synthesise(play.state, { reason: 'max-turns', detail: '' });
    return scene.model.calls[0]?.messages[1]?.content ?? '';
  }

  it('shows the turns that it asks about, with their whole texts', async () => {
    const asked = await lastQuestion('', 1);
    expect(asked).toMatch(
      /## Turns of this episode\nTurn 1, .*\n\| > read letter\n\| Dear keeper,/,
    );
    expect(asked).toContain('| GIVE HIM NOTHING.');
    expect(asked).toContain('Turn 4, ');
  });

  it('shows of the turns that an update showed the commands alone', async () => {
    const scene = openScene({ script: [edits(), edits()], options: { updateInterval: 10 } });
    const play = new Play(1);
    const read = { text: 'Dear keeper,\nGIVE HIM NOTHING.' };
    await scene.manager.learn(play.state, play.next('read letter', read));
    await wander(scene.manager, play, 9);
    await scene.manager.learn(play.state, play.next('ring bell', { text: 'It tolls.' }));
    await scene.manager.synthesise(play.state, { reason: 'max-turns', detail: '' });
    const [update, last] = scene.model.calls.map(({ messages }) => messages[1]?.content ?? '');
    expect(update).toContain('| GIVE HIM NOTHING.');
    expect(last).not.toContain('| GIVE HIM NOTHING.');
    expect(last).toMatch(/## Turns that the last update showed\n\| T1, .*: read letter\n/);
    expect(last).toMatch(/## Turns since then\nTurn 11, .*\n\| > ring bell\n\| It tolls\./);
  });

  it.each([
    [2, null],
    [3, ''],
    [4, '; not settled in Ep3'],
    [6, '; not settled in Ep3 to Ep5'],
  ])(
    'lists the guesses to settle, in episode %i with the episodes that left them',
    async (episode, left) => {
      const asked = await lastQuestion(
        file('Go west. *(Ep2, guess)*', 'Old. *(Ep1, T2)*'),
        episode,
      );
      const guesses = /## Guesses to settle\n([^]*?)\n\n## /.exec(asked)?.[1];
      if (left === null) return expect(guesses).toBeUndefined();
      expect(guesses).toMatch(/^\| \[[0-9a-f]{6}\] Go west\. \(Ep2/);
      expect(guesses?.endsWith(`(Ep2${left})`)).toBe(true);
      expect(guesses).not.toContain('Old.');
    },
  );
});

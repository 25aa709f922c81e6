import { describe, expect, it } from 'vitest';
import { memory } from '../../helpers/memory.ts';
import { exit, thing as seen } from '../../helpers/observation.ts';
import { asked, at, context, lesson, LONG, nothing, thing, turn, world } from './memory-world.ts';

const coin = seen(9, 'coin');

describe('triggers', () => {
  it('a turn without a signal asks nobody', async () => {
    const { manager, questions, file } = world();
    await manager.learn(turn(2, 'wait', { text: 'x'.repeat(100) }), context());
    expect(questions).toHaveLength(0);
    expect(file.replacements).toBe(0);
  });

  it.each([
    ['a score change', { score: -5 }],
    ['an inventory change', { inventory: [thing(4, 'umbrella')] }],
    ['a death', { ended: 'death' as const }],
    ['a death that does not end the game', { died: true }],
    ['an answer of 101 characters', { text: 'x'.repeat(101) }],
  ])('%s asks once', async (_, after) => {
    const { manager, questions } = world({ script: () => nothing() });
    await manager.learn(turn(2, 'wait', after), context());
    expect(questions).toHaveLength(1);
    expect(questions[0]?.role).toBe('memory');
  });

  it.each([
    ['that the game refused are asked about together', {}, 1],
    ['that turned the pages of a menu have not failed', { waitsFor: 'key' as const }, 0],
  ])('four commands %s', async (_, before, count) => {
    const { manager, questions } = world({ script: () => nothing() });
    for (const [index, key] of ['s', 't', 'u', 'v'].entries())
      await manager.learn(turn(index + 2, `${key}x`, { text: 'No.' }, before), context());
    expect(questions).toHaveLength(count);
  });

  it.each([
    ['open the hatch', ['open'], 0],
    ['open the hatch', [], 1],
    ['take the hatch', [], 0],
    ['unlock the hatch', ['open'], 1],
  ] as const)(
    '"%s", refused where the held hatch is %j: asks %i',
    async (action, traits, count) => {
      const { manager, questions } = world({ script: () => nothing() });
      const hatch = { ...seen(7, 'hatch', 'openable', ...traits), held: true };
      const look = { objects: [hatch], inventory: [hatch], text: 'No. That is so already.' };
      await manager.learn(turn(2, action, look, look), context());
      await manager.learn(turn(3, 'east', { room: [80, 'Pier'] }, look), context());
      expect(questions).toHaveLength(count);
    },
  );

  it.each([
    ['falls into reach', [coin], {}, {}, 1],
    ['was in reach', [coin], { objects: [coin] }, {}, 0],
    ['was held', [coin], { inventory: [coin] }, {}, 0],
    ['is seen by new light', [coin], { isDark: true as const }, {}, 0],
    ['only stands in the prose', [{ ...coin, isScenery: true as const }], {}, {}, 0],
    ['comes by itself', [coin], {}, { cause: 'clock' as const }, 0],
  ])('a thing that %s: asks', async (_, objects, before, differs, count) => {
    const { manager, questions } = world({ script: () => nothing() });
    const played = turn(2, 'hit box', { objects, inventory: [], text: 'Clink!' }, before);
    const { isDark: _dark, ...lit } = played.after;
    await manager.learn({ ...played, after: lit, ...differs }, context());
    expect(questions).toHaveLength(count);
  });

  it('a walk to a new room asks once', async () => {
    const { manager, questions } = world({ script: () => nothing() });
    await manager.learn(turn(2, 'east', { room: [80, 'Pier'] }), context({ firstVisit: true }));
    expect(questions).toHaveLength(1);
  });

  it('several signals ask once, and the same outcome is not judged twice in an episode', async () => {
    const { manager, questions } = world({ script: () => nothing() });
    const pull = (number: number) =>
      turn(number, number === 9 ? ' Pull  HATCH ' : 'pull hatch', { text: LONG, score: 5 });
    await manager.learn(pull(2), context());
    await manager.learn(pull(9), context());
    expect(questions).toHaveLength(1);
    expect(manager.status().metrics).toMatchObject({ triggered: 2, alreadyJudged: 1, asked: 1 });
    await manager.learn(turn(10, 'pull hatch', { text: `${LONG}!`, scene: 'a' }), context());
    await manager.learn(
      turn(11, 'pull hatch', { text: LONG, score: 1 }, { room: [5, 'Attic'] }),
      context(),
    );
    expect(questions).toHaveLength(3);
    manager.resetEpisode();
    await manager.learn(pull(2), context({ episode: 2 }));
    expect(questions).toHaveLength(4);
  });

  it('a walk to a known room asks nothing, but dying on the walk does', async () => {
    const { manager, questions } = world({ script: () => nothing() });
    const walk = (number: number, text: string, died = false) =>
      manager.learn(turn(number, 'east', { room: [80, 'Pier'], text, died }), context());
    await walk(2, 'Pier. A gull.');
    await walk(4, `Pier. Two gulls. ${LONG}`);
    expect(questions).toHaveLength(0);
    await walk(6, 'Pier. The gulls eat you.', true);
    expect(questions).toHaveLength(1);
  });

  it.each([
    ['xyzzy', [], undefined, 1],
    ['xyzzy', [exit('east', 80)], undefined, 0],
    ['xyzzy', [exit('east', 81)], undefined, 1],
    ['xyzzy', [], 'clock', 0],
    ['east', [], undefined, 0],
  ] as const)('"%s" to a known room, with ways out %j, cause %s: asks %i', async (...given) => {
    const [command, exits, cause, count] = given;
    const { manager, questions } = world({ script: () => nothing() });
    const walk = turn(2, command, { room: [80, 'Pier'], text: 'Pier.' }, { exits });
    await manager.learn({ ...walk, ...(cause !== undefined && { cause }) }, context());
    expect(questions).toHaveLength(count);
  });

  it.each([
    ['nothing is', null, 1],
    ['the way is', { category: 'SUCCESS', title: 'east', text: 'East leads to the pier.' }, 1],
    ['what it is good for is', { category: 'SUCCESS', title: 'rub egg', text: 'An egg pays.' }, 1],
    ['that it gets lost is', { category: 'NOTE', title: 'Gull', text: 'It steals the egg.' }, 0],
    ['that it is in danger is', { category: 'DANGER', title: 'Gull', text: 'Mind the egg.' }, 0],
  ] as const)('what is taken on a walk is asked about where %s known', async (_, known, asks) => {
    const { manager, questions } = world({ script: () => nothing() });
    if (known !== null)
      await manager.addMemory(at(79), 'Quay', memory({ persistence: 'permanent', ...known }));
    const walk = turn(2, 'east', { room: [80, 'Pier'] }, { inventory: [thing(4, 'egg')] });
    await manager.learn({ ...walk, after: { ...walk.after, inventory: [] } }, context());
    expect(questions).toHaveLength(asks);
  });

  it.each([
    ['nothing is remembered', null, 1],
    ['something other than its start is remembered', memory({ persistence: 'permanent' }), 1],
    ['its start is remembered', memory({ persistence: 'core' }), 0],
    ['its start was remembered wrongly', memory({ persistence: 'core', status: 'SUPERSEDED' }), 1],
  ])('the first walk of an episode to a room of which %s', async (_, known, asks) => {
    const { manager, questions } = world({ script: () => nothing() });
    if (known !== null) await manager.addMemory(at(80), 'Pier', known);
    await manager.learn(
      turn(2, 'east', { room: [80, 'Pier'], text: LONG }),
      context({ firstVisit: true }),
    );
    expect(questions).toHaveLength(asks);
  });

  it.each([
    ['names all that it prints', 'A goose and a rope are here.', [], 0],
    ['leaves out a thing', 'A goose is here.', [], 1],
    ['says nothing of what the engine knows as shut', 'A goose and a rope.', ['openable'], 1],
  ] as const)(
    'the start of a room is asked about unless its memory %s',
    async (_, text, traits, asks) => {
      const { manager, questions } = world({ script: () => nothing() });
      await manager.addMemory(at(80), 'Pier', memory({ persistence: 'permanent', text }));
      const objects = [thing(7, 'goose'), thing(8, 'rope')].map((one) => ({
        ...one,
        ...{ inside: null, held: false, traits: one.id === 8 ? traits : [] },
      }));
      const entered = {
        room: [80, 'Pier'] as [number, string],
        text: `A goose, a rope. ${LONG}`,
        objects,
      };
      await manager.learn(turn(2, 'east', entered), context({ firstVisit: true }));
      expect(questions).toHaveLength(asks);
      const shut = 'the engine knows as locked or closed: rope here, closed';
      if (traits.length > 0) expect(asked(questions[0])).toContain(shut);
    },
  );

  it('an outcome that no answer came for is asked about again', async () => {
    const { manager, questions } = world({ script: (_, call) => (call === 1 ? null : nothing()) });
    for (const number of [2, 3, 4])
      await manager.learn(turn(number, 'pull', { text: LONG, scene: 'pulled' }), context());
    expect(questions).toHaveLength(2);
  });

  const OGRE = { ...thing(7, 'ogre'), inside: null, held: false, traits: ['animate' as const] };
  const MET = { objects: [OGRE] };

  it.each<[string, Parameters<typeof turn>, number]>([
    ['somebody comes', [2, 'wait', MET, { objects: [] }], 1],
    ['somebody stays', [2, 'wait', MET, MET], 0],
    ['somebody answers', [2, 'ask ogre about gold', { text: 'He grunts.' }, MET], 1],
    ['somebody says why', [2, 'give coin to ogre', { text: '"Give me gold."' }, MET], 1],
    ['the parser asks', [2, 'ask ogre about it', { text: 'Which gold do you mean?' }, MET], 0],
    ['nobody is there to answer', [2, 'say hello', { text: 'Hello.' }, {}], 0],
    ['a thing is gone', [2, 'wait', { inventory: [] }, { inventory: [thing(4, 'coin')] }], 1],
    ['it was laid down', [2, 'drop coin', { inventory: [] }, { inventory: [thing(4, 'coin')] }], 0],
  ])(
    'where %s, the count of questions is right',
    async (_, [number, action, after, before], asks) => {
      const { manager, questions } = world({ script: () => nothing() });
      await manager.learn(turn(number, action, after, before), context());
      expect(questions).toHaveLength(asks);
    },
  );

  it('nobody is asked about a character or an answer that is known', async () => {
    const { manager, questions } = world({ script: () => nothing() });
    await manager.addMemory(at(79), 'Quay', memory({ title: 'The ogre comes and goes' }));
    const says = (number: number) =>
      turn(number, 'ask ogre about gold', { text: 'He grunts.' }, MET);
    await manager.learn(turn(2, 'wait', MET, { objects: [] }), context());
    await manager.learn(says(4), context({ recent: [says(3)] }));
    expect(questions).toHaveLength(0);
  });

  it.each([
    ['remembers it', memory({ category: 'SUCCESS', title: 'Pull hatch', scoreChange: 5 }), 0],
    [
      'remembers other points',
      memory({ category: 'SUCCESS', title: 'Pull hatch', scoreChange: 2 }),
      1,
    ],
    [
      'is not sure of it',
      memory({ category: 'SUCCESS', title: 'Pull hatch', status: 'TENTATIVE' }),
      1,
    ],
    [
      'remembers another command',
      memory({ category: 'SUCCESS', title: 'Push hatch', text: '' }),
      1,
    ],
    ['remembers that it fails', memory({ category: 'FAILURE', title: 'pull hatch' }), 1],
  ])('points are asked about unless a memory of the room %s', async (_, known, asks) => {
    const { manager, questions } = world({ script: () => nothing() });
    await manager.addMemory(at(79), 'Quay', known);
    await manager.learn(turn(2, 'pull the hatch', { score: 5 }), context());
    expect(questions).toHaveLength(asks);
  });

  it('a question shows what the one before it taught', async () => {
    const { manager, questions } = world({
      script: (question) =>
        lesson({
          memory_title: question.includes('does this room start') ? 'Start' : 'Climbing scores',
        }),
    });
    const refused = turn(2, 'push wall', { text: 'It stays. It is built in.' });
    await manager.learn(refused, context());
    const climb = turn(3, 'up', { room: [80, 'Loft'], score: 5, scene: 'loft' });
    await manager.learn(climb, context({ firstVisit: true, recent: [refused] }));
    expect(questions.map((one) => asked(one).split('\n').at(-1))).toEqual([
      'What have the actions without a change taught, and what this turn?',
      'What does this room start with?',
    ]);
    expect(asked(questions[0])).toContain('Visit: FIRST VISIT, asked about next');
    expect(asked(questions[0])).toContain('but for one whose title begins with this room');
    expect(asked(questions[0]).match(/It stays/g)).toHaveLength(1);
  });
});

describe('what speaks against a memory of the room', () => {
  const FAILS = memory({ category: 'FAILURE', title: 'pull hatch' });
  const WORKS = memory({ category: 'SUCCESS', title: 'pull hatch', scoreChange: 0 });
  const other = turn(2, 'ring bell', { scene: 'rung' });
  const handled = turn(2, 'oil hatch', { scene: 'oiled' });
  const works = turn(3, 'pull hatch', { scene: 'pulled' });
  const leads = turn(3, 'pull hatch', { room: [80, 'Loft'], scene: 'loft' });
  const refused = turn(3, 'pull hatch');
  const says = 'the outcome is not that of the memory "pull hatch"';

  it.each([
    ['what failed works', FAILS, works, other, true],
    ['what failed works and leads away', FAILS, leads, other, true],
    [
      'what failed and is in doubt works',
      { ...FAILS, status: 'TENTATIVE' as const },
      works,
      other,
      true,
    ],
    ['what worked is refused, though something else was done', WORKS, refused, other, true],
    ['what worked is refused after it was handled', WORKS, refused, handled, false],
    ['what worked works', WORKS, works, other, false],
  ])('is asked about and listed: %s', async (_, known, record, before, asks) => {
    const { manager, questions } = world({ script: () => nothing() });
    await manager.addMemory(at(79), 'Quay', known);
    for (let n = 0; n < 30; n += 1) {
      const note = memory({ title: `Note ${n}`, text: `The bell has ${n} dents.` });
      await manager.addMemory(at(79), 'Quay', note);
    }
    await manager.learn(record, context({ recent: [before] }));
    expect(questions.map(asked).filter((one) => one.includes(says))).toHaveLength(asks ? 1 : 0);
    if (asks) expect(asked(questions[0])).toContain(`| - "pull hatch" (${known.category}, `);
  });

  it('is none where the room knows of both', async () => {
    const { manager, questions } = world({ script: () => nothing() });
    for (const one of [FAILS, WORKS]) await manager.addMemory(at(79), 'Quay', one);
    await manager.learn(works, context());
    expect(questions).toHaveLength(0);
  });
});

describe('nobody is asked again about what is stored in other words', () => {
  const shut = { ...thing(7, 'sash window'), inside: null, held: false, traits: [] };
  const open = { ...shut, traits: ['open' as const] };
  const egg = thing(8, 'amber egg');

  it.each([
    ['an opening', { objects: [open], scene: 'open' }, { title: 'Getting in', scoreChange: 0 }],
    ['points', { inventory: [egg], score: 4 }, { title: 'The egg pays', scoreChange: 4 }],
  ])('%s', async (_, after, fields) => {
    const { manager, questions } = world({ script: () => nothing() });
    const known = memory({
      ...fields,
      category: 'DISCOVERY',
      text: 'The sash window opens with a heave; the amber egg lies behind it.',
    });
    const play = async (number: number) => {
      await manager.learn(turn(number, 'heave it', after, { objects: [shut] }), context());
      await manager.conclude(context());
    };
    await play(2);
    expect(questions).toHaveLength(1);
    manager.resetEpisode();
    await manager.addMemory(at(79), 'Quay', known);
    await play(3);
    expect(questions).toHaveLength(1);
  });
});

it('an opening shares the question about what it opened the way to', async () => {
  const { manager, questions } = world({ script: () => nothing() });
  const shut = { ...thing(7, 'door'), inside: null, held: false, traits: [] };
  const open = { ...shut, traits: ['open' as const] };
  const opens = turn(2, 'open door', { objects: [open], scene: 'open' }, { objects: [shut] });
  await manager.learn(opens, context());
  expect(questions).toHaveLength(0);
  const enter = turn(3, 'east', { room: [80, 'Pier'], score: 3, text: LONG }, { objects: [open] });
  await manager.learn(enter, context({ firstVisit: true, recent: [opens] }));
  expect(questions.map((one) => asked(one).split('\n').at(-1))).toEqual([
    'What has this turn taught, together with what turn 2 changed?',
    'What does this room start with?',
  ]);
});

it('somebody who goes is asked about once, and what a memory says works and does not', async () => {
  const { manager, questions } = world({ script: () => nothing() });
  const ogre = { ...thing(7, 'ogre'), inside: null, held: false, traits: ['animate' as const] };
  const goes = (number: number) => turn(number, 'wait', { objects: [] }, { objects: [ogre] });
  await manager.learn(goes(2), context());
  await manager.learn(goes(4), context({ recent: [goes(2)] }));
  expect(questions).toHaveLength(1);
  const works = memory({ category: 'SUCCESS', title: 'Pull hatch' });
  await manager.addMemory(at(79), 'Quay', works);
  await manager.learn(turn(5, 'pull hatch', { text: 'It stays.' }), context());
  expect(questions).toHaveLength(2);
});

it('a memory of another room about this one is listed here and can be replaced here', async () => {
  const script = () => lesson({ supersedes_memory_titles: ['Bilge floods'] });
  const { manager, questions } = world({ script });
  await manager.addMemory(at(80), 'Pier', memory({ title: 'Bilge floods', about: at(79) }));
  await manager.learn(turn(2, 'pull', { score: 1 }), context());
  expect(asked(questions[0])).toContain('| - "Bilge floods"');
  expect(manager.getMemories(at(80))).toEqual([]);
  expect(manager.getMemories(at(79)).map(({ title }) => title)).toEqual(['Hatch is stuck']);
});

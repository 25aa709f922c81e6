import { describe, expect, it } from 'vitest';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import { asked, at, context, lesson, nothing, thing, turn, world } from './memory-world.ts';

const death: TurnRecord = {
  ...turn(9, 'read scroll', { ended: 'death', text: 'The roof comes down.' }),
  cause: 'clock',
  comparison: { alsoIdle: ['death'], beginning: { turn: 0, moves: 17 } },
};

/** What is believed of the room after a turn of which a model says this. */
async function learnt(record: TurnRecord, said: object) {
  const { manager, events } = world({ script: () => lesson(said) });
  await manager.learn(record, context());
  const believed = manager.getMemories(at(79));
  const refused = events.flatMap((event) =>
    event.type === 'memory-refused' ? [event.reason] : [],
  );
  return { titles: believed.map(({ title }) => title), believed, refused };
}

describe('a death that the clock brought is blamed on nothing that was done', () => {
  it.each([
    ['Studying old parchment is fatal', 'Poring over ancient words ends the game.', 'DANGER'],
    ['Never look at writing here', 'Whoever looks at it perishes within a turn.', 'DANGER'],
    ['Do not use magic', 'Spells bring the ceiling down at this time.', 'DANGER'],
    ['Curiosity kills', 'What was tried last made the roof fall.', 'FAILURE'],
    ['The last action was deadly', 'Doing that again will be deadly again.', 'FAILURE'],
    ['Reading is deadly', 'The scroll is cursed.', 'DANGER'],
    ['It was a bad move', 'After 17 turns such a move means death.', 'FAILURE'],
    ['Keep hands off the parchment', 'It eventually kills the one who unrolls it.', 'SUCCESS'],
    ['Old writing is cursed', 'Whoever deciphers it dies.', 'NOTE'],
    ['Cursed writing', 'The roof answers to spoken words.', 'DISCOVERY'],
  ])('"%s"', async (memory_title, memory_text, category) => {
    const { titles, refused, believed } = await learnt(death, {
      memory_title,
      memory_text,
      category,
    });
    expect(refused).toEqual(['not-the-cause']);
    expect(titles).toEqual(['about 17 turns after the start: death']);
    expect(believed).toMatchObject([{ category: 'DANGER', status: 'ACTIVE', turns: '9' }]);
  });

  it('and is the command where one who waited lived', async () => {
    const own = { ...death, cause: 'command', comparison: { alsoIdle: [] } } as const;
    const { titles } = await learnt(own, { memory_title: 'Reading is deadly', category: 'DANGER' });
    expect(titles).toEqual(['Reading is deadly']);
  });

  it.each([
    ['give book to gnome: +1, a turn later -1', 'give book to gnome: +1, a turn later -1'],
    ['reading the scroll costs a point', 'about 1 turn after "give book to gnome": -1 points'],
  ])('but what set the clock going may be told of: "%s"', async (memory_title, told) => {
    const { manager } = world({ script: () => lesson({ memory_title, category: 'SUCCESS' }) });
    const began = turn(8, 'give book to gnome', { score: 1 });
    const lost = {
      ...turn(9, 'read scroll', { score: -1 }),
      cause: 'clock',
      comparison: { alsoIdle: ['points -1'], beginning: { turn: 8, moves: 1 } },
    } as const;
    await manager.learn(lost, context({ recent: [began, lost] }));
    expect(manager.getMemories(at(79)).map(({ title }) => title)).toEqual([told]);
  });

  it('and is a guess where nobody looked', async () => {
    const { comparison: _, ...unseen } = { ...death, cause: 'unknown' } as const;
    const { believed } = await learnt(unseen, { category: 'DANGER' });
    expect(believed).toMatchObject([{ title: 'Hatch is stuck', status: 'TENTATIVE' }]);
  });
});

it('harm of the clock beside what the command did is told as what it is', async () => {
  const taken = { ...turn(9, 'take hat', { inventory: [thing(8, 'hat')], score: -2 }) };
  const record = { ...taken, cause: 'command', comparison: { alsoIdle: ['points -2'] } } as const;
  const blamed = await learnt(record, { category: 'DANGER', memory_title: 'The hat costs points' });
  expect(blamed.titles).toEqual(['comes by itself: -2 points']);
  const kept = await learnt(record, { category: 'SUCCESS', memory_title: 'take hat' });
  expect(kept.titles).toEqual(['take hat']);
});

it.each([
  [{}, 'comes by itself: -2 points', 'ACTIVE'],
  [
    { odds: { tried: 8, command: 3, idle: 1 } },
    'by chance, also without doing anything: -2 points',
    'TENTATIVE',
  ],
])(
  'what comes to one who only waits is by chance where other random numbers say so: %j',
  async (differs, title, status) => {
    const lost = { ...turn(9, 'read scroll', { score: -2 }), cause: 'clock' } as const;
    const record = { ...lost, comparison: { alsoIdle: ['points -2'], ...differs } };
    const { believed } = await learnt(record, { category: 'DANGER' });
    expect(believed).toMatchObject([{ title, status, category: 'DANGER' }]);
    expect(believed[0]?.text.includes('3 of 8 tries')).toBe('odds' in differs);
  },
);

describe('a lesson of a scene that the clock ends stays beside what the engine found', () => {
  async function scene(command: string, differs: object = {}) {
    const record: TurnRecord = {
      ...turn(5, command, { room: [203, 'Galley'], scene: 'other' }),
      cause: 'clock',
      comparison: { alsoIdle: [], beginning: { turn: 0, moves: 5 } },
    };
    const { manager, questions } = world({
      script: (_, call) =>
        call === 1
          ? lesson({
              memory_title: `${command} five turns: the service ends`,
              memory_text: 'The rod breaks and the demon goes free.',
              category: 'SUCCESS',
              ...differs,
            })
          : nothing(),
    });
    await manager.learn(record, context({ firstVisit: true }));
    const kept = manager.getMemories(at(79)).map(({ title, status }) => [title, status]);
    await manager.learn(turn(6, 'read note', { score: 5 }), context());
    return { kept, next: asked(questions.at(-1)) };
  }

  const fact = ['about 5 turns after the start: taken to Galley (203)', 'ACTIVE'];
  const doubt = 'was kept as TENTATIVE: what came of it also comes to one who only waits';

  it('as a guess where it names another command', async () => {
    const { kept, next } = await scene('pray');
    expect(kept).toEqual([fact, ['pray five turns: the service ends', 'TENTATIVE']]);
    expect(next).toContain(doubt);
  });

  it.each([
    ['wipe celery', fact[0], 'TENTATIVE'],
    ['put celery in purse; wipe celery', 'put celery in purse; wipe celery', 'ACTIVE'],
  ])('unless it lists what failed: %s', async (memory_title, first, status) => {
    const { kept } = await scene('wipe celery', { category: 'FAILURE', memory_title });
    expect([kept[0]?.[0], kept.at(-1)?.[1]]).toEqual([first, status]);
  });

  it('as it is where the player waited', async () => {
    const { kept, next } = await scene('wait');
    expect(kept).toEqual([fact, ['wait five turns: the service ends', 'ACTIVE']]);
    expect(next).not.toContain(doubt);
  });
});

import { describe, expect, it } from 'vitest';
import type { Memory } from '../../../src/domain/memory.ts';
import { planConsolidation } from '../../../src/managers/episodes/consolidation-plan.ts';
import { memory } from '../../helpers/memory.ts';

const ROOM = [
  titled('Rug can be moved', { text: 'The rug can be moved aside.' }),
  titled('Rug hides a door', { text: 'Under the rug is a door.', episode: 3, turns: '9' }),
  titled('Door bars itself', { text: 'The door closes behind you.', category: 'DANGER' }),
  titled('Door shuts', { text: 'Door shuts.' }),
  titled('Rug hides door', { text: 'Rug hides a door.' }),
  titled('Lamp is here', { text: 'A lamp lies here.', persistence: 'core' }),
];

const RUG = {
  titles: ['Rug can be moved', 'Rug hides a door'],
  category: 'discovery',
  title: 'Rug and door',
  text: 'The rug can be moved aside; the rug hides a door; under the rug is a door.',
};

describe('a consolidation', () => {
  it('merges by exact title and takes episode, turns and points from what it merges', () => {
    const { plan, refused } = planConsolidation(ROOM, { merge: [RUG], drop: [] });
    expect(refused).toEqual([]);
    expect(plan.merges).toEqual([
      {
        supersedes: RUG.titles,
        memory: titled('Rug and door', {
          text: RUG.text,
          category: 'DISCOVERY',
          episode: 3,
          turns: '9',
        }),
      },
    ]);
  });

  it('makes one sort of fact of one sort: what the room starts with stays that, too', () => {
    const merging = (...titles: string[]) =>
      planConsolidation(ROOM, {
        merge: [
          {
            ...RUG,
            titles,
            text: 'Door bars itself: the door closes shut behind you. A lamp lies here.',
          },
        ],
        drop: [],
      });
    for (const titles of [
      ['Door bars itself', 'Door shuts'],
      ['Lamp is here', 'Door shuts'],
    ]) {
      const { plan, refused } = merging(...titles);
      expect(plan.merges).toEqual([]);
      expect(refused[0]?.reason).toMatch(/does not say what/);
    }
  });

  it.each([
    ['one memory alone', { titles: ['Door shuts', 'Door shuts'] }],
    ['a memory that is not there', { titles: ['Door shuts', 'Troll is nice'] }],
    ['a title that is only similar', { titles: ['Door shuts', 'rug can be moved'] }],
    ['a title that is taken', { title: 'Lamp is here' }],
    ['no title', { title: ' \n' }],
    ['a text that says nothing', { text: 'Stuff.' }],
    ['a text that leaves one of them out', { text: 'The rug can be moved aside.' }],
    ['a text that says more', { text: `${RUG.text} The troll is friendly.` }],
    ['a title that says more', { title: 'Rug hides a treasure' }],
  ])('refuses to merge with %s', (_, wrong) => {
    const { plan, refused } = planConsolidation(ROOM, { merge: [{ ...RUG, ...wrong }], drop: [] });
    expect(plan).toEqual({ merges: [], drops: [] });
    expect(refused).toHaveLength(1);
  });

  it('names each memory once', () => {
    const again = { ...RUG, title: 'Other', titles: ['Rug can be moved', 'Door shuts'] };
    const { plan, refused } = planConsolidation(ROOM, {
      merge: [RUG, again],
      drop: [{ title: 'Rug hides a door', covered_by: 'Rug and door' }],
    });
    expect(plan).toMatchObject({ merges: [{ supersedes: RUG.titles }], drops: [] });
    expect(refused).toHaveLength(2);
  });

  it('drops what a memory that stays says already, a merged one too', () => {
    const { plan, refused } = planConsolidation(ROOM, {
      merge: [RUG],
      drop: [{ title: 'Rug hides door', covered_by: 'Rug and door' }],
    });
    expect(plan.drops).toEqual([{ title: 'Rug hides door', coveredBy: 'Rug and door' }]);
    expect(refused).toEqual([]);
  });

  it('drops nothing in a circle, nothing into the void and no danger into something harmless', () => {
    const drop = [
      { title: 'Door shuts', covered_by: 'Lamp is here' },
      { title: 'Lamp is here', covered_by: 'Door shuts' },
      { title: 'Rug can be moved', covered_by: 'No such thing' },
      { title: 'Door bars itself', covered_by: 'Rug hides a door' },
    ];
    const { plan, refused } = planConsolidation(ROOM, { merge: [], drop });
    expect(plan.drops).toEqual([]);
    expect(refused).toHaveLength(4);
  });

  it('that would drop more than half of the memories drops none', () => {
    const room = ['A', 'B', 'C', 'D'].map((title) => titled(`Door ${title}`, { text: 'Shut.' }));
    const all = titled('Door A, door B, door C, door D', { text: 'Shut.' });
    const dropping = (count: number) =>
      planConsolidation([...room.slice(0, 3), all], {
        merge: [],
        drop: room.slice(0, count).map(({ title }) => ({ title, covered_by: all.title })),
      });
    expect(dropping(2).plan.drops).toHaveLength(2);
    expect(dropping(3).plan.drops).toEqual([]);
    expect(dropping(3).refused).toEqual([{ what: 'drop: 3 memories', reason: 'too many at once' }]);
  });
});

function titled(title: string, differs: Partial<Memory>): Memory {
  return memory({ title, text: '', turns: '5', ...differs });
}

import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { decision, turn } from '../../helpers/observation.ts';
import { AT_1, AT_2, declares, found, keeps, play, texts, wait } from './played-turns.ts';
import { exit, look, room } from '../map/scene.ts';
import { corridor, planning } from './planning.ts';

describe('completion', () => {
  it('costs no call, whatever changed', async () => {
    const plan = planning([]);
    await play(plan, declares(1, 'Reach Location 2', 2), turn(2, 'east', AT_1, AT_2));
    expect(plan.model.calls).toHaveLength(0);
    expect(plan.manager.completedObjectives()).toEqual(['Reach Location 2']);
  });

  it('may be claimed for several at once; what no fact supports is told as refused and nothing is lost', async () => {
    const plan = planning([]);
    await play(plan, declares(1, 'a'), declares(2, 'b'), declares(3, 'c'));
    const claim = decision('take lamp', { completed: ['a', 'b', 'everything'] });
    await play(plan, { ...turn(4, 'take lamp', AT_1, { scene: 'other' }), decision: claim });
    expect(texts(plan)).toEqual(['c']);
    expect(plan.manager.completedObjectives()).toEqual(['a', 'b']);
    expect(plan.events.filter(({ type }) => type === 'objective-refused')).toMatchObject([
      { text: 'everything', claim: 'completed' },
    ]);
  });

  it('is progress on the turn of the action; being dropped as stale is none', async () => {
    const plan = planning([], {}, { discoveryInterval: 1000 });
    await play(plan, declares(1, 'Reach it', 2), declares(2, 'b'), turn(3, 'east', AT_1, AT_2));
    expect(plan.manager.lastProgressTurn()).toBe(3);
    await play(plan, wait(31), wait(32));
    expect(texts(plan)).toEqual([]);
    expect(plan.manager.lastProgressTurn()).toBe(3);
  });
});

describe('refinement', () => {
  const nine = Array.from('abcdefghi');

  it('is asked for above eight only, and leaves eight', async () => {
    const plan = planning([keeps('i', 'a')]);
    await play(plan, ...nine.slice(0, 8).map((text, index) => declares(index + 1, text)));
    expect(plan.model.calls).toHaveLength(0);
    await play(plan, declares(9, 'i'));
    expect(texts(plan).join('')).toBe('iabcdefg');
  });

  it('that does not help is not paid for again at once', async () => {
    const plan = planning(() => keeps('nonsense'));
    await play(plan, ...nine.map((text, index) => declares(index + 1, text)), wait(10), wait(11));
    expect(plan.model.calls).toHaveLength(1);
    expect(texts(plan)).toEqual(nine);
  });
});

describe('what the agent is shown', () => {
  it('is at most five objectives with targets, its own newest among them, and the last completed', async () => {
    const plan = planning([found(['find a', 2], 'b', 'c', 'd', ['e', 3])]);
    await play(plan, wait(20), declares(21, 'own', 2), turn(22, 'east', AT_1, AT_2));
    expect(plan.manager.renderForAgent()).toBe(
      [
        '- b',
        '- c',
        '- d',
        '- e\n    target: Room 3 (3)',
        '- own\n    target: Room 2 (2)',
        'Completed:',
        '- find a [turn 22: east, at Room 2 (2)]',
      ].join('\n'),
    );
  });

  it('names no room that nobody was in', async () => {
    const plan = planning([found(['down there', 4])]);
    await play(plan, wait(20));
    expect(plan.manager.renderForAgent()).toBe('- down there\n    target: somewhere new (4)');
  });

  it('is nothing when there is nothing', () => {
    expect(planning([]).manager.renderForAgent()).toBe('');
  });

  it('names as target the first that can be reached, and none when the player is there', async () => {
    const plan = planning([found(['far', 9], ['near', 3])]);
    await play(plan, wait(20));
    expect(plan.manager.targetOf(locationId(1))).toBe(3);
    expect(plan.manager.targetOf(locationId(3))).toBeNull();
  });

  it('names no place again that the player has left with the objective undone', async () => {
    const plan = planning([found(['open the chest', 2], ['near', 3])]);
    await play(plan, wait(20));
    expect(plan.manager.targetOf(locationId(1))).toBe(2);
    await play(plan, turn(21, 'look', AT_2, AT_2));
    expect(plan.manager.targetOf(locationId(1))).toBe(2);
    await play(plan, turn(22, 'west', AT_2, AT_1));
    expect(plan.manager.targetOf(locationId(1))).toBe(3);
    plan.manager.resetEpisode(2);
    expect(plan.manager.targetOf(locationId(1))).toBeNull();
  });

  it('names no target behind a way that was closed when last seen', async () => {
    const map = corridor();
    const plan = planning([found(['there', 3], ['elsewhere', 1])], { map });
    await play(plan, wait(20));
    expect(plan.manager.targetOf(locationId(2))).toBe(3);
    map.observe(look(room(2), [exit('west', 1)]));
    expect(plan.manager.targetOf(locationId(2))).toBe(1);
  });
});

describe('a new episode', () => {
  it('begins with no objectives, no progress and no counts', async () => {
    const plan = planning([]);
    await play(plan, declares(1, 'go', 2), turn(2, 'east', AT_1, AT_2), declares(3, 'b'));
    plan.manager.resetEpisode(2);
    expect(plan.manager.renderForAgent()).toBe('');
    expect(plan.manager.status()).toEqual({
      component: 'objectives',
      state: { episode: 2, current: 0, completed: 0, lastCompletedTurn: null },
      metrics: {
        asked: 0,
        failed: 0,
        'objective-added': 0,
        'objective-completed': 0,
        'objective-dropped': 0,
        'objective-refused': 0,
      },
    });
  });
});

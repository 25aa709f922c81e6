import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { ScriptedReply } from '../../helpers/scripted-model.ts';
import { decision, state, thing, turn } from '../../helpers/observation.ts';
import {
  after,
  AT_1,
  AT_2,
  completes,
  declares,
  found,
  keeps,
  play,
  texts,
  wait,
} from './played-turns.ts';
import { exit, look, room } from '../map/scene.ts';
import { corridor, memory, planning, remembered } from './planning.ts';

describe('completion', () => {
  it('is asked for nothing while there is no objective, or nothing changed', async () => {
    const none = planning([]);
    await play(none, turn(2, 'east', AT_1, AT_2));
    const still = planning([]);
    await play(still, declares(1, 'a'), wait(2));
    expect([none, still].map(({ model }) => model.calls.length)).toEqual([0, 0]);
  });

  it('may complete several at once and takes exact texts only', async () => {
    const plan = planning([completes('a', 'C', 'everything', 'b')]);
    await play(plan, declares(1, 'a'), declares(2, 'b'), declares(3, 'c'));
    await play(plan, turn(4, 'east', AT_1, AT_2));
    expect(texts(plan)).toEqual(['c']);
    expect(plan.manager.completed().map(({ objective }) => objective)).toEqual(['a', 'b']);
    expect(plan.events.filter(({ type }) => type === 'objective-refused')).toMatchObject([
      { text: 'C' },
      { text: 'everything' },
    ]);
  });

  it('is judged by what was before and after the action, read from the engine', async () => {
    const plan = planning([completes()]);
    const record = turn(
      2,
      'take lamp',
      { ...AT_1, score: 5 },
      { score: 10, inventory: [thing(7, 'lamp')], text: 'Taken. It is a dead end.' },
    );
    await play(plan, declares(1, 'a'), record);
    const [prompt = ''] = plan.prompts();
    expect(prompt).toContain('Score: 5 -> 10 (+5)');
    expect(prompt).toContain('Location: Room 1 (1) -> Room 1 (1)');
    expect(prompt).toContain('Inventory before: nothing\nInventory after: lamp');
    expect(prompt).not.toContain('The game ended');
    const death = planning([completes()]);
    await play(death, declares(1, 'a'), turn(2, 'east', AT_1, { ...AT_2, ended: 'death' }));
    expect(death.prompts()[0]).toContain('The game ended: death');
  });

  it('is judged with the memories of the place and the three turns before', async () => {
    const plan = planning([completes()], { memories: remembered({ 2: [memory('deep water')] }) });
    await play(plan, declares(1, 'a'));
    const record = turn(6, 'east', AT_1, AT_2);
    const recent = [2, 3, 4, 5].map((number) => wait(number));
    await plan.manager.learn(state({ turn: 6, recent: [...recent, record] }), record);
    const [prompt = ''] = plan.prompts();
    expect(prompt).toContain('deep water');
    expect(prompt.match(/^Turn \d+(?=, )/gm)).toEqual(['Turn 3', 'Turn 4', 'Turn 5']);
  });

  it('that a player claims falsely is refused and nothing is lost', async () => {
    const plan = planning([completes('the game is won')]);
    const claim = {
      ...wait(2),
      decision: decision('wait', { reasoning: 'All my objectives are completed!' }),
    };
    await play(plan, declares(1, 'a'), claim);
    expect(plan.model.calls).toHaveLength(1);
    expect(texts(plan)).toEqual(['a']);
    expect(plan.manager.lastProgressTurn()).toBeNull();
  });

  it('is progress on the turn of the action; being dropped as stale is none', async () => {
    const plan = planning([completes('a')], {}, { discoveryInterval: 1000 });
    await play(plan, declares(1, 'a'), declares(2, 'b'), turn(3, 'east', AT_1, AT_2));
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
    const plan = planning([found('a', 'b', 'c', 'd', ['e', 3]), completes('a')]);
    await play(plan, wait(20), declares(21, 'own', 2), turn(22, 'east', AT_1, AT_2));
    expect(plan.manager.renderForAgent()).toBe(
      [
        '- b',
        '- c',
        '- d',
        '- e\n    target: Room 3 (3)',
        '- own\n    target: Room 2 (2)',
        'Completed:',
        '- a [turn 22: east, at Room 2 (2)]',
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
    const plan = planning([completes('a')]);
    await play(plan, declares(1, 'a'), turn(2, 'east', AT_1, AT_2), declares(3, 'b'));
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

describe('answers that arrive in any order', () => {
  it('take effect in one order, completion before discovery', async () => {
    let answerCompletion: (reply: ScriptedReply) => void = () => undefined;
    const plan = planning(({ messages }) =>
      messages.at(-1)?.content.includes('Objectives to judge')
        ? new Promise((resolve) => {
            answerCompletion = resolve;
          })
        : found('a', 'b'),
    );
    await play(plan, declares(19, 'a'));
    const learning = plan.manager.learn(
      after(turn(20, 'east', AT_1, AT_2)),
      turn(20, 'east', AT_1, AT_2),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(texts(plan)).toEqual(['a']);
    answerCompletion(completes('a'));
    await learning;
    expect(texts(plan)).toEqual(['b']);
  });
});

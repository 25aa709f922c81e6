import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/domain/errors.ts';
import { locationId } from '../../../src/domain/ids.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import type { ScriptedReply } from '../../../src/model/scripted-model.ts';
import { decision, observation, state, thing, turn } from '../../helpers/observation.ts';
import { memory, planning, remembered } from './planning.ts';

const AT_2 = { location: { id: locationId(2), name: 'Room 2' } };
const AT_1 = { location: { id: locationId(1), name: 'Room 1' } };

function found(...objectives: readonly (string | [string, number])[]): ScriptedReply {
  const named = objectives.map((one) => (typeof one === 'string' ? [one, null] : one));
  return { json: { objectives: named.map(([text, target]) => ({ text, target })), reasoning: '' } };
}

function completes(...completed: readonly string[]): ScriptedReply {
  return { json: { completed, reasoning: '' } };
}

function keeps(...keep: readonly string[]): ScriptedReply {
  return { json: { keep, reasoning: '' } };
}

function after(record: TurnRecord) {
  return state({ turn: record.turn, observation: record.after, recent: [record] });
}

async function play(plan: ReturnType<typeof planning>, ...records: readonly TurnRecord[]) {
  for (const record of records) await plan.manager.learn(after(record), record);
}

function wait(number: number): TurnRecord {
  return turn(number, 'wait', AT_1);
}

function declares(number: number, newObjective: string, target: number | null = null): TurnRecord {
  return { ...wait(number), decision: decision('wait', { newObjective, target }) };
}

function texts({ manager }: ReturnType<typeof planning>): readonly string[] {
  return manager.current().map(({ text }) => text);
}

describe('discovery', () => {
  it('asks every 20 turns and not between', async () => {
    const plan = planning(() => found());
    for (let number = 1; number <= 41; number += 1) await play(plan, wait(number));
    expect(plan.model.calls).toHaveLength(2);
  });

  it('that fails changes nothing, says so, and waits for the next interval', async () => {
    const failure = new ModelError('no', { kind: 'server', role: 'objectives', retryable: false });
    const plan = planning([failure, found('later')]);
    await play(plan, declares(19, 'mine'), wait(20), wait(21), wait(22));
    expect(plan.model.calls).toHaveLength(1);
    expect(texts(plan)).toEqual(['mine']);
    expect(plan.events.at(-1)).toMatchObject({ type: 'lesson-failed', lesson: 'objectives' });
    await play(plan, wait(40));
    expect(texts(plan)).toEqual(['mine', 'later']);
  });

  it('keeps targets that the map knows, and objectives whose target it does not', async () => {
    const plan = planning([found(['a', 3], ['b', 777], 'c')]);
    await play(plan, wait(20));
    expect(plan.manager.current().map(({ target }) => target)).toEqual([3, null, null]);
    expect(plan.manager.current()[0]).toMatchObject({ origin: 'discovered', createdTurn: 20 });
  });

  it('takes at most five, and a target that is no number costs the target alone', async () => {
    const plan = planning([
      { json: { objectives: [...'abcdef'].map((text) => ({ text, target: 'x' })) } },
    ]);
    await play(plan, wait(20));
    expect(texts(plan)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('is told all that is known: knowledge, memories, map, play, objectives and state', async () => {
    const plan = planning([found()], {
      knowledge: () => '## DANGERS\nThe hermit at Location 52 bites.',
      memories: remembered({ 3: [memory('Lift the hatch', { category: 'SUCCESS' })] }),
    });
    await play(plan, declares(19, 'mine', 3), wait(20));
    const [prompt = ''] = plan.prompts();
    expect(prompt).toContain('| The hermit at Location 52 bites.');
    expect(prompt).toContain(
      '**Location 3 (Room 3) - 2 hops away:**\n  - [SUCCESS] Lift the hatch',
    );
    expect(prompt).toContain('graph LR');
    expect(prompt).toContain('Turn 20:\n  Action: wait');
    expect(prompt).toContain('- mine\n    target: Room 3 (3)');
    expect(prompt).toContain('- Location: Room 1 (ID: 1)');
    const headings = prompt.match(/^=== .* ===$/gm);
    expect(headings).toEqual([
      '=== STRATEGIC KNOWLEDGE (General Wisdom) ===',
      '=== LOCATION-SPECIFIC MEMORIES ===',
      '=== MAP & ROUTING INFORMATION ===',
      '=== RECENT GAMEPLAY ===',
      '=== OBJECTIVES ===',
      '=== CURRENT STATE ===',
    ]);
  });

  it('goes on with nothing but fallbacks when no source is there', async () => {
    const plan = planning([found('look about')], { map: null, memories: null });
    await play(plan, wait(20));
    const [prompt = ''] = plan.prompts();
    for (const fallback of [
      'No strategic knowledge available.',
      'No memory data available',
      'No map data available',
      'No routing data available',
    ]) {
      expect(prompt).toContain(fallback);
    }
    expect(texts(plan)).toEqual(['look about']);
  });

  it('asks with an unchanging system message that states the reply once', async () => {
    const plan = planning(() => found());
    await play(plan, wait(20), wait(40));
    const systems = plan.model.calls.map(({ messages }) => messages[0]?.content ?? '');
    expect(systems[0]).toBe(systems[1]);
    expect(systems[0]?.match(/JSON Schema/g)).toHaveLength(1);
    expect(systems[0]).toContain('Good:');
    expect(systems[0]).toContain('Bad:');
  });
});

describe('bootstrap', () => {
  it('asks nothing when nothing reliable is remembered', async () => {
    const plan = planning([], {
      memories: remembered({ 1: [memory('maybe', { status: 'TENTATIVE' })] }),
    });
    await plan.manager.bootstrap(state());
    expect(plan.model.calls).toHaveLength(0);
  });

  it('sets the first objectives from what earlier episodes taught', async () => {
    const plan = planning([found(['a', 3])], { memories: remembered({ 3: [memory('x')] }) });
    await plan.manager.bootstrap(state({ observation: observation(AT_1) }));
    expect(plan.prompts()[0]).toContain('(No actions yet - start of episode)');
    expect(plan.manager.current()).toMatchObject([
      { text: 'a', target: 3, origin: 'bootstrap', createdTurn: 0 },
    ]);
  });
});

describe('completion', () => {
  it('is asked for nothing while there is no objective, or nothing changed, or it is switched off', async () => {
    const moving = turn(2, 'east', AT_1, AT_2);
    const none = planning([]);
    await play(none, moving);
    const still = planning([]);
    await play(still, declares(1, 'a'), wait(2));
    const off = planning([], {}, { checkCompletion: false });
    await play(off, declares(1, 'a'), moving);
    expect([none, still, off].map(({ model }) => model.calls.length)).toEqual([0, 0, 0]);
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
    expect(prompt).toContain('Inventory before: (empty-handed)\nInventory after: lamp');
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
    expect(prompt.match(/^Turn \d+:$/gm)).toEqual(['Turn 3:', 'Turn 4:', 'Turn 5:']);
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
  const nine = [...'abcdefghi'];

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

  it('is nothing when there is nothing', () => {
    expect(planning([]).manager.renderForAgent()).toBe('');
  });

  it('names as target the first that can be reached, and none when the player is there', async () => {
    const plan = planning([found(['far', 9], ['near', 3])]);
    await play(plan, wait(20));
    expect(plan.manager.targetOf(locationId(1))).toBe(3);
    expect(plan.manager.targetOf(locationId(3))).toBeNull();
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

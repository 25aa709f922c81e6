import { describe, expect, it } from 'vitest';
import { KnownWords } from '../../../src/managers/known-words.ts';
import { ObjectiveManager } from '../../../src/managers/objectives/objective-manager.ts';
import { decision, observation, thing, turn } from '../../helpers/observation.ts';
import { settings } from '../../helpers/settings.ts';
import { after, AT_1, AT_2, declares, found, keeps, play, texts, wait } from './played-turns.ts';
import { planning } from './planning.ts';
import { NO_DICTIONARY } from '../../helpers/no-dictionary.ts';

const lamp = thing(5, 'brass lamp');
const TOOK = turn(
  4,
  'take lamp',
  { ...AT_1, objects: [lamp] },
  {
    inventory: [lamp],
    objects: [{ ...lamp, held: true }],
  },
);

describe('completion', () => {
  it('costs no call, whatever changed', async () => {
    const plan = planning([]);
    await play(plan, declares(1, 'Reach Location 2'), turn(2, 'east', AT_1, AT_2));
    expect(plan.model.calls).toHaveLength(0);
    expect(plan.manager.completedObjectives()).toEqual(['Reach Location 2']);
  });

  it('may be claimed for several at once; what no fact supports is told as refused and nothing is lost', async () => {
    const plan = planning([]);
    await play(plan, declares(1, 'Take the lamp'), declares(2, 'Hold a lamp'), declares(3, 'c'));
    const completed = ['Take the lamp', 'Hold a lamp', 'everything', 'c'];
    await play(plan, TOOK);
    const claim = { ...wait(5), decision: decision('wait', { completed }) };
    await plan.manager.learn(after(claim, [TOOK]), claim);
    expect(texts(plan)).toEqual(['c']);
    expect(plan.manager.completedObjectives()).toEqual(['Take the lamp', 'Hold a lamp']);
    expect(plan.events.filter(({ type }) => type === 'objective-refused')).toMatchObject([
      { text: 'everything', claim: 'completed' },
      { text: 'c', claim: 'completed' },
    ]);
  });

  it('is progress on the turn of the action; being dropped as stale is none', async () => {
    const plan = planning([found('b')], {}, { discoveryInterval: 2 });
    await play(plan, declares(1, 'Reach Location 2'), wait(2), turn(3, 'east', AT_1, AT_2));
    expect(plan.manager.lastProgressTurn()).toBe(3);
    await play(plan, wait(31), wait(33));
    expect(texts(plan)).toEqual([]);
    expect(plan.manager.lastProgressTurn()).toBe(3);
  });
});

describe('refinement', () => {
  const nine = Array.from('abcdefghi');

  const nineSet = nine.map((text, index) => declares(index + 1, text));
  const drops = (number: number, ...dropped: readonly string[]) => ({
    ...wait(number),
    decision: decision('wait', { dropped }),
  });

  it('is asked for above eight only, and obeyed but for the first of all', async () => {
    const plan = planning([keeps('i', 'b')]);
    await play(plan, ...nineSet.slice(0, 8), wait(9));
    expect(plan.model.calls).toHaveLength(0);
    await play(plan, declares(10, 'i'), wait(11));
    expect(texts(plan)).toHaveLength(9);
    await play(plan, wait(12));
    expect(texts(plan)).toEqual(['i', 'b', 'a']);
  });

  it('is not asked for where the reply to the list has made it short enough', async () => {
    const plan = planning([]);
    await play(plan, ...nineSet, drops(10, 'c'), wait(11));
    expect(plan.model.calls).toHaveLength(0);
  });

  it('waits for the reply to what was shown meanwhile, and drops nothing that this makes room for', async () => {
    const plan = planning([keeps('i')]);
    await play(plan, ...nineSet, wait(10), drops(11, 'c'));
    expect(plan.model.calls).toHaveLength(1);
    expect(texts(plan)).toHaveLength(8);
    expect(plan.manager.renderForAgent()).toContain('Dropped: "c": you gave it up');
    expect(plan.manager.renderForAgent()).not.toContain('none of your objectives');
  });

  it('tells nothing of an objective that is given up in the turn that completes it', async () => {
    const plan = planning([]);
    const walk = turn(2, 'east', AT_1, AT_2);
    const dropped = decision('east', { dropped: ['Reach Location 2'] });
    await play(plan, declares(1, 'Reach Location 2'), { ...walk, decision: dropped });
    expect(plan.manager.completedObjectives()).toEqual(['Reach Location 2']);
    expect(plan.manager.renderForAgent()).toBe('');
  });

  it('completes what was done in the turn that would drop it; nothing else that it drops', async () => {
    const plan = planning([keeps(...nine.slice(1, 8))]);
    const set = [...nine.slice(0, 8), 'Take the lamp'].map((text, at) => declares(at + 1, text));
    await play(plan, ...set, wait(10), { ...TOOK, turn: 11 });
    expect(plan.model.calls).toHaveLength(1);
    expect(plan.manager.completed()).toMatchObject([
      { objective: 'Take the lamp', completedTurn: 11 },
    ]);
    const untaken = planning([keeps(...nine.slice(1, 8))]);
    await play(untaken, ...set, wait(10), wait(11));
    expect(untaken.manager.renderForAgent()).toContain('Dropped: "Take the lamp"');
  });

  it('that does not help is not paid for again at once', async () => {
    const plan = planning(() => keeps('nonsense'));
    await play(plan, ...nineSet, wait(10), wait(11), wait(12));
    expect(plan.model.calls).toHaveLength(1);
    expect(texts(plan)).toEqual(nine.toReversed());
  });

  it('shows the objective that the same turn set, the turn, and what the turn brought', async () => {
    const plan = planning([keeps('a')]);
    await play(plan, ...nineSet);
    const decided = decision('take lamp', { newObjective: 'j' });
    await play(plan, { ...TOOK, turn: 36, decision: decided });
    const [prompt] = plan.prompts();
    expect(prompt).toContain('- j\n    set 0 turns ago by the player');
    expect(prompt).toContain(
      '- Turn 37 of 50 is being played; what you keep counts after it\n- the last turn brought: changed: brass lamp',
    );
  });
});

describe('what the agent is shown', () => {
  it('is its open objectives with where they begin, its own first, and what was completed, once', async () => {
    const plan = planning([found(['find a', 2], 'b', ['e', 3])]);
    await play(plan, wait(20), declares(21, 'Reach Location 2'), declares(22, 'own'));
    await play(plan, turn(23, 'east', AT_1, AT_2));
    expect(plan.manager.renderForAgent()).toBe(
      ['- own', '- find a\n    target: Room 2 (2)', '- b', '- e\n    target: Room 3 (3)'].join(
        '\n',
      ),
    );
    const told = '- Reach Location 2 [turn 23: east, at Room 2 (2)]';
    expect(plan.manager.renderCompleted()).toBe(told);
    // The same turn may be asked for again.
    expect(plan.manager.renderCompleted()).toBe(told);
    await play(plan, turn(24, 'wait', AT_2, AT_2));
    expect(plan.manager.renderCompleted()).toBe('');
  });

  it('says nothing of where the agent walks: that belongs to no objective', async () => {
    const plan = planning([]);
    const walking = decision('east', { newObjective: 'open the chest', target: 3 });
    await play(plan, { ...turn(1, 'east', AT_1, AT_2), decision: walking });
    expect(plan.manager.current()).toMatchObject([{ text: 'open the chest', target: null }]);
  });

  it.each([
    ['try the brass key on the chest (2)', 2],
    ['Explore west from Location 3, then take 2 coins', 3],
    ['look again in Room 2 for the lamp of Room 1', 2],
    ['search room 1 twice', 1],
    ['take 2 coins', null],
    ['find Location 77', null],
  ])('begins %j where its own words say', async (newObjective, target) => {
    const plan = planning([]);
    const setting = { ...wait(1), decision: decision('wait', { newObjective }) };
    await play(plan, setting);
    expect(plan.manager.current()).toMatchObject([{ text: newObjective, target }]);
  });

  it('takes over another beginning from the plan, and goes there though the first was left', async () => {
    let beginning = 2;
    const plan = planning(() => found(['open the chest', beginning]));
    await play(plan, wait(20), turn(21, 'look', AT_2, AT_2), turn(22, 'west', AT_2, AT_1));
    expect(plan.manager.destination(observation())).toBeNull();
    beginning = 3;
    await play(plan, wait(40));
    expect(plan.manager.destination(observation())).toMatchObject({ target: 3 });
  });

  it('names no room that nobody was in', async () => {
    const plan = planning([found(['down there', 4])]);
    await play(plan, wait(20));
    expect(plan.manager.renderForAgent()).toBe('- down there\n    target: somewhere new (4)');
  });

  it('is nothing when there is nothing', () => {
    expect(planning([]).manager.renderForAgent()).toBe('');
  });

  it('keeps an objective that names what the game has not shown', async () => {
    const plan = planning([]);
    const words = new KnownWords(NO_DICTIONARY);
    const manager = new ObjectiveManager({ ...plan.ports, words }, settings());
    const record = declares(1, 'Give the egg to the troll');
    await manager.learn(after(record), record);
    expect(manager.renderForAgent()).toContain('- Give the egg to the troll\n    in doubt: ');
  });

  it('is told once of what was refused and dropped, in the next prompt', async () => {
    const plan = planning([found('b')], {}, { discoveryInterval: 2, staleAfter: 3 });
    const said = { completed: ['everything'], dropped: ['a'] };
    await play(plan, declares(1, 'a'), wait(2), { ...wait(3), decision: decision('wait', said) });
    expect(plan.manager.renderForAgent()).toBe(
      '- b\nTold once:\n- Not completed: "everything": it is none of your objectives\n- Dropped: "a": you gave it up',
    );
    await play(plan, wait(5));
    expect(plan.manager.renderForAgent()).toBe(
      'Told once:\n- Dropped: "b": nobody has named it for long',
    );
    await play(plan, wait(7));
    expect(plan.manager.renderForAgent()).toBe('');
  });

  it('keeps for the next prompt what nobody was told yet', async () => {
    const plan = planning([]);
    const claim = { ...wait(1), decision: decision('wait', { completed: ['x'] }) };
    await play(plan, claim, wait(2));
    expect(plan.manager.renderForAgent()).toContain('Not completed: "x"');
  });

  it('leads to a place again that the player only went through, but not a third time', async () => {
    const plan = planning(() => found(['open the chest', 2]));
    await play(plan, wait(20));
    const goal = () => plan.manager.destination(observation())?.target ?? null;
    await play(plan, turn(21, 'west', AT_2, AT_1));
    expect(goal()).toBe(2);
    await play(plan, turn(22, 'east', AT_1, AT_2), turn(23, 'west', AT_2, AT_1));
    expect(goal()).toBeNull();
  });

  it('leads to no place again that the player has left with the objective undone, until it is set anew', async () => {
    const plan = planning(() => found(['open the chest', 2], ['near', 3]));
    await play(plan, wait(20));
    const goal = () => plan.manager.destination(observation())?.target ?? null;
    expect(goal()).toBe(2);
    await play(plan, turn(21, 'look', AT_2, AT_2), turn(22, 'look', AT_2, AT_2));
    expect(goal()).toBe(2);
    await play(plan, turn(23, 'west', AT_2, AT_1));
    expect(goal()).toBeNull();
    const dropped = decision('wait', { dropped: ['open the chest'] });
    await play(plan, { ...wait(24), decision: dropped }, wait(40));
    expect(goal()).toBe(2);
    await play(plan, turn(41, 'west', AT_2, AT_1));
    expect(goal()).toBe(2);
  });
});

describe('where the player is sent', () => {
  it('is where the first objective begins of which that is said', async () => {
    const plan = planning(() => found(['open the chest', 2], ['near', 3]));
    await play(plan, wait(20));
    expect(plan.manager.destination(observation())).toEqual({ text: 'open the chest', target: 2 });
    await play(plan, declares(21, 'find the rope'));
    expect(plan.manager.destination(observation())).toEqual({ text: 'open the chest', target: 2 });
  });

  it('is nowhere else while a thing lies here that an earlier objective without a start names', async () => {
    const plan = planning(() => found(['near', 3]));
    await play(plan, wait(20), declares(21, 'put the ring on the altar'));
    const at = (name: string) => observation({ ...AT_1, objects: [thing(7, name)] });
    expect(plan.manager.destination(at('statue'))).toMatchObject({ target: 3 });
    expect(plan.manager.destination(at('altar'))).toBeNull();
  });

  it('is nowhere else while an objective begins where the player is', async () => {
    const plan = planning(() => found(['open the chest', 2], ['near', 3]));
    await play(plan, wait(20));
    expect(plan.manager.destination(observation(AT_2))).toBeNull();
    expect(plan.manager.destination(observation(AT_1))).toMatchObject({ target: 2 });
  });

  const egg = { ...thing(3, 'amber egg'), held: true };
  it.each([
    ['put the amber egg on the driftwood altar', false, true],
    ['give egg to the gull', false, true],
    ['attack the gull with the amber egg', false, true],
    ['unlock sea chest with brass key', false, false],
    ['find the amber egg and lay it on the altar', true, true],
    ['fetch the brass key, then unlock the chest with it', true, true],
    ['lay the gifts on the altar', true, true],
    ['talk with the keeper', true, true],
    ['explore west', true, true],
  ])('%s: with empty hands %s, with the egg %s', async (text, ...isSent) => {
    const plan = planning(() => found([text, 2]));
    await play(plan, wait(20));
    const isLed = (...held: readonly (typeof egg)[]) =>
      plan.manager.destination(observation({ objects: held })) !== null;
    expect([isLed(), isLed(egg)]).toEqual(isSent);
  });
});

it('discovery is put off while the game could read nothing that was said', async () => {
  const words = new KnownWords({ ...NO_DICTIONARY, knows: (word) => word === 'wait' });
  const plan = planning([found('a')], {}, { discoveryInterval: 2 });
  const manager = new ObjectiveManager(
    { ...plan.ports, words },
    settings({ objectives: { discoveryInterval: 2 } }),
  );
  await play({ ...plan, manager }, turn(2, 'frobnicate', AT_1));
  expect(plan.model.calls).toHaveLength(0);
  expect(manager.isAwaited(after(wait(3)))).toBe(false);
  expect(manager.isAwaited(after(wait(4)))).toBe(true);
  await play({ ...plan, manager }, wait(4));
  expect(plan.model.calls).toHaveLength(1);
});

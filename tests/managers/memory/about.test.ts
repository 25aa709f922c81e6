import { describe, expect, it } from 'vitest';
import { aboutIn } from '../../../src/managers/memory/about.ts';
import type { GameState } from '../../../src/domain/game-state.ts';
import type { VisibleObject } from '../../../src/domain/observation.ts';
import type { ProposedFact } from '../../../src/domain/memory.ts';
import { memory } from '../../helpers/memory.ts';
import { thing as seen } from '../../helpers/observation.ts';
import { asked, at, context, lesson, moment, nothing, thing, turn, world } from './memory-world.ts';

describe('what a model says a memory is about', () => {
  it.each([
    ['', undefined],
    ['here', undefined],
    ['this room', undefined],
    ['no room', null],
    ['Nowhere.', null],
    ['66', at(66)],
    ['location 66', at(66)],
    ["Keeper's Bedroom (66)", at(66)],
    ['66 (Bedroom)', at(66)],
    ['the brass key', 'brass key'],
    ['Room with a View', 'Room with a View'],
  ])('"%s" is %s', (said, about) => {
    expect(aboutIn(said)).toBe(about);
  });
});

describe('a memory that is about another room', () => {
  const learns = async (about: string | number) => {
    const made = world({ script: () => lesson({ about, memory_title: 'Floods at dusk' }) });
    await made.manager.learn(turn(4, 'read note', { score: 5 }), context());
    return made;
  };

  it.each([203, '203', 'galley', 'The Galley', 'Galley (203)'])(
    'named %j is filed where it was learnt and shown there',
    async (about) => {
      const { manager, make } = await learns(about);
      expect(manager.memoryCache.get(at(79))?.memories).toHaveLength(1);
      for (const one of [manager, make()]) {
        const galley = moment({ room: [203, 'Galley'] });
        expect(one.recall(at(203), galley).text).toContain('Floods at dusk');
        expect(one.recall(at(5), moment({ room: [5, 'Deck'] })).text).toBe('');
      }
    },
  );

  it('stands in the file with source and turn', async () => {
    const { file } = await learns('203');
    expect(file.text).toContain(
      '**[FAILURE - PERMANENT] Floods at dusk** *(Ep1, T4, +5)*\n[About: location 203]\nThe hatch',
    );
  });

  it('says nothing of it where it is the room that it is filed under', async () => {
    const { file } = await learns('79');
    expect(file.text).not.toContain('About');
  });

  it('has the id that it has in its own room', async () => {
    const { manager } = await learns('203');
    const own = manager.recall(at(79)).ids;
    expect(manager.recall(at(203), moment({ room: [203, 'Galley'] })).ids).toEqual(own);
  });

  it('is not shown there any more when it is superseded', async () => {
    const { manager } = await learns('203');
    await manager.invalidateMemory(at(79), 'Floods at dusk', 'It is dry.');
    expect(manager.recall(at(203), moment({ room: [203, 'Galley'] })).text).toBe('');
  });
});

describe('a memory that is about a thing', () => {
  const about = async (name: string) => {
    const { manager } = world();
    await manager.addMemory(at(79), 'Quay', memory({ title: 'Turns twice', about: name }));
    return (place: Parameters<typeof moment>[0]) =>
      manager
        .recall(at(203), moment({ room: [203, 'Galley'], ...place }))
        .text.includes('Turns twice');
  };

  it('is shown where the thing is in reach, and where it is held', async () => {
    const isShown = await about('brass key');
    expect(isShown({ objects: [seen(4, 'brass key')] })).toBe(true);
    expect(isShown({ inventory: [thing(4, 'Brass Key')] })).toBe(true);
    expect(isShown({})).toBe(false);
  });

  it.each([
    ['brass key', 'small brass key', true],
    ['small brass key', 'brass key', true],
    ['brass key', 'rusty key', false],
    // One word may end the names of several things.
    ['key', 'rusty key', false],
    ['key', 'key', true],
  ])('"%s" is meant by %s: %s', async (wanted, name, is) => {
    expect((await about(wanted))({ objects: [seen(4, name)] })).toBe(is);
  });
});

describe('a memory of somebody or of a thing that can be carried', () => {
  const told = async (fields: object, place: Parameters<typeof moment>[0]) => {
    const { manager } = world();
    await manager.addMemory(at(79), 'Quay', memory({ text: 'It bites.', ...fields }));
    return manager.recall(at(203), moment({ room: [203, 'Galley'], ...place })).text;
  };
  const ogre = { ...seen(7, 'grey ogre'), traits: ['animate' as const] };
  const lamp = seen(8, 'lamp');

  it.each([
    ['somebody who is here', { title: 'grey ogre', category: 'DANGER' }, [ogre], true],
    ['somebody who is not', { title: 'grey ogre', category: 'DANGER' }, [lamp], false],
    ['somebody who refused', { title: 'feed grey ogre', category: 'FAILURE' }, [ogre], true],
    ['a thing that is here', { title: 'rub lamp', category: 'DISCOVERY' }, [lamp], true],
    ['where a thing lay', { title: 'Lamp on the last hook', category: 'DISCOVERY' }, [lamp], false],
    ['what a thing was found by', { title: 'Open case: lamp' }, [lamp], false],
    ['what its room starts with', { title: 'rub lamp', persistence: 'core' }, [lamp], false],
    ['a room with somebody', { title: 'Shut gate; grey ogre', persistence: 'core' }, [ogre], false],
    ['a thing that refused there', { title: 'rub lamp', category: 'FAILURE' }, [lamp], false],
    [
      'what was paid there',
      { title: 'rub lamp', category: 'SUCCESS', scoreChange: 5 },
      [lamp],
      false,
    ],
    ['scenery', { title: 'rub lamp' }, [{ ...lamp, isScenery: true as const }], false],
    ['a door', { title: 'rub lamp' }, [{ ...lamp, traits: ['door' as const] }], false],
  ])('is shown in another room where it is of %s: %s', async (_, fields, objects, isShown) => {
    expect((await told(fields, { objects })) !== '').toBe(isShown);
  });

  it('is told with the room that taught it', async () => {
    expect(await told({ title: 'rub lamp' }, { objects: [lamp] })).toContain(
      'rub lamp: It bites. (noted at Quay (79))',
    );
  });
});

it('what was learnt in the room itself is shown before what was learnt elsewhere of things in it', async () => {
  const { manager } = world({ options: { maxShown: 1 } });
  await manager.addMemory(
    at(203),
    'Galley',
    memory({ title: 'The tide reveals', text: 'A stair.' }),
  );
  await manager.addMemory(at(79), 'Quay', memory({ title: 'rub lamp', text: 'It glows.' }));
  const { text } = manager.recall(
    at(203),
    moment({ room: [203, 'Galley'], objects: [seen(8, 'lamp')] }),
  );
  expect(text).toContain('The tide reveals');
  expect(text).not.toContain('rub lamp');
});

describe('a danger of another room', () => {
  const ogre = { ...seen(7, 'grey ogre'), traits: ['animate' as const] };
  const vial = { ...seen(8, 'vial'), held: true };
  it.each([
    ['of somebody who is here now', 'The grey ogre bites', [ogre], false],
    ['of what is held', 'drink vial', [vial], false],
    ['of a walk with what is held', 'Enter with the vial', [vial], true],
    ['of the room', 'jump', [ogre, vial], true],
  ])('%s, "%s", is told of it: %s', async (_, title, objects, isTold) => {
    const { manager } = world();
    await manager.addMemory(at(79), 'Quay', memory({ title, category: 'DANGER' }));
    const now = moment({ room: [203, 'Galley'], objects });
    expect(manager.dangersAt(at(79), now).text !== '').toBe(isTold);
    expect(manager.dangersAt(at(79)).text).not.toBe('');
    expect(manager.dangersAt(at(79), { ...now, recent: [] }).text !== '').toBe(isTold);
  });

  it('of somebody who was seen there last is told of it', async () => {
    const { manager } = world();
    await manager.addMemory(at(79), 'Quay', memory({ title: 'grey ogre', category: 'DANGER' }));
    const met = turn(1, 'east', { room: [203, 'Galley'], objects: [] }, { objects: [ogre] });
    const now = moment({ room: [203, 'Galley'] }, { recent: [met] });
    expect(manager.dangersAt(at(79), now).text).not.toBe('');
  });
});

it.each([
  ['Brass key not found yet', 'brass key', true],
  ['The brass key was not yet found. The door is shut', 'brass key', true],
  ['Brass key not found yet', 'rusty key', false],
  ['Brass key: not tried on the chest', 'brass key', false],
  ['Silver key, not yet found', 'silver key', true],
  ['Rusty key: fits a rougher lock than the chest, not yet found', 'rusty key', false],
  ['Rusty key: fits a rougher lock than the chest, not yet found', 'chest', false],
])('a note "%s" is closed when the %s is seen: %s', async (title, name, isClosed) => {
  const { manager } = world({ script: () => nothing() });
  await manager.addMemory(at(79), 'Quay', memory({ title, category: 'NOTE' }));
  await manager.learn(turn(4, 'open box', { objects: [seen(4, name)], scene: 'open' }), context());
  expect(manager.getMemories(at(79)).length === 0).toBe(isClosed);
});

it('a fresh clue is shown before old refusals', async () => {
  const { manager } = world({ options: { maxShown: 2 } });
  for (const n of [1, 2, 3]) {
    const title = `hit lamp with stick ${n}`;
    await manager.addMemory(at(79), 'Quay', memory({ title, category: 'FAILURE' }));
  }
  const clue = memory({ title: 'The tide reveals', text: 'A stair at ebb.', episode: 2 });
  await manager.addMemory(at(79), 'Quay', clue);
  const { text } = manager.recall(at(79), moment({ objects: [seen(8, 'lamp')] }));
  expect(text.split('\n')[0]).toContain('The tide reveals');
});

describe('a memory that is about no room', () => {
  const reply = (fields: object = {}) =>
    lesson({ about: 'no room', memory_title: 'Ebb', memory_text: 'It ebbs at noon.', ...fields });
  const learns = async (fields: object, isTaken = true) => {
    const facts: ProposedFact[] = [];
    const made = world({
      script: (_, call) => (call === 1 ? reply(fields) : nothing()),
      propose: (fact) => facts.push(fact) > 0 && isTaken,
    });
    for (const number of [4, 5]) {
      await made.manager.learn(turn(number, `read ${number}`, { score: 5 }), context());
    }
    return { ...made, facts };
  };

  it('is proposed to the knowledge base and filed nowhere, and the writer is told', async () => {
    const { facts, file, questions } = await learns({});
    expect(facts).toEqual([{ text: 'Ebb: It ebbs at noon.', episode: 1, turn: 4 }]);
    expect(file.text).toBeNull();
    expect(asked(questions[1])).toContain('"Ebb" was proposed to the knowledge base');
  });

  it('is proposed as a guess where it is TENTATIVE', async () => {
    const { facts, file } = await learns({ status: 'TENTATIVE' });
    expect(facts).toEqual([
      { text: 'Ebb: It ebbs at noon.', episode: 1, turn: 4, isTentative: true },
    ]);
    expect(file.text).toBeNull();
  });

  it.each([
    ['nobody takes it', {}, false],
    ['it holds for this episode alone', { persistence: 'ephemeral' }, true],
  ])('is filed under its room where %s', async (_, fields, isTaken) => {
    const { manager } = await learns(fields, isTaken);
    expect(manager.getMemories(at(79)).map(({ title }) => title)).toEqual(['Ebb']);
  });
});

describe('what is left open', () => {
  const open = memory({
    title: 'tin key: not yet tried on the locker',
    text: 'The locker is in room 12.',
    status: 'TENTATIVE',
    about: 'tin key',
  });
  const place = {
    objects: [seen(1, 'locker'), seen(3, 'brass key')],
    inventory: [thing(2, 'tin key')],
  };
  const after = async (action: string, change: object, note = open, before: object = place) => {
    const { manager, file } = world({ script: () => nothing() });
    await manager.addMemory(at(79), 'Quay', note);
    await manager.learn(
      turn(7, action, { room: [12, 'Hold'], ...change }, { room: [12, 'Hold'], ...before }),
      context(),
    );
    return { isOpen: manager.getMemories(at(79)).length === 1, file };
  };

  it('closes when both things are played together with an effect', async () => {
    const { isOpen, file } = await after('unlock the locker with the tin key', { scene: 'open' });
    expect(isOpen).toBe(false);
    expect(file.text).toContain('[Invalidated at T7: "answered in turn 7"]');
  });

  it.each([
    ['unlock plank door with tin key', { scene: 'open' }, false],
    ['unlock plank door with tin key', {}, true],
    ['unlock plank door with brass key', { scene: 'open' }, true],
  ])('of a key that is not tried closes when it opens any lock: %s, %j', async (...given) => {
    const [action, change, isLeft] = given;
    const door = { ...place, objects: [...place.objects, seen(5, 'plank door')] };
    expect((await after(action, change, open, door)).isOpen).toBe(isLeft);
  });

  it.each([
    ['tin key', false],
    ['brass key', true],
  ])('of a key closes also where it is about a room, by the %s: %s', async (key, isLeft) => {
    const note = { ...open, about: at(93), title: 'tin key: not yet tried on the plank door' };
    const door = { ...place, objects: [...place.objects, seen(5, 'plank door')] };
    const unlocking = `unlock plank door with ${key}`;
    expect((await after(unlocking, { scene: 'open' }, note, door)).isOpen).toBe(isLeft);
  });

  it('closes when the game refuses it with both at hand', async () => {
    const { isOpen } = await after('unlock locker with tin key', { text: 'It does not fit.' });
    expect(isOpen).toBe(false);
  });

  it.each([
    ['xyzzy', { scene: 'far' }, false],
    ['xyzzy', { moves: 1 }, false],
    ['plugh', { scene: 'far' }, true],
  ])('of a word that was not said yet closes when it is said: %s, %j', async (word, change, is) => {
    const { about: _, ...note } = { ...open, title: 'A word', text: 'xyzzy is not yet tried.' };
    expect((await after(word, change, note)).isOpen).toBe(is);
  });

  it.each([
    ['take tin key', { scene: 'taken' }, open, place],
    ['unlock locker with brass key', { scene: 'open' }, open, place],
    ['put tin key in crate', { scene: 'put' }, open, place],
    // Nobody is answered where the locker is not.
    ['unlock locker with tin key', {}, open, { inventory: [thing(2, 'tin key')] }],
    // What stands in brackets is where a thing is.
    [
      'put tin key in locker',
      { scene: 'put' },
      { ...open, title: 'tin key (locker): not yet tried on the chest', text: 'It is small.' },
      place,
    ],
    // A fact stays true however often it is used.
    [
      'unlock locker with tin key',
      { scene: 'open' },
      { ...open, status: 'ACTIVE' as const },
      place,
    ],
  ])('stays open after %s', async (action, change, note, before) => {
    expect((await after(action, change, note, before)).isOpen).toBe(true);
  });
});

it('a note that something is not found stays while what it names was in reach before, too', async () => {
  const { manager } = world({ script: () => nothing() });
  const note = memory({ title: 'The lock of the brass key is not found', category: 'NOTE' });
  await manager.addMemory(at(79), 'Quay', note);
  const objects = [seen(4, 'brass key')];
  await manager.learn(turn(4, 'open box', { objects, scene: 'open' }, { objects }), context());
  expect(manager.getMemories(at(79))).toHaveLength(1);
});

describe('a note on what a carried thing may be for', () => {
  const key = seen(4, 'brass key');
  const note = memory({
    title: 'brass key: not yet tried on the chest',
    category: 'NOTE',
    status: 'TENTATIVE',
    about: 'brass key',
  });
  const told = async (objects: readonly VisibleObject[], recent: GameState['recent'] = []) => {
    const { manager } = world({ options: { maxShown: 1 } });
    await manager.addMemory(at(203), 'Galley', note);
    await manager.addMemory(at(79), 'Quay', memory({ title: 'The lamp smokes', category: 'NOTE' }));
    const held = { ...key, held: true };
    const now = moment(
      { objects: [held, seen(8, 'lamp'), ...objects], inventory: [key] },
      { recent },
    );
    return manager.recall(at(79), now).text.includes('[NOTE] brass key');
  };

  it.each([
    ['nothing else is', [], 'Of things held: brass'],
    ['something locked is', [seen(9, 'gate', 'locked')], '[NOTE] brass'],
    ['what it names is', [seen(9, 'chest')], '[NOTE] brass'],
  ] as const)('is told whole where %s in reach, else its title', async (_, objects, words) => {
    const { manager } = world();
    await manager.addMemory(at(203), 'Galley', note);
    const held = { ...key, held: true };
    const now = moment({ objects: [held, ...objects], inventory: [key] });
    expect(manager.recall(at(79), now).text).toContain(words);
  });

  it('comes before the lessons of the room when the thing was just found', async () => {
    const chest = seen(9, 'chest');
    const found = turn(4, 'take key', { inventory: [key] }, { objects: [chest] });
    const carried = turn(4, 'look', { inventory: [key] }, { inventory: [key] });
    expect(await told([chest], [found])).toBe(true);
    expect(await told([chest], [carried])).toBe(false);
  });
});

it.each([
  ['unlock plank door with rusty key', 'opened', true],
  ['unlock plank door with rusty key', 'same', false],
  ['unlock plank door with brass key', 'opened', false],
  ['drop rusty key', 'opened', false],
])(
  'a note that the lock of the rusty key is to be found is closed by "%s" (%s): %s',
  async (action, scene, isClosed) => {
    const { manager } = world({ script: () => nothing() });
    const title = 'rusty key: its lock is still to be found';
    const note = memory({ title, category: 'NOTE', status: 'TENTATIVE', about: 'rusty key' });
    await manager.addMemory(at(79), 'Quay', note);
    const inventory = [seen(4, 'rusty key'), seen(5, 'brass key')];
    await manager.learn(turn(4, action, { inventory, scene }, { inventory }), context());
    expect(manager.getMemories(at(79)).length === 0).toBe(isClosed);
  },
);

import { describe, expect, it } from 'vitest';
import type { GameState } from '../../../src/domain/game-state.ts';
import type { Memory } from '../../../src/domain/memory.ts';
import type { VisibleObject } from '../../../src/domain/observation.ts';
import { openGains } from '../../../src/managers/memory/open-gains.ts';
import { SimpleMemoryManager } from '../../../src/managers/memory/simple-memory-manager.ts';
import { evidenceKey, memoryId, type Evidence } from '../../../src/managers/memory/evidence.ts';
import type { MetThere } from '../../../src/managers/memory/takings.ts';
import type { Worth } from '../../../src/managers/memory/worth.ts';
import { FakeDurableFile } from '../../helpers/fake-durable-file.ts';
import { memory } from '../../helpers/memory.ts';
import { attempt, exit, thing, turn } from '../../helpers/observation.ts';
import { settings } from '../../helpers/settings.ts';
import { at, moment, PROMPTS } from './memory-world.ts';

const NOUNS: Record<string, number[]> = { chest: [3], leaflet: [4], door: [5], lamp: [6] };

/** A story in which only the leaflet is certainly elsewhere. */
const STORY = {
  reach: (noun: string) => (noun === 'leaflet' ? ('absent' as const) : ('possible' as const)),
  dictionary: {
    verbs: ['take', 'open', 'move', 'ring', 'go', 'enter'],
    grammar: null,
    knows: () => true,
    objectsNamed: (word: string) => NOUNS[word] ?? [],
  },
};

const MAP = {
  ahead: null,
  objectives: [],
  turnsLeft: Infinity,
  waysFrom: () => [
    { command: 'enter window', to: at(9) },
    { command: 'in', to: at(9) },
  ],
};

/** What pairs of plays that all say the same come to. */
function worth(points: number, low: number, high = points, pairs = 6, p = 0.05): Worth {
  const pair = { episode: 1, turn: 2, seed: 0, points, rooms: 0, wasted: 0, deaths: 0 };
  const played = Array.from({ length: pairs }, () => pair);
  return { turns: 20, player: 'offline', pairs: played, mean: points, interval: { low, high }, p };
}

type Taken = Omit<MetThere, 'name'>;

/** What is shown of the quay at a moment, with what is remembered there. */
async function shown(
  memories: readonly Partial<Memory>[],
  now: GameState,
  evidence: readonly Partial<Evidence>[] = [],
  { taken = [], options = {} }: { taken?: readonly Taken[]; options?: { maxShown?: number } } = {},
) {
  const book = evidence.map((one): Evidence => {
    const of = memories.find(({ title }) => title === one.title);
    const known = { ...memory(of), location: { id: 79, name: 'Quay' }, tried: 2, held: 1 };
    return { ...known, verdict: 'conditional' as const, by: 'simulated' as const, why: '', ...one };
  });
  const manager = new SimpleMemoryManager(
    {
      file: new FakeDurableFile(null),
      evidence: new Map(book.map((one) => [evidenceKey(one.location.id, one), one])),
      ask: () => Promise.reject(new Error('nobody is asked')),
      prompts: PROMPTS,
      emit: () => undefined,
      signal: new AbortController().signal,
      story: STORY,
      metIn: () => taken.map((one) => ({ name: 'lamp', ...one })),
    },
    settings({ memory: options }).memory,
  );
  for (const one of memories) await manager.addMemory(at(79), 'Quay', memory(one));
  const { text } = manager.recall(at(79), now, MAP);
  return text.replaceAll(/ ?#[a-z2-9]{6}\b/g, '');
}

const failure = (title: string, text = 'No.') => ({ category: 'FAILURE', title, text });
const success = (title: string, scoreChange = 0, text = 'Yes.') => ({
  category: 'SUCCESS',
  title,
  text,
  scoreChange,
});
const here = (...objects: readonly VisibleObject[]) => moment({ objects });

describe('what an earlier episode took in a room', () => {
  const TAKEN = [
    { thing: 6, commands: ['take lamp', 'rub lamp'] },
    { thing: 3, commands: ['take chest'] },
  ];
  const TOLD = '[SUCCESS] take lamp; rub lamp; take chest: Taken here before.';
  const lying = here(thing(6, 'lamp'), thing(3, 'chest'));
  const told = (memories: readonly Partial<Memory>[], now: GameState, maxShown = 5) =>
    shown(memories, now, [], { taken: TAKEN, options: { maxShown } });

  it('is told in one line where it lies in reach, without what is held or not there', async () => {
    expect(await told([], lying)).toBe(TOLD);
    expect(await told([], here({ ...thing(6, 'lamp'), held: true }))).toBe('');
    expect(await told([], here(thing(3, 'chest')))).toMatch(/^\[SUCCESS\] take chest: T.*$/);
  });

  it('is not told where a memory tells of it, and takes the place of no memory', async () => {
    expect(await told([success('take lamp')], lying)).toContain('] take chest: Taken');
    const worded = await told([success('take brass lamp: +4', 4)], here(thing(6, 'lamp')));
    expect(worded).not.toContain('Taken');
    const two = await told([success('ring bell')], lying, 2);
    expect(two).toBe(`${TOLD}\n[SUCCESS] ring bell: Yes.`);
    expect(await told([success('ring bell')], lying, 1)).toBe('[SUCCESS] ring bell: Yes.');
  });
});

describe('what does not help now is not shown', () => {
  it.each([
    ['harm in enough pairs', worth(-2, -3, -0.01), ''],
    ['an interval that reaches zero', worth(-2, -3, 0), 'ring bell'],
    ['chance', worth(-2, -3, -1, 6, 0.051), 'ring bell'],
    ['too few pairs', worth(-2, -3, -1, 5), 'ring bell'],
  ])('a memory that was found to do harm: %s', async (_, found, expected) => {
    const evidence = [{ title: 'ring bell', verdict: 'confirmed' as const, worth: found }];
    expect(await shown([success('ring bell')], here(), evidence)).toContain(expected);
    if (expected === '') expect(await shown([success('ring bell')], here(), evidence)).toBe('');
  });

  it('but a danger is shown whatever it was found to be worth, unless it did no harm where it was tried', async () => {
    const danger = { category: 'DANGER', title: 'ring bell', text: 'It falls on you.' };
    const found = { title: 'ring bell', verdict: 'confirmed' as const, worth: worth(-2, -3, -1) };
    expect(await shown([danger], here(), [{ ...found, tried: 3, held: 1 }])).toContain('ring bell');
    expect(await shown([danger], here(), [{ ...found, tried: 3, held: 0 }])).toBe('');
  });

  it('a command that names a thing which is certainly elsewhere', async () => {
    const memories = [success('take leaflet'), success('take lamp')];
    expect(await shown(memories, here(thing(6, 'lamp')))).toBe('[SUCCESS] take lamp: Yes.');
  });

  it('a way that fails, where the ways out say so anyway; an answer that names a thing says more', async () => {
    const memories = [
      failure('up', "You can't go that way."),
      failure('east', 'The door is nailed.'),
    ];
    expect(await shown(memories, here())).toBe('[FAILURE] east: The door is nailed.');
    const seen = moment({ exitsTold: 'seen' });
    expect(await shown(memories, seen)).toContain('up');
  });

  it('a way that failed and is open now', async () => {
    const memories = [failure('east', 'The door is nailed.')];
    expect(await shown(memories, moment({ exits: [exit('east', 4)] }))).toBe('');
  });

  it('what is done already', async () => {
    const memories = [success('take lamp'), success('open chest')];
    const held = { ...thing(6, 'lamp'), held: true };
    expect(await shown(memories, here(held, thing(3, 'chest', 'open')))).toBe('');
    expect(await shown(memories, here(thing(6, 'lamp'), thing(3, 'chest')))).toContain(
      'open chest',
    );
  });

  it('what failed and has worked since', async () => {
    const tried = (brought: 'changed' | 'refused', response: string) =>
      moment({}, { attempts: new Map([[at(79), [attempt('ring bell', { brought, response })]]]) });
    const memories = [failure('ring bell', 'It is stuck.')];
    expect(await shown(memories, tried('changed', 'It rings.'))).toBe('');
    expect(await shown(memories, tried('changed', 'It is stuck.'))).toContain('ring bell');
    expect(await shown(memories, tried('refused', 'It is stuck.'))).toContain('ring bell');
    expect(await shown([...memories, success('ring bell')], here())).not.toContain('FAILURE');
  });

  it('a failure of this episode that the list of what was tried says', async () => {
    const own = { ...failure('ring bell', 'It hangs too high.'), episode: 2 };
    const attempts = new Map([[at(79), [attempt('ring bell')]]]);
    expect(await shown([own], moment({}, { attempts }))).toBe('');
    expect(await shown([own], here())).toContain('ring bell');
  });

  it('the text of the room that stands behind its name, which the game has printed', async () => {
    const description = 'Quay\nPlanks creak. A bell hangs here.';
    const recent = [turn(1, 'east', {}, { text: description })];
    const core = (text: string) => [
      { title: 'at first sight', text, persistence: 'core' as const },
    ];
    const now = moment({}, { recent });
    expect(await shown(core('Quay Planks creak. A bell hangs here.'), now)).toBe('');
    expect(await shown(core('Welcome! Quay Planks creak.'), now)).toBe('');
    expect(await shown(core('The bell calls the ferry.'), now)).toContain('calls the ferry');
  });

  it('how the story answers a verb in three rooms, which is no matter of a room', async () => {
    const answer = 'You used the word "west" in a way that I do not understand.';
    const manager = new SimpleMemoryManager(
      {
        file: new FakeDurableFile(null),
        evidence: new Map(),
        ask: () => Promise.reject(new Error('nobody is asked')),
        prompts: PROMPTS,
        emit: () => undefined,
        signal: new AbortController().signal,
        story: STORY,
      },
      settings({}).memory,
    );
    const refused = memory(failure('move west', answer));
    for (const room of [79, 80]) await manager.addMemory(at(room), 'Quay', refused);
    expect(manager.recall(at(79), here()).text).toContain('move west');
    await manager.addMemory(
      at(81),
      'Pier',
      memory(failure('move up', answer.replace('west', 'up'))),
    );
    expect(manager.recall(at(79), here()).text).toBe('');
  });
});

describe('a condition that a verdict names', () => {
  const chest = failure('ring bell', 'It is stuck.');

  it.each([
    ['only when lamp is on', false],
    ['not when lamp is on', true],
    ['mostly when lamp is on', true],
  ])('%s: a failure is shown while the lamp is off: %s', async (why, isShown) => {
    const text = await shown([chest], here(thing(6, 'lamp')), [{ title: 'ring bell', why }]);
    expect(text !== '').toBe(isShown);
  });

  it('that needs a thing which is not here hides what works', async () => {
    const found = [{ title: 'ring bell', why: 'only when rope is in reach' }];
    expect(await shown([success('ring bell')], here(), found)).toBe('');
    expect(await shown([success('ring bell')], here(thing(8, 'rope')), found)).not.toBe('');
  });
});

describe('what is shown first', () => {
  const order = (text: string) =>
    [...text.matchAll(/^\[\w+\] ([^:]+):/gm)].map(([, title]) => title);

  it('is at hand, then a gain, then a danger, then what is worth more, then what is newer', async () => {
    const memories = [
      { title: 'Old' },
      { title: 'New' },
      { title: 'Of value' },
      { title: 'Acid burns', category: 'DANGER' },
      success('ring bell', 5),
    ];
    const text = await shown(memories, here(), [
      { title: 'Of value', verdict: 'confirmed', worth: worth(2, 1) },
    ]);
    expect(order(text)).toEqual(['ring bell', 'Acid burns', 'Of value', 'Old', 'New']);
    const dim = [...memories.slice(0, 2), { title: 'Lamp is dim' }];
    const lamp = await shown(dim, here(thing(6, 'lamp')));
    expect(order(lamp)[0]).toBe('Lamp is dim');
  });

  it('leaves the start of the room in, however many other lines there are', async () => {
    const notes = Array.from({ length: 9 }, (_, number) => ({ title: `Note ${number}` }));
    const core = { title: 'The ferry is the goal', persistence: 'core' as const };
    expect(await shown([core, ...notes], here())).toContain('The ferry is the goal');
  });
});

describe('points', () => {
  it('that cannot be won now say on what condition, as long as it does not hold, and that it is here', () => {
    const down = memory(success('down', 25));
    const of = { ...down, location: { id: 79, name: 'Quay' }, verdict: 'conditional' as const };
    const why = { why: 'only when hatch is open', by: 'simulated' as const };
    const found = { ...of, ...why, tried: 2, held: 1 };
    const evidence = new Map([[evidenceKey(79, down), found]]);
    const map = { ...MAP, roomName: () => 'Quay', commandsTo: () => null };
    const known = { map, evidence, told: [] };
    const told = (now = moment()) => openGains([[at(79), down]], now, known).split('\n')[1];
    expect(told()).toBe('- +25 down, at Quay (79) (works once hatch is open): here');
    expect(told(here(thing(9, 'hatch', 'open')))).toBe('- +25 down, at Quay (79): here');
  });

  const memories = [success('enter window', 10), success('in', 10)];
  const open = moment({ exits: [exit('in', 9)] });

  it('says of a place whose way is shut that it is', () => {
    const gain = memory({ category: 'SUCCESS', title: 'wave', scoreChange: 5 });
    const map = { ...MAP, roomName: () => 'Quay', commandsTo: () => 'shut' as const };
    expect(openGains([[at(80), gain]], moment(), { map, evidence: new Map(), told: [] })).toBe(
      'Other points known and not won yet:\n- +5 wave, at Quay (80): the way is shut',
    );
  });

  it('to which no way leads from here are not told', () => {
    const gain = memory({ category: 'SUCCESS', title: 'wave', scoreChange: 5 });
    const map = { ...MAP, roomName: () => 'Quay', commandsTo: () => 'none' as const };
    expect(openGains([[at(80), gain]], moment(), { map, evidence: new Map(), told: [] })).toBe('');
  });

  it('that are won by one thing are one line, however they are worded', async () => {
    expect(await shown(memories, open)).toBe('[SUCCESS] in; enter window: Yes.');
  });

  it('that are won are told no more', async () => {
    expect(await shown(memories, { ...open, visits: new Map([[at(9), 1]]) })).toBe('');
    const attempts = new Map([[at(79), [attempt('take lamp', { brought: 'changed' })]]]);
    const lamp = { objects: [thing(6, 'lamp')] };
    expect(await shown([success('take lamp', 5)], moment(lamp))).toContain('take lamp');
    expect(await shown([success('take lamp', 5)], moment(lamp, { attempts }))).toBe('');
  });

  it('that are to be won elsewhere are told with place, command and way, near and large ones first', () => {
    const filed = [
      [at(1), memory(success('take egg', 5))],
      [at(79), memory(success('enter window', 10))],
      [at(79), memory(success('in', 10))],
      [at(3), memory(success('ring bell', 40))],
      [at(4), memory({ ...success('guess', 9), status: 'TENTATIVE' })],
      [at(5), memory(success('wave', 0))],
      [at(6), memory(success('row', 4))],
    ] as const;
    const ways: Readonly<Record<number, readonly string[]>> = {
      79: ['e'],
      1: ['e', 'n', 'u'],
      6: ['s', 's', 's', 's', 's', 's'],
    };
    const map = {
      ...MAP,
      roomName: (room: number) => `Room ${room}`,
      commandsTo: (_: number, to: number) => ways[to] ?? null,
    };
    const now = moment({ room: [2, 'Here'] });
    const told = (shownHere: readonly Memory[]) =>
      openGains(filed, now, { map, evidence: new Map(), told: shownHere }).split('\n');
    expect(told([])).toEqual([
      'Other points known and not won yet:',
      '- +10 enter window; in, at Room 79 (79): e',
      '- +5 take egg, at Room 1 (1): e, n, u',
      '- +4 row, at Room 6 (6): 6 steps, first s',
      '- +40 ring bell, at Room 3 (3)',
    ]);
    expect(told([filed[1][1]]).join()).not.toContain('enter window; in');
    const won = new Map([[at(9), 1]]);
    expect(
      openGains(filed, { ...now, visits: won }, { map, evidence: new Map(), told: [] }),
    ).not.toContain('window');
  });
});

it('failures share a line, each with its own text and id', async () => {
  const memories = [failure('ring bell', 'It is stuck.'), failure('open door', 'It is locked.')];
  expect(await shown(memories, here(thing(5, 'door')))).toBe(
    '[FAILURE] open door; ring bell: It is locked. | It is stuck.',
  );
  expect(memoryId(79, memory(memories[0]))).toMatch(/^[a-z2-9]{6}$/);
});

describe('points that several steps bring', () => {
  const gain = { title: 'Open chest, take lamp: +4', category: 'SUCCESS', scoreChange: 4 } as const;
  const near = { objects: [thing(3, 'chest', 'open'), thing(6, 'lamp')] };

  it('are told until they are won, also when the first step is done', async () => {
    expect(await shown([gain], moment(near))).toContain('take lamp');
  });
});

describe('what a room starts with', () => {
  const title = 'Lamp by the shut hatch';
  const text = 'A lamp and a hatch. The gate to the east is locked.';
  const start = { title, text, persistence: 'core', category: 'NOTE' } as const;
  const gate = thing(8, 'gate', 'door', 'open');
  const near = { objects: [thing(6, 'lamp'), thing(7, 'hatch')] };
  const held = { ...near, inventory: [thing(6, 'lamp')] };
  const after = (action: string, brought: 'changed' | 'nothing') => ({
    attempts: new Map([[at(79), [attempt(action, { brought })]]]),
  });

  it.each([
    ['as long as nothing of it changed', moment(near), true],
    ['after another thing was changed', moment(near, after('push crate', 'changed')), true],
    ['while one of its sentences calls locked what is open', moment({ objects: [gate] }), true],
    ['not after a part of it changed', moment(near, after('open hatch', 'changed')), false],
    ['not while a part of it is held', moment(held), false],
    ['after a command that changed nothing', moment(near, after('open hatch', 'nothing')), true],
    [
      'not while all of it is held or open',
      moment({ ...held, objects: [thing(6, 'lamp'), thing(7, 'hatch', 'open')] }),
      false,
    ],
  ])('is told %s', async (_, now, isTold) => {
    expect((await shown([start], now)) !== '').toBe(isTold);
  });

  it('is told without the sentence that calls shut what is open, and not at all where that is all', async () => {
    const now = moment({ objects: [gate] });
    expect(await shown([start], now)).toContain('A lamp and a hatch. [spawn]');
    expect(await shown([{ ...start, text: 'The gate to the east is locked.' }], now)).toBe('');
    expect(await shown([{ ...start, title: 'Locked gate' }], now)).toBe('');
  });

  it('is told without end where it is no state of the start', async () => {
    const lasting = { ...start, persistence: 'permanent' } as const;
    expect(await shown([lasting], moment(held, after('open hatch', 'changed')))).not.toBe('');
  });
});

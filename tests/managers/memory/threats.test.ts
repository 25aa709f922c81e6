import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/domain/observation.ts';
import { SimpleMemoryManager } from '../../../src/managers/memory/simple-memory-manager.ts';
import { FakeDurableFile } from '../../helpers/fake-durable-file.ts';
import { memory } from '../../helpers/memory.ts';
import { thing, turn } from '../../helpers/observation.ts';
import { settings } from '../../helpers/settings.ts';
import { at, moment, PROMPTS } from './memory-world.ts';

const [PATH, MARSH, BOG, TOWER] = [34, 116, 117, 119].map((id) => ({
  location: { id: at(id), name: `Place ${id}` },
}));
const [LAWN, SKY] = [thing(7, 'green lawn'), thing(8, 'sky')];
const READ = {
  category: 'DANGER',
  title: 'Sign: keep to the path; the green lawn is no lawn',
  text: 'The sky is no help.',
} as const;

/** A manager that knows a danger of the path; earlier episodes met these things in the bog. */
async function knowing(
  danger: Parameters<typeof memory>[0],
  met: readonly string[] = [],
  isInRoom = () => true,
  filed = 34,
  commands: readonly string[] = [],
) {
  const manager = new SimpleMemoryManager(
    {
      file: new FakeDurableFile(null),
      evidence: new Map(),
      ask: () => Promise.reject(new Error('nobody is asked')),
      prompts: PROMPTS,
      emit: () => undefined,
      signal: new AbortController().signal,
      isInRoom,
      metIn: (room) =>
        room === BOG?.location.id ? met.map((name) => ({ thing: 7, name, commands })) : [],
    },
    settings({}).memory,
  );
  await manager.addMemory(at(filed), 'Path', memory(danger));
  return manager;
}

const SEEN = [turn(4, 'west', MARSH, { ...BOG, objects: [LAWN] })];

describe('a danger stands where its thing is', () => {
  it.each([
    ['in reach', READ, [LAWN], true],
    ['in reach, though it is about another room', { ...READ, about: at(116) }, [LAWN], true],
    ['held', READ, [{ ...LAWN, held: true }], false],
    ['elsewhere', READ, [thing(9, 'green light')], false],
    ['in reach, with a name of one word that only the text has', READ, [SKY], false],
    [
      'in reach, with a name of one word in the title',
      { ...READ, title: 'sky: it falls' },
      [SKY],
      true,
    ],
    [
      'everywhere',
      { ...READ, title: 'sky: it falls' },
      [{ ...SKY, isScenery: true, isBackdrop: true }],
      false,
    ],
    [
      'everywhere, with a name of two words',
      READ,
      [{ ...LAWN, isScenery: true, isBackdrop: true }],
      true,
    ],
    ['in reach, but a door', READ, [thing(7, 'green lawn', 'door')], false],
    ['in reach, but the memory is no danger', { ...READ, category: 'NOTE' }, [LAWN], false],
  ] as const)('%s', async (_, danger, objects, isTold) => {
    const manager = await knowing(danger);
    const { text } = manager.recall(at(117), moment({ ...BOG, objects }));
    expect(text.includes(danger.title)).toBe(isTold);
  });

  it('or was last seen next door, also if the player was there', async () => {
    const manager = await knowing({ ...READ, about: at(116) });
    const told = (recent: typeof SEEN) =>
      manager.dangersAt(at(117), moment({ ...TOWER }, { recent }));
    expect(told([]).text).toBe('');
    expect(told(SEEN).text).toContain('green lawn');
    const gone = turn(5, 'west', BOG, { ...TOWER, objects: [LAWN] });
    expect(told([...SEEN, gone]).text).toBe('');
  });

  it('but not while it is here instead, also where nothing was played yet', async () => {
    const manager = await knowing({ ...READ, title: 'enter green lawn', about: at(117) });
    const told = (objects: (typeof LAWN)[]) =>
      manager.dangersAt(at(117), moment({ ...TOWER, objects })).text;
    expect(told([])).toContain('enter green lawn');
    expect(told([LAWN])).toBe('');
  });

  it('but not where it was read: that place is named as another one', async () => {
    const told = async (about: number | undefined) => {
      const place = about === undefined ? {} : { about: at(about) };
      const manager = await knowing({ ...READ, ...place });
      const sign = thing(5, 'sign');
      const recent = [turn(4, 'west', { ...PATH, objects: [sign] }, MARSH)];
      recent.push(
        turn(5, 'east', MARSH, { ...PATH, objects: [sign] }),
        turn(6, 'west', PATH, MARSH),
      );
      return manager.dangersAt(at(34), moment({ ...MARSH }, { recent })).text;
    };
    expect(await told(116)).toBe('');
    expect(await told(undefined)).toContain('green lawn');
  });

  it('or was met next door in an earlier episode', async () => {
    const told = async (met: readonly string[]) =>
      (await knowing(READ, met)).dangersAt(at(117), moment({ ...PATH })).text;
    expect(await told(['green lawn'])).toContain('green lawn');
    expect(await told(['sky'])).toBe('');
  });

  it.each([
    [thing(9, 'jackdaw', 'animate'), true, true],
    [thing(9, 'jackdaw', 'animate'), false, false],
    [thing(9, 'jackdaw'), false, true],
  ])(
    'and of somebody seen next door, while the object tree has them there: %j, %s',
    async (bird, isThere, isTold) => {
      const theft = { ...READ, title: 'jackdaw: it steals' };
      const manager = await knowing(theft, [], () => isThere, 117);
      const recent = [
        turn(4, 'west', MARSH, { ...BOG, objects: [bird] }),
        turn(5, 'west', BOG, TOWER),
      ];
      const { text } = manager.dangersAt(at(117), moment({ ...TOWER }, { recent }));
      expect(text.includes('it steals')).toBe(isTold);
    },
  );

  const OWN = { category: 'DANGER', title: 'The green lawn south is deadly' } as const;

  it.each([
    ['the room itself tells of it', 117, {}, {}, false],
    ['a memory of elsewhere about this room tells of it', 116, { about: at(117) }, {}, false],
    ['one learnt here tells of another room', 117, { about: at(116) }, {}, true],
    ['nobody believes the own one', 117, { status: 'SUPERSEDED' }, {}, true],
    ['it tells of one thing more', 117, {}, { title: 'green lawn, green moss: no lawns' }, true],
    ['it is said to be of this room', 117, {}, { about: at(117) }, true],
  ] as const)('but is not told again where %s: %s, %j', async (_, filed, differs, read, isTold) => {
    const danger = { ...READ, ...read };
    const manager = await knowing(danger);
    await manager.addMemory(at(filed), 'Place', memory({ ...OWN, ...differs }));
    const objects = [LAWN, thing(9, 'green moss')];
    const { text } = manager.recall(at(117), moment({ ...BOG, objects }));
    expect(text.includes(danger.title)).toBe(isTold);
  });
});

describe('a thing that is carried is in danger elsewhere', () => {
  const SNATCHED = {
    category: 'DANGER',
    title: 'Marsh: a jackdaw snatches the amber egg',
  } as const;
  const EGG = thing(7, 'amber egg');
  const IN_HAND = { ...EGG, held: true };
  const holding = { objects: [IN_HAND], inventory: [{ id: EGG.id, name: EGG.name }] };

  it('where it lies, once it was held or an earlier episode took it, it is no threat', async () => {
    const told = async (commands: readonly string[], recent: typeof SEEN = []) => {
      const manager = await knowing(SNATCHED, ['amber egg'], () => true, 34, commands);
      const next = manager.dangersAt(at(117), moment({ ...TOWER }, { recent }));
      const here = manager.recall(at(117), moment({ ...BOG, objects: [EGG] }, { recent }));
      return [next, here].map(({ text }) => text.includes('jackdaw'));
    };
    expect(await told([])).toEqual([true, true]);
    expect(await told(['take amber egg'])).toEqual([false, false]);
    const laid = turn(5, 'drop egg', { ...BOG, ...holding }, { ...BOG, objects: [EGG] });
    expect(await told([], [laid])).toEqual([false, false]);
  });

  it('what was only heard of a place is told again to who holds what it names there', async () => {
    const manager = await knowing({ ...SNATCHED, about: at(116) });
    const told = (carried: Partial<Observation>, now: Partial<Observation>) => {
      const recent = [turn(4, 'west', { ...PATH, ...carried }, { ...MARSH, ...carried })];
      return manager.dangersAt(at(116), moment({ ...PATH, ...now }, { recent })).text !== '';
    };
    expect(told({}, {})).toBe(false);
    expect(told({}, holding)).toBe(true);
    expect(told(holding, holding)).toBe(false);
  });
});

it.each([
  ['Slate: Corrow kills', 'Corrow', false],
  ['Slate: Corrow kills', undefined, true],
  ['the slate falls', 'Corrow', true],
])('"%s", about %s, is a danger of the slate: %s', async (title, about, isTold) => {
  const manager = await knowing({ category: 'DANGER', title, ...(about && { about }) }, ['slate']);
  const { text } = manager.dangersAt(at(117), moment({ ...TOWER }));
  expect(text !== '').toBe(isTold);
});

import { expect, it } from 'vitest';
import { memoryId } from '../../../src/managers/memory/evidence.ts';
import type { MetThere } from '../../../src/managers/memory/takings.ts';
import { SimpleMemoryManager } from '../../../src/managers/memory/simple-memory-manager.ts';
import { FakeDurableFile } from '../../helpers/fake-durable-file.ts';
import { memory } from '../../helpers/memory.ts';
import { thing, turn } from '../../helpers/observation.ts';
import { settings } from '../../helpers/settings.ts';
import { at, moment, PROMPTS } from './memory-world.ts';

const LAMP = memory({ category: 'SUCCESS', title: 'take lamp', scoreChange: 5, text: 'Scores 5.' });

function managerOf(without: string | null = null, met: readonly MetThere[] = []) {
  return new SimpleMemoryManager(
    {
      file: new FakeDurableFile(null),
      evidence: new Map(),
      ask: () => Promise.reject(new Error('nobody is asked')),
      prompts: PROMPTS,
      emit: () => undefined,
      signal: new AbortController().signal,
      metIn: (room) =>
        room === at(30) ? met : [{ thing: 6, name: 'lamp', commands: ['take lamp'] }],
    },
    settings({ memory: { without } }).memory,
  );
}

/** What is told where the lamp, which an earlier episode took, lies. */
async function told(without: string | null) {
  const manager = managerOf(without);
  await manager.addMemory(at(79), 'Quay', LAMP);
  return manager.recall(at(79), moment({ objects: [thing(6, 'lamp')] })).text;
}

it('what a memory that is left out tells is told in no other line of the room either', async () => {
  expect(await told(null)).toMatch(/^\[SUCCESS\] take lamp: Scores 5\./);
  expect(await told(memoryId(79, LAMP))).toBe('');
});

it('of more than six commands that took things in a room the first six are told', () => {
  const commands = Array.from({ length: 7 }, (_, at) => `take lamp ${at}`);
  const manager = managerOf(null, [{ thing: 6, name: 'lamp', commands }]);
  const now = moment({ location: { id: at(30), name: 'Copies' }, objects: [thing(6, 'lamp')] });
  expect(manager.recall(at(30), now).text).toBe(
    `[SUCCESS] ${commands.slice(0, 6).join('; ')}: Taken here before.`,
  );
});

const PATH = { location: { id: at(34), name: 'Path' } };
const MARSH = { location: { id: at(116), name: 'Marsh' } };
const BOG = { location: { id: at(117), name: 'Bog' } };

const WALKED = [turn(4, 'west', PATH, MARSH), turn(5, 'go west', MARSH, BOG)];

it.each([
  ['Safe way: west, west, north, north', undefined, WALKED, true],
  ['Safe way', at(34), WALKED, true],
  ['Safe way', undefined, WALKED, false],
  ['Safe way: west, west', undefined, WALKED, false],
  ['Safe way: west, north, west', undefined, WALKED, false],
  ['Safe way: west. West of it, north', undefined, WALKED, false],
  ['Safe way: west, west, north', undefined, [...WALKED, turn(6, 'look', BOG, BOG)], true],
  [
    'Safe way: west, west, north',
    undefined,
    [turn(4, 'north', PATH, MARSH), ...WALKED.slice(1)],
    false,
  ],
] as const)(
  'who follows a way is told the rest of it: %s, about %s',
  async (title, about, recent, isTold) => {
    const manager = managerOf();
    const text =
      about === undefined
        ? 'Seen from afar.'
        : 'From the path go west, west again (never south), then north.';
    const place = about === undefined ? at(34) : at(79);
    await manager.addMemory(
      place,
      'Path',
      memory({ title, text, category: 'DISCOVERY', ...(about && { about }) }),
    );
    const now = moment({ ...BOG, text: 'Bog' }, { recent });
    expect(manager.recall(at(117), now).text !== '').toBe(isTold);
  },
);

it('how a room starts is not told in the rooms that follow', async () => {
  const manager = managerOf();
  const title = 'Path: the way goes on west, west, north';
  await manager.addMemory(at(34), 'Path', memory({ title, persistence: 'core' }));
  expect(manager.recall(at(117), moment({ ...BOG, text: 'Bog' }, { recent: WALKED })).text).toBe(
    '',
  );
});

it('what is known of somebody is not told of a namesake whom this episode has met elsewhere', async () => {
  const [printer, fixer] = [thing(41, 'technician', 'animate'), thing(12, 'technician', 'animate')];
  const manager = managerOf();
  await manager.addMemory(
    at(30),
    'Copies',
    memory({ category: 'FAILURE', title: 'ask technician about gates' }),
  );
  const copies = { location: { id: at(30), name: 'Copies' } };
  const met = (one: typeof printer) => [
    turn(3, 'look', { ...copies, objects: [one] }, { ...copies, objects: [one] }),
  ];
  const at16 = (recent: ReturnType<typeof met>) =>
    manager.recall(
      at(16),
      moment({ location: { id: at(16), name: 'Lobby' }, objects: [fixer] }, { recent }),
    ).text;
  expect(at16([])).toContain('ask technician');
  expect(at16(met(fixer))).toContain('ask technician');
  expect(at16(met(printer))).toBe('');
});

it.each([
  [[{ thing: 41, name: 'copier technician', commands: [] }], false],
  [[{ thing: 12, name: 'technician', commands: [] }], true],
  [[{ thing: 40, name: 'gates', commands: [] }], true],
])('nor of one whom an earlier episode met there: %j', async (met, isTold) => {
  const manager = managerOf(null, met);
  const title = 'ask technician about gates';
  await manager.addMemory(at(30), 'Copies', memory({ title }));
  const objects = [thing(12, 'technician', 'animate')];
  const lobby = moment({ location: { id: at(16), name: 'Lobby' }, objects });
  expect(manager.recall(at(16), lobby).text.includes(title)).toBe(isTold);
});

it('a memory about a room by its name is not told in another of that name whose id is not meant', async () => {
  const manager = managerOf();
  await manager.addMemory(
    at(117),
    'Salt Marsh',
    memory({ title: 'Lawn is bog', about: 'Salt Marsh' }),
  );
  await manager.addMemory(at(116), 'Salt Marsh', memory({ title: 'Withy' }));
  const about = { about: 'Salt Marsh', text: 'Seen from the tower.' };
  await manager.addMemory(at(81), 'Tower', memory({ title: 'Punt in (117)', ...about }));
  await manager.addMemory(at(81), 'Tower', memory({ title: 'Reeds', ...about }));
  const told = (id: number) =>
    manager.recall(at(id), moment({ location: { id: at(id), name: 'Salt Marsh' } })).text;
  expect(['Lawn', 'Punt', 'Reeds'].map((title) => told(117).includes(title))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['Lawn', 'Punt', 'Reeds'].map((title) => told(116).includes(title))).toEqual([
    false,
    false,
    true,
  ]);
});

it('what is known of somebody by another name is told beside whom its title names', async () => {
  const manager = managerOf();
  const title = 'Corrow the drowned bellman: give him nothing';
  await manager.addMemory(
    at(58),
    'Parlour',
    memory({ category: 'DANGER', title, text: 'The logbook says so.', about: 'Corrow' }),
  );
  const beside = (name: string) =>
    manager.recall(
      at(90),
      moment({ location: { id: at(90), name: 'Arch' }, objects: [thing(9, name, 'animate')] }),
    ).text;
  expect(beside('Bellman')).toContain('give him nothing');
  expect(beside('Gull')).toBe('');
});

it('a danger of which another room told is no news once the player was there; one met there stays, by one id', async () => {
  const manager = managerOf();
  const read = memory({ category: 'DANGER', title: 'Sign: no lawn', about: at(116) });
  const met = memory({ category: 'DANGER', title: 'Marsh: the bird steals', episode: 2 });
  await manager.addMemory(at(34), 'Path', read);
  await manager.addMemory(at(116), 'Marsh', met);
  const told = (recent: readonly ReturnType<typeof turn>[]) =>
    manager.dangersAt(at(116), moment({ ...BOG, text: 'Bog' }, { recent }));
  expect(told([]).text).toContain('no lawn');
  expect(told([]).text).toContain('bird steals');
  expect(new Set(told([]).ids)).toEqual(new Set([memoryId(34, read), memoryId(116, met)]));
  expect(told(WALKED).text).toContain('bird steals');
  expect(told(WALKED).text).not.toContain('no lawn');
});

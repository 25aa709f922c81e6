import { describe, expect, it } from 'vitest';
import { FakeDurableFile } from '../../helpers/fake-durable-file.ts';
import { memory } from '../../helpers/memory.ts';
import { at, context, lesson, turn, world } from './memory-world.ts';

describe('durability', () => {
  it('every replacement starts from the exact bytes before it', async () => {
    const { manager, file } = world();
    await manager.addMemory(at(5), 'Quay', memory({ title: 'A' }));
    expect(file.backups).toEqual([]);
    const before = file.text;
    await manager.addMemory(at(5), 'Quay', memory({ title: 'B' }));
    expect(Buffer.from(file.backups[0] ?? []).toString()).toBe(before);
  });

  it('a restarted manager remembers field by field what the first one did', async () => {
    const { manager, file } = world();
    await manager.addMemory(
      at(5),
      'Quay',
      memory({ title: 'A', scoreChange: null, turns: '3-9', text: 'a\nb' }),
    );
    await manager.addMemory(
      at(6),
      'Pier',
      memory({ title: 'B', persistence: 'core', status: 'TENTATIVE' }),
    );
    await manager.supersedeMemory(at(6), 'Pier', 'B', memory({ title: 'C', scoreChange: -5 }));
    await manager.invalidateMemory(at(5), 'A', 'why');
    expect(world({ file }).manager.memoryCache).toEqual(manager.memoryCache);
  });

  it.each(['locked', 'storage'] as const)(
    'a %s file loses no memory and throws nothing: it waits, is shown, and is written later',
    async (fails) => {
      const { manager, file, events } = world();
      file.fails = fails;
      expect(await manager.addMemory(at(5), 'Quay', memory({ title: 'A' }))).toBe(true);
      expect(await manager.addMemory(at(5), 'Quay', memory({ title: 'A' }))).toBe(false);
      expect(await manager.invalidateMemory(at(5), 'A', 'wrong')).toBe(true);
      expect(await manager.addMemory(at(5), 'Quay', memory({ title: 'B' }))).toBe(true);
      expect(manager.recall(at(5)).text).toContain('B: ');
      expect(file.text).toBeNull();
      expect(manager.status().state.pending).toBe(3);
      expect(events.filter(({ type }) => type === 'memory-added')).toEqual([]);
      expect(events.at(-1)).toMatchObject({ type: 'memory-pending', changes: 3 });
      file.fails = null;
      await manager.addMemory(at(5), 'Quay', memory({ title: 'C' }));
      expect(manager.status().state.pending).toBe(0);
      expect(events.filter(({ type }) => type === 'memory-added')).toHaveLength(3);
      const again = world({ file }).manager;
      expect(again.memoryCache).toEqual(manager.memoryCache);
      expect(again.getMemories(at(5)).map(({ title }) => title)).toEqual(['B', 'C']);
    },
  );

  it('what waits is written by flush, and on the next turn', async () => {
    const { manager, file } = world();
    file.fails = 'locked';
    await manager.addMemory(at(5), 'Quay', memory({ title: 'A' }));
    file.fails = null;
    await manager.flush();
    expect(file.text).toContain('A**');
    file.fails = 'locked';
    await manager.addMemory(at(5), 'Quay', memory({ title: 'B' }));
    file.fails = null;
    await manager.learn(turn(2, 'wait'), context());
    expect(file.text).toContain('B**');
  });

  it('a failed lesson of the disk does not stop an answer from taking effect', async () => {
    const { manager, file } = world({ script: () => lesson() });
    file.fails = 'storage';
    await manager.learn(turn(2, 'pull', { score: 1 }), context());
    expect(manager.recall(at(79)).text).toContain('Hatch is stuck');
  });
});

describe('other writers', () => {
  it('a hand edit made during a run reaches the next prompt', async () => {
    const { manager, file } = world();
    await manager.addMemory(at(5), 'Quay', memory());
    file.save((file.text ?? '').replace('does not move', 'moves a little'));
    manager.sync();
    expect(manager.recall(at(5)).text).toContain('moves a little');
    file.save((file.text ?? '').replace(/\*\*\[NOTE[^]*?\n\n/, ''));
    manager.sync();
    expect(manager.recall(at(5)).text).toBe('');
    file.save(null);
    manager.sync();
    expect(manager.memoryCache.size).toBe(0);
  });

  it('the file is looked at once a turn: what a prompt says of a room does not look again', async () => {
    const { manager, file } = world();
    await manager.addMemory(at(5), 'Quay', memory());
    manager.sync();
    const looks = file.looks;
    manager.recall(at(5));
    manager.dangersAt(at(5));
    expect(file.looks).toBe(looks);
  });

  it('a change is applied to what the file says by then, not to what was read before', async () => {
    const { manager, file } = world();
    await manager.addMemory(at(5), 'Quay', memory({ title: 'A' }));
    const other = world({ file }).manager;
    await other.addMemory(at(5), 'Quay', memory({ title: 'B' }));
    file.meanwhile = () => file.save(`${file.text}\nA note by hand.\n`);
    await manager.addMemory(at(5), 'Quay', memory({ title: 'C' }));
    expect(manager.getMemories(at(5)).map(({ title }) => title)).toEqual(['A', 'B', 'C']);
    expect(file.text).toContain('A note by hand.\n');
  });

  it('two managers that learn the same store it once, and the second says so', async () => {
    const { manager, file } = world();
    const other = world({ file });
    await Promise.all([
      manager.addMemory(at(5), 'Quay', memory()),
      other.manager.addMemory(at(5), 'Quay', memory()),
    ]);
    expect(file.text?.match(/Hatch is stuck/g)).toHaveLength(1);
    expect(other.events).toEqual([
      { type: 'memory-refused', locationId: 5, title: 'Hatch is stuck', reason: 'duplicate' },
    ]);
  });

  it('a memory that somebody removed meanwhile is not found, and nothing else is changed', async () => {
    const { manager, file, events } = world();
    await manager.addMemory(at(5), 'Quay', memory());
    file.save('# Location Memories\n');
    expect(await manager.invalidateMemory(at(5), 'Hatch is stuck', 'wrong')).toBe(false);
    expect(file.text).toBe('# Location Memories\n');
    expect(events.at(-1)).toMatchObject({ type: 'memory-refused', reason: 'not-found' });
  });

  it.each([
    ['rusty key: no lock found', ['Quay'], true],
    ['open rusty hatch', ['Quay'], false],
    ['rusty key: no lock found', ['Quay', 'Hold'], false],
  ])('"%s" of %j is found from another room: %s', async (title, rooms, isFound) => {
    const { manager } = world();
    for (const [index, name] of rooms.entries()) {
      await manager.addMemory(at(5 + index), name, memory({ title }));
    }
    expect(await manager.invalidateMemory(at(79), title, 'It is found.')).toBe(isFound);
    expect(manager.getMemories(at(5))).toHaveLength(isFound ? 0 : 1);
  });

  it('changes asked for at the same time are all applied', async () => {
    const { manager, file } = world();
    const titles = Array.from({ length: 20 }, (_, index) => `Lesson ${index}`);
    await Promise.all(titles.map((title) => manager.addMemory(at(5), 'Quay', memory({ title }))));
    expect(
      world({ file })
        .manager.getMemories(at(5))
        .map(({ title }) => title),
    ).toEqual(titles);
  });

  it('the same lessons taught again, as after a crash, change no byte', async () => {
    const replies = [
      lesson({ memory_title: 'A' }),
      lesson({ memory_title: 'B', supersedes_memory_titles: ['A'] }),
    ];
    const file = new FakeDurableFile();
    const play = async () => {
      const { manager } = world({ file, script: (_, call) => replies[call - 1] ?? null });
      await manager.learn(turn(2, 'pull', { score: 1 }), context());
      await manager.learn(turn(3, 'push', { score: 1 }), context());
    };
    await play();
    const before = file.text;
    await play();
    expect(file.text).toBe(before);
  });
});

describe('visits', () => {
  const quay: [number, string] = [79, 'Quay'];
  const pier: [number, string] = [80, 'Pier'];

  it('are counted by visit, not by memory, and written with the next change or by flush', async () => {
    const { manager, file } = world({ script: () => lesson() });
    const go = (number: number, from: [number, string], to: [number, string], text = '') =>
      manager.learn(
        turn(number, 'go', { room: to, text: `${text}${number}` }, { room: from }),
        context({ episode: 4, firstVisit: number <= 2 }),
      );
    await go(1, quay, pier);
    expect(file.text).toContain('## Location 79: Quay\n**Visits:** 1 | **Episodes:** 4\n');
    await manager.addMemory(at(79), 'Quay', memory({ title: 'Another', episode: 4 }));
    expect(file.text).toContain('**Visits:** 1 | **Episodes:** 4\n');
    await go(2, pier, quay);
    await go(3, quay, pier);
    await go(4, pier, quay);
    await manager.flush();
    expect(file.text).toContain('## Location 79: Quay\n**Visits:** 3 | **Episodes:** 4\n');
    expect(file.text).toContain('## Location 80: Pier\n**Visits:** 2 | **Episodes:** 4\n');
  });

  it.each(['locked', 'storage'] as const)(
    'that a %s file could not take are written when it can be written, each once',
    async (fails) => {
      const { manager, file } = world();
      await manager.addMemory(at(79), 'Quay', memory());
      file.fails = fails;
      await manager.learn(turn(1, 'wait'), context());
      await manager.flush();
      await manager.flush();
      expect(file.text).toContain('**Visits:** 0 ');
      file.fails = null;
      await manager.flush();
      await manager.flush();
      expect(file.text).toContain('**Visits:** 1 ');
    },
  );

  it('of a room without a section wait until it has one', async () => {
    const { manager, file } = world();
    file.fails = 'locked';
    await manager.learn(turn(1, 'wait'), context());
    await manager.flush();
    file.fails = null;
    await manager.flush();
    expect(file.text).toBeNull();
    await manager.addMemory(at(79), 'Quay', memory());
    expect(file.text).toContain('**Visits:** 1 ');
  });

  it('episodes are joined and sorted; a line that is not understood is left alone', async () => {
    const lines = (visits: string) =>
      `## Location 79: Quay\n${visits}\n\n**[NOTE] A** *(Ep1, T1)*\nx\n`;
    const { manager, file } = world({ text: lines('**Visits:** 7 | **Episodes:** 10, 2') });
    await manager.learn(turn(1, 'wait'), context({ episode: 3 }));
    await manager.flush();
    expect(file.text).toBe(lines('**Visits:** 8 | **Episodes:** 2, 3, 10'));
    const odd = world({ text: lines('**Visits:** often') });
    await odd.manager.learn(turn(1, 'wait'), context());
    await odd.manager.flush();
    expect(odd.file.text).toBe(lines('**Visits:** often'));
  });
});

import { describe, expect, it } from 'vitest';
import { memory } from '../../helpers/memory.ts';
import { at, world } from './memory-world.ts';

const text = (file: { text: string | null }) => file.text ?? '';

describe('filing', () => {
  it.each([
    ['the same', {}, false],
    ['the same in other case and spacing', { text: ' the HATCH  does not move.' }, false],
    ['another text', { text: 'It opens.' }, true],
    ['another category', { category: 'DANGER' }, true],
    ['another title', { title: 'Hatch' }, true],
    ['another turn alone', { turns: '9', episode: 4 }, false],
    ['more certainty alone', { status: 'TENTATIVE' as const }, false],
  ])('%s is new beside a believed memory or not', async (_, fields, isNew) => {
    const { manager } = world();
    await manager.addMemory(at(5), 'Quay', memory());
    expect(await manager.addMemory(at(5), 'Quay', memory(fields))).toBe(isNew);
    expect(manager.getMemories(at(5))).toContainEqual(memory());
  });

  it('a title with two texts is superseded and invalidated with both', async () => {
    const { manager } = world();
    for (const persistence of ['permanent', 'ephemeral'] as const) {
      for (const text of ['a', 'b']) {
        await manager.addMemory(at(5), 'Quay', memory({ text, persistence }));
      }
    }
    await manager.invalidateMemory(at(5), 'Hatch is stuck', 'wrong');
    expect(manager.getMemoryBreakdown(at(5))).toMatchObject({ permanent: 0, ephemeral: 2 });
    await manager.invalidateMemory(at(5), 'Hatch is stuck', 'wrong');
    expect(manager.getMemories(at(5))).toEqual([]);
  });

  it('superseding by the same title keeps the new text', async () => {
    const { manager, file } = world();
    await manager.addMemory(at(5), 'Quay', memory());
    const better = memory({ text: 'It moves when oiled.', turns: '9' });
    expect(await manager.supersedeMemory(at(5), 'Quay', 'Hatch is stuck', better)).toBe(true);
    expect(manager.getMemories(at(5))).toEqual([better]);
    expect(world({ file }).manager.getMemories(at(5))).toEqual([better]);
  });

  it('a title is found in the form in which titles of models are stored, else letter for letter', async () => {
    const { manager } = world({
      text: '## Location 5: Quay\n\n**[NOTE] Two  spaces** *(Ep1, T1)*\nx\n',
    });
    expect(await manager.supersedeMemory(at(5), 'Quay', ' Two spaces', memory())).toBe(true);
    expect(manager.getMemories(at(5))).toEqual([memory()]);
  });

  it('a title may come back once its first memory is superseded', async () => {
    const { manager } = world();
    await manager.addMemory(at(5), 'Quay', memory());
    await manager.invalidateMemory(at(5), 'Hatch is stuck', 'it opened');
    expect(await manager.addMemory(at(5), 'Quay', memory({ turns: '40' }))).toBe(true);
    expect(manager.getPersistentCount(at(5))).toBe(2);
  });

  it('a session note and a lasting lesson of one title live side by side, and each replaces its like', async () => {
    const { manager } = world();
    const passing = memory({ persistence: 'ephemeral' });
    expect(await manager.addMemory(at(5), 'Quay', passing)).toBe(true);
    expect(await manager.addMemory(at(5), 'Quay', memory())).toBe(true);
    expect(await manager.addMemory(at(5), 'Quay', passing)).toBe(false);
    const now = { ...passing, title: 'Hatch moved' };
    expect(await manager.supersedeMemory(at(5), 'Quay', 'Hatch is stuck', now)).toBe(true);
    expect(manager.getMemories(at(5))).toEqual([memory(), now]);
    const lasting = memory({ title: 'Hatch moves' });
    expect(await manager.supersedeMemory(at(5), 'Quay', 'Hatch is stuck', lasting)).toBe(true);
    expect(manager.getMemories(at(5))).toEqual([lasting, now]);
  });

  it('a title that only contains another is not that other', async () => {
    const { manager, file } = world();
    await manager.addMemory(at(5), 'Quay', memory({ title: 'Hatch' }));
    await manager.addMemory(at(5), 'Quay', memory({ title: 'Hatch is stuck' }));
    expect(await manager.invalidateMemory(at(5), 'Hatch is', 'wrong')).toBe(false);
    expect(await manager.invalidateMemory(at(5), 'Hatch is stuck', 'wrong')).toBe(true);
    expect(manager.getMemories(at(5)).map(({ title }) => title)).toEqual(['Hatch']);
    expect(text(file).match(/SUPERSEDED/g)).toHaveLength(1);
    expect(world({ file }).manager.memoryCache).toEqual(manager.memoryCache);
  });

  it('that holds for this episode alone, too', async () => {
    const { manager } = world();
    for (const title of ['Hatch is stuck', 'Hatch']) {
      await manager.addMemory(at(5), 'Quay', memory({ title, persistence: 'ephemeral' }));
    }
    expect(await manager.invalidateMemory(at(5), 'atch', 'wrong')).toBe(false);
    expect(await manager.invalidateMemory(at(5), 'Hatch', 'wrong')).toBe(true);
    expect(manager.getMemories(at(5)).map(({ title }) => title)).toEqual(['Hatch is stuck']);
    const next = memory({ title: 'Hatch is stuck fast', persistence: 'ephemeral' });
    expect(await manager.supersedeMemory(at(5), 'Quay', 'Hatch is', next)).toBe(false);
  });

  it('location 0 is a room like any other', async () => {
    const { manager, file } = world();
    expect(await manager.addMemory(at(0), 'Void', memory())).toBe(true);
    expect(
      await manager.addMemory(at(0), 'Void', memory({ title: 'Dark', persistence: 'ephemeral' })),
    ).toBe(true);
    expect(manager.recall(at(0)).text.split('\n')).toHaveLength(2);
    expect(world({ file }).manager.getPersistentCount(at(0))).toBe(1);
    expect(manager.getEphemeralCount(at(0))).toBe(1);
  });

  it('ephemeral memories never make or touch the file', async () => {
    const { manager, file } = world();
    const passing = memory({ persistence: 'ephemeral' });
    await manager.addMemory(at(5), 'Quay', passing);
    await manager.supersedeMemory(at(5), 'Quay', passing.title, { ...passing, title: 'Open' });
    await manager.invalidateMemory(at(5), 'Open', 'closed again');
    manager.resetEpisode();
    await manager.flush();
    expect(file.text).toBeNull();
    expect(file.replacements).toBe(0);
  });
});

describe('superseding', () => {
  const passing = memory({ title: 'Left the umbrella here', persistence: 'ephemeral' });

  it('an unknown title is refused and nothing is added', async () => {
    const { manager } = world();
    expect(await manager.supersedeMemory(at(5), 'Quay', 'Nothing', memory())).toBe(false);
    expect(manager.getPersistentCount()).toBe(0);
  });

  it('ephemeral by ephemeral stays out of the file', async () => {
    const { manager, file } = world({ text: '# Location Memories\n' });
    await manager.addMemory(at(10), 'Room', passing);
    const next = memory({ title: 'Took the umbrella', persistence: 'ephemeral', turns: '20-25' });
    expect(await manager.supersedeMemory(at(10), 'Room', passing.title, next)).toBe(true);
    expect(manager.memoryCache.has(at(10))).toBe(false);
    expect(text(file)).toBe('# Location Memories\n');
    const [old] = manager.ephemeralCache.get(at(10)) ?? [];
    expect(old).toEqual({
      ...passing,
      status: 'SUPERSEDED',
      supersededBy: next.title,
      supersededAtTurn: 25,
    });
  });

  it('ephemeral by permanent: the old one stays in its cache, the new one goes to the file', async () => {
    const { manager, file } = world();
    await manager.addMemory(at(10), 'Test Room', passing);
    const rule = memory({ title: 'An umbrella on the hatch opens it' });
    expect(await manager.supersedeMemory(at(10), 'Test Room', passing.title, rule)).toBe(true);
    expect(manager.ephemeralCache.get(at(10))?.[0]?.status).toBe('SUPERSEDED');
    expect(manager.memoryCache.get(at(10))?.memories).toEqual([rule]);
    expect(text(file)).toContain('## Location 10: Test Room');
    expect(text(file)).toContain(rule.title);
    expect(text(file)).not.toContain(passing.title);
  });

  it.each(['core', 'permanent'] as const)(
    '%s by ephemeral is refused and changes nothing',
    async (persistence) => {
      const { manager, file, events } = world();
      const rule = memory({ persistence });
      await manager.addMemory(at(10), 'Room', rule);
      const before = file.text;
      expect(await manager.supersedeMemory(at(10), 'Room', rule.title, passing)).toBe(false);
      expect(manager.memoryCache.get(at(10))?.memories).toEqual([rule]);
      expect(manager.ephemeralCache.has(at(10))).toBe(false);
      expect(file.text).toBe(before);
      const warnings = events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
      expect(warnings.join()).toContain(`Cannot downgrade ${persistence} memory to ephemeral`);
    },
  );

  it('core by permanent keeps both, in cache and file', async () => {
    const { manager, file } = world();
    const core = memory({ title: 'A goose sleeps here', persistence: 'core' });
    await manager.addMemory(at(10), 'Room', core);
    await manager.supersedeMemory(
      at(10),
      'Room',
      core.title,
      memory({ title: 'The goose wakes at noon' }),
    );
    const kept = manager.memoryCache.get(at(10))?.memories ?? [];
    expect(kept.map(({ status, persistence }) => `${persistence} ${status}`)).toEqual([
      'core SUPERSEDED',
      'permanent ACTIVE',
    ]);
    expect(kept[0]?.supersededAtTurn).toBe(3);
    expect(text(file)).toContain('**[NOTE - CORE - SUPERSEDED] A goose sleeps here**');
    expect(text(file)).toContain('**[NOTE - PERMANENT] The goose wakes at noon**');
  });

  it('after a reset only what the file holds is left', async () => {
    const { manager, events } = world();
    await manager.addMemory(at(10), 'Room', passing);
    await manager.supersedeMemory(at(10), 'Room', passing.title, memory({ title: 'Rule' }));
    await manager.addMemory(at(10), 'Room', { ...passing, title: 'Again' });
    manager.resetEpisode();
    expect(manager.ephemeralCache.size).toBe(0);
    expect(manager.recall(at(10)).text).toMatch(
      /^\[NOTE\] Rule: The hatch does not move\. #\w{6}$/,
    );
    manager.resetEpisode();
    const resets = events.filter(({ type }) => type === 'memory-reset');
    expect(resets).toEqual([
      { type: 'memory-reset', cleared: 2 },
      { type: 'memory-reset', cleared: 0 },
    ]);
  });

  it('title, turn and reason of what is superseded survive a reload, quotes too', async () => {
    const { manager, file } = world();
    const by = 'It said "no" [twice] ** *(';
    await manager.addMemory(at(5), 'Quay', memory({ title: 'A' }));
    await manager.supersedeMemory(at(5), 'Quay', 'A', memory({ title: by, turns: '20-25' }));
    await manager.addMemory(at(5), 'Quay', memory({ title: 'B' }));
    await manager.invalidateMemory(at(5), 'B', 'the sign says "closed"', 30);
    const again = world({ file }).manager;
    expect(again.memoryCache).toEqual(manager.memoryCache);
    const [a, , b] = again.memoryCache.get(at(5))?.memories ?? [];
    expect([a?.supersededBy, a?.supersededAtTurn]).toEqual([by, 25]);
    expect([b?.supersededAtTurn, b?.invalidationReason]).toEqual([30, 'the sign says "closed"']);
  });
});

describe('invalidating', () => {
  it('marks the memory in either cache and takes the current turn when none is given', async () => {
    const { manager, file } = world();
    await manager.addMemory(at(5), 'Quay', memory({ title: 'A', persistence: 'core' }));
    await manager.addMemory(at(5), 'Quay', memory({ title: 'B', persistence: 'ephemeral' }));
    expect(await manager.invalidateMemory(at(5), 'A', 'Proven false', 25)).toBe(true);
    expect(await manager.invalidateMemory(at(5), 'B', 'Proven false')).toBe(true);
    expect(manager.getMemories(at(5))).toEqual([]);
    expect(manager.ephemeralCache.get(at(5))?.[0]).toMatchObject({
      status: 'SUPERSEDED',
      supersededBy: 'INVALIDATED',
      supersededAtTurn: 0,
    });
    expect(text(file)).toContain(
      '**[NOTE - CORE - SUPERSEDED] A** *(Ep1, T3, +0)*\n[Invalidated at T25: "Proven false"]\n~~The hatch does not move.~~\n',
    );
  });

  it('unknown titles and blank reasons are refused, one by one and without an exception', async () => {
    const { manager, file } = world();
    await manager.addMemory(at(5), 'Quay', memory({ title: 'A' }));
    const replacements = file.replacements;
    for (const title of ['B', '__proto__'])
      expect(await manager.invalidateMemory(at(5), title, 'wrong')).toBe(false);
    expect(await manager.invalidateMemory(at(5), 'A', '  ')).toBe(false);
    expect(file.replacements).toBe(replacements);
    expect(await manager.invalidateMemory(at(5), 'A', 'wrong')).toBe(true);
  });
});

it.each([
  ['filed under it', 5, undefined, 'permanent', true],
  ['filed elsewhere and about it', 6, 5, 'permanent', true],
  ['of this episode alone', 6, 5, 'ephemeral', true],
  ['filed elsewhere', 6, undefined, 'permanent', false],
] as const)('a room is remembered by what is %s: %s', async (...row) => {
  const [, room, about, persistence, isRemembered] = row;
  const { manager } = world();
  const of = about === undefined ? {} : { about: at(about) };
  await manager.addMemory(at(room), 'Quay', memory({ persistence, ...of }));
  expect(manager.isRemembered({ id: at(5), name: 'Attic' })).toBe(isRemembered);
});

describe('counting', () => {
  it('counts include what is superseded, the breakdown does not and always has three keys', async () => {
    const { manager } = world();
    expect(manager.getMemoryBreakdown(at(5))).toEqual({ core: 0, permanent: 0, ephemeral: 0 });
    await manager.addMemory(at(5), 'Quay', memory({ title: 'A', persistence: 'core' }));
    await manager.addMemory(at(5), 'Quay', memory({ title: 'B' }));
    await manager.addMemory(at(6), 'Pier', memory({ title: 'C', persistence: 'ephemeral' }));
    await manager.invalidateMemory(at(5), 'B', 'wrong');
    await manager.invalidateMemory(at(6), 'C', 'wrong');
    expect([
      manager.getPersistentCount(at(5)),
      manager.getPersistentCount(),
      manager.getPersistentCount(at(6)),
    ]).toEqual([2, 2, 0]);
    expect([
      manager.getEphemeralCount(at(6)),
      manager.getEphemeralCount(),
      manager.getEphemeralCount(at(5)),
    ]).toEqual([1, 1, 0]);
    expect(manager.getMemoryBreakdown(at(5))).toEqual({ core: 1, permanent: 0, ephemeral: 0 });
    expect(manager.getMemoryBreakdown(at(6))).toEqual({ core: 0, permanent: 0, ephemeral: 0 });
    expect(manager.status()).toMatchObject({
      component: 'memory',
      state: { locations: 2, persistent: 2, ephemeral: 1, pending: 0 },
    });
  });
});

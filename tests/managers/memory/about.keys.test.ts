import { describe, expect, it } from 'vitest';
import { memory } from '../../helpers/memory.ts';
import { at, nothing, world } from './memory-world.ts';

describe('what a key opens', () => {
  const key = memory({
    title: 'Rusty key in the drawer',
    text: "'open drawer' reveals a rusty key. What it opens is not known yet.",
  });
  it.each([
    ['SUCCESS', 'Unlock plank door with rusty key, open it', false],
    ['SUCCESS', 'unlock plank door with the rusty key; go east', false],
    ['SUCCESS', 'Unlock plank door with brass key', true],
    ['FAILURE', 'unlock chest with rusty key', true],
  ] as const)('is left open beside %s "%s": %s', async (category, title, isOpen) => {
    const { manager } = world({ script: () => nothing() });
    await manager.addMemory(at(79), 'Quay', key);
    await manager.addMemory(at(80), 'Pier', memory({ category, title, text: 'So it is.' }));
    const told = manager.recall(at(79)).text;
    expect(told).toContain('reveals a rusty key.');
    expect(told.includes('not known yet')).toBe(isOpen);
    const listed = manager.shown.get(at(79))?.memories[0]?.text ?? '';
    expect(listed.includes('not known yet')).toBe(isOpen);
  });
});

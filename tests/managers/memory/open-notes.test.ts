import { describe, expect, it } from 'vitest';
import { isNoteAnswered } from '../../../src/managers/memory/open-notes.ts';
import { memory } from '../../helpers/memory.ts';
import { at, nothing, thing, turn, world } from './memory-world.ts';

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

it.each([
  ['put amber egg in satchel', 'You put it in.', true],
  ['put egg and ring in satchel', 'amber egg: Done.\ngarnet ring: Done.', true],
  ['put all in satchel', 'amber egg: Done.\nlamp: Done.', true],
  ['put all in satchel', 'lamp: Done.', false],
  ['put all in satchel', 'Done.', true],
  ['put all in chest', 'amber egg: Done.', false],
])('"%s", answered by %j, answers what an egg was not tried in: %s', (action, text, isIt) => {
  const note = memory({
    category: 'NOTE',
    status: 'TENTATIVE',
    title: 'amber egg: not yet tried in the closed satchel',
    text: 'It may hide the egg.',
    about: 'amber egg',
  });
  const before = { inventory: [thing(5, 'amber egg'), thing(6, 'satchel')] };
  const after = { inventory: [thing(6, 'satchel')], scene: 'put', text };
  expect(isNoteAnswered(note, turn(7, action, after, before))).toBe(isIt);
});

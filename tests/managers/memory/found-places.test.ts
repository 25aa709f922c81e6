import { expect, it } from 'vitest';
import { namesOfOneRoom, withoutFoundPlaces } from '../../../src/managers/memory/found-places.ts';
import { memory } from '../../helpers/memory.ts';
import { at, world } from './memory-world.ts';

const WAY = 'West, west, north reaches the close.';

it.each([
  ['A reed islet lies west of a punt, not yet found.', WAY],
  ['The Reed Islet was never visited.', WAY],
  ['The reed islet is unexplored: go there.', WAY],
  ['A reed islet lies west of a punt.', null],
  ['The egg was not found.', null],
  ['The salt marsh was not explored.', null],
  ['The loft was not explored.', null],
])('a sentence that calls a place not found goes once the place was entered: %s', (said, left) => {
  const reached = namesOfOneRoom(['Reed Islet', 'Salt Marsh', 'Salt Marsh', 'Loft']);
  const text = `${WAY} ${said}`;
  expect(withoutFoundPlaces(memory({ text }), reached).text).toBe(left ?? text);
});

it('what says nothing else stays', () => {
  const text = 'A reed islet, not found.';
  expect(withoutFoundPlaces(memory({ text }), ['reed islet']).text).toBe(text);
});

it('what a prompt tells of a room and of all rooms is without it', async () => {
  const { manager } = world();
  const text = `${WAY} A reed islet lies there, not yet found.`;
  await manager.addMemory(at(5), 'Marsh', memory({ category: 'SUCCESS', text }));
  expect(manager.recall(at(5)).text).toContain('not yet found');
  await manager.addMemory(at(6), 'Reed Islet', memory({ title: 'A nest' }));
  expect(manager.recall(at(5)).text).toContain(WAY);
  expect(manager.recall(at(5)).text).not.toContain('not yet found');
  const told = [...manager.shown.values()].flatMap(({ memories }) => memories);
  expect(told.map((one) => one.text).join()).not.toContain('not yet found');
});

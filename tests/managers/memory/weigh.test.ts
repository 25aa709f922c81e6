import { expect, it } from 'vitest';
import { byRank, weigh, type Weight } from '../../../src/managers/memory/weigh.ts';
import { memory } from '../../helpers/memory.ts';
import { thing } from '../../helpers/observation.ts';
import { at, moment } from './memory-world.ts';

function weightOf(title: string, plan: string): Weight {
  const now = { ...moment({ objects: [thing(6, 'brass lamp'), thing(7, 'tin mug')] }), plan };
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  const weight = weigh(memory({ title }), { room: at(79), evidence: new Map(), place });
  if (weight === null) throw new Error(`"${title}" says nothing.`);
  return weight;
}

it.each([
  ['', 0],
  ['Find the rope', 0],
  ['Light the lamp for the clerk', -1],
  ['Fill the tin mug', 1],
  ['Fill the mug and light the lamp', 0],
])('what is in reach and the plan names comes first: "%s"', (plan, sign) => {
  const order = byRank(weightOf('Brass lamp', plan), weightOf('Tin mug', plan));
  expect(Math.sign(order)).toBe(sign);
});

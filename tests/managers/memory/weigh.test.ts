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

it('of what failed only that is told which can still be tried', () => {
  const told = (...memories: readonly ReturnType<typeof memory>[]) => {
    const now = moment({ objects: [thing(6, 'sea chest'), thing(7, 'bed')] });
    const place = { now, map: { waysFrom: () => [] }, memories, isStock: () => false };
    const failed = memory({
      category: 'FAILURE',
      title: 'pull sea chest; look under bed',
      text: 'The chest does not move. Under the bed are only slippers. Nothing else is here.',
    });
    return weigh(failed, { room: at(79), evidence: new Map(), place })?.text;
  };
  expect(told()).toContain('The chest does not move. Under the bed');
  const works = memory({ category: 'SUCCESS', title: 'pull sea chest' });
  expect(told(works)).toBe('Under the bed are only slippers. Nothing else is here.');
});

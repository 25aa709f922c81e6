import { expect, it } from 'vitest';
import { renderLocationMemory } from '../../../src/managers/memory/location-memory.ts';
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

it.each([
  ['rub brass lamp (while the clerk is here)', false],
  ['rub brass lamp (while the clerk is not here)', true],
  ['rub brass lamp (while the tin mug is here)', true],
])('what failed is told only where the condition that it names holds: %s', (title, isTold) => {
  const now = moment({ objects: [thing(6, 'brass lamp'), thing(7, 'tin mug')] });
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  const failed = memory({ category: 'FAILURE', title });
  const weight = weigh(failed, { room: at(79), evidence: new Map(), place });
  expect(weight !== null).toBe(isTold);
});

it.each([
  ['in this room', 79, {}, true],
  ['in another room', 80, {}, false],
  ['in another room and is about this one', 80, { about: at(79) }, true],
])('what was learnt %s has a place of its own here: %s', (_, room, differs, isOfHere) => {
  const now = moment({ objects: [thing(6, 'brass lamp')] });
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  const one = memory({ category: 'SUCCESS', title: 'rub brass lamp', ...differs });
  expect(weigh(one, { room: at(room), evidence: new Map(), place })?.isOfHere).toBe(isOfHere);
});

it('where not all fit, what this room taught is kept before what worked elsewhere', () => {
  const now = moment({ objects: [thing(6, 'brass lamp')], room: [79, 'Quay'] });
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  const filed = [
    [at(80), memory({ category: 'SUCCESS', title: 'rub brass lamp' })],
    [at(79), memory({ category: 'DISCOVERY', title: 'Brass lamp' })],
    [at(79), memory({ category: 'NOTE', title: 'Lamp' })],
  ] as const;
  const limits = { markers: false, mostShown: 2, mostTokens: 285, evidence: new Map(), place };
  const { text } = renderLocationMemory(filed, { ...limits, nameOf: (id) => `(${id})` });
  expect(text).toContain('[NOTE] Lamp');
  expect(text).not.toContain('rub brass lamp');
});

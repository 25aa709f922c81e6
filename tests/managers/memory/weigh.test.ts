import { expect, it } from 'vitest';
import { renderLocationMemory } from '../../../src/managers/memory/location-memory.ts';
import { byRank, weigh, type Weight } from '../../../src/managers/memory/weigh.ts';
import { memory } from '../../helpers/memory.ts';
import { thing } from '../../helpers/observation.ts';
import { at, moment, turn } from './memory-world.ts';
import type { Memory } from '../../../src/domain/memory.ts';
import type { Filed } from '../../../src/managers/memory/memory-document.ts';
import { NO_DICTIONARY } from '../../helpers/no-dictionary.ts';

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

const CAT = thing(9, 'tabby cat', 'animate');
const story = (answer: string | null) => ({
  reach: () => 'possible' as const,
  dictionary: { ...NO_DICTIONARY, knows: () => true, verbs: ['give', 'rub'] },
  vainAnswer: () => (answer === null ? null : { text: answer, isUnread: false }),
});

/** The titles of memories in the order in which they are told where a cat is, in episode 2. */
function order(now: ReturnType<typeof moment>, ...filed: readonly Filed[]) {
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  const weighed = filed.flatMap(([room, one]) => {
    const weight = weigh(one, { room, evidence: new Map(), place });
    return weight === null ? [] : [{ ...weight, title: one.title }];
  });
  return weighed.toSorted(byRank).map(({ title }) => title);
}

it('news of somebody who is here comes first, the newest before others; old news and news of others does not', () => {
  const now = moment({ objects: [CAT, thing(6, 'brass lamp')] });
  const note = (title: string, turns: string, episode: number, about?: string) =>
    [
      at(80),
      memory({ category: 'NOTE', title, turns, episode, ...(about !== undefined && { about }) }),
    ] as const;
  const told = order(
    now,
    [at(79), memory({ category: 'DISCOVERY', title: 'Brass lamp' })],
    note('The tabby cat is hungry', '3', 2),
    note('Who likes fish', '12', 2, 'tabby cat'),
    note('The tabby cat sleeps', '14', 1),
    note('Who likes bones', '15', 2, 'dog'),
  );
  expect(told.slice(0, 3)).toEqual(['Who likes fish', 'The tabby cat is hungry', 'Brass lamp']);
});

it.each([
  ['can be done now', null, 1],
  ['would change nothing now', 'No chest is here.', 0],
])('what is told of a thing just found is first where it %s', (_, answer, first) => {
  const now = {
    ...moment({ objects: [thing(6, 'brass lamp'), thing(7, 'tin mug')] }),
    recent: [turn(3, 'open box', {}, { objects: [thing(7, 'tin mug')] })],
  };
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  const weightIn = (room: number, differs: Partial<Memory>) =>
    weigh(memory({ category: 'NOTE', ...differs }), {
      room: at(room),
      evidence: new Map(),
      place: { ...place, story: story(answer) },
    });
  const far = weightIn(80, { title: 'rub brass lamp', about: 'brass lamp' });
  const own = weightIn(79, { title: 'Tin mug' });
  if (far === null || own === null) throw new Error('A memory says nothing.');
  expect(Math.sign(byRank(far, own))).toBe(first === 1 ? -1 : 1);
});

it.each([
  ['Key is taken back only if the door is closed', 'DISCOVERY', -1],
  ['Keys are counted', 'DISCOVERY', -1],
  ['rattle door with key', 'FAILURE', 1],
  ['Rusty key: for the door', 'DISCOVERY', 0],
  ['Clerk is bored', 'DISCOVERY', 0],
])(
  'what names a thing held comes before what names what is in reach: "%s" (%s)',
  (title, category, sign) => {
    const now = moment({
      objects: [thing(6, 'clerk'), thing(8, 'door')],
      inventory: [thing(7, title.startsWith('Rusty') ? 'brass key' : 'key')],
    });
    const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
    const weight = (fields: Parameters<typeof memory>[0]) =>
      weigh(memory(fields), { room: at(79), evidence: new Map(), place });
    const one = weight({ title, category });
    const other = weight({ title: 'Clerk waits', category: 'DISCOVERY' });
    expect(one && other && Math.sign(byRank(one, other))).toBe(sign);
  },
);

it('what failed with somebody elsewhere does not come before what this room taught', () => {
  const now = moment({ objects: [thing(6, 'clerk', 'animate')] });
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  const weight = (room: number, fields: Parameters<typeof memory>[0]) =>
    weigh(memory(fields), { room: at(room), evidence: new Map(), place });
  const here = weight(79, { title: 'Desk of the clerks', category: 'DISCOVERY' });
  const order = (category: string) => {
    const there = weight(80, { title: 'ask clerk about rain', category, episode: 2, turns: '4' });
    return here && there && Math.sign(byRank(there, here));
  };
  expect([order('FAILURE'), order('DANGER')]).toEqual([1, -1]);
});

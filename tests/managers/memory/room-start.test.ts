import { expect, it } from 'vitest';
import { renderLocationMemory } from '../../../src/managers/memory/location-memory.ts';
import type { VisibleObject } from '../../../src/domain/observation.ts';
import { memory } from '../../helpers/memory.ts';
import { thing } from '../../helpers/observation.ts';
import { at, moment, turn } from './memory-world.ts';

const DAW = thing(6, 'jackdaw', 'animate');
const NEST = thing(7, 'nest');

interface Scene {
  readonly here?: readonly VisibleObject[];
  /** What was met in another room. */
  readonly elsewhere?: readonly VisibleObject[];
  readonly inventory?: readonly VisibleObject[];
  readonly isDark?: true;
}

/** What is told of the room's memories at a moment, after turns in this or another room. */
function shownOf(
  memories: readonly Parameters<typeof memory>[0][],
  { here = [NEST], elsewhere = [DAW], inventory = [], isDark }: Scene = {},
) {
  const met = turn(1, 'north', {}, { room: [80, 'Close'], objects: elsewhere });
  const now = moment({ objects: here, inventory, ...(isDark && { isDark }) }, { recent: [met] });
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  const limits = { markers: false, mostShown: 5, mostTokens: 285, evidence: new Map() };
  const filed = memories.map((one) => [at(79), memory(one)] as const);
  const nameOf = (room: number) => (room === 79 ? '' : 'Close (80)');
  return renderLocationMemory(filed, { ...limits, place, nameOf });
}

function told(...given: Parameters<typeof shownOf>): string {
  return shownOf(...given).text.replaceAll(/ #\w+/g, '');
}

const START = { persistence: 'core', title: 'A nest', text: 'A jackdaw sits by it.' } as const;
const AWAY = '(not here now: jackdaw)';

it('of a room’s start it is said who is elsewhere, as was seen in this episode', () => {
  expect(told([START])).toBe(`[NOTE] A nest: A jackdaw sits by it. ${AWAY}`);
});

it.each([
  ['is here', [START], { here: [NEST, DAW] }],
  ['was not met in this episode', [START], { elsewhere: [] }],
  ['is not named', [{ ...START, text: 'A bird sits by it.' }], {}],
  ['may be in the dark', [START], { isDark: true }],
  ['is told of by a memory of what came later', [{ ...START, persistence: 'permanent' }], {}],
] as const)('but not of who %s', (_, memories, differs) => {
  expect(told(memories, { ...differs })).not.toContain(AWAY);
});

const ATTENDANT = thing(13, 'desk attendant', 'animate');

it('but not of who shares only a part of his name with it, or a name with somebody here', () => {
  const desk = { ...START, text: 'A desk stands by it.' };
  expect(told([desk], { elsewhere: [ATTENDANT] })).toContain('A desk stands by it.');
  expect(told([desk], { elsewhere: [ATTENDANT] })).not.toContain('not here now');
  const twin = { ...thing(14, 'jackdaw', 'animate') };
  expect(told([START], { here: [NEST, twin] })).not.toContain('not here now');
});

const GONE = { inventory: [NEST], here: [] };
const OUTDATED = { ...START, text: 'The nest hangs here. Eggs are wanted by the cook.' };

it.each([
  ['the start is so in part only', [OUTDATED], [START.title]],
  [
    'the start is so in part only',
    [OUTDATED, { ...OUTDATED, title: 'The nest' }],
    [START.title, 'The nest'],
  ],
  ['one is told', [OUTDATED, { title: 'Beams', text: 'Old.' }], undefined],
  ['there are none', [], undefined],
  ['they tell what is done', [{ category: 'SUCCESS', title: 'take nest' }], undefined],
  ['they are superseded', [{ ...OUTDATED, status: 'SUPERSEDED' }], undefined],
] as const)('memories of a room of which %s are named: %j', (_, memories, hidden) => {
  expect(shownOf(memories, GONE).hidden).toEqual(hidden);
});

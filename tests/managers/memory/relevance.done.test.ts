import { expect, it } from 'vitest';
import type { Memory } from '../../../src/domain/memory.ts';
import { commandsThatMatter, isAtHand } from '../../../src/managers/memory/relevance.ts';
import { memory } from '../../helpers/memory.ts';
import { attempt, exit, thing } from '../../helpers/observation.ts';
import { at, moment } from './memory-world.ts';

function isTold(category: Memory['category'], title: string, ...traits: 'open'[]): boolean {
  const now = moment({ objects: [thing(7, 'drawer', 'openable', ...traits)] });
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  return commandsThatMatter(memory({ category, title }), at(79), place) !== null;
}

it.each([
  ['SUCCESS', 'open drawer', false],
  ['SUCCESS', 'Open drawer: a rusty key', false],
  ['DISCOVERY', 'Open drawer: rusty key inside', false],
  ['DISCOVERY', 'A key in the drawer: open it', true],
  ['DANGER', 'open drawer', true],
] as const)('%s "%s" is told while the drawer is open: %s', (category, title, whileOpen) => {
  expect(isTold(category, title)).toBe(true);
  expect(isTold(category, title, 'open')).toBe(whileOpen);
});

it.each([
  ['unlock drawer with key', 'changed', 'It seems to be locked.', false],
  ['unlock drawer with key', 'nothing', 'It seems to be locked.', true],
  ['unlock box with key', 'changed', 'It seems to be locked.', true],
  ['unlock drawer with key', 'changed', 'The drawer sticks to your fingers.', true],
] as const)(
  'after "%s" (%s) a failure that says "%s" is told: %s',
  (action, brought, text, told) => {
    const objects = [thing(7, 'drawer', 'openable'), thing(8, 'box', 'openable')];
    const attempts = new Map([[at(79), [attempt(action, { brought })]]]);
    const now = moment({ objects }, { attempts });
    const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
    const failure = memory({ category: 'FAILURE', title: 'open drawer', text });
    expect(commandsThatMatter(failure, at(79), place) !== null).toBe(told);
  },
);

it('a memory of a deadly way out is of what is at hand', () => {
  const now = moment({ exits: [{ ...exit('south', 9), deadly: true }] });
  expect(isAtHand(['south'], now)).toBe(true);
  expect(isAtHand(['north'], now)).toBe(false);
});

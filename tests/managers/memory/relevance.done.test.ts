import { expect, it } from 'vitest';
import type { Memory } from '../../../src/domain/memory.ts';
import { commandsThatMatter } from '../../../src/managers/memory/relevance.ts';
import { memory } from '../../helpers/memory.ts';
import { thing } from '../../helpers/observation.ts';
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

import { expect, it } from 'vitest';
import { type Evidence, evidenceKey } from '../../../src/managers/memory/evidence.ts';
import { renderLocationMemory } from '../../../src/managers/memory/location-memory.ts';
import { memory } from '../../helpers/memory.ts';
import { at, moment } from './memory-world.ts';

const WAY = memory({ category: 'SUCCESS', title: 'Way to the chapel: w, n', about: at(79) });

/** What room 79 is told of a way that was learnt in a room and tried again there. */
function told(room: number, why: string): string {
  const tried = { tried: 2, held: 2, verdict: 'confirmed', why, by: 'simulated' } as const;
  const found: Evidence = { ...WAY, location: { id: room, name: 'Marsh' }, ...tried };
  const evidence = new Map([[evidenceKey(room, WAY), found]]);
  const now = moment({ room: [79, 'Quay'] });
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  const limits = { markers: false, mostShown: 5, mostTokens: 285, evidence, place };
  const nameOf = (id: number) => (id === 79 ? '' : `Marsh (${id})`);
  return renderLocationMemory([[at(room), WAY]], { ...limits, nameOf }).text;
}

it('a count of another command is told in the room where that was tried, not elsewhere', () => {
  expect(told(79, 'as "north"')).toContain('(worked 2 of 2 times as "north")');
  expect(told(80, 'as "north"')).toContain('(noted at Marsh (80)) #');
  expect(told(80, '')).toContain('(worked 2 of 2 times)');
});

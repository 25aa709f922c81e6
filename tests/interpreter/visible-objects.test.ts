import { expect, it } from 'vitest';
import type { ObjectTree } from '../../src/interpreter/object-tree.ts';
import { visibleObjects } from '../../src/interpreter/visible-objects.ts';

it('what only the compiler has a name for is nothing that is seen, but what lies in it is', () => {
  const names = ['', 'you', 'room', '(lamp_proxy)', 'lamp_part', '(missing)', 'lamp (lit)', 'pin'];
  const inside: Readonly<Record<number, readonly number[]>> = { 2: [1, 3, 4, 5, 6], 3: [7] };
  const tree = {
    name: (object: number) => names[object],
    children: (object: number) => inside[object] ?? [],
    around: () => [2],
    has: (_: number, attribute: number) => attribute === 5,
  } as unknown as ObjectTree;
  const seen = visibleObjects(tree, {
    player: 1,
    room: 2,
    attributes: { supporter: 5 },
    routines: new Set(),
    placeless: new Set(),
  });
  expect(seen.map(({ name }) => name)).toEqual(['pin', 'lamp (lit)']);
});

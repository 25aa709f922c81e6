import { expect, it } from 'vitest';
import { hiddenByEvidence, memoryId } from '../../../src/managers/memory/evidence.ts';
import { memory } from '../../helpers/memory.ts';

it('the short name of a memory is six letters and digits that nobody mistakes, the same each time', () => {
  expect(memoryId(5, memory())).toMatch(/^[a-km-np-z2-9]{6}$/);
  expect(memoryId(5, memory({ text: 'Other words.' }))).toBe(memoryId(5, memory()));
});

it('the short names of a thousand memories differ', () => {
  const names = Array.from({ length: 1000 }, (_, at) =>
    memoryId(at % 10, memory({ turns: `${at}` })),
  );
  expect(new Set(names).size).toBe(1000);
});

it('a memory is not shown that the settings leave out, in its room alone', () => {
  const [shown, out] = [memory({ turns: '1' }), memory({ turns: '2' })];
  const isOut = hiddenByEvidence({ without: ` #${memoryId(5, out)} ,abcdef` }, new Map());
  expect([isOut(5, shown), isOut(5, out), isOut(6, out)]).toEqual([false, true, false]);
  expect(hiddenByEvidence({ without: null }, new Map())(5, out)).toBe(false);
});

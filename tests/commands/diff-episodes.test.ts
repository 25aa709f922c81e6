import { expect, it } from 'vitest';
import { differingLine } from '../../src/commands/episodes/diff-episodes.ts';

it.each([
  ['Path\nFour ways meet.\nA bird is here.', 'Path\nFour ways meet.', 'A bird is here.'],
  ['Path\nFour ways meet.', 'Path\nFour ways meet.\nA bird is here.', 'Path'],
  ['Taken.', 'Too heavy.', 'Taken.'],
  ['Taken.', '', 'Taken.'],
])('of %j beside %j the line %j tells the difference', (text, other, line) => {
  expect(differingLine(text, other)).toBe(line);
});

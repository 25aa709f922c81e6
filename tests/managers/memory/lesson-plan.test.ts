import { expect, it } from 'vitest';
import { wishFor, type Taught } from '../../../src/managers/memory/lesson-plan.ts';
import type { Lesson } from '../../../src/managers/memory/memory-reply.ts';
import { turn } from '../../helpers/observation.ts';

const failed = turn(31, 'open window', { score: 17 });
const won = turn(32, 'up', { score: 17 }, { score: 19 });

function pointsOf(category: 'FAILURE' | 'SUCCESS', differs: Partial<Taught>): number | null {
  const lesson: Lesson = {
    memory: {
      category,
      title: 'open window',
      text: 'It is shut.',
      persistence: 'permanent',
      status: 'ACTIVE',
    },
    supersedes: [],
    invalidates: [],
    invalidationReason: '',
    reasoning: '',
  };
  const taught = {
    lesson,
    wanted: lesson,
    describesRoom: false,
    turns: [won],
    ...differs,
  } as const;
  return wishFor(taught, 1).memory?.scoreChange ?? null;
}

it.each([
  ['a lesson of the turn', 'SUCCESS', {}, 2],
  ['a lesson beside that of the turn', 'SUCCESS', { isAside: true }, 0],
  ['several turns of which the last won', 'SUCCESS', { turns: [failed, won] }, 2],
  ['a failure before the turn that won', 'FAILURE', { turns: [failed, won] }, 0],
  ['a failure that won', 'FAILURE', {}, 2],
] as const)('the points that a memory has: %s', (_, category, differs, points) => {
  expect(pointsOf(category, differs)).toBe(points);
});

import { expect, it } from 'vitest';
import { lessonOfCommand } from '../../../src/managers/memory/judge-lesson.ts';
import { memory } from '../../helpers/memory.ts';
import { turn } from '../../helpers/observation.ts';

it.each([
  ['learn glow', 'It fails; only "cast glow on scroll" works.', 'cast glow on scroll', 'second'],
  ['learn glow', 'It is refused.', 'The scroll is used up', 'first'],
  ['The scroll is used up', 'cast glow on scroll spends it.', 'learn glow', 'first'],
])('of %j, %s, and %j the one about the turn is the %s', (title, text, other, which) => {
  const lesson = (some: object) => ({
    reasoning: '',
    memory: memory(some),
    supersedes: [],
    invalidates: [],
    invalidationReason: '',
  });
  const lessons = [lesson({ title, text }), lesson({ title: other })];
  const cast = turn(3, 'cast glow on scroll');
  expect(lessonOfCommand(cast, lessons)).toBe(lessons[which === 'first' ? 0 : 1]);
});

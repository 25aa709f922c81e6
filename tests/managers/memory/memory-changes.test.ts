import { describe, expect, it } from 'vitest';
import { hasSameName, memoryTitleForm } from '../../../src/domain/memory.ts';
import { isChangeKnown } from '../../../src/managers/memory/memory-changes.ts';
import { memory } from '../../helpers/memory.ts';

describe('a title', () => {
  it.each([
    ['s', 'south'],
    ['Go South', 'south'],
    ['unlock door;n', 'unlock door; north'],
    ['open window; go through it', 'open window; go through it'],
    ['The south wall; a note', 'The south wall; a note'],
    ['odd ;title; ', 'odd ;title; '],
  ])('%s is %s', (title, form) => {
    expect(memoryTitleForm(title)).toBe(form);
    expect(memoryTitleForm(form)).toBe(form);
  });

  it('of one way is one name', () => {
    const [one, other] = ['s', 'South'].map((title) => memory({ title }));
    expect(one !== undefined && other !== undefined && hasSameName(one, other)).toBe(true);
  });
});

describe('a gain', () => {
  const gain = memory({
    category: 'SUCCESS',
    title: 'take old lamp',
    text: 'Yours.',
    scoreChange: 5,
  });
  it.each([
    ['the same way in other words', { title: 'get lamp', text: 'It is yours.' }, true],
    ['a discovery of the same', { category: 'DISCOVERY', title: 'open box; take lamp' }, true],
    ['other points', { title: 'get lamp', scoreChange: 3 }, false],
    ['no points', { title: 'get lamp', text: 'Heavy.', scoreChange: 0 }, false],
    ['another thing', { title: 'take sword' }, false],
    ['a warning', { title: 'get lamp', category: 'DANGER' }, false],
  ] as const)('is remembered once: %s', (_, change, known) => {
    expect(isChangeKnown([gain], { ...gain, text: 'Told otherwise.', ...change })).toBe(known);
  });

  it('that is in doubt gives way to a sure one', () => {
    const doubted = { ...gain, status: 'TENTATIVE' as const };
    expect(isChangeKnown([doubted], { ...gain, title: 'get lamp' })).toBe(false);
  });
});

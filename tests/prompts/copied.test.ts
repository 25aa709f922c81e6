import { describe, expect, it } from 'vitest';
import { COPIED, copiesExample, withoutCopied } from '../../src/prompts/copied.ts';

const example = { text: 'Oil the "old" hinge, then pull the hatch.', reason: 'Order matters here' };

describe('a copied example', () => {
  const copies = copiesExample([
    {
      role: 'system',
      content: `Example:\n${JSON.stringify({ ...example, why: 'The order matters here' })}`,
    },
    { role: 'user', content: 'The game said "You pull the hatch open."' },
  ]);

  it.each([
    [example.text, true],
    ['oil the old hinge then  PULL the hatch', true],
    ['Oil the "old" hinge', false],
    ['Oil the old hinge, then pull the hatch twice.', false],
    ['You pull the hatch open.', false],
    ['Order matters here', false],
    ['The order matters here.', true],
    ['', false],
  ])('is a whole text of the system message, of four words or more: %j is %j', (text, is) => {
    expect(copies(text)).toBe(is);
  });
});

it('items that copy an example are lost, and that is told once', () => {
  const messages = [{ role: 'system' as const, content: JSON.stringify(example) }];
  const own = [{ text: 'Open the barrel.' }, { text: null }];
  const told: string[] = [];
  const kept = (items: readonly { readonly text: string | null }[]) =>
    withoutCopied(items, messages, (reason) => told.push(reason));
  expect(kept(own)).toEqual(own);
  expect(told).toEqual([]);
  expect(kept([{ text: example.text }, ...own, { text: example.text }])).toEqual(own);
  expect(told).toEqual([COPIED]);
});

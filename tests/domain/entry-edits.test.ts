import { describe, expect, it } from 'vitest';
import type { FileEntry } from '../../src/domain/entry-changes.ts';
import { applyEntryEdits } from '../../src/domain/entry-edits.ts';
import { KNOWLEDGE_ENTRIES } from '../../src/managers/knowledge/knowledge-document.ts';

const NOTHING = { add: [], replace: [], remove: [] };

const item = (text: string, place = 'LESSONS LEARNED'): FileEntry => {
  return { place, heading: `## ${place}`, name: null, text };
};

const edited = (file: string, edits: object) =>
  Buffer.from(
    applyEntryEdits(Buffer.from(file), { ...NOTHING, ...edits }, KNOWLEDGE_ENTRIES),
  ).toString();

describe('an entry that is merged into a file', () => {
  it('gives the file its title when it is the first', () => {
    expect(edited('', { add: [item('- A')] })).toBe(
      '# Knowledge Base\n\n## LESSONS LEARNED\n\n- A\n',
    );
  });

  it('goes on with a list whose last entry is wrapped, before what a person wrote below it', () => {
    const list = '## LESSONS LEARNED\n\n- One\n  line more\n\n<!-- mine -->\n';
    expect(edited(list, { add: [item('- A')] })).toBe(
      '## LESSONS LEARNED\n\n- One\n  line more\n- A\n\n<!-- mine -->\n',
    );
  });

  it('makes its place behind the one before it, and leaves a person his headings', () => {
    const file = '## DANGER CATEGORIES\n\n- a\n\n## Mine\n\nmine\n';
    const made = edited(file, { add: [item('- A', 'STRATEGIC PRINCIPLES')] });
    expect(made.match(/^## .*$/gm)).toEqual([
      '## DANGER CATEGORIES',
      '## STRATEGIC PRINCIPLES',
      '## Mine',
    ]);
    expect(made.replace('## STRATEGIC PRINCIPLES\n\n- A\n\n', '')).toBe(file);
  });
});

it('an entry that takes the place of another ends its line as that one did', () => {
  const file = '## LESSONS LEARNED\r\n\r\n- a\n- b\r\n- c';
  const replace = [
    { from: item('- a'), to: item('- A') },
    { from: item('- c'), to: item('- C') },
  ];
  expect(edited(file, { replace })).toBe('## LESSONS LEARNED\r\n\r\n- A\n- b\r\n- C');
});

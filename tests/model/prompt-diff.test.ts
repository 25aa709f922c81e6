import { expect, it } from 'vitest';
import type { Message } from '../../src/domain/message.ts';
import { promptDiff } from '../../src/model/replay-model.ts';

const prompt = (...contents: string[]): Message[] =>
  contents.map((content, index) => ({ role: index === 0 ? 'system' : 'user', content }));

it('equal prompts do not differ', () => {
  expect(promptDiff(prompt('a', 'b'), prompt('a', 'b'))).toBeNull();
});

it('names the message and the line, and shows only lines that differ', () => {
  expect(promptDiff(prompt('a', 'x\ny\nz'), prompt('a', 'x\nY\nz'))).toBe(
    'message 2 (user), line 2:\n- y\n+ Y',
  );
});

it('names the section of the line', () => {
  expect(promptDiff(prompt('## A\n1\n## B\n2'), prompt('## A\n1\n## B\n3'))).toContain(
    'section "## B", line 4',
  );
});

it('says what was added at the end, which message is missing or new, and a changed role', () => {
  expect(promptDiff(prompt('a'), prompt('a\nb'))).toBe('message 1 (system), line 2:\n+ b');
  expect(promptDiff(prompt('a'), prompt('a', 'b'))).toContain('message 2 (user) was not there');
  expect(promptDiff(prompt('a', 'b'), prompt('a'))).toContain('message 2 (user) is missing');
  expect(promptDiff([{ role: 'user', content: 'a' }], prompt('a'))).toContain('had the role user');
});

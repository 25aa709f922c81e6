import { expect, it } from 'vitest';
import { agentReply } from '../../src/turn/propose.ts';

it.each([
  [0, false],
  [1, true],
  [119, true],
  [120, true],
  [121, false],
])('an action of %i characters is one or none', (length, isAction) => {
  const reply = agentReply.safeParse({ thinking: '', action: 'x'.repeat(length) });
  expect(reply.success).toBe(isAction);
});

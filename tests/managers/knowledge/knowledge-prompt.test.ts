import { expect, it } from 'vitest';
import { knowledgeReply } from '../../../src/managers/knowledge/knowledge-prompt.ts';
import { describeSchema } from '../../../src/model/reply-schema.ts';

it('offers for new items the sections that are open to the question, and no other', () => {
  expect(describeSchema(knowledgeReply.play)).toContain('LESSONS LEARNED');
  expect(describeSchema(knowledgeReply.play)).not.toContain('CROSS-EPISODE INSIGHTS');
  expect(describeSchema(knowledgeReply.synthesis)).toContain('For add: CROSS-EPISODE INSIGHTS.');
});

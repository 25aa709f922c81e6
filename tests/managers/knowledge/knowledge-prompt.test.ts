import { expect, it } from 'vitest';
import { knowledgeReply } from '../../../src/managers/knowledge/knowledge-prompt.ts';
import { describeSchema } from '../../../src/model/reply-schema.ts';

it('offers for new items the sections that are open to the question, and no other', () => {
  expect(describeSchema(knowledgeReply.play)).toContain('LESSONS LEARNED');
  expect(describeSchema(knowledgeReply.play)).not.toContain('CROSS-EPISODE INSIGHTS');
  expect(describeSchema(knowledgeReply.synthesis)).toContain('For add: CROSS-EPISODE INSIGHTS.');
});

it.each([
  ['a list', [14, 15], [14, 15]],
  ['a number', 14, [14]],
  ['a text', 'turns 14, 15', [14, 15]],
  ['nothing', null, null],
])('the turns of an edit may be %s', (_, turns, read) => {
  const edit = { op: 'add', section: 'LESSONS LEARNED', text: 'Gulls take bread.', turns };
  expect(knowledgeReply.play.parse({ edits: [edit] }).edits[0]?.turns).toEqual(read);
});

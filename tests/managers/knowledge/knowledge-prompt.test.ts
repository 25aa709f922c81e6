import { expect, it } from 'vitest';
import {
  knowledgeReply,
  listPromptFacts,
} from '../../../src/managers/knowledge/knowledge-prompt.ts';
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

it.each([
  [30, '- rooms entered first: T1 Room 1; T2 Room 2'],
  [31, '- rooms entered first: (1 earlier left out); T2 Room 2'],
])('of many facts of a kind the earlier ones are left out, and counted: %i', (many, told) => {
  const rooms = Array.from({ length: many }, (_, at) => at + 1);
  const facts = rooms.map((turn) => ({ turn, kind: 'room' as const, text: `Room ${turn}` }));
  expect(listPromptFacts(facts).startsWith(told)).toBe(true);
});

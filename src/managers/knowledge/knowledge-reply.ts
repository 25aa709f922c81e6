import * as z from 'zod';
import { lowerCase } from '../../domain/text.ts';
import type { ProposedEdit } from './knowledge-edit.ts';
import { MOST_ITEM_LENGTH } from './item.ts';
import { isInScope, SECTIONS, type Scope } from './knowledge-section.ts';

const OPS = ['add', 'revise', 'retire'] as const;

const editIn = (scope: Scope) =>
  z.object({
    op: z.preprocess(lowerCase, z.enum(OPS)),
    section: z
      .string()
      .nullish()
      .describe(`For add: ${SECTIONS.filter((one) => isInScope(one, scope)).join(', ')}.`),
    item: z.string().nullish().describe('For revise and retire: the id of the item as listed.'),
    text: z
      .string()
      .nullish()
      .meta({ maxLength: MOST_ITEM_LENGTH })
      .describe(
        `For add and revise: the item, one or two sentences, at most ${MOST_ITEM_LENGTH} characters.`,
      ),
    turns: z
      .preprocess(
        (value) => (typeof value === 'number' ? [value] : value),
        z.array(z.int()).nullish(),
      )
      .describe('Numbers of all turns shown that prove it; without any it is a guess.'),
    reason: z.string().nullish().describe('For retire: what proved it wrong or worthless.'),
  });

/** The reply to a question about knowledge: edits of items, never a rewritten text. */
const replyIn = (scope: Scope) =>
  z.object({
    edits: z.array(editIn(scope)).describe('Empty when nothing is worth changing.'),
    reasoning: z.string().nullish().describe('Why, in one sentence.'),
  });

/** The same for each of the two questions; each names only the sections that are open to it. */
export const knowledgeReply = { play: replyIn('play'), synthesis: replyIn('synthesis') } as const;

export function proposedEdits(reply: z.infer<typeof knowledgeReply.play>): readonly ProposedEdit[] {
  return reply.edits.map(({ op, section, item, text, turns, reason }) => ({
    op,
    section: section ?? null,
    item: item ?? null,
    text: text ?? null,
    turns: turns ?? [],
    reason: reason ?? null,
  }));
}

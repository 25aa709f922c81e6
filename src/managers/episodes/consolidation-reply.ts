import * as z from 'zod';

const merge = z.object({
  titles: z.array(z.string()).describe('Exact titles of the memories that become one.'),
  category: z.string().nullish().describe('SUCCESS, FAILURE, DISCOVERY, DANGER or NOTE.'),
  title: z.string().describe('A new title, short and unlike the old ones.'),
  text: z.string().describe('Everything that the merged memories say, once.'),
});

const drop = z.object({
  title: z.string().describe('Exact title of the memory that is no longer needed.'),
  covered_by: z.string().describe('Exact title of the memory that says it already.'),
});

/** The reply to a question about the memories of one room. What it does not name is kept. */
export const consolidationReply = z.object({
  merge: z.array(merge).describe('Empty when no memories belong together.'),
  drop: z.array(drop).describe('Empty when every memory says something of its own.'),
  reasoning: z.string().nullish().describe('Why, in one sentence.'),
});

export type ConsolidationReply = z.infer<typeof consolidationReply>;

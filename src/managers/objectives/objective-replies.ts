import * as z from 'zod';

const reasoning = z.string().nullish().describe('Why, in a sentence or two.');

/** What discovery answers. A target that is no location id costs the target, not the objective. */
export const discoveryReply = z.object({
  objectives: z.array(
    z.object({
      text: z.string().describe('The objective in one sentence, locations by id.'),
      target: z
        .int()
        .nonnegative()
        .nullish()
        .catch(null)
        .describe('Id of the location that has to be reached for it, or null.'),
    }),
  ),
  reasoning,
});

export const refinementReply = z.object({
  keep: z.array(z.string()).describe('Exact texts of the objectives to keep.'),
  reasoning,
});

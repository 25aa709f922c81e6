import * as z from 'zod';

/** Content that somebody else gave a file: a change of what the episode knew, or no file any more. */
const edit = z.union([
  z.literal('removed'),
  z.object({ at: z.int().min(0), cut: z.int().min(0), insert: z.string() }),
]);

/**
 * A line of `inputs.jsonl`: what an episode took in from outside beside the replies of models.
 * `edit` is content that others wrote, met at the start of a turn; `update` is the episode's `number`-th own change of a
 * file, with the content that others had written meanwhile and the SHA-256 of the outcome; `refused` is one that could
 * not be made; `set-aside` names recorded calls, counted from 0, that a resumed episode asks anew;
 * `resumed` says that the episode is gone on with and how many turns it has by then; `stopped` that a person stopped it.
 */
export const inputRecordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('edit'), turn: z.int(), file: z.string(), edit }),
  z.object({
    kind: z.literal('update'),
    file: z.string(),
    number: z.int(),
    edit: edit.nullable(),
    sha256: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('refused'),
    file: z.string(),
    number: z.int(),
    code: z.enum(['locked', 'storage-failed']),
    message: z.string(),
  }),
  z.object({ kind: z.literal('set-aside'), calls: z.array(z.int().min(0)) }),
  z.object({ kind: z.literal('resumed'), turns: z.int().min(0) }),
  z.object({ kind: z.literal('stopped') }),
]);

export type InputRecord = Readonly<z.infer<typeof inputRecordSchema>>;
export type FileEdit = z.infer<typeof edit>;

/** How often in a row the episode was resumed without a turn to show for it; a stop by a person counts as none. Pure. */
export function futileResumptions(inputs: readonly InputRecord[], turns: number): number {
  let count = 0;
  for (const input of inputs) {
    if (input.kind === 'stopped') count = 0;
    if (input.kind === 'resumed') count = input.turns === turns ? count + 1 : 0;
  }
  return count;
}

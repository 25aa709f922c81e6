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
 * not be made; `set-aside` names recorded calls, counted from 0, that a resumed episode asks anew.
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
]);

export type InputRecord = Readonly<z.infer<typeof inputRecordSchema>>;
export type FileEdit = z.infer<typeof edit>;

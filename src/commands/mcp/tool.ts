import * as z from 'zod';
import { locationId } from '../../domain/ids.ts';
import { roomWords } from '../../prompts/wording.ts';
import type { Session } from './session.ts';

/** Something that an assistant can do. Tools of a session are carried out one after another. */
export interface Tool<Input = Record<string, unknown>, Data = Record<string, unknown>> {
  readonly name: string;
  readonly says: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Whether it leaves the game and the memories as they are. */
  readonly isLook: boolean;
  /**
   * Answers in words for the assistant to read, and the same as data. Rejects with NotUsable for what cannot be done, and
   * with StorageError, LockedError.
   */
  readonly act: (
    session: Session,
    input: Input,
  ) => Promise<{ readonly words: string; readonly data: Data }>;
}

/** What a tool was asked cannot be done; one sentence for the assistant, and nothing has changed. */
export class NotUsable extends Error {}

/** A tool whose input and output are those of its schemas. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  one: Tool<z.output<Input>, z.input<Output>> & { readonly input: Input; readonly output: Output },
): Tool {
  return { ...one, act: (session, input) => one.act(session, one.input.parse(input)) };
}

/** The arguments of a tool. An unknown name is refused with a list of the known ones. */
export function argumentsOf<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  const names = Object.keys(shape).join(', ');
  const right = names === '' ? 'this tool takes none' : `the arguments are: ${names}`;
  return z.strictObject(shape, {
    error: ({ code, ...issue }) =>
      code === 'unrecognized_keys' && Array.isArray(issue['keys'])
        ? `There is no argument ${issue['keys'].join(', ')}; ${right}.`
        : undefined,
  });
}

export const placeSchema = z.object({
  id: z.int().describe('Number of the place; names may stand for several places.'),
  name: z.string(),
});

export const namedPlace = z.union([z.string(), z.number()]).describe('Number or name of a place.');

export function placeWords({ id, name }: z.infer<typeof placeSchema>): string {
  return roomWords({ id: locationId(id), name });
}

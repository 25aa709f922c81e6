import * as z from 'zod';
import type { Session } from './session.ts';

/** What a tool answers: words for the assistant to read, and the same as data. */
interface ToolAnswer {
  readonly words: string;
  readonly data: Record<string, unknown>;
}

/** Something that an assistant can do. Tools of a session are carried out one after another. */
export interface Tool {
  readonly name: string;
  /** One sentence. */
  readonly says: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Whether it leaves the game and the memories as they are. */
  readonly isLook: boolean;
  /** Rejects with NotUsable for what cannot be done, and with StorageError, LockedError. */
  readonly act: (session: Session, input: Record<string, unknown>) => Promise<ToolAnswer>;
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

/** What a tool was asked cannot be done; one sentence for the assistant, and nothing has changed. */
export class NotUsable extends Error {}

/** A tool whose input and output are those of its schemas. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(one: {
  readonly name: string;
  readonly says: string;
  readonly input: Input;
  readonly output: Output;
  readonly isLook: boolean;
  readonly act: (
    session: Session,
    input: z.output<Input>,
  ) => Promise<{ readonly words: string; readonly data: z.input<Output> }>;
}): Tool {
  return { ...one, act: (session, input) => one.act(session, one.input.parse(input)) };
}

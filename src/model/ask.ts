import type { z } from 'zod';
import type { ModelError } from '../domain/errors.ts';
import type { Message, Role } from '../domain/message.ts';
import type { ModelReply } from './model.ts';

/** A question whose answer must have a shape. */
export interface Question<T> {
  readonly role: Role;
  readonly messages: readonly Message[];
  readonly replySchema: z.ZodType<T>;
  readonly signal: AbortSignal;
}

/** The validated answer, or why there is none after one repair request. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T; readonly reply: ModelReply }
  | { readonly ok: false; readonly error: ModelError };

/**
 * Asks a model and returns its validated reply: extract, validate, one repair request, then a typed failure.
 * Rejects only with the signal's reason once it is aborted, and with errors that are no model's fault.
 */
export type Ask = <T>(question: Question<T>) => Promise<Answer<T>>;

import { CommanderError } from 'commander';
import { ZorkGptError } from '../domain/errors.ts';
import { systemFailure } from '../storage/storage-failure.ts';
import { VERSION } from '../domain/version.ts';

/** An error for a program, in JSON: what it is and what it says, in one sentence. */
export function errorFacts(thrown: unknown) {
  const error = systemFailure(thrown) ?? thrown;
  if (error instanceof CommanderError) {
    return { code: 'usage', message: oneLine(error.message.replace(/^error: /, '')) };
  }
  if (error instanceof ZorkGptError) return { code: error.code, message: oneLine(error.message) };
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'unexpected', message: oneLine(message) };
}

/** The line for a person. With `verbose` an unexpected error tells where it happened. */
export function describeError(error: unknown, verbose: boolean): string {
  const { message } = errorFacts(error);
  if (error instanceof ZorkGptError) return `Error: ${message}`;
  if (verbose && error instanceof Error) return `Unexpected error: ${error.stack ?? message}`;
  if (systemFailure(error) !== null) return `Error: ${message}`;
  return `Unexpected error in zorkgpt ${VERSION}: ${message} (--verbose says where).`;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim();
}

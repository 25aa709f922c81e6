import { CommanderError } from 'commander';
import {
  ConfigError,
  LockedError,
  ModelError,
  obstacleInErrors,
  StoryError,
  isPassingError,
  messageOf,
  UnreachableError,
  UsageError,
  ZorkGptError,
  type ModelErrorKind,
} from '../domain/errors.ts';
import { VERSION } from '../domain/version.ts';
import { storageFailureOfSystem } from '../storage/storage.ts';

/** The exit codes (sysexits where one fits). */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  someEpisodesFailed: 3,
  tryLater: 75,
  keyRefused: 77,
  badConfig: 78,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with an exit code that is no error to report. */
export class CommandExit extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode) {
    super(`exit ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** Ends a command that a signal stopped with 128 plus the number of the signal, as shells do. Null is no signal. */
export function exitIfStopped(by: NodeJS.Signals | null): void {
  if (by === null) return;
  if (by === 'SIGHUP') throw new CommandExit(EXIT.hungUp);
  throw new CommandExit(by === 'SIGINT' ? EXIT.interrupted : EXIT.terminated);
}

export function exitCodeFor(error: unknown): ExitCode {
  if (error instanceof CommandExit) return error.exitCode;
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof ConfigError || error instanceof StoryError) return EXIT.badConfig;
  if (error instanceof LockedError || error instanceof UnreachableError) return EXIT.tryLater;
  if (error instanceof ModelError) return codeForModel(error.kind);
  return EXIT.failed;
}

const OBSTACLE_CODES = { key: EXIT.keyRefused, config: EXIT.badConfig, later: EXIT.tryLater };

/** The code for a failure after which no model can be asked in the run. Null for any other error. */
export function exitCodeForObstacle(kind: ModelErrorKind): ExitCode | null {
  const obstacle = obstacleInErrors(kind);
  return obstacle === null ? null : OBSTACLE_CODES[obstacle];
}

export function codeForModel(kind: ModelErrorKind): ExitCode {
  return exitCodeForObstacle(kind) ?? (isPassingError(kind) ? EXIT.tryLater : EXIT.failed);
}

/** An error as JSON: its kind and its sentence. */
export function errorFacts(thrown: unknown) {
  const error = storageFailureOfSystem(thrown) ?? thrown;
  if (error instanceof CommanderError) {
    return { code: 'usage', message: oneLine(error.message.replace(/^error: /, '')) };
  }
  if (error instanceof ZorkGptError) return { code: error.code, message: oneLine(error.message) };
  const message = messageOf(error);
  return { code: 'unexpected', message: oneLine(message) };
}

/** The line for a person. With `verbose` an unexpected error tells where it happened. */
export function describeError(error: unknown, verbose: boolean): string {
  const { message } = errorFacts(error);
  if (error instanceof ZorkGptError) return `Error: ${message}`;
  if (verbose && error instanceof Error) return `Unexpected error: ${error.stack ?? message}`;
  if (storageFailureOfSystem(error) !== null) return `Error: ${message}`;
  return `Unexpected error in zorkgpt ${VERSION}: ${message} (--verbose says where).`;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim();
}

/** A failure, in one sentence that says what happened and what to do. Expected outcomes are values, never this. */
export abstract class ZorkGptError extends Error {
  abstract readonly code: string;
  override get name(): string {
    return this.constructor.name;
  }
}

/** The configuration, the workdir or a file that a person named cannot be used. */
export class ConfigError extends ZorkGptError {
  readonly code = 'bad-config';
}

/** The command line has no meaning as given. */
export class UsageError extends ZorkGptError {
  readonly code = 'usage';
}

/** An episode, memory, version or other thing that a person named does not exist, or does not fit the request. */
export class NotFoundError extends ZorkGptError {
  readonly code = 'not-found';
}

/** A file is no playable story, or not the expected one. */
export class StoryError extends ZorkGptError {
  readonly code = 'bad-story';
}

/** The story or the interpreter broke while playing: bad opcode, endless loop, memory out of range. */
export class InterpreterError extends ZorkGptError {
  readonly code = 'interpreter-failed';
}

/** The player by hand left. The game ends with what was played. */
export class PlayerLeft extends ZorkGptError {
  readonly code = 'player-left';
}

/**
 * The failures of a request to a model provider, and their remedies. `passing` may pass by itself; `key`, `config` and
 * `later` name what must be mended before play can go on; null is a failure of this question alone.
 */
const REMEDIES = {
  auth: 'key',
  quota: 'key',
  'unknown-model': 'config',
  rate: 'passing',
  context: null,
  /** Refused for the content or length of the messages. A request of this form was answered before. */
  content: null,
  unsupported: null,
  'bad-request': null,
  server: 'passing',
  network: 'passing',
  /** There is no endpoint at the address, and there never was one in this run. */
  'no-endpoint': 'config',
  timeout: 'passing',
  empty: 'passing',
  cut: null,
  refusal: null,
  malformed: null,
  /** The endpoint has failed for longer than the limit of patience. */
  outage: 'later',
  /** The endpoint fails and the question can wait. Play goes on without its answer. */
  'put-off': null,
} as const;

export type ModelErrorKind = keyof typeof REMEDIES;

export const MODEL_ERROR_KINDS = Object.keys(REMEDIES) as ModelErrorKind[];

export function isPassingError(kind: ModelErrorKind): boolean {
  return REMEDIES[kind] === 'passing';
}

/** Why no role can ask a model any more. Null if only this question failed. */
export function obstacleInErrors(kind: ModelErrorKind): 'key' | 'config' | 'later' | null {
  const remedy = REMEDIES[kind];
  return remedy === 'passing' ? null : remedy;
}

/** A model gave no usable answer. The message names the role and the fix and never contains a key. */
export class ModelError extends ZorkGptError {
  readonly code = 'model-failed';
  readonly kind: ModelErrorKind;
  readonly role: string;
  /** Whether the same request may succeed later. By default, its kind decides. */
  readonly retryable: boolean;
  /** Milliseconds that the provider asked to wait, uncapped. Null if it said nothing. */
  readonly retryAfterMs: number | null;
  /** HTTP status of the answer. Null if there was none. */
  readonly status: number | null;
  /** At most 2,000 characters of the answer, redacted. May be empty. */
  readonly evidence: string;

  constructor(
    message: string,
    details: Pick<ModelError, 'kind' | 'role'> &
      Partial<Pick<ModelError, 'retryable' | 'retryAfterMs' | 'status' | 'evidence' | 'cause'>>,
  ) {
    super(message, { cause: details.cause });
    this.kind = details.kind;
    this.role = details.role;
    this.retryable = details.retryable ?? isPassingError(details.kind);
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.status = details.status ?? null;
    this.evidence = details.evidence ?? '';
  }
}

/** A file could not be read, written or flushed. Its earlier content is intact. */
export class StorageError extends ZorkGptError {
  readonly code = 'storage-failed';
  readonly path: string;

  constructor(message: string, details: { path: string; cause?: unknown }) {
    super(message, { cause: details.cause });
    this.path = details.path;
  }
}

/** Another process holds what this needs. Trying later can succeed. */
export class LockedError extends ZorkGptError {
  readonly code = 'locked';
  readonly path: string;
  /** Since when, ISO 8601. Null if unknown. */
  readonly since: string | null;

  constructor(message: string, details: { path: string; since?: string | null; cause?: unknown }) {
    super(message, { cause: details.cause });
    this.path = details.path;
    this.since = details.since ?? null;
  }
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** A message without its advice, which follows a semicolon. */
export function withoutAdvice(message: string): string {
  return message.split('; ', 1).join();
}

/** The result of `read`. Null if it fails with one of these errors. */
export function unlessBroken<T>(
  read: () => T,
  ...ways: readonly (abstract new (...given: never[]) => Error)[]
): T | null {
  try {
    return read();
  } catch (error) {
    if (ways.some((way) => error instanceof way)) return null;
    throw error;
  }
}

/** The code that the system or a library gave an error. Null if it has none. */
export function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

/** For `catch`: null if another process holds the lock. */
export function nullForLockedError(error: unknown): null {
  if (error instanceof LockedError) return null;
  throw error;
}

/** A needed database does not answer. Trying later can succeed. */
export class UnreachableError extends ZorkGptError {
  readonly code = 'unreachable';
}

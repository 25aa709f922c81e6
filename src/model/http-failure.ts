import { ZorkGptError } from '../domain/errors.ts';

/** An endpoint answered, but not with a completion; turned into a ModelError before it leaves the adapter. */
export class HttpFailure extends ZorkGptError {
  readonly code = 'http-failure';
  readonly status: number;
  readonly headers: Headers;
  /** The body as text, at most 8,192 characters, not redacted. */
  readonly body: string;

  constructor(status: number, headers: Headers, body: string) {
    // The client library takes a message with the word "timeout" for a time-out of its own.
    super(`HTTP ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body.slice(0, 8192);
  }
}

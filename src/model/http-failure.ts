import { ZorkGptError } from '../domain/errors.ts';
import { parsedJson } from '../domain/json.ts';

/** An endpoint's answer that is no completion. It becomes a ModelError before it leaves the adapter. */
export class HttpFailure extends ZorkGptError {
  readonly code = 'http-failure';
  readonly status: number;
  readonly headers: Headers;
  /** The body as text, at most 8,192 characters, not redacted. */
  readonly body: string;

  constructor(status: number, headers: Headers, body: string) {
    // The client library takes a message with the word "timeout" for its own time-out.
    super(`HTTP ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body.slice(0, 8192);
  }
}

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  秒: 1000,
  分: 60_000,
  с: 1000,
  м: 60_000,
  ч: 3_600_000,
  초: 1000,
  분: 60_000,
};

/** `7m12.5s`, `148ms`, `6 seconds`, `6 Sekunden`, `6 секунд`, `6 秒`. */
const DURATION = String.raw`(?:\d+(?:\.\d+)?\s*(?:milli\p{L}+|ms|s(?:e[ckg]\p{L}*)?|m(?:in\p{L}*)?|h(?:ours?|rs?|oras?|eures?)?|с(?:ек\p{L}*)?|м(?:ин\p{L}*)?|ч(?:ас\p{L}*)?|秒|分|초|분)(?![a-z])[\s,]*)+`;
const SAID = new RegExp(
  `(?:again|retry|wait|available|resets?|versuch\\p{L}*|warte\\p{L}*|réess\\p{L}*|attend\\p{L}*|int[eé]nt\\p{L}*|tente|riprova\\p{L}*|spr[oó]buj\\p{L}*|probeer|повтор\\p{L}*|попроб\\p{L}*)(?!\\p{L})[^.\\d]{0,30}(${DURATION})|(${DURATION})[钟鐘]?[后後후]`,
  'iu',
);
const FIELD = /^retry[-_]?(delay|after)[-_]?(ms|seconds?)?$/i;

/**
 * Milliseconds that a provider asks to wait: `retry-after-ms`, else `retry-after` (RFC 9110 §10.2.3), else a field of the
 * body such as Google's `RetryInfo`, else its sentence ("try again in 148ms"). Null if none makes sense.
 */
export function retryAfterMs(failure: Pick<HttpFailure, 'headers' | 'body'>, now: number) {
  const { headers, body } = failure;
  const said = SAID.exec(body);
  return (
    headerMs(headers, now) ?? fieldMs(parsedJson(body), 0) ?? durationMs(said?.[1] ?? said?.[2])
  );
}

function headerMs(headers: Headers, now: number): number | null {
  const exact = wait(headers.get('retry-after-ms'), 1);
  if (exact !== null) return exact;
  const value = headers.get('retry-after');
  const seconds = wait(value, 1000);
  if (seconds !== null || value === null) return seconds;
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return date > now ? date - now : null;
}

function fieldMs(value: unknown, depth: number): number | null {
  if (typeof value !== 'object' || value === null || depth > 8) return null;
  for (const [name, field] of Object.entries(value)) {
    const unit = FIELD.exec(name);
    const found =
      unit === null ? fieldMs(field, depth + 1) : delayMs(field, unit[2] === 'ms' ? 1 : 1000);
    if (found !== null) return found;
  }
  return null;
}

/** A delay as a number, as text with or without a unit, or as seconds and nanos (google.protobuf.Duration). */
function delayMs(field: unknown, unit: number): number | null {
  if (typeof field === 'number') return field >= 0 && Number.isFinite(field) ? field * unit : null;
  if (typeof field === 'string') return wait(field, unit) ?? durationMs(field);
  if (typeof field !== 'object' || field === null || !('seconds' in field)) return null;
  const seconds = Number(field.seconds);
  const nanos = 'nanos' in field ? Number(field.nanos) : 0;
  const ms = seconds * 1000 + nanos / 1e6;
  return ms >= 0 && Number.isFinite(ms) ? ms : null;
}

function durationMs(text: string | undefined): number | null {
  const parts = [...(text ?? '').matchAll(/(\d+(?:\.\d+)?)\s*(ms|milli|[smhсмч秒分초분])/giu)];
  if (parts.length === 0) return null;
  return parts.reduce((sum, [, amount = '', name = '']) => {
    const unit = name.toLowerCase().replace('milli', 'ms');
    return sum + Number(amount) * (UNIT_MS[unit] ?? 0);
  }, 0);
}

function wait(value: string | null, unit: number): number | null {
  return value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) * unit : null;
}

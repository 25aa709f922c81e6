import { ZorkGptError } from '../../domain/errors.ts';
import { beginningOf, systemReason, type Send } from '../../model/outgoing.ts';
import { otlpRequest, type OtlpSpan } from './formats/otel.ts';

const PATH = '/v1/traces';
/** Collectors refuse requests of many megabytes. */
const SPANS_AT_ONCE = 200;
const PATIENCE_MS = 10_000;
const LONGEST_ANSWER = 300;

/** A collector that could not be reached, took too long, or refused what it was sent. */
class CollectorError extends ZorkGptError {
  readonly code = 'collector-failed';
}

/** Where spans go, what goes with them, and what sends them. */
interface Collector {
  /** The collector's address, or that of its traces. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly send: Send;
  /** Longest time for one request. */
  readonly patienceMs?: number;
}

/** Sends spans to a collector as OTLP over HTTP in JSON. Resolves with its address; rejects with CollectorError. */
export async function sendSpans(collector: Collector, spans: readonly OtlpSpan[]): Promise<string> {
  const target = tracesUrl(collector.url);
  for (let at = 0; at < spans.length; at += SPANS_AT_ONCE) {
    const body = JSON.stringify(otlpRequest(spans.slice(at, at + SPANS_AT_ONCE)));
    await sendOne(target, body, collector);
  }
  return target;
}

/** The address of a collector's traces: `/v1/traces` below what was named, unless it is named already. */
function tracesUrl(url: string): string {
  const target = new URL(url);
  if (!target.pathname.endsWith(PATH)) target.pathname = target.pathname.replace(/\/$/, '') + PATH;
  return target.href;
}

async function sendOne(target: string, body: string, collector: Collector): Promise<void> {
  const answer = await ask(target, body, collector);
  if (answer.status < 200 || answer.status > 299) {
    const said = answer.text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_ANSWER);
    throw new CollectorError(`${target} refused the trace with ${answer.status}: ${said}`);
  }
  const rejected = rejectedIn(answer.text);
  if (rejected === null) return;
  throw new CollectorError(`${target} took the trace in part only: ${rejected}`);
}

async function ask(
  target: string,
  body: string,
  { headers, send, patienceMs = PATIENCE_MS }: Collector,
): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const response = await send(target, {
      method: 'POST',
      body,
      headers: { ...headers, 'Content-Type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    return { status: response.status, text: await beginningOf(response) };
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    const why = isLate ? `it did not answer for ${patienceMs / 1000} seconds` : systemReason(cause);
    throw new CollectorError(`${target} cannot be reached: ${why}.`, { cause });
  }
}

/** What a collector says of spans that it did not take; null when it took all. */
function rejectedIn(text: string): string | null {
  try {
    const { partialSuccess } = JSON.parse(text) as {
      readonly partialSuccess?: {
        readonly rejectedSpans?: string | number;
        readonly errorMessage?: string;
      };
    };
    if (Number(partialSuccess?.rejectedSpans ?? 0) === 0) return null;
    return `${partialSuccess?.rejectedSpans} spans rejected. ${partialSuccess?.errorMessage ?? ''}`;
  } catch {
    // A body that is no JSON says nothing of that.
    return null;
  }
}

/** Headers as the variable `OTEL_EXPORTER_OTLP_HEADERS` writes them: `name=value,name=value`, percent-encoded. */
export function readHeaders(text: string | undefined): Readonly<Record<string, string>> {
  const pairs = (text ?? '').split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) return [];
    return [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const];
  });
  return Object.fromEntries(pairs);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

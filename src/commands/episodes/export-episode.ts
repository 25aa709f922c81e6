import path from 'node:path';
import { NotFoundError, ZorkGptError, unlessBroken } from '../../domain/errors.ts';
import { parsedJson } from '../../domain/json.ts';
import { oneLine } from '../../domain/text.ts';
import { type Send, answerBeginning, openConnections, systemReason } from '../../model/outgoing.ts';
import { type StoredEpisode, findEpisode } from '../../records/episodes.ts';
import { loadEpisode } from '../../report/load-episode.ts';
import { openSettingsRedactor } from '../../run/settings.ts';
import { isFolder } from '../../storage/folder.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { writeFileAtomic } from '../../storage/write-file-atomic.ts';
import type { Call } from '../command.ts';
import { print, printRaw, printWrapped } from '../print.ts';
import { atifTrajectory } from './formats/atif.ts';
import { type ExportedEpisode, exportedEpisode } from './formats/exported-episode.ts';
import { inspectLog, inspectLogName } from './formats/inspect.ts';
import { type OtlpSpan, otelSpans, otlpRequest } from './formats/otel.ts';
import { type RowFormat, turnRows } from './formats/turn-columns.ts';

const DOCUMENTS = {
  atif: atifTrajectory,
  otel: (episode: ExportedEpisode) => otlpRequest(otelSpans(episode)),
  inspect: inspectLog,
} as const;

type DocumentFormat = keyof typeof DOCUMENTS;
type ExportFormat = 'transcript' | 'commands' | 'json' | RowFormat | DocumentFormat;

interface Asked {
  readonly format: ExportFormat;
  readonly out?: string;
  readonly otlp?: string;
}

export async function exportEpisode(call: Call<Asked>): Promise<void> {
  const { world, options } = call;
  const { otlp, out } = options;
  const loaded = await call.settings();
  const episode = findEpisode(loaded.config.workdir, call.word);
  const redact = openSettingsRedactor(loaded);
  if (otlp !== undefined) {
    await sendTo(call, otlp, exportedEpisode(episode.files, redact));
    return;
  }
  const format = options.json ? 'json' : options.format;
  const { content, complaints, name } = exported(episode, format, redact);
  for (const complaint of complaints) call.tell(complaint);
  if (out === undefined || out === '-') {
    if (world.stdout.isTTY !== true) printRaw(world, content);
    else if (format === 'transcript') printWrapped(world, Buffer.from(content).toString());
    else print(world, Buffer.from(content).toString());
    return;
  }
  const place = path.resolve(world.cwd, out);
  const isInFolder = out.endsWith('/') || isFolder(place);
  if (isInFolder && name === undefined) call.refuse(`--out needs a file; ${out} is a folder`);
  const file = isInFolder ? path.join(place, name ?? '') : place;
  writeFileAtomic(file, content);
  print(world, file);
}

async function sendTo(call: Call<Asked>, otlp: string, episode: ExportedEpisode): Promise<void> {
  const { world, options } = call;
  const isOther = call.isGiven('format') && options.format !== 'otel';
  if (isOther || options.out !== undefined) {
    call.refuse('--otlp sends the format otel, and nothing else');
  }
  if (!/^https?:\/\/[^/]/.test(otlp) || !URL.canParse(otlp)) {
    call.refuse('--otlp needs an address that begins with http:// or https://');
  }
  for (const complaint of [...episode.complaints, ...episode.doubts]) call.tell(complaint);
  const headers = readExportHeaders(world.environment['OTEL_EXPORTER_OTLP_HEADERS']);
  const spans = otelSpans(episode);
  const send = await openConnections(world.environment);
  const target = await exportSpans({ url: otlp, headers, send }, spans);
  print(world, `Sent ${spans.length} spans to ${target}.`);
}

/** An episode in another program's form, with its unreadable parts and the file name for its readers. */
function exported(
  stored: StoredEpisode,
  format: ExportFormat,
  redact: (text: string) => string,
): { content: string | Uint8Array; complaints: readonly string[]; name?: string } {
  if (format === 'transcript' || format === 'commands') {
    const content = readBytesFile(stored.files.path(format));
    if (content !== null) return { content, complaints: [] };
    const name = stored.files.name(format);
    throw new NotFoundError(`Episode ${stored.number} has no ${name}; nothing was played.`);
  }
  if (format === 'json') {
    const { data, complaints } = loadEpisode(stored.files);
    const { number, manifest, summary, turns } = data;
    const content = `${JSON.stringify({ schemaVersion: 1, number, manifest, summary, turns })}\n`;
    return { content, complaints };
  }
  const episode = exportedEpisode(stored.files, redact);
  const { complaints, doubts } = episode;
  if (!isDocument(format)) return { content: turnRows(format, episode.turns), complaints };
  // A file of traces has one request in each line.
  const indent = format === 'otel' ? 0 : 1;
  const content = `${JSON.stringify(DOCUMENTS[format](episode), null, indent)}\n`;
  return {
    content,
    complaints: [...complaints, ...doubts],
    ...(format === 'inspect' && { name: inspectLogName(episode) }),
  };
}

function isDocument(format: RowFormat | DocumentFormat): format is DocumentFormat {
  return Object.hasOwn(DOCUMENTS, format);
}

const PATH = '/v1/traces';
const SPANS_AT_ONCE = 200;
const PATIENCE_MS = 10_000;
const LONGEST_ANSWER = 300;

/** A collector could not be reached, took too long, or refused the spans. */
class CollectorError extends ZorkGptError {
  readonly code = 'collector-failed';
}

interface Collector {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly send: Send;
  readonly patienceMs?: number;
}

/** Sends spans to a collector as OTLP over HTTP in JSON. Resolves with its address. Rejects with CollectorError. */
export async function exportSpans(
  collector: Collector,
  spans: readonly OtlpSpan[],
): Promise<string> {
  const url = new URL(collector.url);
  if (!url.pathname.endsWith(PATH)) url.pathname = url.pathname.replace(/\/$/, '') + PATH;
  const target = url.href;
  for (let at = 0; at < spans.length; at += SPANS_AT_ONCE) {
    const body = JSON.stringify(otlpRequest(spans.slice(at, at + SPANS_AT_ONCE)));
    const { status, text } = await ask(target, body, collector);
    if (status < 200 || status > 299) {
      const said = oneLine(text).slice(0, LONGEST_ANSWER);
      throw new CollectorError(`${target} refused the trace with ${status}: ${said}`);
    }
    const rejected = rejectedIn(text);
    if (rejected !== null)
      throw new CollectorError(`${target} took the trace in part only: ${rejected}`);
  }
  return target;
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
    return { status: response.status, text: await answerBeginning(response) };
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    const why = isLate ? `it did not answer for ${patienceMs / 1000} seconds` : systemReason(cause);
    throw new CollectorError(`${target} cannot be reached: ${why}.`, { cause });
  }
}

/** A body that is no JSON gives no reason. */
function rejectedIn(text: string): string | null {
  const { partialSuccess: told } = (parsedJson(text) ?? {}) as {
    readonly partialSuccess?: { rejectedSpans?: string | number; errorMessage?: string } | null;
  };
  if (Number(told?.rejectedSpans ?? 0) === 0) return null;
  return `${told?.rejectedSpans} spans rejected. ${told?.errorMessage ?? ''}`;
}

/** Headers in the form of the variable `OTEL_EXPORTER_OTLP_HEADERS`: `name=value,name=value`, percent-encoded. */
export function readExportHeaders(text: string | undefined): Readonly<Record<string, string>> {
  const pairs = (text ?? '').split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) return [];
    const value = pair.slice(at + 1).trim();
    const decoded = unlessBroken(() => decodeURIComponent(value), URIError) ?? value;
    return [[pair.slice(0, at).trim(), decoded] as const];
  });
  return Object.fromEntries(pairs);
}

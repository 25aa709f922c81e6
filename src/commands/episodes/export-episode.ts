import path from 'node:path';
import { NotFoundError } from '../../domain/errors.ts';
import { findEpisode, type StoredEpisode } from '../../records/episodes.ts';
import type { Call } from '../call.ts';
import { loadEpisode } from '../../report/load-episode.ts';
import { openRedactor } from '../../run/settings.ts';
import { isFolder } from '../../storage/folder.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { writeFileAtomic } from '../../storage/write-file-atomic.ts';
import { atifTrajectory } from './formats/atif.ts';
import { exportedEpisode, type ExportedEpisode } from './formats/exported-episode.ts';
import { inspectLog, inspectLogName } from './formats/inspect-log.ts';
import { otelSpans, otlpRequest } from './formats/otel.ts';
import { turnRows, type RowFormat } from './formats/turn-columns.ts';
import { readHeaders, sendSpans } from './send-otlp.ts';
import { openConnections } from '../../model/outgoing.ts';
import { print, printRaw } from '../output.ts';

/** Formats of the whole episode as one JSON document. */
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

/** One episode for other programs, on standard output or in a file, or as a trace to a collector. */
export async function exportTo(call: Call<Asked>): Promise<void> {
  const { world, options } = call;
  const { otlp, out } = options;
  const loaded = await call.settings();
  const episode = findEpisode(loaded.config.workdir, call.word);
  const redact = openRedactor(loaded);
  if (otlp !== undefined) {
    await sendTo(call, otlp, exportedEpisode(episode.files, redact));
    return;
  }
  const format = options.json ? 'json' : options.format;
  const { content, complaints, name } = exportEpisode(episode, format, redact);
  for (const complaint of complaints) call.tell(complaint);
  if (out === undefined || out === '-') {
    if (world.stdout.isTTY === true) print(world, Buffer.from(content).toString());
    else printRaw(world, content);
    return;
  }
  const place = path.resolve(world.cwd, out);
  const isInFolder = out.endsWith('/') || isFolder(place);
  if (isInFolder && name === undefined) call.refuse(`--out needs a file; ${out} is a folder`);
  const file = isInFolder ? path.join(place, name ?? '') : place;
  writeFileAtomic(file, content);
  print(world, file);
}

/** Sends the trace of an episode; a format that is no trace is a mistake. Rejects with CollectorError. */
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
  const headers = readHeaders(world.environment['OTEL_EXPORTER_OTLP_HEADERS']);
  const spans = otelSpans(episode);
  const send = await openConnections(world.environment);
  const target = await sendSpans({ url: otlp, headers, send }, spans);
  print(world, `Sent ${spans.length} spans to ${target}.`);
}

/** An episode in another program's form, with what could not be read of it. */
interface Exported {
  readonly content: string | Uint8Array;
  readonly complaints: readonly string[];
  /** The file name that its readers want in a folder; absent where any name will do. */
  readonly name?: string;
}

/** Throws NotFoundError when the episode has no such file yet, StorageError when it cannot be read. */
function exportEpisode(
  stored: StoredEpisode,
  format: ExportFormat,
  redact: (text: string) => string,
): Exported {
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
  // A file of traces has a request in each line.
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

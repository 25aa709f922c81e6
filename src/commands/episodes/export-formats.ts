import { NotFoundError } from '../../domain/errors.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { writeFileAtomic } from '../../storage/write-file-atomic.ts';
import type { StoredEpisode } from '../../records/episodes.ts';
import { loadEpisode } from '../../report/load-episode.ts';
import { csvRows } from './csv-rows.ts';
import { talesRows } from './tales-rows.ts';

export const EXPORT_FORMATS = ['transcript', 'commands', 'tales', 'csv', 'json'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** An episode in another program's form, with what could not be read of it. */
export interface ExportedEpisode {
  readonly content: string | Uint8Array;
  readonly complaints: readonly string[];
}

/** Throws NotFoundError when the episode has no such file yet, StorageError when it cannot be read. */
export function exportEpisode(episode: StoredEpisode, format: ExportFormat): ExportedEpisode {
  if (format === 'transcript' || format === 'commands') {
    const content = readBytesFile(episode.files.path(format));
    if (content !== null) return { content, complaints: [] };
    const name = episode.files.name(format);
    throw new NotFoundError(`Episode ${episode.number} has no ${name}; nothing was played.`);
  }
  const { data, complaints } = loadEpisode(episode.files);
  const { number, summary, manifest, turns } = data;
  const content = {
    csv: () => csvRows(turns),
    tales: () => talesRows(turns, data.calls),
    json: () => `${JSON.stringify({ schemaVersion: 1, number, manifest, summary, turns })}\n`,
  }[format]();
  return { content, complaints };
}

/** Writes an export; what was there is replaced as a whole. Throws StorageError. */
export function writeExport(file: string, content: string | Uint8Array): void {
  writeFileAtomic(file, content);
}

import path from 'node:path';
import { NotFoundError } from '../../domain/errors.ts';
import { findEpisode, type StoredEpisode } from '../../records/episodes.ts';
import { settingsFor, type CommonOptions } from '../command.ts';
import { loadEpisode } from '../../report/load-episode.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { writeFileAtomic } from '../../storage/write-file-atomic.ts';
import { csvRows } from './csv-rows.ts';
import { talesRows } from './tales-rows.ts';
import type { World } from '../world.ts';
import { note, print, printRaw } from '../output.ts';

type ExportFormat = 'transcript' | 'commands' | 'tales' | 'csv' | 'json';

/** Options of `episodes export`. */
export interface ExportOptions extends CommonOptions {
  readonly format: ExportFormat;
  readonly out?: string;
}

/** One episode for other programs, on standard output or in a file. */
export async function exportTo(
  world: World,
  options: ExportOptions,
  [name = '']: readonly string[],
): Promise<void> {
  const { config } = await settingsFor(world, options);
  const episode = findEpisode(config.workdir, name);
  const format = options.json ? 'json' : options.format;
  const { content, complaints } = exportEpisode(episode, format);
  for (const complaint of complaints) note(world, complaint);
  if (options.out === undefined || options.out === '-') {
    printRaw(world, content);
    return;
  }
  const file = path.resolve(world.cwd, options.out);
  writeFileAtomic(file, content);
  print(world, file);
}

/** An episode in another program's form, with what could not be read of it. */
interface ExportedEpisode {
  readonly content: string | Uint8Array;
  readonly complaints: readonly string[];
}

/** Throws NotFoundError when the episode has no such file yet, StorageError when it cannot be read. */
function exportEpisode(episode: StoredEpisode, format: ExportFormat): ExportedEpisode {
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

import path from 'node:path';
import { findEpisode } from '../../records/episodes.ts';
import { exportEpisode, writeExport, type ExportFormat } from './export-formats.ts';
import { settingsFor, type CommonOptions } from '../command.ts';
import type { World } from '../world.ts';
import { note, print, printRaw } from '../output.ts';

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
  writeExport(file, content);
  print(world, file);
}

import path from 'node:path';
import { findEpisode } from '../../records/episodes.ts';
import { exportEpisode, writeExport, type ExportFormat } from './export-formats.ts';
import { loadSettings } from '../../run/settings.ts';
import type { World } from '../world.ts';
import { note, print, printRaw } from '../output.ts';

/** Options of `episodes export`. */
export interface ExportOptions {
  readonly config?: string;
  readonly format: ExportFormat;
  readonly out?: string;
  readonly json?: true;
}

/** One episode for other programs, on standard output or in a file. */
export function exportTo(world: World, name: string, options: ExportOptions): void {
  const { config } = loadSettings(world, {}, options.config);
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

import path from 'node:path';
import { openDurableFile } from './durable-file.ts';
import type { DurableFile } from './storage.ts';

/** File names of what is learnt, by what the code calls it. */
export const LEARNT_NAMES = {
  memories: 'Memories.md',
  map: 'map_state.json',
  knowledge: 'knowledgebase.md',
} as const;

/** What was learnt, as the episode sees it. */
export interface LearntFiles {
  readonly memories: DurableFile;
  readonly map: DurableFile;
  readonly knowledge: DurableFile;
  /** Opens another file beside them. */
  readonly open: (path: string) => DurableFile;
}

/** The files of a learnt folder themselves. */
export function openLearntFiles(folder: string): LearntFiles {
  const { memories, map, knowledge } = mapLearnt((name) =>
    openDurableFile(path.join(folder, name)),
  );
  return { memories, map, knowledge, open: openDurableFile };
}

/** A value for each learnt file, made of its name. */
export function mapLearnt<T>(make: (name: string) => T): Record<keyof typeof LEARNT_NAMES, T> {
  return {
    memories: make(LEARNT_NAMES.memories),
    map: make(LEARNT_NAMES.map),
    knowledge: make(LEARNT_NAMES.knowledge),
  };
}

/** The learnt files, each passed through `watch`. */
export function watchLearnt(
  files: LearntFiles,
  watch: (what: keyof typeof LEARNT_NAMES, file: DurableFile) => DurableFile,
): LearntFiles {
  return {
    memories: watch('memories', files.memories),
    map: watch('map', files.map),
    knowledge: watch('knowledge', files.knowledge),
    open: files.open,
  };
}

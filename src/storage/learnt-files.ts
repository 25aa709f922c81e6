import { mapLearnt, type LearntName } from './learnt-folder.ts';
import type { DurableFile } from './storage.ts';

/** What was learnt, as the episode sees it. */
export interface LearntFiles extends Readonly<Record<LearntName, DurableFile>> {
  /** Opens another file beside them. */
  readonly open: (path: string) => DurableFile;
}

/** The learnt files, each passed through `watch`, which is told the file's name. */
export function watchLearnt(
  files: LearntFiles,
  watch: (what: LearntName, file: DurableFile, name: string) => DurableFile,
): LearntFiles {
  const watched = mapLearnt((name, what) => watch(what, files[what], name));
  return { ...watched, open: files.open };
}

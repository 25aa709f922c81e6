import { sameBytes } from './late-edits.ts';
import { readBytesFile } from './read-file.ts';
import { openTextLog, type TextLog } from './text-log.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

/** A text log that is told again what it may have already. */
export interface RepairedTextLog extends TextLog {
  /** Ends the repetition: the file now holds exactly what was appended so far, and what follows is written at once. */
  goOn(): void;
}

/** Opens a text log whose end may be torn; until `goOn` the file is left as it is. Throws StorageError. */
export function openRepairedTextLog(path: string): RepairedTextLog {
  let repeated = '';
  let log: TextLog | null = null;
  return {
    path,
    append(text) {
      if (log === null) repeated += text;
      else log.append(text);
    },
    goOn() {
      const bytes = readBytesFile(path) ?? new Uint8Array();
      if (!sameBytes(bytes, Buffer.from(repeated))) writeFileAtomic(path, repeated);
      log = openTextLog(path);
    },
    close: () => log?.close(),
  };
}

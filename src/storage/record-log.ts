import { AppendLog } from './append-log.ts';
import { parseRecords, type OpenedRecords } from './record-file.ts';
import { encodeRecord } from './record-line.ts';
import { takeSnapshot } from './snapshot.ts';
import { storageFailure } from './storage-failure.ts';
import { resolveForWriting } from './writable-directory.ts';
import { flushFolderOf } from './write-new-file.ts';

/** An append-only record file: one synchronous, checksummed JSON line per record, durable on return. */
export type RecordLog = AppendLog<object>;

/**
 * Opens the record file at `path` for appending; a missing one is created with mode 0600. A torn last record is cut, so
 * that the next one starts on its own line. One process per file. Throws StorageError, also for a damaged record.
 */
export function openRecordLog(path: string): { log: RecordLog; opened: OpenedRecords } {
  try {
    const target = resolveForWriting(path);
    const found = takeSnapshot(target);
    const bytes = found?.bytes ?? new Uint8Array();
    const opened = parseRecords(bytes, path);
    const { cutBytes } = opened;
    const whole = { size: bytes.length - cutBytes, isTorn: cutBytes > 0 };
    const log = new AppendLog(path, encodeRecord, whole);
    if (found === null) flushFolderOf(target);
    return { log, opened };
  } catch (error) {
    throw storageFailure('open', path, error);
  }
}

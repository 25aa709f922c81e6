import { StorageError } from '../domain/errors.ts';
import { decodeRecord } from './record-line.ts';

const NEWLINE = 0x0a;

/** The records of a file. */
export interface OpenedRecords {
  readonly records: readonly unknown[];
  /** Bytes of a torn last record, which is left out; 0 when the file was whole. */
  readonly cutBytes: number;
}

/**
 * Splits a record file. The last record is torn, which only a kill or a power cut during its write can do and which
 * nobody was told is stored, when it has no newline, or begins with NUL bytes (a block that never reached the disk). NUL
 * bytes anywhere else may have been part of a record that was stored. They, and all else that does not read back, are
 * damage: throws StorageError that names the record, counted from 1.
 */
export function parseRecords(bytes: Uint8Array, path: string): OpenedRecords {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records: unknown[] = [];
  let start = 0;
  while (start < buffer.length) {
    const end = buffer.indexOf(NEWLINE, start);
    if (end === -1) break;
    const line = buffer.subarray(start, end);
    const decoded = decodeRecord(line);
    if (decoded.kind === 'damaged') {
      if (end === buffer.length - 1 && line[0] === 0) break;
      throw damagedRecord(path, records.length + 1, decoded.reason);
    }
    records.push(decoded.record);
    start = end + 1;
  }
  return { records, cutBytes: buffer.length - start };
}

function damagedRecord(path: string, number: number, reason: string): StorageError {
  return new StorageError(
    `Record ${number} of ${path} is damaged: ${reason}; restore the file from a copy, or delete that line and what follows.`,
    { path },
  );
}

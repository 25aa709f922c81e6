import { crc32 } from 'node:zlib';
import { StorageError } from '../domain/errors.ts';
import { AppendLog } from './append-log.ts';
import { flushFolderOf, resolveForWriting } from './durable-folder.ts';
import { takeSnapshot } from './snapshot.ts';
import { attempt } from './storage.ts';

/** Opens a record file for appending, without a torn last record. Throws StorageError, also for a damaged record. */
export function openRecordLog(path: string) {
  return attempt('open', path, () => {
    const target = resolveForWriting(path);
    const found = takeSnapshot(target);
    const bytes = found?.bytes ?? new Uint8Array();
    const opened = parseRecords(bytes, path);
    const { cutBytes } = opened;
    const whole = { size: bytes.length - cutBytes, isTorn: cutBytes > 0 };
    const log = new AppendLog(path, encodeRecord, whole);
    if (found === null) flushFolderOf(target);
    return { log, opened };
  });
}

type DecodedLine =
  | { readonly kind: 'record'; readonly record: unknown }
  | { readonly kind: 'damaged'; readonly reason: string };

const CHECKSUM = /,?"crc":"([0-9a-f]{8})"\}$/;
/** The bytes of `,"crc":"01234567"}`: the checksum is searched in no more. */
const TAIL_BYTES = 18;

/** Encodes a record as a line of JSON with its CRC-32 as last key, `crc`. Throws TypeError for other values. */
export function encodeRecord(record: object): string {
  const json = JSON.stringify(record) as string | undefined;
  if (json === undefined || !json.startsWith('{')) {
    throw new TypeError('A record is a JSON object, not an array or a bare value.');
  }
  if (Object.hasOwn(record, 'crc')) {
    throw new TypeError('A record has no key "crc" of its own: the checksum takes it.');
  }
  const comma = json === '{}' ? '' : ',';
  const checksum = crc32(json).toString(16).padStart(8, '0');
  return `${json.slice(0, -1)}${comma}"crc":"${checksum}"}\n`;
}

/** Reads one line of `encodeRecord`, without its newline, and removes the checksum. */
export function decodeRecord(line: Buffer): DecodedLine {
  const match = CHECKSUM.exec(line.toString('latin1', Math.max(0, line.length - TAIL_BYTES)));
  if (match === null) return { kind: 'damaged', reason: 'it does not end in a checksum' };
  const body = Buffer.concat([line.subarray(0, line.length - match[0].length), Buffer.from('}')]);
  if (crc32(body) !== Number.parseInt(match[1] ?? '', 16)) {
    return { kind: 'damaged', reason: 'its checksum does not match' };
  }
  try {
    return { kind: 'record', record: JSON.parse(body.toString('utf8')) };
  } catch {
    return { kind: 'damaged', reason: 'it is not JSON' };
  }
}

const NEWLINE = 0x0a;

export type OpenedRecords = ReturnType<typeof parseRecords>;

/**
 * Splits a record file. A last record without a newline, or with NUL bytes first, was torn by a kill or power cut, before it
 * was reported as stored. Any other unreadable record is damage: throws StorageError that names it.
 */
export function parseRecords(bytes: Uint8Array, path: string) {
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
      throw new StorageError(
        `Record ${records.length + 1} of ${path} is damaged: ${decoded.reason}; restore the file from a copy, or delete that line and what follows.`,
        { path },
      );
    }
    records.push(decoded.record);
    start = end + 1;
  }
  /** The bytes of a torn last record, which is left out. 0 if the file was whole. */
  const cutBytes = buffer.length - start;
  return { records, cutBytes };
}

import { crc32 } from 'node:zlib';

/** What one line of a record file turned out to be. */
export type DecodedLine =
  | { readonly kind: 'record'; readonly record: unknown }
  | { readonly kind: 'damaged'; readonly reason: string };

const CHECKSUM = /,?"crc":"([0-9a-f]{8})"\}$/;
/** Bytes of `,"crc":"01234567"}`: the checksum is looked for in no more than that. */
const TAIL_BYTES = 18;

/**
 * One record as a line: its JSON, keys in their own order, with the CRC-32 of exactly that JSON (UTF-8) added as last
 * key `crc`, and a newline. Throws TypeError for anything but a plain JSON object, or for one that has a key `crc`.
 */
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

/** Reads one line (without its newline) that `encodeRecord` wrote; the checksum is taken off again. */
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

import { readFileSync } from 'node:fs';
import { parseRecords, type OpenedRecords } from '../../../src/storage/record-log.ts';

/** The records of a file that is there; nothing is changed. */
export function readRecords(path: string): OpenedRecords {
  return parseRecords(readFileSync(path), path);
}

import path from 'node:path';
import { readCompressedFile } from '../../src/storage/compressed-file.ts';
import { wholeCalls } from '../../src/records/cassette.ts';
import type { CallRecord } from '../../src/model/call-record.ts';

/** The file of an episode's model calls, also when it was put away; empty when there is none. */
export function callLines(directory: string): string {
  const bytes = readCompressedFile(path.join(directory, 'model-calls.jsonl'));
  return Buffer.from(bytes ?? []).toString();
}

/** The model calls of an episode directory, each with all its messages. */
export function readCalls(directory: string): readonly CallRecord[] {
  const lines = callLines(directory).split('\n').filter(Boolean);
  return wholeCalls(lines.map((line) => JSON.parse(line) as unknown)) as readonly CallRecord[];
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CallRecord } from '../../src/model/call-record.ts';

/** The model calls of an episode directory, each with all its messages. */
export function readCalls(directory: string): readonly CallRecord[] {
  return readFileSync(path.join(directory, 'model-calls.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as CallRecord);
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { wholeCalls } from '../../src/records/shared-messages.ts';
import type { CallRecord } from '../../src/model/call-record.ts';

/** The model calls of an episode directory, each with all its messages. */
export function readCalls(directory: string): readonly CallRecord[] {
  const lines = readFileSync(path.join(directory, 'model-calls.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean);
  return wholeCalls(lines.map((line) => JSON.parse(line) as unknown)) as readonly CallRecord[];
}

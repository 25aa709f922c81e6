import { callLines } from '../../helpers/read-calls.ts';
import { askedHash, type AskedCall } from '../../helpers/offline-server.ts';
import { wholeCalls } from '../../../src/records/cassette.ts';
import type { CallRecord } from '../../../src/model/call-record.ts';

/** What the server knows the recorded calls of an episode by, in the order of the file; a torn last one is none. */
export function recordedCalls(directory: string): readonly string[] {
  const lines = callLines(directory).split('\n').slice(0, -1);
  const calls = wholeCalls(lines.map((line) => JSON.parse(line) as unknown));
  return (calls as readonly CallRecord[]).map(({ role, messages }) => askedHash(role, messages));
}

/** The calls without as many of each kind as are named. */
export function without(
  calls: readonly AskedCall[],
  hashes: readonly string[],
): readonly AskedCall[] {
  const left = new Map<string, number>();
  for (const hash of hashes) left.set(hash, (left.get(hash) ?? 0) + 1);
  return calls.filter(({ hash }) => {
    const count = left.get(hash) ?? 0;
    left.set(hash, count - 1);
    return count <= 0;
  });
}

/**
 * Adds lines to one file and prints each when it is stored, until its standard input says stop or `countWords` is reached.
 * Arguments: path, name, count, longest pause in ms, `append` (adds only the new line) or `keep` (adds whatever of its
 * own lines is missing, as a cache does that outlives stale saves).
 */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDurableFile } from '../../../src/storage/durable-file.ts';
import { addMissingLines } from '../harness/lines.ts';
import { recordGaps } from '../harness/record-gaps.ts';

const [path = '', name = '', count = '0', pauseMs = '0', style = 'append'] = process.argv.slice(2);
const stop = new AbortController();
process.stdin.on('data', () => stop.abort());
recordGaps();

const file = openDurableFile(path, { run: name });
const own: string[] = [];
for (let i = 0; i < Number(count) && !stop.signal.aborted; i += 1) {
  const line = `${name}:${i}`;
  own.push(line);
  await file.update((bytes) => addMissingLines(bytes, style === 'keep' ? own : [line]));
  writeSync(1, `${line}\n`);
  await sleep(Math.random() * Number(pauseMs));
}
if (style === 'keep') await file.update((bytes) => addMissingLines(bytes, own));
process.stdin.destroy();

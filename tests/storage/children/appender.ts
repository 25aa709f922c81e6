/** Appends records without end to the file that is its argument and says each number once it is stored. */
import { writeSync } from 'node:fs';
import { openRecordLog } from '../../../src/storage/record-log.ts';

const { log } = openRecordLog(process.argv[2] ?? '');
for (let i = 0; ; i += 1) {
  log.append({ i, text: 'x'.repeat(i % 9_000) });
  writeSync(1, `${i}\n`);
}

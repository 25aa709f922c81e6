/** Tries each way to write below the folder that is its argument and prints the messages of the refusals. */
import { writeSync } from 'node:fs';
import path from 'node:path';
import { openDurableFile } from '../../../src/storage/durable-file.ts';
import { EpisodeDirectories } from '../../../src/storage/episode-directories.ts';
import { openRecordLog } from '../../../src/storage/record-log.ts';
import { acquireRunLock } from '../../../src/storage/lock.ts';
import { ensureWritableDirectory } from '../../../src/storage/folder.ts';
import { writeFileAtomic } from '../../../src/storage/write-file-atomic.ts';

const [folder = ''] = process.argv.slice(2);
const attempts: (() => unknown)[] = [
  () => ensureWritableDirectory(folder),
  () => ensureWritableDirectory(path.join(folder, 'below')),
  () => openDurableFile(path.join(folder, 'Memories.md')).update(() => Buffer.from('x')),
  () => openRecordLog(path.join(folder, 'trajectory.jsonl')),
  () => writeFileAtomic(path.join(folder, 'state.json'), 'x'),
  () => acquireRunLock(folder, 'run'),
  () => new EpisodeDirectories(folder).allocate(),
];
for (const attempt of attempts) {
  try {
    await attempt();
    writeSync(1, 'allowed\n');
  } catch (error) {
    writeSync(1, `${error instanceof Error ? `${error.name}: ${error.message}` : ''}\n`);
  }
}

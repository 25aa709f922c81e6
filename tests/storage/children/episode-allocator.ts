/** Allocates episodes in a workdir and prints their numbers. Arguments: workdir, count. */
import { writeSync } from 'node:fs';
import { EpisodeDirectories } from '../../../src/storage/episode-directories.ts';

const [workdir = '', count = '0'] = process.argv.slice(2);
const episodes = new EpisodeDirectories(workdir);
for (let i = 0; i < Number(count); i += 1) {
  writeSync(1, `${(await episodes.allocate()).number}\n`);
}

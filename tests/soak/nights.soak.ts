/**
 * A thousand nights in one workdir: `node --import tsx tests/soak/nights.soak.ts [nights] [turns]`. Tells after 10, 100 and
 * all of them how large what was learnt is and what memory one more night takes. Ends with 1 when the files grow faster than
 * the nights, Memories.md with its journal takes more than 3 MB, or a night takes a fifth more memory than the tenth.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isBelieved } from '../../src/domain/memory.ts';
import { parseDocument, roomsOf } from '../../src/managers/memory/memory-document.ts';
import { mapLearnt } from '../../src/storage/learnt-folder.ts';
import { buildPrograms } from '../helpers/build-programs.ts';
import { makePlace } from '../helpers/workdir.ts';
import { sizeOfRun } from './run-size.ts';

const [nights = 1_000, turns = 10] = process.argv.slice(2).map(Number);
const LARGEST = 3 * 2 ** 20;
const GROWTH = 0.2;
/** A little of what was learnt is tried again each night, so that the archive is at work. */
const TRIED = { ZORKGPT_VERIFY_AFTER_EPISODE: '100' };

const { cwd, workdir } = makePlace();
const files = Object.values(mapLearnt((name) => path.join(workdir, name)));
const memories = path.join(workdir, 'Memories.md');
const journal = `${memories}.journal`;

const play = (episodes: number) => sizeOfRun(cwd, { episodes, turns, environment: TRIED });

function measured(rss: number) {
  const size = (file: string) => (existsSync(file) ? statSync(file).size : 0);
  const all = roomsOf(parseDocument(readFileSync(memories)));
  const entries = [...all.values()].flatMap((room) => room.memories);
  return {
    rss,
    memories: size(memories) + size(journal),
    learnt: files.reduce((sum, file) => sum + size(file), 0),
    entries: entries.filter(isBelieved).length,
  };
}

buildPrograms();
let played = 0;
const seen = new Map<number, ReturnType<typeof measured>>();
const goals = [...new Set([10, 100, nights])].filter((goal) => goal <= nights);
for (const goal of goals) {
  while (played < goal - 1) {
    const more = Math.min(50, goal - 1 - played);
    await play(more);
    played += more;
  }
  const found = measured(await play(1));
  played += 1;
  seen.set(goal, found);
  const kb = (bytes: number) => `${Math.round(bytes / 1024)} kB`;
  console.log(
    `${played} nights: Memories.md and journal ${kb(found.memories)}, ${found.entries} believed entries, all that was learnt ${kb(found.learnt)}; a night takes ${found.rss.toFixed(0)} MiB`,
  );
}
const [tenth, last] = [seen.get(10), seen.get(nights)];
if (tenth === undefined || last === undefined) throw new Error('Name ten nights or more.');
const isSound =
  last.memories <= LARGEST &&
  last.learnt / tenth.learnt <= nights / 10 &&
  last.rss <= tenth.rss * (1 + GROWTH);
console.log(isSound ? 'ok' : 'BROKEN');
if (!isSound) process.exitCode = 1;

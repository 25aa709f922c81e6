/**
 * A thousand nights that each enter 35 rooms: `node --import tsx tests/soak/rooms.soak.ts [nights]`. The visits and lessons
 * are made up and filed by the real manager, because play that gets so far takes hours; runs over what they left are real.
 * Tells after 10, 100 and all nights how large Memories.md and its journal are and what memory a run takes. Ends with 1 when
 * both together take more than 3 MB or grow faster than the nights, a room's line of visits is longer than its newest episodes
 * need, or a run takes a fifth more memory than after the tenth night.
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { locationId } from '../../src/domain/ids.ts';
import { roomsOf, parseDocument } from '../../src/managers/memory/memory-document.ts';
import { SimpleMemoryManager } from '../../src/managers/memory/simple-memory-manager.ts';
import { createPromptLibrary } from '../../src/prompts/question.ts';
import { openLearntMemories } from '../../src/run/open-learnt.ts';
import { journalFile } from '../../src/storage/entry-journal.ts';
import { buildPrograms } from '../helpers/build-programs.ts';
import { memory } from '../helpers/memory.ts';
import { turn } from '../helpers/observation.ts';
import { settings } from '../helpers/settings.ts';
import { makePlace } from '../helpers/workdir.ts';
import { sizeOfRun } from './run-size.ts';

const [nights = 1_000] = process.argv.slice(2).map(Number);
const ROOMS = 35;
/** As many lessons as a story of this size teaches; later ones take the place of earlier ones. */
const LESSONS_EACH = 4;
const LARGEST = 3 * 2 ** 20;
const LONGEST_VISITS = 80;
const GROWTH = 0.2;

const { cwd, workdir } = makePlace();
const file = path.join(workdir, 'Memories.md');
const rooms = Array.from({ length: ROOMS }, (_, at) => ({
  id: locationId(at + 20),
  name: `Room ${at}`,
}));

/** One night: every room is entered, and one of them teaches something. */
async function dream(episode: number): Promise<void> {
  const manager = new SimpleMemoryManager(
    {
      file: openLearntMemories(file, (words) => console.error(words), 'run'),
      evidence: new Map(),
      ask: () => Promise.reject(new Error('Nobody is asked.')),
      prompts: createPromptLibrary(new Map()),
      emit: () => undefined,
      signal: new AbortController().signal,
    },
    settings().memory,
  );
  for (const [at, location] of rooms.entries()) {
    const before = { location: rooms[at - 1] ?? location };
    manager.witness(turn(at + 1, 'north', before, { location, scene: `scene-${at}` }), { episode });
  }
  const { id, name } = rooms[episode % ROOMS] ?? { id: locationId(20), name: '' };
  const title = `push lever ${Math.floor(episode / ROOMS) % LESSONS_EACH}`;
  const text = `On night ${episode} the lever moved, and somewhere a gate went up that was down before.`;
  const lesson = memory({ category: 'SUCCESS', title, text, episode, turns: '3' });
  const isKnown = manager.activeMemories(id).some((one) => one.title === title);
  if (isKnown) await manager.supersedeMemory(id, name, title, lesson);
  else await manager.addMemory(id, name, lesson);
  await manager.flush();
}

buildPrograms();
const seen = new Map<number, { readonly bytes: number; readonly rss: number }>();
let longest = 0;
for (let night = 1; night <= nights; night += 1) {
  await dream(night);
  if (![10, 100, nights].includes(night)) continue;
  const content = readFileSync(file);
  const visits = content.toString().match(/^\*\*Visits:.*$/gm) ?? [];
  longest = Math.max(longest, ...visits.map((line) => line.length));
  const [own, journal] = [content.length, statSync(journalFile(file)).size];
  const entries = [...roomsOf(parseDocument(content)).values()].flatMap((room) => room.memories);
  const rss = await sizeOfRun(cwd, { episodes: 1, turns: 10 });
  seen.set(night, { bytes: own + journal, rss });
  const kb = (bytes: number) => `${Math.round(bytes / 1024)} kB`;
  console.log(
    `${night} nights in ${visits.length} rooms: Memories.md ${kb(own)}, journal ${kb(journal)}, ${entries.length} entries, longest line of visits ${longest}; a run takes ${rss.toFixed(0)} MiB`,
  );
}
const [tenth, last] = [seen.get(10), seen.get(nights)];
if (tenth === undefined || last === undefined) throw new Error('Name more than 10 nights.');
const isSound =
  last.bytes <= LARGEST &&
  last.bytes / tenth.bytes <= nights / 10 &&
  longest <= LONGEST_VISITS &&
  last.rss <= tenth.rss * (1 + GROWTH);
console.log(isSound ? 'ok' : 'BROKEN');
if (!isSound) process.exitCode = 1;

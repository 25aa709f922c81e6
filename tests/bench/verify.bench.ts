import path from 'node:path';
import { openStoryNamed } from '../../src/interpreter/open-story.ts';
import { parseDocument, roomsOf } from '../../src/managers/memory/memory-document.ts';
import { openStoryFile } from '../../src/run/story-file.ts';
import { readBytesFile } from '../../src/storage/read-file.ts';
import { readRecordings } from '../../src/verify/recording.ts';
import { walkStepLimit } from '../../src/verify/walk.ts';
import { verifyMemories } from '../../src/verify/verify-memories.ts';
import { playedWorkdir } from '../helpers/played-workdir.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';
import { below, row, type PageRow } from './bench-page.ts';

const SECOND = 1000;
/** A hundred memories over ten episodes of 60 turns in ten seconds. */
const GOAL_MS = (10 * SECOND) / 100;

/** What trying memories of two played episodes again costs, in processor time. */
export async function verifyRows(): Promise<readonly PageRow[]> {
  const workdir = path.join(await playedWorkdir(), 'play');
  const story = openStoryFile(SHIPPED_STORY);
  const rooms = roomsOf(parseDocument(readBytesFile(path.join(workdir, 'Memories.md'))));
  const recordings = readRecordings(workdir, story);
  const open = (seed: number) => openStoryNamed(story.bytes, { seed, names: 'plain' });
  const start = process.cpuUsage();
  const steps = walkStepLimit(1_000_000);
  const { turns, memories } = verifyMemories({ rooms: rooms.values(), recordings, open, steps });
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / SECOND;
  const tried = memories.reduce((sum, one) => sum + one.tried, 0);
  const claims = memories.filter((one) => one.tried > 0).length;
  const counted = `${claims} claims, ${turns.replayed} turns played again`;
  return [
    row('a claim, all its moments', ms / claims, 'ms', { goal: below(GOAL_MS), note: counted }),
    row('a claim, one moment', ms / tried, 'ms', { note: `${tried} moments` }),
  ];
}

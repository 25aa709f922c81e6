/**
 * Plays 3,000 turns in one process: at the end it is as large as at turn 500, and nothing is left open or listened to.
 * `node --import tsx tests/soak/long-run.soak.ts`; prints a line after every 250 turns and one for each story, ends with 1 when a promise was broken.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { testStory } from '../helpers/stories.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const TURNS = 3_000;
/** By then whatever a process does was done at least once, what follows an episode, too. */
const WARM = 500;
const EPISODE_TURNS = 250;
/** How much larger the process may be at its end than when it was warm. */
const GROWTH = 0.15;

/** What the child tells of itself. */
interface Size {
  readonly turn: number;
  readonly rss: number;
  readonly heapUsed: number;
  readonly handles: number;
  readonly resources: number;
  readonly listeners: number;
}
interface End extends Size {
  readonly episodes: number;
  readonly before: Size;
}

for (const story of [SHIPPED_STORY, testStory('zork1-r88.z3')]) {
  if (story !== null) await check(story);
}

async function check(story: string): Promise<void> {
  const workdir = temporaryFolder();
  const sizes = await play(story, workdir);
  const warm = sizes.find(({ turn }) => turn === WARM);
  const end = sizes.at(-1) as End | undefined;
  if (warm === undefined || end?.before === undefined) throw new Error('It ended early.');
  const { before } = end;
  const grown = end.rss / warm.rss - 1;
  const left = (name: 'handles' | 'resources' | 'listeners') => end[name] - before[name];
  const isSound =
    grown <= GROWTH && (['handles', 'resources', 'listeners'] as const).every((x) => left(x) <= 0);
  console.log(
    `${path.basename(story)}: ${end.turn} turns in ${end.episodes} episodes; memory ${mib(warm.rss)} MiB at turn ${WARM}, ` +
      `${mib(end.rss)} at the end (${(100 * grown).toFixed(1)} %), heap ${mib(warm.heapUsed)} and ${mib(end.heapUsed)}; ` +
      `left: ${left('handles')} handles, ${left('resources')} resources, ${left('listeners')} listeners: ${isSound ? 'ok' : 'BROKEN'}`,
  );
  if (!isSound) process.exitCode = 1;
}

async function play(story: string, workdir: string): Promise<Size[]> {
  const program = path.join(import.meta.dirname, 'children/long-player.ts');
  const args = ['--expose-gc', '--import', 'tsx', program, story, workdir];
  const child = spawn(process.execPath, [...args, String(TURNS), String(EPISODE_TURNS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const sizes: Size[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const size = JSON.parse(line) as Size;
    sizes.push(size);
    console.log(`  turn ${size.turn}: ${mib(size.rss)} MiB, heap ${mib(size.heapUsed)}`);
  }
  return sizes;
}

function mib(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}

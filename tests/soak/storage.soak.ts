/**
 * The storage tests in large: `node --import tsx tests/soak/storage.soak.ts [seed]`. Takes minutes; prints its seed and
 * one line per part; ends with 1 when a promise was broken.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createProperLock } from '../../src/storage/lock.ts';
import { openDurableFile } from '../../src/storage/durable-file.ts';
import { currentIdentity } from '../../src/storage/process-identity.ts';
import {
  killedAndStopped,
  savedByHand,
  undisturbed,
  type ChaosResult,
} from '../storage/harness/chaos.ts';
import { FAULT_PRELOAD, startChild } from '../storage/harness/child.ts';
import { buildPrograms } from '../helpers/build-programs.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { leftovers } from '../storage/harness/leftovers.ts';
import { linesOf } from '../storage/harness/lines.ts';
import { seededRandom } from '../../src/domain/seeded-random.ts';

const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 2 ** 31));
const random = seededRandom(seed);
console.log(`seed ${seed}`);
buildPrograms();

await part('8 writers x 200 updates', async (file) => checked(await undisturbed(file, 8, 200)));

await part('100 kills and 100 stops among 4 writers', async (file) =>
  checked(
    await killedAndStopped(
      file,
      { writers: 4, kills: 100, stops: 100, longestStopMs: 500 },
      random,
    ),
  ),
);

await part('50 saves by hand among 4 writers', async (file) => {
  const result = await savedByHand(file, { writers: 4, saves: 50, openMs: 60 }, random);
  const lost = result.saved.filter((edit) => !result.stored.includes(edit));
  const wrong = lost.filter((edit) => !result.unseen.includes(edit));
  const note = `${result.saved.length} saves, ${lost.length} lost, ${lost.length - wrong.length} of them unseeable`;
  return { ...checked(result), note, wrong: [...checked(result).wrong, ...wrong] };
});

await part('SIGKILL before and after each disk call of an update', async (file) => {
  const wrong: string[] = [];
  let cases = 0;
  for (const action of ['kill-before', 'kill-after']) {
    for (let at = 1; ; at += 1) {
      const target = path.join(path.dirname(file), `${action}-${at}`, 'Memories.md');
      mkdirSync(path.dirname(target));
      await openDurableFile(target).update(() => Buffer.from('old\n'));
      const child = startChild('writer', [target, 'w', 1, 0], {
        preload: FAULT_PRELOAD,
        env: { FAULT_ROOT: path.dirname(target), FAULT_AT: String(at), FAULT_ACTION: action },
      });
      const { signal } = await child.exited;
      if (signal === null) break;
      cases += 1;
      const text = readFileSync(target, 'utf8');
      if (text !== 'old\n' && text !== 'old\nw:0\n') wrong.push(`${action} ${at}: damaged`);
      if (child.lines.length > 0 && !text.includes('w:0')) wrong.push(`${action} ${at}: lost`);
      await openDurableFile(target).update((bytes) =>
        Buffer.concat([bytes ?? Buffer.of(), Buffer.from('after\n')]),
      );
      if (linesOf(readFileSync(target)).at(-1) !== 'after') wrong.push(`${action} ${at}: stuck`);
      if (leftovers(path.dirname(target)).length > 0) wrong.push(`${action} ${at}: leftovers`);
    }
  }
  return { note: `${cases} kills`, wrong };
});

await part('1,000 dead holders, 6 waiters each', async (file) => {
  const folder = path.dirname(file);
  const rounds = 1_000;
  const dead = createProperLock({ ...currentIdentity(), pid: spawnSync('true').pid });
  for (let round = 0; round < rounds; round += 1)
    dead.tryAcquire(path.join(folder, `round-${round}`), 'dead');
  const waiters = Array.from({ length: 6 }, () => startChild('lock-rounds', [folder, rounds]));
  for (const waiter of waiters) await waiter.exited;
  const said = waiters.flatMap((waiter) => waiter.lines);
  const wrong = said.filter((line) => line.startsWith('overlap'));
  const held = said.length - wrong.length;
  if (held !== 6 * rounds) wrong.push(`held ${held} times`);
  return { note: `${held} times held`, wrong };
});

await part('cost of an update of 200 KB', async (file) => {
  const durable = openDurableFile(file);
  const line = Buffer.from(`${'x'.repeat(99)}\n`);
  await durable.update(() => Buffer.concat(Array<Buffer>(2_000).fill(line)));
  const times: number[] = [];
  for (let i = 0; i < 300; i += 1) {
    const start = performance.now();
    await durable.update((bytes) => Buffer.concat([bytes ?? Buffer.of(), line]));
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return {
    note: `median ${times[150]?.toFixed(2)} ms, p95 ${times[285]?.toFixed(2)} ms`,
    wrong: [],
  };
});

/** Nothing lost, nothing doubled. */
function checked(result: ChaosResult): { note: string; wrong: string[] } {
  const stored = new Set(result.stored);
  const lost = result.acknowledged.filter((line) => !stored.has(line));
  const doubled = stored.size === result.stored.length ? [] : ['doubled lines'];
  return {
    note: `${result.acknowledged.length} acknowledged, ${lost.length} lost`,
    wrong: [...lost, ...doubled],
  };
}

async function part(
  name: string,
  run: (file: string) => Promise<{ note: string; wrong: readonly string[] }>,
): Promise<void> {
  const folder = temporaryFolder();
  const start = performance.now();
  const { note, wrong } = await run(path.join(folder, 'Memories.md'));
  const left = leftovers(folder);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  const verdict =
    wrong.length + left.length === 0 ? 'ok' : `BROKEN ${[...wrong, ...left].join(', ')}`;
  console.log(`${name}: ${note}, ${seconds} s: ${verdict}`);
  if (verdict !== 'ok') process.exitCode = 1;
}

/** @module-tag slow */
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { killedAndStopped, savedByHand, undisturbed } from './harness/chaos.ts';
import { repeats } from '../helpers/repeats.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { leftovers } from './harness/leftovers.ts';
import { seededRandom } from '../../src/domain/seeded-random.ts';

const seed = Number(process.env['ZORKGPT_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

test('four processes that write to one file, two of them through a link, lose and double nothing', async () => {
  const folder = temporaryFolder();
  const [file, link] = [path.join(folder, 'Memories.md'), path.join(temporaryFolder(), 'link.md')];
  symlinkSync(file, link);
  const result = await undisturbed(file, 4, 50, link);

  expect(result.acknowledged).toHaveLength(200);
  expect([...result.stored].sort()).toEqual([...result.acknowledged].sort());
  expect(leftovers(folder)).toEqual([]);
});

test('writers that are killed and stopped in the middle lose nothing that they acknowledged', async () => {
  console.log(`seed ${seed}`);
  const folder = temporaryFolder();
  const result = await killedAndStopped(
    path.join(folder, 'Memories.md'),
    { writers: 3, kills: repeats(4, 8), stops: repeats(3, 6), longestStopMs: 50 },
    seededRandom(seed),
  );

  expect(result.acknowledged.length).toBeGreaterThan(12);
  expect(new Set(result.stored).size).toBe(result.stored.length);
  expect(result.acknowledged.filter((line) => !result.stored.includes(line))).toEqual([]);
  expect(result.stored.filter((line) => !/^writer\d+:\d+$/.test(line))).toEqual([]);
  expect(leftovers(folder)).toEqual([]);
});

test('what a person saves during the writing is kept, and so is what was being written', async () => {
  console.log(`seed ${seed}`);
  const folder = temporaryFolder();
  const result = await savedByHand(
    path.join(folder, 'Memories.md'),
    { writers: 3, saves: 10, openMs: 40 },
    seededRandom(seed),
  );

  const lost = result.saved.filter((edit) => !result.stored.includes(edit));
  expect(lost.filter((edit) => !result.unseen.includes(edit))).toEqual([]);
  expect(result.stored).toEqual(expect.arrayContaining([...result.acknowledged]));
  expect(new Set(result.stored).size).toBe(result.stored.length);
  expect(leftovers(folder)).toEqual([]);
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { journalFile } from '../../src/storage/entry-journal.ts';
import {
  claimLearntFolder,
  learntFile,
  learntFolder,
  mapLearnt,
  restoreLearnt,
  readLearntFolder,
  scratchLearntFolder,
  storyOfLearntFolder,
} from '../../src/storage/learnt-folder.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const [FIRST, SECOND] = ['ZCODE-1-800101-AAAA', 'ZCODE-2/B'];

it('a workdir belongs to the first story that is played in it, and each other one has a folder in it', async () => {
  const workdir = temporaryFolder();
  expect([storyOfLearntFolder(workdir), learntFolder(workdir, SECOND)]).toEqual([null, workdir]);
  expect(await claimLearntFolder(workdir, FIRST)).toBe(workdir);
  expect(storyOfLearntFolder(workdir)).toBe(FIRST);
  const second = path.join(workdir, 'ZCODE-2_B');
  expect(await claimLearntFolder(workdir, SECOND)).toBe(second);
  expect(await claimLearntFolder(workdir, FIRST)).toBe(workdir);
  expect([FIRST, SECOND].map((one) => learntFolder(workdir, one))).toEqual([workdir, second]);
});

it.each(['', '{', '{"story":"A"}', '{"schemaVersion":0,"story":"A"}'])(
  'a workdir whose note of its story reads %j is refused, and left as it is',
  async (text) => {
    const workdir = temporaryFolder();
    const file = path.join(workdir, 'workdir.json');
    writeFileSync(file, text);
    const refused = expect.objectContaining({
      path: file,
      message: expect.stringContaining(`${workdir} was recorded by another version of zorkgpt`),
    });
    expect(() => storyOfLearntFolder(workdir)).toThrow(refused);
    await expect(claimLearntFolder(workdir, FIRST)).rejects.toThrow(refused);
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);

it('a learnt file is put back as it was, or removed, and its history begins anew', () => {
  const folder = temporaryFolder();
  const file = learntFile(folder, 'memories');
  expect(file).toBe(path.join(folder, 'Memories.md'));
  for (const one of [file, journalFile(file)]) writeFileSync(one, 'new');
  restoreLearnt(folder, 'memories', Buffer.from('old'));
  expect([readFileSync(file, 'utf8'), existsSync(journalFile(file))]).toEqual(['old', false]);
  restoreLearnt(folder, 'memories', null);
  expect(existsSync(file)).toBe(false);
});

it('what was learnt is read as it is, and kept in memory beside the disk', async () => {
  const folder = temporaryFolder();
  writeFileSync(learntFile(folder, 'recipes'), 'go');
  const read = readLearntFolder(folder);
  expect(Object.keys(read)).toEqual(Object.keys(mapLearnt((name) => name)));
  expect([read.memories, String(read.recipes)]).toEqual([null, 'go']);
  const scratch = scratchLearntFolder(read);
  await scratch.recipes.update(() => Buffer.from('stay'));
  expect(String(scratch.recipes.read())).toBe('stay');
  expect([scratch.memories.read(), scratch.open('x').read()]).toEqual([null, null]);
  expect(readFileSync(learntFile(folder, 'recipes'), 'utf8')).toBe('go');
});

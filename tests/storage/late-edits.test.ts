import { openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mergeLateEdits } from '../../src/storage/late-edits.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

/** A file that was just replaced, while a person wrote `edited` into the old one. */
function justReplaced(edited: string) {
  const target = path.join(temporaryFolder(), 'Memories.md');
  const oldFile = `${target}.old`;
  writeFileSync(oldFile, edited);
  writeFileSync(target, 'old\nnew\n');
  const made = {
    target,
    replaced: { old: openSync(oldFile, 'r') },
    before: Buffer.from('old\n'),
    after: Buffer.from('old\nnew\n'),
    change: (bytes: Uint8Array | null) =>
      Buffer.concat([bytes ?? Buffer.of(), Buffer.from('new\n')]),
    replace: (_: unknown, next: Uint8Array) => {
      writeFileSync(`${target}.next`, next);
      renameSync(`${target}.next`, target);
      return { old: null };
    },
  };
  return { target, oldFile, made, now: () => readFileSync(target, 'utf8') };
}

test('an old file that nobody wrote to changes nothing', async () => {
  const { made, now } = justReplaced('old\n');
  await mergeLateEdits(made);
  expect(now()).toBe('old\nnew\n');
});

test('an edit in the old file is merged, and so is what follows of it', async () => {
  const { made, oldFile, now } = justReplaced('old\nper');
  const merging = mergeLateEdits(made);
  writeFileSync(oldFile, 'old\nperson\n');
  await merging;
  expect(now()).toBe('old\nperson\nnew\n');
});

test('an old file that was emptied is half a save: the rest is waited for', async () => {
  const { made, oldFile, now } = justReplaced('');
  const merging = mergeLateEdits(made);
  expect(now()).toBe('old\nnew\n');
  writeFileSync(oldFile, 'saved\n');
  await merging;
  expect(now()).toBe('saved\nnew\n');
});

test('a newer save of the file itself stays as it is', async () => {
  const { made, target, now } = justReplaced('old\nperson\n');
  writeFileSync(target, 'newest\n');
  await mergeLateEdits(made);
  expect(now()).toBe('newest\n');
});

test('a save that somebody is still writing is waited for, and only the whole of it is merged', async () => {
  const { made, oldFile, now } = justReplaced('old\nper');
  const changed: string[] = [];
  let looks = 0;
  await mergeLateEdits({
    ...made,
    change: (bytes) => {
      changed.push(String(bytes));
      return made.change(bytes);
    },
    isUnfinished: ({ bytes }) => {
      looks += 1;
      if (looks === 2) writeFileSync(oldFile, 'old\nperson\n');
      return !String(bytes).endsWith('\n');
    },
  });
  expect(changed).toEqual(['old\nperson\n']);
  expect(now()).toBe('old\nperson\nnew\n');
});

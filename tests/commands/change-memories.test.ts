/** @module-tag slow */
import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { json, memories, MEMORIES as FILE, workdir } from '../helpers/memories-workdir.ts';

describe('zorkgpt memories check', () => {
  it('names the line of each error and ends with 1', async () => {
    const cwd = workdir(FILE.replace('by "Open and enter window"', 'by "Nothing of the kind"'));
    const { code, out, err } = await memories(cwd, 'check');
    expect(code).toBe(1);
    expect(out).toMatch(/Memories\.md:11: error: .*\[dangling-supersession\]\n$/);
    expect(err).toBe('1 error, 0 warnings.\n');
    const checked = await memories(cwd, 'check', '--json');
    expect(json(checked.out)).toMatchObject({ errors: 1, problems: [{ line: 11 }] });
  });

  it('ends with 0 when there are none, and with 1 when there is no such file', async () => {
    const cwd = workdir();
    expect((await memories(cwd, 'check')).code).toBe(0);
    expect((await memories(cwd, 'check', 'play/Memories.md')).code).toBe(0);
    expect((await memories(cwd, 'check', 'gone.md')).code).toBe(1);
  });
});

describe('zorkgpt memories invalidate', () => {
  const WRONG = ['invalidate', '--location', '79', '--title', 'Glass', '--reason', 'it is\nblunt'];

  it('strikes the memory through, says why, keeps the rest byte for byte and the old file as backup', async () => {
    const cwd = workdir();
    const { code, out } = await memories(cwd, ...WRONG, '--json');
    expect([code, json(out)]).toMatchObject([0, { invalidated: true, location: { id: 79 } }]);
    expect(readFileSync(path.join(cwd, 'play/Memories.md'), 'utf8')).toBe(
      FILE.replace(
        '**[DANGER - CORE - TENTATIVE] Glass** *(Ep2, T3, -1)*\nIt cuts.',
        '**[DANGER - CORE - SUPERSEDED] Glass** *(Ep2, T3, -1)*\n[Invalidated: "it is blunt"]\n~~It cuts.~~',
      ),
    );
    expect(readFileSync(path.join(cwd, 'play/Memories.md.backup'), 'utf8')).toBe(FILE);
    expect((await memories(cwd, 'check')).code).toBe(0);
  });

  it('finds the room by its name, and says when there are several or none', async () => {
    const cwd = workdir(`${FILE}\n## Location 80: Nowhere\n`);
    const title = ['--title', 'Glass', '--reason', 'x'];
    const named = (name: string) => memories(cwd, 'invalidate', '--location', name, ...title);
    expect(await named('nowhere')).toMatchObject({
      code: 2,
      err: expect.stringContaining('names several rooms') as string,
    });
    expect(await named('Attic')).toMatchObject({
      code: 2,
      err: expect.stringContaining('names no room') as string,
    });
    expect(await named('behind house')).toMatchObject({
      code: 0,
      out: expect.stringContaining('at location 79 as wrong') as string,
    });
  });

  it.each([
    ['a title that is only part of one', ['--title', 'Glas', '--reason', 'x'], 1, 'not-found'],
    [
      'a memory that is not believed',
      ['--title', 'Window is locked', '--reason', 'x'],
      1,
      'not-found',
    ],
    ['a reason without words', ['--title', 'Glass', '--reason', ' '], 2, 'usage'],
    ['no reason', ['--title', 'Glass'], 2, 'usage'],
  ])('refuses %s and changes nothing', async (_, args, expected, name) => {
    const cwd = workdir();
    const { code, out, err } = await memories(
      cwd,
      'invalidate',
      '--location',
      '79',
      ...args,
      '--json',
    );
    expect([code, out]).toEqual([expected, '']);
    expect(json(err)).toMatchObject({ error: { code: name } });
    expect(readFileSync(path.join(cwd, 'play/Memories.md'), 'utf8')).toBe(FILE);
  });
});

describe('zorkgpt memories merge', () => {
  const OTHER = FILE.replace('It cuts.', 'It is sharp.').replace(
    '*(Ep2, T3, -1)*',
    '*(Ep4, T3, -1)*',
  );

  function three(cwd: string): void {
    writeFileSync(path.join(cwd, 'a.md'), FILE);
    writeFileSync(path.join(cwd, 'b.md'), OTHER);
  }

  it('does not mind the order of the files, and once is enough', async () => {
    const cwd = workdir(null);
    three(cwd);
    const merge = async (...args: string[]) => (await memories(cwd, 'merge', ...args)).code;
    expect(await merge('a.md', 'b.md', '--out', 'ab.md')).toBe(0);
    expect(await merge('b.md', 'a.md', '--out', 'ba.md')).toBe(0);
    expect(await merge('ab.md', 'b.md', 'ba.md', '--out', 'again.md')).toBe(0);
    const [ab, ba, again] = ['ab.md', 'ba.md', 'again.md'].map((name) =>
      readFileSync(path.join(cwd, name), 'utf8'),
    );
    expect(ba).toBe(ab);
    expect(again).toBe(ab);
    expect((await memories(cwd, 'merge', 'b.md', 'a.md', '--out', '-')).out).toBe(ab);
  });

  it('without --out joins what is there with the files', async () => {
    const cwd = workdir();
    three(cwd);
    const { out } = await memories(cwd, 'merge', 'b.md', '--json');
    expect(json(out)).toMatchObject({ merged: 1, memories: 5 });
    const merged = readFileSync(path.join(cwd, 'play/Memories.md'), 'utf8');
    expect(merged).toContain('It is sharp.');
    expect(merged).toContain('~~It cuts.~~');
    expect(readFileSync(path.join(cwd, 'play/Memories.md.backup'), 'utf8')).toBe(FILE);
  });

  it('writes nothing when one of the files is not there', async () => {
    const cwd = workdir();
    const { code } = await memories(cwd, 'merge', 'gone.md');
    expect(code).toBe(1);
    expect(readdirSync(path.join(cwd, 'play'))).toEqual(['Memories.md']);
  });

  it('waits for a file that an editor has moved away, and merges what it says by then', async () => {
    const cwd = workdir();
    three(cwd);
    const file = path.join(cwd, 'play/Memories.md');
    const wrong = ['--title', 'Glass', '--reason', 'x'];
    await memories(cwd, 'invalidate', '--location', '79', ...wrong);
    const saved = readFileSync(file, 'utf8').replace('It cuts.', 'It cut me.');
    renameSync(file, `${file}~`);
    const out = ['--out', 'play/Memories.md'];
    const merging = memories(cwd, 'merge', 'play/Memories.md', 'b.md', ...out);
    await sleep(60);
    writeFileSync(file, saved);
    expect((await merging).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('It cut me.');
    expect(readFileSync(file, 'utf8')).toContain('It is sharp.');
  });
});

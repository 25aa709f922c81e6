/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { json, memories, workdir } from '../helpers/memories-workdir.ts';
import { playedWorkdir } from '../helpers/played-workdir.ts';

describe('zorkgpt memories exam', () => {
  it('marks what two episodes taught, and writes a page', async () => {
    const cwd = await playedWorkdir();
    const before = readFileSync(path.join(cwd, 'play/Memories.md'));
    const { out, code, err } = await memories(cwd, 'exam', '--json', '--out', 'exam.html');
    expect([code, err]).toEqual([0, `The exam is in ${path.join(cwd, 'exam.html')}.\n`]);
    const result = json(out) as {
      readonly kinds: Readonly<Record<string, { questions: number; stored: number }>>;
      readonly missing: readonly unknown[];
      readonly wrong: readonly unknown[];
    };
    const all = result.kinds['all'] ?? { questions: 0, stored: 0 };
    expect(all.questions).toBeGreaterThan(10);
    expect(all.stored).toBeGreaterThan(0);
    expect(result.missing.length + result.wrong.length + all.stored).toBe(all.questions);
    const page = readFileSync(path.join(cwd, 'exam.html'), 'utf8');
    expect(page).toContain('Not stored');
    expect(page).not.toContain('read with');
    expect(readFileSync(path.join(cwd, 'play/Memories.md'))).toEqual(before);
    const told = (await memories(cwd, 'exam')).out;
    expect(told).toMatch(/^where a thing lies at first .*\n[^]*^Stored: .*\n.*only the map has/m);
    expect(told).toMatch(/^learnt (?:in the newest episode|earlier) /m);
    expect(told).toMatch(
      /^\d+ questions: (?:all that recorded play makes|set 1 of \d made of recorded play)/,
    );
  });

  it('gives the same paper for the same seed, and says when there are no more papers', async () => {
    const cwd = await playedWorkdir();
    const paper = async (seed: string) =>
      (await memories(cwd, 'exam', '--json', '--seed', seed)).out;
    expect(await paper('1')).toBe(await paper('1'));
    const { out, err, code } = await memories(cwd, 'exam', '--seed', '99');
    expect([out, code]).toEqual(['', 0]);
    expect(err).toMatch(
      /^There is no paper 99: what was played makes \d\. Name a seed from 1 to \d\.$/m,
    );
  });

  it('says that nothing was played', async () => {
    const { err, code } = await memories(workdir(), 'exam');
    expect([err, code]).toEqual([
      'Nothing of this story was played yet; play an episode first.\n',
      0,
    ]);
  });

  it('says why one turn makes no question', async () => {
    const { err, code } = await memories(await playedWorkdir({}, 1), 'exam');
    expect(code).toBe(0);
    expect(err).toMatch(/^What was played makes no question yet: .*; play more episodes\.\n$/);
  });

  it('refuses to ask the offline player, which cannot read', async () => {
    const { err, code } = await memories(await playedWorkdir(), 'exam', '--read');
    expect([err, code]).toEqual([
      'error: the offline player cannot read; name a model with --player and --model\n(--help shows what there is)\n',
      2,
    ]);
  });
});

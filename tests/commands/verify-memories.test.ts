/** @module-tag slow */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { json, memories } from '../helpers/memories-workdir.ts';
import { playedWorkdir } from '../helpers/played-workdir.ts';

interface Answer {
  readonly turns: { readonly replayed: number; readonly equal: number };
  readonly memories: readonly {
    readonly location: { readonly id: number };
    readonly category: string;
    readonly title: string;
    readonly verdict: string;
    readonly tried: number;
    readonly held: number;
  }[];
}

const fileIn = (cwd: string) => path.join(cwd, 'play/Memories.md');
const read = (cwd: string) => readFileSync(fileIn(cwd), 'utf8');

async function verified(cwd: string, ...args: string[]): Promise<Answer> {
  const { out, code, err } = await memories(cwd, 'verify', '--json', ...args);
  expect([code, err]).toEqual([0, '']);
  return json(out) as Answer;
}

/** The room where the story begins. Its way north is always open; there is nothing to the east. */
const START = 30;

/** The played folder with these memories of the room where the story begins, and no others. */
async function planted(...headers: readonly string[]) {
  const cwd = await playedWorkdir();
  rmSync(`${fileIn(cwd)}.journal`);
  const entries = headers.map((header) => `**[${header}** *(Ep1, T1, +0)*\nPlanted.\n\n`);
  const visits = '**Visits:** 2 | **Episodes:** 1, 2\n\n### Memories\n\n';
  const rooms = `## Location ${START}: Landing Stage\n${visits}${entries.join('')}---\n`;
  writeFileSync(fileIn(cwd), `# Location Memories\n\n${rooms}`);
  return cwd;
}

describe('zorkgpt memories verify', () => {
  it('plays every recorded turn again, judges every believed memory, and changes none', async () => {
    const cwd = await playedWorkdir();
    const before = read(cwd);
    const { turns, memories: all } = await verified(cwd);
    const recorded = ['0001', '0002'].flatMap((episode) =>
      readFileSync(path.join(cwd, 'play/episodes', episode, 'commands.rec'), 'utf8').match(/\n/g),
    );
    expect(turns).toEqual({ replayed: recorded.length, equal: recorded.length });
    expect(all).toHaveLength((before.match(/^\*\*\[(?!.*SUPERSEDED)/gm) ?? []).length);
    expect(read(cwd)).toBe(before);
  });

  it('confirms what always holds, in every episode', async () => {
    const cwd = await planted('SUCCESS - PERMANENT] north', 'FAILURE - PERMANENT] east');
    const { memories: all } = await verified(cwd);
    expect(all).toHaveLength(2);
    for (const one of all) {
      expect(one).toMatchObject({ verdict: 'confirmed', held: one.tried });
      expect(one.tried).toBeGreaterThan(1);
    }
  });

  it('refutes a failure that never was one; --apply invalidates it with the reason, once', async () => {
    const cwd = await planted('FAILURE - PERMANENT] north', 'FAILURE - PERMANENT] east');
    const before = read(cwd);
    expect((await verified(cwd)).memories).toMatchObject([
      { title: 'north', verdict: 'refuted', held: 0 },
      { title: 'east', verdict: 'confirmed' },
    ]);
    expect(read(cwd)).toBe(before);
    await verified(cwd, '--apply');
    const applied = read(cwd);
    expect(applied).toMatch(
      /^\*\*\[FAILURE - PERMANENT - SUPERSEDED\] north\*\* .*\n\[Invalidated: "held 0 of \d+ times.*\n~~Planted\.~~$/m,
    );
    const untouched = (text: string) =>
      text.split('\n').filter((line) => !/^\*\*\[|^\[|Planted/.test(line));
    expect(untouched(applied)).toEqual(untouched(before));
    await verified(cwd, '--apply');
    expect(read(cwd)).toBe(applied);
  });

  it('tells where nothing can be tried: a recording that is damaged', async () => {
    const cwd = await playedWorkdir();
    const file = path.join(cwd, 'play/episodes/0001/trajectory.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"turn":3', '"turn":!'));
    const { code, err, out } = await memories(cwd, 'verify', '--json');
    expect(code).toBe(0);
    expect(err).toMatch(/^Episode 1: its recording cannot be read: Record 3 /);
    expect((json(out) as Answer).turns.replayed).toBeGreaterThan(0);
  });

  it('tells where nothing can be tried: a recording that ends before its episode did, and one that is gone', async () => {
    const cwd = await planted('SUCCESS - PERMANENT] north');
    const [first, second] = ['0001', '0002'].map((one) => path.join(cwd, 'play/episodes', one));
    const file = path.join(second ?? '', 'trajectory.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(0, 5).join('\n') + '\n');
    const short = await memories(cwd, 'verify', '--json');
    expect(short.err).toMatch(/^Episode 2: its recording ends after turn 5 of \d+\.\n$/);
    rmSync(second ?? '', { recursive: true });
    rmSync(first ?? '', { recursive: true });
    const { out, err } = await memories(cwd, 'verify', '--json');
    expect(err).toBe('');
    expect((json(out) as Answer).memories).toMatchObject([
      { verdict: 'untestable', why: 'episode 1 is not kept' },
    ]);
  });

  it('what was found stands in memories show, apart from how it went in play', async () => {
    const cwd = await planted('SUCCESS - PERMANENT] north');
    const [one] = (await verified(cwd)).memories;
    const shown = await memories(cwd, 'show', '--location', String(START));
    expect(shown.out).toContain(
      `SUCCESS: north (tried again in the engine: worked ${one?.held} of ${one?.tried} times`,
    );
    expect(shown.out).not.toMatch(/: shown \d/);
  });

  it('tries with --superseded what was given up, and counts what was true and is said no more', async () => {
    const nothing = await memories(await planted(), 'verify', '--superseded');
    expect(nothing.out).toMatch(/^No memory is superseded\.\n/);
    const cwd = await planted('SUCCESS - PERMANENT - SUPERSEDED] north');
    const { out, code } = await memories(cwd, 'verify', '--superseded', '--json');
    expect(code).toBe(0);
    expect(json(out)).toMatchObject({ unlearnt: { tried: 1, held: 1, unlearnt: 1 } });
    const { out: words } = await memories(cwd, 'verify', '--superseded');
    expect(words).toContain(
      '1 of 1 superseded memories that could be tried hold; 1 of them no believed one says (100 %).',
    );
    expect((await memories(cwd, 'verify', '--superseded', '--apply')).code).toBe(2);
  });
});

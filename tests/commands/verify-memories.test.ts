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

/** The played folder with an entry at the head of a room's memories: of a way that is always open, which won points. */
async function planted(category: string) {
  const cwd = await playedWorkdir();
  const worked =
    /## Location (\d+):(?:(?!\n## )[^])*?\*\*\[SUCCESS - PERMANENT\] (up|north)\*\* (\*\(.*\+\d.*\)\*)/.exec(
      read(cwd),
    );
  const [, room = '', title = '', metadata = ''] = worked ?? [];
  const entry = `**[${category} - PERMANENT] ${title}** ${metadata}\nPlanted.\n\n`;
  const successes = read(cwd).indexOf(`**[SUCCESS - PERMANENT] ${title}** ${metadata}`);
  writeFileSync(fileIn(cwd), read(cwd).slice(0, successes) + entry + read(cwd).slice(successes));
  return { cwd, room: Number(room), title, entry };
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
    const testable = all.filter(({ category }) => /SUCCESS|FAILURE|DANGER/.test(category));
    const untestable = testable.filter(({ verdict }) => verdict === 'untestable');
    expect(untestable.length * 4).toBeLessThanOrEqual(testable.length);
    expect(testable.some(({ verdict, tried }) => verdict === 'confirmed' && tried > 1)).toBe(true);
    expect(read(cwd)).toBe(before);
  });

  it('refutes a failure that never was one; --apply invalidates it with the reason, once', async () => {
    const { cwd, room, title, entry } = await planted('FAILURE');
    const before = read(cwd);
    const { memories: all } = await verified(cwd);
    const found = all.find(
      (one) => one.location.id === room && one.title === title && one.category === 'FAILURE',
    );
    expect(found).toMatchObject({ verdict: 'refuted', held: 0 });
    expect(read(cwd)).toBe(before);
    await verified(cwd, '--apply');
    const applied = read(cwd);
    const struck = entry
      .replace('PERMANENT]', 'PERMANENT - SUPERSEDED]')
      .replace('Planted.', '~~Planted.~~');
    expect(applied).toContain(struck.split('\n')[0]);
    expect(applied).toMatch(/\[Invalidated: "held 0 of \d+ times/);
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
    const cwd = await playedWorkdir();
    const [first, second] = ['0001', '0002'].map((one) => path.join(cwd, 'play/episodes', one));
    const file = path.join(second ?? '', 'trajectory.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(0, 5).join('\n') + '\n');
    const short = await memories(cwd, 'verify', '--json');
    expect(short.err).toMatch(/^Episode 2: its recording ends after turn 5 of \d+\.\n$/);
    rmSync(second ?? '', { recursive: true });
    rmSync(first ?? '', { recursive: true });
    const { out, err } = await memories(cwd, 'verify', '--json');
    const all = (json(out) as Answer).memories.filter(({ category }) => category === 'SUCCESS');
    expect(err).toBe('');
    for (const one of all) {
      expect(one).toMatchObject({
        verdict: 'untestable',
        why: expect.stringMatching(/^episode \d is not kept$/) as string,
      });
    }
  });

  it('what was found stands in memories show, apart from how it went in play', async () => {
    const cwd = await playedWorkdir();
    const { memories: all } = await verified(cwd);
    const sure = all.find(
      ({ verdict, category }) => verdict === 'confirmed' && category === 'SUCCESS',
    );
    const shown = await memories(cwd, 'show', '--location', String(sure?.location.id));
    expect(shown.out).toContain(
      `SUCCESS: ${sure?.title} (tried again in the engine: worked ${sure?.held} of ${sure?.tried} times)`,
    );
    expect(shown.out).not.toMatch(/: shown \d/);
  });

  it('tries with --superseded what was given up, and counts what was true and is said no more', async () => {
    const cwd = await playedWorkdir();
    const before = read(cwd).replaceAll(/\*\*\[[A-Z]+ - [A-Z]+ - SUPERSEDED\][^]*?\n\n/g, '');
    writeFileSync(fileIn(cwd), before);
    const entry = /^\*\*\[(SUCCESS|FAILURE) - PERMANENT\] (.*)\*\* \*\(/m.exec(before);
    const [line = '', category = '', title = ''] = entry ?? [];
    const nothing = await memories(cwd, 'verify', '--superseded');
    expect(nothing.out).toMatch(/^No memory is superseded\.\n/);
    const struck = `**[${category} - PERMANENT - SUPERSEDED] ${title}** *(`;
    writeFileSync(fileIn(cwd), before.replace(line, struck));
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

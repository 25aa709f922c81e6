/** @module-tag slow */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHistory, tidyIntoHistory } from '../../src/records/history.ts';
import { expandFile } from '../../src/storage/compressed-file.ts';
import { PLAYED_TURNS, playedWorkdir } from '../helpers/played-workdir.ts';
import { runCli } from '../helpers/run-cli.ts';

async function played() {
  const cwd = await playedWorkdir();
  const workdir = path.join(cwd, 'play');
  const cli = (...args: string[]) => runCli(args, { cwd });
  const calls = (number: number) => path.join(workdir, `episodes/000${number}/model-calls.jsonl`);
  return { cwd, workdir, cli, calls };
}

describe('the history of a workdir', () => {
  it('has one line for each finished episode, with what its summary says', async () => {
    const { workdir, cli } = await played();
    const lines = readFileSync(path.join(workdir, 'history.jsonl'), 'utf8').trim().split('\n');
    const { out } = await cli('episodes', 'list', '--json');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(JSON.parse(out));
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      episode: 1,
      maxScore: 100,
      turns: PLAYED_TURNS,
    });
    expect(Date.parse(String(readHistory(workdir)[0]?.startedAt))).toBeGreaterThan(0);
  });

  it('says which run played an episode: those of one run say the same, the next run another', async () => {
    const { cwd, workdir, cli } = await played();
    await runCli(['run', '--turns', '1', '--display', 'none'], { cwd });
    const runs = readHistory(workdir).map(({ run }) => Date.parse(String(run)));
    expect(runs[1]).toBe(runs[0]);
    expect(runs[2]).toBeGreaterThan(Number(runs[1]));
    const { out } = await cli('episodes', 'list', '--json');
    expect(out).toContain(`"run":"${new Date(Number(runs[2])).toISOString()}"`);
  });

  it('goes on when episodes are pruned: list and report still have their scores', async () => {
    const { workdir, cli } = await played();
    const before = (await cli('episodes', 'list', '--json')).out;
    rmSync(path.join(workdir, 'history.jsonl'));
    expect(await cli('episodes', 'prune', '--keep', '1', '--yes')).toMatchObject({ code: 0 });
    expect(existsSync(path.join(workdir, 'episodes/0001'))).toBe(false);
    const after = (await cli('episodes', 'list', '--json')).out;
    expect(JSON.parse(after)).toMatchObject(JSON.parse(before) as object);
    expect(JSON.parse(after)).toMatchObject([{ episode: 1, deleted: true }, { episode: 2 }]);
    const { code } = await cli('report');
    expect(code).toBe(0);
    const page = readFileSync(path.join(workdir, 'report.html'), 'utf8');
    expect(page).toMatch(/<t[dh][^>]*>(<a[^>]*>)?1</);
  });

  it('that cannot be written keeps every episode from being pruned', async () => {
    const { workdir, cli } = await played();
    rmSync(path.join(workdir, 'history.jsonl'));
    mkdirSync(path.join(workdir, 'history.jsonl'));
    const { code, err } = await cli('episodes', 'prune', '--keep', '1', '--yes');
    expect(code).not.toBe(0);
    expect(err).toContain('history.jsonl');
    expect(existsSync(path.join(workdir, 'episodes/0001/summary.json'))).toBe(true);
  });

  it('keeps lines that it does not understand and takes a damaged one for none', async () => {
    const { workdir } = await played();
    const file = path.join(workdir, 'history.jsonl');
    appendFileSync(file, 'a note by hand\n{"schemaVersion":1,"epis\n');
    rmSync(path.join(workdir, 'episodes/0002'), { recursive: true });
    await tidyIntoHistory(workdir);
    const summary = path.join(workdir, 'episodes/0001/summary.json');
    writeFileSync(summary, readFileSync(summary, 'utf8').replace(/"score": \d+/, '"score": 99'));
    await tidyIntoHistory(workdir);
    expect(readFileSync(file, 'utf8')).toContain('a note by hand\n');
    expect(readHistory(workdir).map(({ episode, score }) => [episode, score])).toEqual([
      [1, 99],
      [2, expect.any(Number)],
    ]);
  });
});

describe('the model calls of a finished episode', () => {
  it('are put away, a tenth as large, and still replay and export', async () => {
    const { calls, cli } = await played();
    expect(existsSync(calls(1))).toBe(false);
    const small = statSync(`${calls(1)}.br`).size;
    const { out } = await cli('replay', '1', '--json');
    expect(JSON.parse(out)).toMatchObject({ identical: true, turns: PLAYED_TURNS });
    const tales = await cli('episodes', 'export', '1', '--format', 'tales');
    expect(tales.out).toContain('"Prompt":[{');
    expandFile(calls(1));
    expect(existsSync(`${calls(1)}.br`)).toBe(false);
    expect(statSync(calls(1)).size / small).toBeGreaterThan(5);
  });

  it('are told of in one sentence when they are damaged', async () => {
    const { calls, cli } = await played();
    writeFileSync(`${calls(1)}.br`, 'no brotli');
    const { code, err } = await cli('replay', '1');
    expect(code).toBe(1);
    expect(err).toMatch(/^Error: [^\n]*model-calls\.jsonl\.br is damaged; [^\n]*\n$/);
  });

  it('take at most 6 KB a turn with everything else of the episode, also in a short one that knows a lot', async () => {
    const { workdir, cli } = await played();
    await cli('run', '--turns', '20', '--seed', '5', '--display', 'none');
    const start = path.join(workdir, 'episodes/0003/start');
    expect(readdirSync(start)).toContain('map_state.json.br');
    for (const [episode, turns] of [
      ['0001', PLAYED_TURNS],
      ['0003', 20],
    ] as const) {
      const folder = path.join(workdir, 'episodes', episode);
      const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => statSync(path.join(entry.parentPath, entry.name)).size);
      expect(sizes.reduce((sum, size) => sum + size, 0) / turns, episode).toBeLessThan(6 * 1024);
    }
    const { out } = await cli('replay', '3', '--json');
    expect(JSON.parse(out)).toMatchObject({ identical: true, turns: 20 });
  });
});

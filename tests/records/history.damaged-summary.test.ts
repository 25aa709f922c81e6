/** @module-tag slow */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../helpers/run-cli.ts';
import { makePlace } from '../helpers/workdir.ts';

const RUN = ['run', '--display', 'none', '--turns', '2'];
const TORN = '{"schemaVersion":1,';

it('a summary that is a folder is a notice of run, and its episode is not pruned', async () => {
  const { cwd } = makePlace({ episodes: { keep: 1 } });
  await runCli(RUN, { cwd });
  const first = path.join(cwd, 'play/episodes/0001');
  rmSync(path.join(first, 'summary.json'));
  mkdirSync(path.join(first, 'summary.json'));
  for (const next of [2, 3]) {
    const { code, out, err } = await runCli(RUN, { cwd });
    expect(code, err).toBe(0);
    expect(out).toMatch(new RegExp(`^${next} `, 'm'));
    expect(err).toMatch(/^[^\n]*0001\/summary\.json[^\n]*\n$/);
  }
  expect(existsSync(first)).toBe(true);
  expect(existsSync(path.join(cwd, 'play/episodes/0002'))).toBe(false);
  const { out, code } = await runCli(['episodes', 'list'], { cwd });
  expect(code).toBe(0);
  expect(out).toContain('damaged');
});

it.each([
  ['is written anew from the history', true],
  ['of which the history knows nothing comes of its records again', false],
])(
  'a summary that is cut off %s, told once, and what was left of it is kept',
  async (_, isKnown) => {
    const { cwd } = makePlace({});
    await runCli(RUN, { cwd });
    const file = path.join(cwd, 'play/episodes/0001/summary.json');
    const {
      durationMs: _took,
      run: _by,
      ...whole
    } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeFileSync(file, TORN);
    if (!isKnown) rmSync(path.join(cwd, 'play/history.jsonl'));
    const night = await runCli(RUN, { cwd });
    expect([night.code, night.err.match(/0001\/summary\.json was damaged/g)?.length]).toEqual([
      0, 1,
    ]);
    expect(night.err.trimEnd().split('\n').length).toBe(isKnown ? 1 : 2);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject(whole);
    expect(readFileSync(`${file}.damaged`, 'utf8')).toBe(TORN);
    expect(await runCli(RUN, { cwd })).toMatchObject({ code: 0, err: '' });
  },
);

/** @module-tag slow */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../helpers/run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';
import { allBytes } from './harness/played-files.ts';

/**
 * Recorded in an earlier form: two finished episodes, one out of its budget after 3 turns, one killed in the middle, with
 * what they taught.
 */
const FIXTURE = path.resolve(import.meta.dirname, '../fixtures/workdir-of-0.1.0.tgz');

/** A folder with a configuration and, in `earlier`, a workdir of an earlier version. */
function placeOf(workdir: string): string {
  const cwd = temporaryFolder();
  mkdirSync(path.join(cwd, 'play'));
  execFileSync('tar', ['xzf', FIXTURE, '-C', cwd]);
  const config = { story: SHIPPED_STORY, player: 'offline', workdir };
  writeFileSync(path.join(cwd, 'zorkgpt.config.json'), JSON.stringify(config));
  return cwd;
}

it.each([
  ['run', '--turns', '2', '--display', 'none'],
  ['resume'],
  ['replay', '1'],
  ['fork', '1', '--turn', '2'],
  ['report'],
  ['watch'],
  ['watch', '1'],
  ['episodes', 'list'],
  ['episodes', 'show', '1'],
  ['episodes', 'prune', '--keep', '1', '--yes'],
  ['memories', 'list'],
  ['memories', 'verify'],
  ['memories', 'invalidate', '--location', '1', '--title', 'x', '--reason', 'y'],
  ['map', 'show'],
  ['knowledge', 'show'],
  ['objectives'],
  ['recipes', 'list'],
])(
  'a workdir of another version is refused in one sentence and left as it is: %s',
  async (...args) => {
    const cwd = placeOf('workdir');
    const before = allBytes(cwd);
    const { code, out, err } = await runCli(args, { cwd });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^[^\n]*workdir was recorded by another version of zorkgpt[^\n]*--workdir[^\n]*\n$/,
    );
    expect(allBytes(cwd)).toEqual(before);
  },
);

it('an episode of another version in a workdir of this one is told in one sentence', async () => {
  const cwd = placeOf('play');
  cpSync(path.join(cwd, 'workdir/episodes/0001'), path.join(cwd, 'play/episodes/0001'), {
    recursive: true,
  });
  const episode = path.join(cwd, 'play/episodes');
  const before = allBytes(episode);
  for (const command of [
    ['replay', '1'],
    ['fork', '1', '--turn', '2'],
  ]) {
    const { err } = await runCli(command, { cwd });
    expect(err).toMatch(/0001\/\w+\.json is damaged or of another version of zorkgpt; [^\n]*\n$/);
  }
  expect(allBytes(episode)).toEqual(before);
});

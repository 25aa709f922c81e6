/** @module-tag slow */
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkMemories } from '../../src/managers/memory/check-memories.ts';
import { decodeMap } from '../../src/managers/map/map-file.ts';
import { parseDocument, roomsOf } from '../../src/managers/memory/memory-document.ts';
import { runCli } from '../helpers/run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';
import { startCli } from '../helpers/cli-child.ts';

const IFID = 'ZCODE-1-261120-5815';

function run(...args: string[]): string[] {
  const offline = ['--player', 'offline', '--workdir', 'play', '--display', 'none', '--json'];
  return ['run', '--story', SHIPPED_STORY, ...offline, ...args];
}

interface Summary {
  readonly episode: number;
  readonly turns: number;
  readonly memoriesAdded: number;
}

function summariesOf(out: string): Summary[] {
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Summary);
}

/** What every file of a workdir must be, whoever played in it at once. */
function expectSound(workdir: string, summaries: readonly Summary[]): void {
  const bytes = readFileSync(path.join(workdir, 'Memories.md'));
  expect(checkMemories(bytes).filter(({ severity }) => severity === 'error')).toEqual([]);
  const memories = [...roomsOf(parseDocument(bytes)).values()].flatMap((room) => room.memories);
  const added = summaries.reduce((sum, { memoriesAdded }) => sum + memoriesAdded, 0);
  // Ephemeral memories are counted and never filed.
  expect(memories.length).toBeLessThanOrEqual(added);
  expect(memories.length).toBeGreaterThan(0);
  const map = decodeMap(readFileSync(path.join(workdir, 'map_state.json')), IFID);
  expect(map.kind).toBe('map');
  const { days } = JSON.parse(readFileSync(path.join(workdir, 'spending.json'), 'utf8')) as {
    days: Record<string, { turns: number }>;
  };
  const turns = summaries.reduce((sum, summary) => sum + summary.turns, 0);
  expect(Object.values(days).reduce((sum, day) => sum + day.turns, 0)).toBe(turns);
}

async function expectIdentical(cwd: string, episodes: readonly number[]): Promise<void> {
  for (const episode of episodes) {
    const { out, err } = await runCli(['replay', String(episode), '--workdir', 'play'], { cwd });
    expect(out, err).toContain('identical');
  }
}

describe('one workdir', () => {
  it('serves episodes played at the same time in one process, and each can be played back', async () => {
    const cwd = temporaryFolder();
    const { code, out, err } = await runCli(
      run('--episodes', '4', '--parallel', '3', '--turns', '3'),
      { cwd },
    );
    expect(code, err).toBe(0);
    const summaries = summariesOf(out);
    const numbers = summaries.map(({ episode }) => episode).sort();
    expect(numbers).toEqual([1, 2, 3, 4]);
    expectSound(path.join(cwd, 'play'), summaries);
    await expectIdentical(cwd, numbers);
  });

  it('serves several processes at once that share it', async () => {
    const cwd = temporaryFolder();
    const args = run('--episodes', '2', '--turns', '3', '--if-locked', 'share');
    const ends = await Promise.all([startCli(args, { cwd }).ended, runCli(args, { cwd })]);
    expect(ends.map(({ code, err }) => [code, err])).toEqual(ends.map(() => [0, '']));
    const summaries = ends.flatMap(({ out }) => summariesOf(out));
    expect(summaries.map(({ episode }) => episode).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 4 }, (_, index) => index + 1),
    );
    expectSound(path.join(cwd, 'play'), summaries);
    await expectIdentical(cwd, [2, 4]);
  });

  it('takes in what a person writes while many play, for every one of them', async () => {
    const cwd = temporaryFolder();
    await runCli(run('--turns', '3'), { cwd });
    const memories = path.join(cwd, 'play/Memories.md');
    const playing = runCli(run('--episodes', '3', '--parallel', '3', '--turns', '3'), { cwd });
    appendFileSync(memories, '\nWritten by hand.\n');
    const { code, out } = await playing;
    expect(code).toBe(0);
    expect(readFileSync(memories, 'utf8').match(/Written by hand/g)).toHaveLength(1);
    await expectIdentical(
      cwd,
      summariesOf(out).map(({ episode }) => episode),
    );
  });
});

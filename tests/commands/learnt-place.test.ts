/** @module-tag slow */
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixtureFile } from '../helpers/fixture-stories.ts';
import { runCli } from '../helpers/run-cli.ts';
import { makePlace, SHIPPED_STORY } from '../helpers/workdir.ts';

const OTHER = fixtureFile('treasures.z5');
const PLAY = 'run --turns 12 --seed 3 --display none'.split(' ');

/** A workdir in which only a story was played that is not the configured one. */
async function playedOther() {
  const { cwd, workdir } = makePlace();
  const { code, err } = await runCli([...PLAY, '--story', OTHER], { cwd });
  expect(code, err).toBe(0);
  return { cwd, workdir };
}

describe('in a workdir in which only another story was played than the configured one', () => {
  it('every reading command answers for that story, and says so in one line', async () => {
    const { cwd } = await playedOther();
    const lines = ['memories', 'memories stats', 'memories verify', 'recipes', 'map', 'knowledge'];
    for (const line of lines) {
      const named = await runCli([...line.split(' '), '--story', OTHER], { cwd });
      const bare = await runCli(line.split(' '), { cwd });
      expect(bare.out, line).toBe(named.out);
      const [first, ...rest] = bare.err.split('\n');
      expect(first, line).toMatch(/^Nothing of The Saltmere Light is in .*play; this is of /);
      expect(rest.join('\n'), line).toBe(named.err);
    }
  });

  it('a story that is named is meant, though nothing of it is there', async () => {
    const { cwd } = await playedOther();
    const { out, err } = await runCli(['memories', '--story', SHIPPED_STORY], { cwd });
    expect([out, err]).toEqual(['', expect.stringMatching(/^Nothing is remembered yet/)]);
  });

  it('what is joined goes to the configured story', async () => {
    const { cwd, workdir } = await playedOther();
    await runCli(['memories', 'merge', `${workdir}/Memories.md`], { cwd });
    const { out, err } = await runCli(['memories', 'list', '--json'], { cwd });
    expect(JSON.parse(out)).not.toEqual([]);
    expect(err).toBe('');
  });
});

it('the configured story is meant as soon as something of it is there, whatever was played last', async () => {
  const { cwd, workdir } = makePlace();
  await runCli(PLAY, { cwd });
  await runCli([...PLAY, '--story', OTHER], { cwd });
  const { err } = await runCli(['map'], { cwd });
  expect(err).toBe('');
  rmSync(`${workdir}/episodes`, { recursive: true });
  expect((await runCli(['memories'], { cwd })).err).toBe('');
});

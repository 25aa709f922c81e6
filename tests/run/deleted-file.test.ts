import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fixtureFile } from '../helpers/fixture-stories.ts';
import { playScripted } from '../helpers/scripted-run.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

it('a Memories.md that somebody deletes in the last turn before a stop is there when the run has ended', async () => {
  const workdir = temporaryFolder();
  const file = path.join(workdir, 'Memories.md');
  let kept = '';
  const { summary, events } = await playScripted({
    story: fixtureFile('hazards.z3'),
    workdir,
    seed: 3,
    commands: ['s', 'look', 'look', 'look'],
    stopAfter: 3,
    remember: () => ({
      should_remember: true,
      category: 'SUCCESS',
      memory_title: 'take coin',
      memory_text: 'The coin can be taken.',
      persistence: 'permanent',
    }),
    promptTokens() {
      // Called at each turn; the lesson of the first one is written by the third.
      if (existsSync(file)) {
        kept = readFileSync(file, 'utf8');
        rmSync(file);
      }
      return 0;
    },
  });
  expect(summary.stopReason).toBe('interruption');
  expect(kept).toContain('take coin');
  expect(readFileSync(file, 'utf8')).toBe(kept);
  expect(events.filter(({ type }) => type === 'warning')).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/was deleted; it comes back/) }),
  ]);
});

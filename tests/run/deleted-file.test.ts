/** @module-tag slow */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { playScripted } from '../helpers/scripted-run.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

it('a Memories.md that somebody deletes before a stop is there when the run has ended, with what came later', async () => {
  const workdir = temporaryFolder();
  const file = path.join(workdir, 'Memories.md');
  let kept = '';
  const { summary, events } = await playScripted({
    story: SHIPPED_STORY,
    workdir,
    seed: 3,
    commands: ['n', 'n', 'ne', 'open window', 's', 'look', 'look', 'look'],
    stopAfter: 7,
    remember: () => ({
      should_remember: true,
      category: 'SUCCESS',
      memory_title: 'take coin',
      memory_text: 'The coin can be taken.',
      persistence: 'permanent',
    }),
    promptTokens() {
      // Called at each turn; lessons are written two turns later.
      if (kept === '' && existsSync(file)) {
        kept = readFileSync(file, 'utf8');
        rmSync(file);
      }
      return 0;
    },
  });
  expect(summary.stopReason).toBe('interruption');
  expect(kept).toContain('take coin');
  expect(readFileSync(file, 'utf8')).toContain(kept.trim());
  expect(events.filter(({ type }) => type === 'warning')).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/was deleted; it comes back/) }),
  ]);
});

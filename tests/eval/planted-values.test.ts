/** @module-tag slow */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Evidence } from '../../src/managers/memory/evidence.ts';
import { SHIPPED_STORY } from '../../src/run/story-file.ts';
import { json, memories } from '../helpers/memories-workdir.ts';
import { playScripted } from '../helpers/scripted-run.ts';
import { makePlace } from '../helpers/workdir.ts';

/** One of the shipped story's first rooms, where its walkthrough plays its fourth command. */
const ROOM = 37;
const TURNS = 4;

/** Nothing comes of these, whatever a memory says: who follows it loses a turn. */
const LURES = ['sing', 'dance'].map(
  (title) => `**[SUCCESS - PERMANENT] ${title}** *(Ep1, T1, +9)*\nScores 9.`,
);
const PAINT = [1, 2].map(
  (wall) => `**[NOTE - PERMANENT] Paint ${wall}** *(Ep1, T1, +0)*\nIt comes off in flakes.`,
);
const PLANTED = `# Location Memories

## Location ${ROOM}: Place
**Visits:** 1 | **Episodes:** 1

### Memories

${[...LURES, ...PAINT].join('\n\n')}

---
`;

test('planted memories that mislead are worth less than nothing, and idle ones nothing', async () => {
  const { cwd, workdir } = makePlace({ story: SHIPPED_STORY, recipes: 'off' });
  const walk = readFileSync(SHIPPED_STORY.replace(/\.z5$/, '.walkthrough.txt'), 'utf8');
  const commands = walk.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const play = (some: readonly string[]) =>
    playScripted({
      ...{ story: SHIPPED_STORY, workdir, seed: 5, commands: some, remember: () => null },
      settings: { recipes: 'off' },
    });
  await play(['look']);
  writeFileSync(path.join(workdir, 'Memories.md'), PLANTED);
  await play(commands.slice(0, TURNS));
  const { out } = await memories(cwd, 'value', '--each', '6', '--turns', '3', '--json');
  const valued = json(out) as {
    memories: readonly (Pick<Evidence, 'category' | 'worth'> & { readonly isShown: boolean })[];
  };
  const of = (wanted: string) => valued.memories.filter(({ category }) => category === wanted);
  expect([of('SUCCESS').length, of('NOTE').length]).toEqual([LURES.length, PAINT.length]);
  for (const { worth, isShown } of of('SUCCESS')) {
    expect(worth?.interval?.high).toBeLessThan(0);
    expect(isShown).toBe(false);
  }
  for (const { worth, isShown } of of('NOTE')) {
    expect(worth).toMatchObject({ mean: 0, interval: { low: 0, high: 0 } });
    expect(isShown).toBe(true);
  }
});

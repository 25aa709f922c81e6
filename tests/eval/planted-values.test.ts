/** @module-tag slow */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Evidence } from '../../src/managers/memory/evidence.ts';
import { fixtureFile, openFixture } from '../helpers/fixture-stories.ts';
import { json, memories } from '../helpers/memories-workdir.ts';
import { playScripted } from '../helpers/scripted-run.ts';
import { makePlace } from '../helpers/workdir.ts';

const STORY = fixtureFile('cells.z3');
const SPELLS = 'hum clap bow sing dance kneel stamp shout nod pray'.split(' ');

/** In each cell one word pays, another does nothing whatever a memory says, and a note is of no use. */
function planted(): string {
  const game = openFixture('cells.z3');
  const blocks = SPELLS.map((spell, at) => {
    const { id, name } = game.facts().location;
    game.step('xyzzy');
    const lure = SPELLS[(at + 1) % SPELLS.length];
    return `## Location ${id}: ${name}
**Visits:** 1 | **Episodes:** 1

### Memories

**[SUCCESS - PERMANENT] ${spell}** *(Ep1, T1, +5)*
Scores 5.

**[SUCCESS - PERMANENT] ${lure}** *(Ep1, T1, +0)*
It opens a way.

**[NOTE - PERMANENT] Paint** *(Ep1, T1, +0)*
It comes off in flakes.

---
`;
  });
  return `# Location Memories\n\n${blocks.join('\n')}`;
}

test('of thirty planted memories those that help are worth more than nothing, those that mislead less, idle ones nothing', async () => {
  const { cwd, workdir } = makePlace({ story: STORY, recipes: 'off' });
  const play = (commands: readonly string[]) =>
    playScripted({
      ...{ story: STORY, workdir, seed: 5, commands, remember: () => null },
      settings: { recipes: 'off' },
    });
  await play(['look']);
  writeFileSync(path.join(workdir, 'Memories.md'), planted());
  await play(SPELLS.map(() => 'xyzzy'));
  const { out } = await memories(
    cwd,
    ...['value', '--each', '6', '--turns', '2', '--pairs', '180', '--json'],
  );
  const valued = json(out) as {
    memories: readonly (Pick<Evidence, 'category' | 'title' | 'worth'> & {
      readonly location: { readonly name: string };
      readonly isShown: boolean;
    })[];
  };
  const game = openFixture('cells.z3');
  for (const spell of SPELLS) {
    const { name } = game.facts().location;
    game.step('xyzzy');
    const here = valued.memories.filter(({ location }) => location.name === name);
    const [helps] = here.filter(({ title }) => title === spell);
    const [idle] = here.filter(({ category }) => category === 'NOTE');
    const [lures] = here.filter((one) => one !== helps && one !== idle);
    expect([name, here.length]).toEqual([name, 3]);
    expect(helps?.worth?.interval?.low).toBeGreaterThan(0);
    expect(idle?.worth).toMatchObject({ mean: 0, interval: { low: 0, high: 0 } });
    expect(lures?.worth?.interval?.high).toBeLessThan(0);
    expect([helps, idle, lures].map((one) => one?.isShown)).toEqual([true, true, false]);
  }
});

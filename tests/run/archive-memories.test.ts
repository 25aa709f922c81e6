import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';
import { archiveMemories } from '../../src/run/archive-memories.ts';
import { openStoryFile } from '../../src/run/story-file.ts';
import { mapLearnt, scratchLearntFolder } from '../../src/storage/learnt-folder.ts';
import { settings } from '../helpers/settings.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';
import { turnOf } from '../report/scene.ts';

const KEPT = '**[FAILURE - PERMANENT] push rock** *(Ep25, T1, +0)*\nIt is too heavy.';
const OLD = '**[FAILURE - PERMANENT] pull rope** *(Ep1, T1, +0)*\nIt does not move.';
const FILE = `# Location Memories\n\n## Location 5: Hall\n**Visits:** 3 | **Episodes:** 1, 2\n\n### Memories\n\n${OLD}\n\n${KEPT}\n\n---\n`;

const { dictionary } = openStory(readFileSync(SHIPPED_STORY), { seed: 1 });
const services = { config: settings({ gate: 'off' }), story: openStoryFile(SHIPPED_STORY) };

function files(memories: string, archive = '') {
  const texts: Readonly<Record<string, string>> = { memories, archive };
  const bytes = (what: string) => (texts[what] ? Buffer.from(texts[what]) : null);
  return scratchLearntFolder(mapLearnt((_, what) => bytes(what)));
}

/** Ends an episode in which one command was played in the hall. */
async function night(learnt: ReturnType<typeof files>, episode: number, action: string) {
  const recordings = Array.from({ length: episode }, (_, index) => {
    const turn = turnOf(1, () => '');
    const before = { ...turn.before, location: { id: 5, name: 'Hall' } };
    const decision = { ...turn.decision, action: index + 1 === episode ? action : 'wait' };
    return { episode: index + 1, seed: 1, turns: [{ ...turn, before, decision }], problem: null };
  });
  await archiveMemories(services, learnt, { episode, recordings, dictionary });
  const text = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString();
  return { memories: text(learnt.memories.read()), archive: text(learnt.archive.read()) };
}

describe('a memory that earns its place no more', () => {
  it('goes to the archive as it is, and what stays keeps its bytes', async () => {
    const after = await night(files(FILE), 25, 'wait');
    expect(after.memories).toBe(FILE.replace(`${OLD}\n\n`, ''));
    expect(after.archive).toContain(OLD);
    expect(after.archive).not.toContain('push rock');
  });

  it('comes back when its action is tried again, and stays then', async () => {
    const learnt = files(FILE);
    await night(learnt, 25, 'wait');
    const back = await night(learnt, 26, 'Pull  rope');
    expect(back.memories).toContain(OLD);
    const later = await night(learnt, 60, 'wait');
    expect(later.memories).toContain(OLD);
    expect(later.archive.match(/pull rope/g)).toHaveLength(1);
  });

  it('stays where a person copied it back from the archive', async () => {
    const learnt = files(FILE);
    await night(learnt, 25, 'wait');
    await learnt.memories.update(() => Buffer.from(FILE));
    expect((await night(learnt, 26, 'wait')).memories).toBe(FILE);
  });
});

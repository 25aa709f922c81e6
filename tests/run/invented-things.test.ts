import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { playScripted } from '../helpers/scripted-run.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const COMMANDS = ['look', 'n', 'n', 'ne', 'examine window', 'open window', 'enter window', 'look'];

/** A model that makes things up, and now and then says what was really there. */
function invents(question: string): object {
  const isTrue = /Action:\n\| (?:open window|enter window)/.test(question);
  return {
    should_remember: true,
    category: 'DISCOVERY',
    memory_title: isTrue ? 'The window opens' : 'The golden dragon sleeps here',
    memory_text: isTrue ? 'The window can be opened.' : 'Give the ruby to the golden dragon.',
    persistence: 'permanent',
  };
}

describe('a model that invents', () => {
  it('leaves nothing that it made up in Memories.md after three episodes, and it is counted', async () => {
    const workdir = temporaryFolder();
    let refused = 0;
    for (const seed of [1, 2, 3]) {
      const { summary, events } = await playScripted({
        story: SHIPPED_STORY,
        workdir,
        seed,
        commands: COMMANDS,
        remember: invents,
      });
      const refusals = events.filter(
        (event) => event.type === 'memory-refused' && event.reason === 'invented',
      );
      expect(summary.inventionsRefused).toBe(refusals.length);
      refused += refusals.length;
    }
    expect(refused).toBeGreaterThan(3);
    const memories = readFileSync(path.join(workdir, 'Memories.md'), 'utf8');
    expect(memories).toContain('The window opens');
    expect(memories).not.toMatch(/dragon|ruby|golden/i);
  });
});

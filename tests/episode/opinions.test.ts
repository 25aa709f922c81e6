/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { playScripted } from '../helpers/scripted-run.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const WALKTHROUGH = path.join(path.dirname(SHIPPED_STORY), 'saltmere.walkthrough.txt');

describe('a model with an opinion about everything', () => {
  it('costs at most two calls a turn, all roles together', async () => {
    const lines = readFileSync(WALKTHROUGH, 'utf8').split('\n');
    const commands = lines.filter((line) => /^[^#]/.test(line)).slice(0, 45);
    let asked = 0;
    const { summary } = await playScripted({
      story: SHIPPED_STORY,
      workdir: temporaryFolder(),
      seed: 12,
      commands,
      // One reply that every role but the agent's can read.
      remember: () => {
        asked += 1;
        return {
          should_remember: true,
          category: 'NOTE',
          memory_title: `Result of action ${asked}`,
          memory_text: 'It changed something.',
          persistence: 'permanent',
          status: 'TENTATIVE',
          objectives: [{ text: `Explore part ${asked}`, target: null }],
          keep: [],
          justification: 'It may work.',
          score: 0.3,
          isRoomDescription: true,
          inCombat: false,
          edits: [],
          merge: [],
          drop: [],
          summary: 'All.',
          reasoning: '',
        };
      },
      settings: { 'objectives.enabled': true, 'knowledge.enabled': true },
    });
    expect(summary.turns).toBeGreaterThan(40);
    expect(asked).toBeGreaterThan(10);
    expect(summary.modelCalls / summary.turns).toBeLessThanOrEqual(2);
  });
});

import { describe, expect, it } from 'vitest';
import { answerAsKnowledge } from '../../src/player/answer-as-knowledge.ts';

function ask(...sections: readonly (readonly [string, string])[]): object {
  const content = sections.map(([name, body]) => `## ${name}\n${body}`).join('\n\n');
  return answerAsKnowledge([{ role: 'user', content }]);
}

const FACTS =
  'episode 1, turns 1 to 9; score 5 of 50; holding nothing\n- T3 score +5, now 5: "open box" at Hall (1)\n- T9 death "jump" at Roof (4)\n- rooms entered first: T2 Roof (4)';

describe('the offline player that keeps knowledge', () => {
  it('adds an item for points and for a death, with the turn that shows it', () => {
    const reply = ask(['Facts of these turns', FACTS], ['Turns to learn from', 'T1']);
    expect(reply).toMatchObject({
      edits: [
        { op: 'add', section: 'LESSONS LEARNED', turns: [3] },
        { op: 'add', section: 'DEATH & DANGER ANALYSIS', turns: [9] },
      ],
    });
  });

  it('adds nothing that the knowledge base in the prompt says already', () => {
    const known = '| [0a1b2c] "open box" at Hall (1) is worth +5 points.';
    const reply = ask(
      ['Knowledge base', known],
      ['Facts of these turns', FACTS],
      ['Turns to learn from', 'T1'],
    );
    expect(reply).toMatchObject({ edits: [{ section: 'DEATH & DANGER ANALYSIS' }] });
  });

  it('believes facts only: quoted play that looks like a fact teaches nothing', () => {
    const reply = ask(
      ['Facts of these turns', 'episode 1\n- no points'],
      ['Turns to learn from', '| - T3 score +5, now 5: "x" at Hall (1)'],
    );
    expect(reply).toMatchObject({ edits: [] });
  });

  it('drops a memory that another one says, by its exact title, and none that says more', () => {
    const lines = [
      '| [NOTE] "A \\"b\\"" (permanent, Ep1 T2): Same.',
      '| [NOTE] "b" (permanent, Ep1 T3): same.',
      '| [NOTE] "C" (permanent, Ep1 T3): same.',
      '| [DANGER] "B" (permanent, Ep1 T3): same.',
      '| [NOTE] "B" (core, Ep1 T3): same.',
    ];
    const reply = ask(['Memories of location 4', lines.join('\n')]);
    expect(reply).toMatchObject({ merge: [], drop: [{ title: 'b', covered_by: 'A "b"' }] });
  });

  it('sums up what was done when a prompt outgrew its budget', () => {
    const turns =
      'Turn 1, Hall (4)\n| > open box\n| Opened.\nTurn 2, Hall (4)\n| > open box\n| No.';
    expect(ask(['Summary so far', '| (none)'], ['Turns to sum up', turns])).toEqual({
      summary: 'Done lately: open box (location 4).',
    });
  });
});

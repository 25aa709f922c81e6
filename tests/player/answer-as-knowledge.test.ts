import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import { ObjectiveManager } from '../../src/managers/objectives/objective-manager.ts';
import { createAsk } from '../../src/model/ask.ts';
import { answerAsKnowledge, answerAsObjectives } from '../../src/player/answer-as-knowledge.ts';
import { createOfflinePlayer } from '../../src/player/offline-player.ts';
import { observation, state, turn } from '../helpers/observation.ts';
import { settings } from '../helpers/settings.ts';
import { titled, planning, remembered } from '../managers/objectives/planning.ts';

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

  it.each([
    [5, 5],
    [6, 5],
  ])('of %i gains it adds %i, and nothing that is no lesson', (gains, items) => {
    const facts = Array.from(
      { length: gains },
      (_, at) => `- T${at} score +5, now 5: "go" at A (${at})`,
    );
    const reply = ask(['Facts of these turns', facts.join('\n')], ['Turns to learn from', 'T1']);
    const { edits } = reply as { edits: readonly { text: string }[] };
    expect(edits).toHaveLength(items);
    for (const { text } of edits) expect(text).toMatch(/is worth \+5 points\.$/);
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

const AT_1 = { location: { id: locationId(1), name: 'Room 1' } };

/** The real manager with the offline player in the role of the model. */
function offlinePlanning() {
  const { ports } = planning([]);
  const model = createOfflinePlayer();
  return new ObjectiveManager({ ...ports, ask: createAsk(model) }, settings());
}

async function discovered() {
  const manager = offlinePlanning();
  const record = turn(20, 'wait', AT_1);
  await manager.learn(state({ turn: 20, observation: observation(AT_1) }), record);
  return manager;
}

describe('the offline player in the role that plans', () => {
  it('names unexplored exits, with the room they lead to as target', async () => {
    const manager = await discovered();
    expect(manager.current()).toMatchObject([
      { text: 'Explore down from Location 2 (Room 2) to reach Location 4', target: 4 },
    ]);
  });

  it('names one objective for one target, and calls it as it is called already', () => {
    const exits =
      '- Location 1 (Room 1), 0 steps away: south → Location 5, in → Location 5\n- Location 2 (Room 2), 1 step away: up → Location 6';
    const ask = (current: string) =>
      answerAsObjectives([
        {
          role: 'user',
          content: `## Unexplored Exits (Nearest First)\n${exits}\n\n## Current objectives\n${current}`,
        },
      ]);
    const up = { text: 'Explore up from Location 2 to reach Location 6', target: 6 };
    const south = { text: 'Explore south from Location 1 to reach Location 5', target: 5 };
    expect(ask('(none)')).toMatchObject({ objectives: [south, up] });
    expect(ask('- See five\n    target: somewhere new (5)')).toMatchObject({
      objectives: [{ text: 'See five', target: 5 }, up],
    });
  });

  it('begins an episode with what scored in earlier ones', async () => {
    const scored = titled('Lift the hatch', { category: 'SUCCESS', text: 'Scores 5. It opens.' });
    const worked = titled('Take the coin', { category: 'SUCCESS', text: 'Taken.' });
    const doubted = titled('Rub the lamp', {
      category: 'SUCCESS',
      text: 'Scores 9.',
      status: 'TENTATIVE',
    });
    const { ports } = planning([], {
      memories: remembered({ 2: [doubted], 3: [worked, scored], 9: [scored] }),
    });
    const manager = new ObjectiveManager(
      { ...ports, ask: createAsk(createOfflinePlayer()) },
      settings(),
    );
    expect(await manager.bootstrap(state({ observation: observation(AT_1) }))).toBe(true);
    expect(manager.current()).toMatchObject([
      { text: 'Score at Location 3 (Room 3): Lift the hatch', target: 3, origin: 'bootstrap' },
      { target: 4 },
    ]);
  });

  it('finds an objective completed when its target is reached, and not before', async () => {
    const manager = await discovered();
    const step = (number: number, from: number, to: number) =>
      turn(
        number,
        'go',
        { location: { id: locationId(from), name: 'A (4)' } },
        { location: { id: locationId(to), name: 'B -> C (9)' } },
      );
    const walk = step(21, 4, 2);
    await manager.learn(state({ turn: 21, recent: [walk] }), walk);
    expect(manager.completed()).toEqual([]);
    const arrival = step(22, 2, 4);
    await manager.learn(state({ turn: 22, recent: [arrival] }), arrival);
    expect(manager.completed()).toMatchObject([{ completedTurn: 22 }]);
    expect(manager.lastProgressTurn()).toBe(22);
  });

  it('keeps what scored before all else', () => {
    const lines = '- a\n- Score at Location 7: take cup\n- b';
    const content = `## Objectives to choose from\n${lines}\n`;
    expect(answerAsObjectives([{ role: 'user', content }])).toMatchObject({
      keep: ['Score at Location 7: take cup', 'a', 'b'],
    });
  });

  it('keeps the first eight of more', () => {
    const lines = Array.from('abcdefghij').map((text) => `- ${text}\n    set 3 turns ago (agent)`);
    const content = `## Objectives to choose from\n${lines.join('\n')}`;
    expect(answerAsObjectives([{ role: 'user', content }])).toMatchObject({
      keep: Array.from('abcdefgh'),
    });
  });
});

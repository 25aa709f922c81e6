import { describe, expect, it } from 'vitest';
import { thing, turn } from '../../helpers/observation.ts';
import { after, AT_1, declares, found, keeps, texts, wait } from './played-turns.ts';
import { planning } from './planning.ts';

const lamp = thing(5, 'brass lamp');
const held = { inventory: [lamp], objects: [{ ...lamp, held: true }] };
const TOOK = turn(4, 'take lamp', { ...AT_1, objects: [lamp] }, held);
const SHOWN = 'turn 4: take lamp, at Room 1 (1)';

describe('an objective that the engine has shown done and nobody claimed', () => {
  /** After turn 20, when objectives are asked for. */
  async function played(...objectives: readonly string[]) {
    const plan = planning([found('b'), found('b')]);
    const set = objectives.map((text, at) => declares(at + 1, text));
    for (const one of [...set, TOOK]) await plan.manager.learn(after(one), one);
    const last = wait(20);
    await plan.manager.learn(after(last, [TOOK]), last);
    return plan;
  }

  it('is said in the question of objectives, and once to the player', async () => {
    const plan = await played('Take the lamp', 'Find a rope');
    expect(plan.prompts()[0]).toContain(
      `- Take the lamp\n    the engine shows it done, nobody claimed it: ${SHOWN}\n`,
    );
    expect(plan.prompts()[0]?.match(/nobody claimed it/g)).toHaveLength(1);
    const told = `- The engine shows "Take the lamp" done (${SHOWN}): name it in \`completed\`, if that is all you meant`;
    expect(plan.manager.renderForAgent()).toContain(told);
    const next = wait(21);
    await plan.manager.learn(after(next), next);
    expect(plan.manager.renderForAgent()).not.toContain('The engine shows');
    const later = wait(40);
    await plan.manager.learn(after(later, [TOOK]), later);
    expect(plan.manager.renderForAgent()).not.toContain('The engine shows');
  });

  it('is said in the question of what to keep', async () => {
    const plan = planning([keeps('Take the lamp')]);
    const nine = [...Array.from('abcdefgh'), 'Take the lamp'];
    for (const one of nine.map((text, at) => declares(at + 1, text)))
      await plan.manager.learn(after(one), one);
    const last = { ...wait(11) };
    await plan.manager.learn(after(last, [{ ...TOOK, turn: 10 }]), last);
    expect(plan.prompts()[0]).toContain('nobody claimed it: turn 10: take lamp');
  });

  it('is completed at the end of the episode, and no other', async () => {
    const plan = await played('Take the lamp', 'Find a rope');
    plan.manager.completeShown(after(wait(21), [TOOK]));
    expect(plan.manager.completed()).toMatchObject([
      { objective: 'Take the lamp', completedTurn: 4 },
    ]);
    expect(texts(plan)).toContain('Find a rope');
    expect(plan.events.filter(({ type }) => type === 'objective-completed')).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/domain/errors.ts';
import { observation, state } from '../../helpers/observation.ts';
import { AT_1, declares, found, play, texts, wait } from './played-turns.ts';
import { titled, planning, remembered } from './planning.ts';

describe('discovery', () => {
  it('asks every 20 turns and not between', async () => {
    const plan = planning(() => found());
    for (let number = 1; number <= 41; number += 1) await play(plan, wait(number));
    expect(plan.model.calls).toHaveLength(2);
  });

  it('that fails changes nothing, says so, and waits for the next interval', async () => {
    const failure = new ModelError('no', { kind: 'server', role: 'objectives', retryable: false });
    const plan = planning([failure, found('later')]);
    await play(plan, declares(19, 'mine'), wait(20), wait(21), wait(22));
    expect(plan.model.calls).toHaveLength(1);
    expect(texts(plan)).toEqual(['mine']);
    expect(plan.events.at(-1)).toMatchObject({ type: 'lesson-failed', lesson: 'objectives' });
    await play(plan, wait(40));
    expect(texts(plan)).toEqual(['later', 'mine']);
  });

  it('keeps targets that the map knows, and objectives whose target it does not', async () => {
    const plan = planning([found(['a', 3], ['b', 777], 'c')]);
    await play(plan, wait(20));
    expect(plan.manager.current().map(({ target }) => target)).toEqual([3, null, null]);
    expect(plan.manager.current()[0]).toMatchObject({ origin: 'discovered', createdTurn: 20 });
  });

  it('takes at most five, and a target that is no number costs the target alone', async () => {
    const plan = planning([
      { json: { objectives: Array.from('abcdef').map((text) => ({ text, target: 'x' })) } },
    ]);
    await play(plan, wait(20));
    expect(texts(plan)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('is told all that is known: knowledge, memories, map, play, objectives and state', async () => {
    const plan = planning([found()], {
      knowledge: () => '## DANGERS\nThe hermit at Location 52 bites.',
      memories: remembered({ 3: [titled('Lift the hatch', { category: 'SUCCESS' })] }),
    });
    await play(plan, declares(19, 'mine'), wait(20));
    const [prompt = ''] = plan.prompts();
    expect(prompt).toContain('| The hermit at Location 52 bites.');
    expect(prompt).toContain(
      '**Location 3 (Room 3) - 2 steps away:**\n  - [SUCCESS] Lift the hatch',
    );
    expect(prompt).toContain('graph LR');
    expect(prompt).toContain('Turn 20, Room 1 (1)\n| > wait');
    expect(prompt).toContain('## Current objectives\n- mine\n');
    expect(prompt).toContain('- at Room 1 (1)');
    const headings = prompt.match(/^=== .* ===$/gm);
    expect(headings).toEqual([
      '=== STRATEGIC KNOWLEDGE (General Wisdom) ===',
      '=== LOCATION-SPECIFIC MEMORIES ===',
      '=== MAP & ROUTING INFORMATION ===',
      '=== RECENT GAMEPLAY ===',
      '=== OBJECTIVES ===',
      '=== CURRENT STATE ===',
    ]);
  });

  it('is told what a checked way suggests to the player', async () => {
    const plan = planning([found()], {
      suggestion: ({ location }) => `Go on at ${location.name}.`,
    });
    await play(plan, wait(20));
    expect(plan.prompts()[0]).toContain('\n- told to the player: Go on at Room 1.');
    const none = planning([found()]);
    await play(none, wait(20));
    expect(none.prompts()[0]).not.toContain('told to the player');
  });

  it('goes on with nothing but fallbacks when no source is there', async () => {
    const plan = planning([found('look about')], { map: null, memories: null });
    await play(plan, wait(20));
    const [prompt = ''] = plan.prompts();
    for (const fallback of [
      'No strategic knowledge available.',
      'No memory data available',
      'No map data available',
      'No routing data available',
    ]) {
      expect(prompt).toContain(fallback);
    }
    expect(texts(plan)).toEqual(['look about']);
  });

  it('asks with an unchanging system message that states the reply once', async () => {
    const plan = planning(() => found());
    await play(plan, wait(20), wait(40));
    const systems = plan.model.calls.map(({ messages }) => messages[0]?.content ?? '');
    expect(systems[0]).toBe(systems[1]);
    expect(systems[0]?.match(/JSON Schema/g)).toHaveLength(1);
    expect(systems[0]).toContain('Good:');
    expect(systems[0]).toContain('Bad:');
  });
});

describe('bootstrap', () => {
  it('asks nothing when nothing reliable is remembered', async () => {
    const plan = planning([], {
      memories: remembered({ 1: [titled('maybe', { status: 'TENTATIVE' })] }),
    });
    expect(await plan.manager.bootstrap(state())).toBe(false);
    expect(plan.model.calls).toHaveLength(0);
  });

  it('says that it set none where no answer could be used', async () => {
    const plan = planning(() => 'no json', { memories: remembered({ 3: [titled('x')] }) });
    expect(await plan.manager.bootstrap(state())).toBe(false);
    expect(texts(plan)).toEqual([]);
  });

  it('sets the first objectives from what earlier episodes taught', async () => {
    const plan = planning([found(['a', 3])], { memories: remembered({ 3: [titled('x')] }) });
    const begun = state({ observation: observation(AT_1) });
    expect(await plan.manager.bootstrap(begun)).toBe(true);
    expect(plan.prompts()[0]).toContain('(No actions yet - start of episode)');
    expect(plan.manager.current()).toMatchObject([
      { text: 'a', target: 3, origin: 'bootstrap', createdTurn: 0 },
    ]);
  });
});

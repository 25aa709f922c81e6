import { describe, expect, it } from 'vitest';
import type { GameState } from '../../../src/domain/game-state.ts';
import { ContextManager } from '../../../src/managers/context/context-manager.ts';
import type { Lore } from '../../../src/managers/context/agent-sections.ts';
import { exit, observation, state, thing, turn } from '../../helpers/observation.ts';
import { shippedPrompts } from '../../helpers/shipped-prompts.ts';

const VERBS = ['examine', 'frotz', 'take'];

const lore: Lore = {
  knowledge: '',
  summary: '',
  objectives: '',
  locationMemory: '',
  dangersNearby: '',
  route: '',
  stuckWarning: '',
  visitedEarlier: () => false,
};

function manager(maxTokens = 2000): ContextManager {
  const options = { maxTokens, reasoningTurns: 3, roomDescriptionAgeWindow: 10 };
  return new ContextManager(options, shippedPrompts, { verbs: VERBS, replySchema: 'SCHEMA' });
}

const tokens = (...texts: readonly string[]) => Math.ceil(texts.join('').length / 4);

describe('ContextManager', () => {
  it("names the story's own verbs in the part that never changes, not their number (V12)", () => {
    const context = manager();
    const [first] = context.agentMessages(state(), lore);
    const later = state({ turn: 9, observation: observation({ text: 'No.', moves: 9 }) });
    const [second] = context.agentMessages(later, { ...lore, locationMemory: '[NOTE] a: b' });
    expect(first.content).toContain('examine, frotz, take');
    expect(second).toEqual(first);
  });

  it('tells where the ways out lead, by the id of the room where the player is', () => {
    const here = observation({ exits: [exit('north', 2, 'Vault')] });
    const [, user] = manager().agentMessages(state({ observation: here }), lore);
    expect(user.content).toContain('## Ways out\n- north: somewhere new (2), untried');
  });

  it('builds a prompt where nothing is known, and lists only what is true of a thing', () => {
    const bare: GameState = state({
      roomDescription: null,
      observation: observation({ text: '', score: null, maxScore: null, moves: null }),
    });
    const [, user] = manager().agentMessages(bare, lore);
    expect(user.content).toContain('(no direction leads anywhere now)');
    expect(user.content).not.toMatch(/undefined|null|NaN/);
    const box = observation({ objects: [thing(4, 'box', 'container')] });
    const [, described] = manager().agentMessages(state({ observation: box }), lore);
    expect(described.content).toContain('- box: container\n');
  });

  it('stays within its budget by whole sections: a memory is shown whole or not at all', () => {
    const locationMemory = Array.from(
      { length: 10 },
      (_, i) => `[NOTE] n${i}: ${'x'.repeat(90)}`,
    ).join('\n');
    const recent = Array.from({ length: 3 }, (_, i) => turn(i + 1, `push wall ${i}`));
    const busy = state({ recent, turn: 3 });
    const [system] = manager().agentMessages(busy, lore);
    for (let budget = 0; budget <= 600; budget += 25) {
      const context = manager(tokens(system.content) + budget);
      const [, user] = context.agentMessages(busy, { ...lore, locationMemory });
      const shown = user.content.match(/^\[NOTE\]/gm)?.length ?? 0;
      expect([0, 10]).toContain(shown);
      if (shown === 10) expect(user.content).toContain(locationMemory);
      const essential = user.content.match(/^## .*/gm)?.length === 3;
      if (!essential) expect(tokens(user.content)).toBeLessThanOrEqual(budget);
    }
  });

  it('says which component it is, and counts what it dropped in the episode', () => {
    const context = manager(1);
    context.agentMessages(state(), { ...lore, locationMemory: '[NOTE] a: b' });
    expect(context.status()).toMatchObject({ component: 'context', metrics: { calibration: 1 } });
    expect(context.status().metrics.droppedSections).toBeGreaterThan(0);
    context.resetEpisode();
    expect(context.status().metrics.droppedSections).toBe(0);
  });

  it('believes a provider about the length of prompts, slowly and within bounds', () => {
    const context = manager();
    context.calibrate(4000, 1500);
    expect(context.status().metrics.calibration).toBeCloseTo(1.1);
    for (let index = 0; index < 50; index += 1) context.calibrate(4000, 1_000_000);
    expect(context.status().metrics.calibration).toBeLessThanOrEqual(2);
    context.calibrate(0, 100);
    context.calibrate(100, 0);
    expect(context.status().metrics.calibration).toBeCloseTo(2, 2);
  });

  it('counts the tokens that providers report of agent requests, and of no others', () => {
    const context = manager();
    const call = {
      type: 'model-call',
      model: 'm',
      promptCharacters: 4000,
      promptTokens: 1500,
      completionTokens: 5,
      cachedTokens: 0,
      costUsd: null,
      latencyMs: 1,
      outcome: 'answered',
    } as const;
    context.observe({ ...call, role: 'memory' });
    context.observe({ ...call, role: 'agent', promptTokens: 0, outcome: 'failed' });
    expect(context.status().metrics.calibration).toBe(1);
    context.observe({ ...call, role: 'agent' });
    expect(context.status().metrics.calibration).toBeCloseTo(1.1);
  });
});

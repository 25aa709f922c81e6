import { describe, expect, it } from 'vitest';
import { stopReason } from '../../src/episode/stop-conditions.ts';
import { observation, state } from '../helpers/observation.ts';

const limits = {
  maxTurns: 200,
  maxTurnsStuck: 40,
  stopWhenStuck: true,
  stuckCheckInterval: 10,
  continueAfterDeath: false,
  stopRequested: () => false,
};

describe('stopReason', () => {
  it('lets play go on while nothing holds', () => {
    expect(stopReason(state({ turn: 39 }), limits)).toBeNull();
  });

  it.each(['victory', 'death', 'quit'] as const)('stops at the end of the game: %s', (ended) => {
    expect(stopReason(state({ observation: observation({ ended }) }), limits)?.reason).toBe(ended);
  });

  it('stops at a death that the story would undo, unless play goes on after death', () => {
    const dead = state({ observation: observation({ died: true }) });
    expect(stopReason(dead, limits)?.reason).toBe('death');
    expect(stopReason(dead, { ...limits, continueAfterDeath: true })).toBeNull();
  });

  it('stops at the limit of turns', () => {
    expect(stopReason(state({ turn: 200, progressTurn: 199 }), limits)?.reason).toBe('max-turns');
  });

  it('is stuck after 40 turns without progress, at the next check and not between', () => {
    const reasons = [39, 40, 41, 50].map((turn) => stopReason(state({ turn }), limits)?.reason);
    expect(reasons).toEqual([undefined, 'stuck', undefined, 'stuck']);
    expect(stopReason(state({ turn: 50, progressTurn: 11 }), limits)).toBeNull();
  });

  it('is never stopped for being stuck where that is switched off', () => {
    const patient = { ...limits, stopWhenStuck: false };
    for (const turn of [40, 50, 199]) expect(stopReason(state({ turn }), patient)).toBeNull();
  });

  it('stops on request, but a finished game stays finished', () => {
    const asked = { ...limits, stopRequested: () => true };
    expect(stopReason(state({ turn: 3 }), asked)?.reason).toBe('interruption');
    const won = state({ observation: observation({ ended: 'victory' }) });
    expect(stopReason(won, asked)?.reason).toBe('victory');
  });
});

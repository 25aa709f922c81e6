import { describe, expect, it } from 'vitest';
import { episodeStopReason } from '../../src/episode/run-episode.ts';
import { LIMITS, observation, state } from '../helpers/observation.ts';

describe('stopReason', () => {
  it('lets play go on while nothing holds', () => {
    expect(episodeStopReason(state({ turn: 39 }), LIMITS)).toBeNull();
  });

  it.each(['victory', 'death', 'quit'] as const)('stops at the end of the game: %s', (ended) => {
    expect(episodeStopReason(state({ observation: observation({ ended }) }), LIMITS)?.reason).toBe(
      ended,
    );
  });

  it('stops at a death that the story would undo, unless play goes on after death', () => {
    const dead = state({ observation: observation({ died: true }) });
    expect(episodeStopReason(dead, LIMITS)?.reason).toBe('death');
    expect(episodeStopReason(dead, { ...LIMITS, continueAfterDeath: true })).toBeNull();
  });

  it.each([
    [199, undefined],
    [200, 'max-turns'],
    [201, 'max-turns'],
  ])('after turn %i of 200: %s', (turn, reason) => {
    expect(episodeStopReason(state({ turn, progressTurn: turn - 1 }), LIMITS)?.reason).toBe(reason);
  });

  it.each([
    [39, undefined],
    [40, 'stuck'],
    [41, 'stuck'],
  ])('after %i turns without progress, looked at every turn: %s', (turnsStuck, reason) => {
    const now = state({ turn: 60 + turnsStuck, progressTurn: 60 });
    expect(episodeStopReason(now, { ...LIMITS, stuckCheckInterval: 1 })?.reason).toBe(reason);
  });

  it('is not stuck before the first turn, whatever the limit', () => {
    expect(episodeStopReason(state({ turn: 0 }), { ...LIMITS, maxTurnsStuck: 0 })).toBeNull();
  });

  it('is stuck after 40 turns without progress, at the next check and not between', () => {
    const reasons = [39, 40, 41, 50].map(
      (turn) => episodeStopReason(state({ turn }), LIMITS)?.reason,
    );
    expect(reasons).toEqual([undefined, 'stuck', undefined, 'stuck']);
    expect(episodeStopReason(state({ turn: 50, progressTurn: 11 }), LIMITS)).toBeNull();
  });

  it('is never stopped for being stuck where that is switched off', () => {
    const patient = { ...LIMITS, stopWhenStuck: false };
    for (const turn of [40, 50, 199])
      expect(episodeStopReason(state({ turn }), patient)).toBeNull();
  });

  it('stops on request, but a finished game stays finished', () => {
    const asked = { ...LIMITS, stopRequested: () => true };
    expect(episodeStopReason(state({ turn: 3 }), asked)?.reason).toBe('interruption');
    const won = state({ observation: observation({ ended: 'victory' }) });
    expect(episodeStopReason(won, asked)?.reason).toBe('victory');
  });
});

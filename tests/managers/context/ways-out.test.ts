import { describe, expect, it } from 'vitest';
import { waysOut } from '../../../src/managers/context/ways-out.ts';
import { exit, observation, state } from '../../helpers/observation.ts';

const now = state({ observation: observation({ exits: [exit('down', 2, 'Pit')] }) });

describe('the ways out', () => {
  it.each([
    [true, '- down: Pit (2), untried this episode, no way back known'],
    [false, '- down: Pit (2), untried this episode'],
  ])('say of a known room whether a way leads back from it: %s', (isOneWay, told) => {
    expect(waysOut(now, { visitedEarlier: () => true, isOneWay: () => isOneWay })).toBe(told);
  });

  it('say nothing of that about a room that nobody has seen', () => {
    const known = { visitedEarlier: () => false, isOneWay: () => true };
    expect(waysOut(now, known)).toBe('- down: somewhere new (2), untried this episode');
  });
});

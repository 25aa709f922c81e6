import { expect, it } from 'vitest';
import type { GameState } from '../../../src/domain/game-state.ts';
import { isWorthSynthesis } from '../../../src/managers/episodes/episode-synthesizer.ts';
import { observation, state } from '../../helpers/observation.ts';

const dead = { ...state().tally, deaths: 1 };

const rows: readonly [string, Partial<GameState>, number, boolean][] = [
  ['nothing', {}, 0, false],
  ['a death that play went on after', { tally: dead }, 0, true],
  ['a death at the end', { observation: observation({ ended: 'death' }) }, 0, true],
  ['49 points of many', { observation: observation({ score: 49, maxScore: 585 }) }, 0, false],
  ['50 points', { observation: observation({ score: 50, maxScore: 585 }) }, 0, true],
  [
    'just less than 15 % of the points',
    { observation: observation({ score: 14, maxScore: 100 }) },
    0,
    false,
  ],
  ['15 % of the points', { observation: observation({ score: 15, maxScore: 100 }) }, 0, true],
  ['a seventh of few points', { observation: observation({ score: 1, maxScore: 7 }) }, 0, false],
  ['two sevenths of few points', { observation: observation({ score: 2, maxScore: 7 }) }, 0, true],
  ['no score at all', { observation: observation({ score: null, maxScore: null }) }, 0, false],
  ['no point of no points', { observation: observation({ score: 0, maxScore: 0 }) }, 0, false],
  ['499 turns', { turn: 499 }, 0, false],
  ['500 turns', { turn: 500 }, 0, true],
  ['2 completed objectives', {}, 2, false],
  ['3 completed objectives', {}, 3, true],
];

it.each(rows)('an episode with %s is worth a synthesis or not', (_, differs, completed, worth) => {
  expect(isWorthSynthesis(state(differs), completed)).toBe(worth);
});

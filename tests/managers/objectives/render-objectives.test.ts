import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { Objective } from '../../../src/domain/objective.ts';
import { foremost, renderObjectives } from '../../../src/managers/objectives/render-objectives.ts';

function goals(count: number, origin: Objective['origin'] = 'discovered'): Objective[] {
  return Array.from({ length: count }, (_, at) => ({
    text: `${origin} ${at + 1}`,
    target: null,
    origin,
    createdTurn: at,
    renewedTurn: at,
  }));
}

describe('the foremost objectives', () => {
  it.each([
    [4, 4],
    [5, 5],
    [6, 5],
  ])('of %i are at most five: %i', (count, shown) => {
    expect(foremost(goals(count))).toEqual(goals(count).slice(0, shown));
  });

  it.each([
    [1, ['agent 1']],
    [2, ['agent 1', 'agent 2']],
    [3, ['agent 2', 'agent 3']],
  ])('hold the two newest that the agent set itself, of %i', (own, shown) => {
    const texts = foremost([...goals(5), ...goals(own, 'agent')]).map(({ text }) => text);
    expect(texts.filter((text) => text.startsWith('agent'))).toEqual(shown);
    expect(texts).toHaveLength(5);
  });
});

it.each([
  [2, 2],
  [3, 3],
  [4, 3],
])('of %i completed objectives the newest three are shown: %i', (count, shown) => {
  const completed = goals(count).map(({ text }, at) => ({
    objective: text,
    completedTurn: at,
    completionAction: 'wait',
    completionResponse: '',
    completionScore: 0,
    completionLocation: { id: locationId(1), name: 'Hall' },
  }));
  const lines = renderObjectives({ current: [], completed }, null).split('\n');
  expect(lines.slice(1)).toHaveLength(shown);
  expect(lines.at(-1)).toContain(`discovered ${count} `);
});

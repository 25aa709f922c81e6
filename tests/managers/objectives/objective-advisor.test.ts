import { describe, expect, it } from 'vitest';
import { advisedCandidates } from '../../../src/managers/objectives/objective-advisor.ts';
import { decision, turn } from '../../helpers/observation.ts';
import { play, texts } from './played-turns.ts';
import { planning } from './planning.ts';

const refused = (text: string, judged: Parameters<typeof advisedCandidates>[1]['judged'] = []) =>
  advisedCandidates([{ text, target: null }], { judged })[0]?.refused ?? null;

describe('an objective is refused that is', () => {
  it.each([
    'Refused this turn',
    'Refuse this turn.',
    '## Ways out',
    'THINGS IN REACH',
    'Turn 3 of 40 | Location: Hall (7) | Score: 0/50',
    'Turn 3',
    'Location: Hall (7) | Score: 0',
    'Left to try',
  ])('a line of the prompt: %s', (text) => {
    expect(refused(text)).toBe('it repeats a line of the prompt');
  });

  it.each(['...', 'none', 'N/A'])('nothing: %s', (text) => {
    expect(refused(text)).toBe('it says nothing');
  });

  it('a command that was refused in the same turn', () => {
    const proposal = { action: 'go north', reasoning: '', newObjective: null };
    const by = { by: 'no-exit', score: -1, reason: 'no way', forbidden: false } as const;
    const judged = [{ proposal, verdict: { kind: 'rejected', ...by } as const }];
    expect(refused('North', judged)).toBe('it is a command that was refused');
    expect(refused('Find a way to the north', judged)).toBeNull();
  });
});

it.each([
  'Turn on the lamp',
  'Turn 3 dials',
  'Explore the ways out of the cellar',
  'Score 10 points',
])('"%s" is an objective', (text) => {
  expect(refused(text)).toBeNull();
});

it('the agent is told of it, and the list stays', async () => {
  const plan = planning([]);
  const record = turn(1, 'wait');
  await play(plan, { ...record, decision: decision('wait', { newObjective: 'Ways out' }) });
  expect(texts(plan)).toEqual([]);
  expect(plan.events).toMatchObject([{ type: 'objective-refused', claim: 'set' }]);
});

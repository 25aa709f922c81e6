import { describe, expect, it } from 'vitest';
import { answerAsMemory } from '../../../src/model/offline/answer-as-memory.ts';
import { renderQuestion, renderRefusals } from '../../../src/managers/memory/synthesis-prompt.ts';
import { memory, PROMPTS, turn } from '../../managers/memory/memory-world.ts';

const refusals = [
  turn(3, 'take lamp', { text: 'It is nailed down.' }),
  turn(4, 'push wall', { text: 'It stays.' }),
];

describe('the offline memory role, asked about refusals', () => {
  it('names all actions in one title and the reasons in the text', () => {
    expect(answerAsMemory(renderRefusals(refusals, [], PROMPTS))).toMatchObject({
      should_remember: true,
      category: 'FAILURE',
      memory_title: 'take lamp; push wall',
      memory_text: 'It is nailed down. It stays.',
      persistence: 'permanent',
    });
  });

  it('leaves out what a memory of the room names already, alone or among others', () => {
    const known = memory({ title: 'open door; take lamp', category: 'FAILURE' });
    expect(answerAsMemory(renderRefusals(refusals, [known], PROMPTS))).toMatchObject({
      memory_title: 'push wall',
    });
    const all = [known, memory({ title: 'push wall', category: 'SUCCESS' })];
    expect(answerAsMemory(renderRefusals(refusals, all, PROMPTS))).toMatchObject({
      should_remember: false,
    });
  });
});

describe('a refusal for a reason that may pass', () => {
  it.each([
    'Your load is too heavy.',
    "You're carrying too many things.",
    'It is too dark to see.',
  ])('is no rule: %s', (text) => {
    const passing = turn(5, 'take rope', { text });
    expect(answerAsMemory(renderRefusals([passing, ...refusals], [], PROMPTS))).toMatchObject({
      memory_title: 'take lamp; push wall',
    });
    expect(answerAsMemory(renderRefusals([passing], [], PROMPTS))).toMatchObject({
      should_remember: false,
    });
  });
});

describe('the offline memory role, asked about a turn', () => {
  const prompt = (known: string) => [
    {
      role: 'user' as const,
      content: `## Room where the action was taken
| "Yard", location 2
Existing memories:
${known}

## Context signals
Visit: RETURN VISIT

## This turn
Facts: turn 9; score +5; did not move; inventory unchanged
Action:
| take lamp
Response:
| It comes loose.`,
    },
  ];

  it('remembers what else was refused there when the turn itself taught nothing', () => {
    const walk = turn(5, 'east', { room: [80, 'Pier'] });
    const occasion = { firstVisit: false, died: false };
    const situation = { record: walk, occasion, recent: [], refusals, here: [], there: [] };
    expect(answerAsMemory(renderQuestion(situation, PROMPTS))).toMatchObject({
      memory_title: 'take lamp; push wall',
    });
  });

  it('supersedes the memory that says that what worked fails, and leaves lists that name more', () => {
    const known = `| - "take lamp" (FAILURE, permanent): Nailed down.
| - "push wall; take lamp" (FAILURE, permanent): Nailed down.
| - "take lamps" (FAILURE, permanent): Nailed down.`;
    expect(answerAsMemory(prompt(known))).toMatchObject({
      category: 'SUCCESS',
      memory_title: 'take lamp',
      supersedes_memory_titles: ['take lamp'],
    });
  });
});

import { describe, expect, it } from 'vitest';
import { answerAsMemory } from '../../src/player/answer-as-memory.ts';
import { MemoryReply } from '../../src/managers/memory/memory-reply.ts';
import { renderQuestion, renderRefusals } from '../../src/managers/memory/synthesis-prompt.ts';
import { memory } from '../helpers/memory.ts';
import { PROMPTS, thing, turn } from '../managers/memory/memory-world.ts';

const refusals = [
  turn(3, 'take lamp', { text: 'It is nailed down.' }),
  turn(4, 'push wall', { text: 'It stays.' }),
];

describe('the offline memory role, asked about refusals', () => {
  it('names all actions in one title, and in the text the reason of each', () => {
    expect(
      answerAsMemory(renderRefusals({ refusals: refusals, since: [] }, [], PROMPTS)),
    ).toMatchObject({
      should_remember: true,
      category: 'FAILURE',
      memory_title: 'take lamp; push wall',
      memory_text: '"take lamp": It is nailed down. "push wall": It stays.',
      persistence: 'permanent',
    });
  });

  it('leaves out what a memory of the room names already, alone or among others', () => {
    const known = memory({ title: 'open door; take lamp', category: 'FAILURE' });
    expect(
      answerAsMemory(renderRefusals({ refusals: refusals, since: [] }, [known], PROMPTS)),
    ).toMatchObject({
      memory_title: 'push wall',
    });
    const all = [known, memory({ title: 'push wall', category: 'SUCCESS' })];
    expect(
      answerAsMemory(renderRefusals({ refusals: refusals, since: [] }, all, PROMPTS)),
    ).toMatchObject({
      should_remember: false,
    });
  });

  it('names whole actions in a title that holds 120 characters, and all in the text', () => {
    const long = (number: number) =>
      `put the old brass compass number ${number} on the chart table`;
    const many = [5, 6, 7].map((number) => turn(number, long(number), { text: 'It slides off.' }));
    const [first, second, third] = [long(5), long(6), long(7)];
    const answer = MemoryReply.parse(
      answerAsMemory(renderRefusals({ refusals: [...many, ...refusals], since: [] }, [], PROMPTS)),
    );
    expect(answer.memory?.title).toBe(`${first}; ${second}; take lamp`);
    expect(answer.memory?.text).toContain(`"${third}": It slides off.`);
  });

  it('learns nothing from a blow that missed', () => {
    const missed = turn(5, 'attack troll with sword', { text: 'You miss.' });
    const ask = (...turns: readonly ReturnType<typeof turn>[]) =>
      answerAsMemory(renderRefusals({ refusals: turns, since: [] }, [], PROMPTS));
    expect(ask(missed)).toMatchObject({ should_remember: false });
    expect(ask(missed, ...refusals)).toMatchObject({ memory_title: 'take lamp; push wall' });
  });

  it('remembers nothing of an action that no title can hold', () => {
    const endless = turn(5, 'push wall '.repeat(13), { text: 'It stays.' });
    expect(
      answerAsMemory(renderRefusals({ refusals: [endless], since: [] }, [], PROMPTS)),
    ).toMatchObject({
      should_remember: false,
    });
    expect(
      answerAsMemory(renderRefusals({ refusals: [endless, ...refusals], since: [] }, [], PROMPTS)),
    ).toMatchObject({
      memory_title: 'take lamp; push wall',
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
    expect(
      answerAsMemory(renderRefusals({ refusals: [passing, ...refusals], since: [] }, [], PROMPTS)),
    ).toMatchObject({
      memory_title: 'take lamp; push wall',
    });
    expect(
      answerAsMemory(renderRefusals({ refusals: [passing], since: [] }, [], PROMPTS)),
    ).toMatchObject({
      should_remember: false,
    });
  });
});

describe('the offline memory role, asked about a turn', () => {
  const prompt = (known: string) => [
    {
      role: 'user' as const,
      content: `## Room where the action was taken
| Yard (2)
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

  const asked = (
    record: ReturnType<typeof turn>,
    refused: typeof refusals = [],
    openings: typeof refusals = [],
  ) => {
    const occasion = { firstVisit: false, died: false };
    const lists = {
      recent: openings,
      earlier: [],
      since: [],
      here: [],
      there: [],
      movers: [],
      openings,
    };
    const situation = { record, occasion, refusals: refused, isEnteredAside: false, ...lists };
    return MemoryReply.parse(answerAsMemory(renderQuestion(situation, PROMPTS)));
  };

  it.each([
    ['It is nailed down.', 'FAILURE'],
    ['"The key is below the mat," says the owl.', 'DISCOVERY'],
    [`${'x'.repeat(199)}.`, 'FAILURE'],
    [`${'x'.repeat(200)}.`, 'DISCOVERY'],
    ['The page tells of a well.\n\nIt is dry.', 'DISCOVERY'],
  ])('takes no answer that tells something for a failure: %s', (text, category) => {
    expect(asked(turn(5, 'rub lamp', { text }))).toMatchObject({ memory: { category } });
  });

  it('remembers how something came to light', () => {
    const seen = { ...thing(9, 'hatch'), inside: null, held: false, traits: [] };
    const found = { text: 'Under it is a hatch.', objects: [seen], scene: 'seen' };
    expect(asked(turn(5, 'move rug', found)).memory).toMatchObject({
      category: 'SUCCESS',
      title: 'move rug',
    });
    expect(asked(turn(5, 'light lamp', found)).memory?.category).toBe('NOTE');
    expect(asked(turn(5, 'move rug', { ...found, objects: [] })).memory).toBeNull();
  });

  it('remembers what else was refused there, after what the turn itself taught', () => {
    const walk = turn(5, 'east', { room: [80, 'Pier'] });
    expect(asked(walk, refusals).memory?.title).toBe('take lamp; push wall');
    expect(asked(walk, refusals).second).toBeUndefined();
    const taken = asked(
      turn(5, 'take oar', { inventory: [thing(9, 'oar')], scene: 'other' }),
      refusals,
    );
    expect(taken.memory).toMatchObject({ category: 'SUCCESS', title: 'take oar' });
    expect(taken.second?.memory).toMatchObject({
      category: 'FAILURE',
      title: 'take lamp; push wall',
    });
  });

  it('keeps how something was opened that is asked about with what it opened the way to', () => {
    const opening = turn(4, 'open chest', { text: 'It holds an oar.', scene: 'other' });
    const taken = turn(5, 'take oar', { inventory: [thing(9, 'oar')], scene: 'more' });
    const opened = { category: 'SUCCESS', title: 'open chest', text: 'It holds an oar.' };
    expect(asked(taken, [], [opening]).second?.memory).toMatchObject(opened);
    expect(asked(turn(5, 'read sign'), [], [opening]).memory).toMatchObject(opened);
    expect(asked(taken, refusals, [opening]).second?.memory?.title).toBe('take lamp; push wall');
    const elsewhere = turn(4, 'open chest', {}, { room: [80, 'Pier'] });
    expect(asked(taken, [], [elsewhere]).second).toBeUndefined();
  });

  it.each([
    ['open chest', 'The chest opens.', 'SUCCESS', 'open chest'],
    ['open chest', 'The chest is already open.', 'NOTE', 'did: open chest'],
    ['close chest', 'The chest is shut.', 'NOTE', 'did: close chest'],
  ])('keeps how something is opened: %s, %s', (action, text, category, title) => {
    const record = turn(5, action, { text, scene: 'other' });
    expect(asked(record).memory).toMatchObject({ category, title });
  });

  it('describes a room entered without its name, up to the end of a sentence', () => {
    const walk = (text: string) => asked(turn(5, 'east', { room: [80, 'Pier'], text, score: 5 }));
    const planks = 'Planks run out over the water.';
    expect(walk(`Pier\n${planks} ${'A gull waits. '.repeat(20)}`).memory?.text).toMatch(
      /^Scores 5\. Planks run out over the water\.( A gull waits\.)+$/,
    );
    expect(walk(`${planks}\nA gull waits.`).memory?.text).toBe(`Scores 5. ${planks} A gull waits.`);
  });

  it('describes a room without its name where the room alone is asked about, too', () => {
    const { after, ...walk } = turn(5, 'east', {
      room: [80, 'Pier'],
      text: 'Pier\nPlanks run out.',
    });
    const arrived = asked({ ...walk, before: after, after }).memory;
    expect(arrived).toMatchObject({ title: 'at first sight', text: 'Planks run out.' });
  });

  it('leaves out what the story tells before a room, such as a fall or its own title', () => {
    const text = 'The ladder breaks.\n\nTHE OLD PIER\nFirst edition\n\nPier\nPlanks run out.';
    const { after, ...fall } = turn(5, 'down', { room: [80, 'Pier'], text });
    expect(asked({ ...fall, before: after, after }).memory).toMatchObject({
      title: 'at first sight',
      text: 'Planks run out.',
    });
  });

  it('keeps no first sight of a room of which the story tells only the name', () => {
    const { after, ...walk } = turn(5, 'east', { room: [80, 'Pier'], text: 'Pier' });
    expect(asked({ ...walk, before: after, after }).memory).toBeNull();
  });

  it('ends a sentence that is too long at a word, with a mark', () => {
    const text = `The chest opens on ${'silk and '.repeat(40)}more.`;
    const kept = asked(turn(5, 'open chest', { text, scene: 'other' })).memory?.text ?? '';
    expect(kept).toMatch(/ (?:silk|and)…$/);
    expect(text).toContain(kept.slice(0, -1));
  });

  it('remembers nothing of an action that no title can hold', () => {
    const [question] = prompt('| (none)');
    const content = String(question?.content).replace(
      'take lamp',
      `take lamp and ${'bell '.repeat(30)}`,
    );
    expect(answerAsMemory([{ role: 'user', content }])).toMatchObject({ should_remember: false });
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

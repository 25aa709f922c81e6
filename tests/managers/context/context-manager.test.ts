import { describe, expect, it } from 'vitest';
import { recordTurn } from '../../../src/turn/record.ts';
import type { GameState } from '../../../src/domain/game-state.ts';
import { locationId } from '../../../src/domain/ids.ts';
import type { ZorkEvent } from '../../../src/events/event.ts';
import { ContextManager } from '../../../src/managers/context/context-manager.ts';
import { commandsOnly } from '../../../src/managers/context/conversation.ts';
import { createAsk } from '../../../src/model/ask.ts';
import { roomAfterRefusal } from '../../../src/model/server-facts.ts';
import { createScriptedModel, type Script } from '../../helpers/scripted-model.ts';
import { exit, observation, state, thing, turn } from '../../helpers/observation.ts';
import { settings } from '../../helpers/settings.ts';
import { shippedPrompts } from '../../helpers/shipped-prompts.ts';
import { NO_LORE } from './no-lore.ts';

const CALL = {
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

type Exchanges = Parameters<typeof commandsOnly>[1];

function talking(
  given: { historyTokens?: number; summariseAbove?: number } = {},
  script: Script = () => ({ json: { summary: 'All went well.' } }),
  sumsUp = true,
) {
  const events: ZorkEvent[] = [];
  const model = createScriptedModel(script);
  const context = new ContextManager(
    { ...settings(), context: { ...settings().context, ...given } },
    {
      ask: createAsk(model),
      askNow: createAsk(model),
      roomAfter: roomAfterRefusal,
      lookAgain: () => null,
      refusedWays: () => [],
      sumsUp: () => sumsUp,
      prompts: shippedPrompts,
      emit: (event) => void events.push(event),
      signal: new AbortController().signal,
    },
    { grammar: 'GRAMMAR', example: 'north', replySchema: 'SCHEMA' },
  );
  const newest = (current: GameState, known = NO_LORE) =>
    context.agentMessages(current, known).at(-1)?.content ?? '';
  /** Plays turns with answers of this length and takes each in. */
  const play = async (count: number, length = 20) => {
    let now = state();
    context.agentMessages(now, NO_LORE);
    for (let number = 1; number <= count; number += 1) {
      const record = turn(number, `step ${number}`, {}, { text: `${number} `.padEnd(length, 'x') });
      now = recordTurn(now, record);
      context.record(record);
      await context.learn();
    }
    return context.agentMessages(now, NO_LORE).map(({ content }) => content);
  };
  return { context, events, model, newest, play };
}

describe("the agent's request", () => {
  it('names the grammar and the reply in the part that never changes', () => {
    const { context } = talking();
    const [first] = context.agentMessages(state(), NO_LORE);
    const later = state({ turn: 9, observation: observation({ text: 'No.', moves: 9 }) });
    const [second] = context.agentMessages(later, { ...NO_LORE, memories: '[NOTE] a: b' });
    expect(first?.content).toMatch(/GRAMMAR[^]*SCHEMA/);
    expect(second).toEqual(first);
  });

  it('keeps what earlier episodes taught as it was when the episode started', () => {
    const { context } = talking();
    const told = (knowledge: string) =>
      context.agentMessages(state(), { ...NO_LORE, knowledge })[1]?.content;
    expect(told('| - Rule 1.')).toContain('| - Rule 1.');
    expect(told('| - Rule 2.')).toContain('| - Rule 1.');
    expect(told('| - Rule 2.')).not.toContain('| - Rule 2.');
  });

  it('holds the state block at the end of the newest message, and keeps it nowhere else', async () => {
    const { context, play } = talking();
    const messages = await play(3);
    expect(messages.filter((content) => content.includes('\n## Now\n'))).toEqual([messages.at(-1)]);
    expect(messages.at(-1)).toMatch(/^## Game text\n\| 3 x+\n\n## Now\nTurn 4 of 200 \|/);
    expect(context.summarisedTurn()).toBeNull();
  });

  it('names each room once when it is new, the first with the opening', () => {
    const { context, newest } = talking();
    const known = { ...NO_LORE, places: [{ id: locationId(3), name: 'Yard' }] };
    expect(newest(state(), known)).toContain('New place: Hall (1)\n');
    const to = (number: number, id: number, name: string) =>
      context.record(
        turn(number, 'go', {}, { location: { id: locationId(id), name }, text: name }),
      );
    to(1, 2, 'Cave');
    to(2, 2, 'Cave');
    to(3, 3, 'Yard');
    const told = context.agentMessages(state(), NO_LORE).map(({ content }) => content);
    expect(told.join('\n').match(/New place: .*/g)).toEqual([
      'New place: Hall (1)',
      'New place: Cave (2)',
    ]);
  });

  it('leaves out of older turns what described a room of earlier episodes, and no line of events', () => {
    const { context } = talking();
    const known = [locationId(1), locationId(2)].map((id) => ({ id, name: 'Cave' }));
    const about = `It is a wide cave. ${'Stone. '.repeat(10)}`.trim();
    const event = `A thief slips out of the shadows. ${'He grins. '.repeat(8)}`.trim();
    context.agentMessages(state(), { ...NO_LORE, places: known });
    for (const [at, text] of [about, event, 'Nothing new.'].entries()) {
      const after = { location: { id: locationId(2), name: 'Cave' }, text: `Cave\n${text}` };
      context.record(turn(at + 1, 'go', {}, after));
    }
    const told = context
      .agentMessages(state(), NO_LORE)
      .map(({ content }) => content)
      .join('\n');
    expect(told).toContain('| Cave\n| (room description left out)');
    expect(told).not.toContain(about);
    expect(told).toContain(event);
  });

  it('tells where the ways out lead, and lists only what is true of a thing', () => {
    const here = observation({ exits: [exit('north', 2, 'Vault')], objects: [thing(4, 'box')] });
    const told = talking().newest(state({ observation: here }));
    expect(told).toContain('## Ways out\n- north: somewhere new (2), untried');
    expect(told).toContain('## Things in reach\n- box\n');
    const bare = observation({ text: '', score: null, maxScore: null, moves: null });
    const silent = talking().newest(state({ observation: bare, descriptions: new Map() }));
    expect(silent).toContain('(no direction leads anywhere now)');
    expect(silent).not.toMatch(/undefined|null|NaN/);
  });

  it('stays within the budget of the state block by whole sections', () => {
    const seen = new Set<number>();
    for (let length = 1000; length <= 8000; length += 250) {
      const locationMemory = ['a', 'b'].map((n) => `[NOTE] ${n}: ${'x'.repeat(length / 2)}`);
      const told = talking().newest(state(), {
        ...NO_LORE,
        memories: locationMemory.join('\n'),
      });
      seen.add(told.match(/^\| \[NOTE\]/gm)?.length ?? 0);
      const block = told.slice(told.indexOf('## Now'));
      expect(Math.ceil(block.length / 4)).toBeLessThanOrEqual(1400);
    }
    expect([...seen]).toEqual([2, 0]);
  });

  it('counts what it dropped in the episode', () => {
    const { context, newest } = talking();
    newest(state(), { ...NO_LORE, memories: `[NOTE] a: ${'b'.repeat(5600)}` });
    expect(context.status().metrics.droppedSections).toBe(1);
  });
});

describe('a conversation beyond its limit', () => {
  it('has its older half summed up once, with the summary so far, and the rest word for word', async () => {
    const { context, model, play } = talking({ historyTokens: 500 });
    const messages = await play(40, 60);
    expect(model.calls.length).toBe(context.status().metrics.folds);
    expect(model.calls.length).toBeGreaterThan(1);
    expect(model.calls.length).toBeLessThan(6);
    const questions = model.calls.map((call) => call.messages[1]?.content ?? '');
    expect(questions[0]).toMatch(
      /## Summary so far\n\| \(none\)\n\n## Turns to sum up\nTurn 1, Hall/,
    );
    expect(questions[1]).toMatch(/## Summary so far\n\| All went well\.\n/);
    const upTo = context.summarisedTurn() ?? 0;
    expect(messages[1]).toContain(`## Turns 1 to ${upTo} in short\n| All went well.`);
    for (let number = upTo + 1; number <= 40; number += 1)
      expect(messages.join('\n')).toContain(`| ${number} xx`);
  });

  it('is told by its commands where no model sums it up, which is a failed lesson', async () => {
    const { events, play } = talking({ historyTokens: 500 }, () => 'nonsense');
    const messages = await play(20, 60);
    expect(messages[1]).toContain('| From turn 1 on these commands were played: step 1; step 2;');
    expect(events[0]).toMatchObject({ type: 'lesson-failed', lesson: 'context' });
  });

  it('is told by its commands, and nobody is asked, where models are asked for no lessons', async () => {
    const { events, model, play } = talking({ historyTokens: 500 }, undefined, false);
    const messages = await play(20, 60);
    expect(messages[1]).toContain('| From turn 1 on these commands were played: step 1; step 2;');
    expect([events, model.calls]).toEqual([[], []]);
  });

  it('is also one that a provider counts as too long, but not for a few turns', async () => {
    const folds = async (turns: number, promptTokens: number) => {
      const { context, play } = talking({ summariseAbove: 1000 });
      context.observe({ ...CALL, role: 'agent', promptTokens });
      await play(turns);
      return context.status().metrics.folds;
    };
    expect(await folds(9, 1001)).toBe(0);
    expect(await folds(10, 1001)).toBe(1);
    expect(await folds(10, 1000)).toBe(0);
  });
});

describe('a request that was refused for its length', () => {
  const refusal = (tokens: number) => `maximum context length is ${tokens} tokens`;
  const WARNING = /^The prompt is longer .*historyTokens is lowered to (\d+) for the rest/;
  const inShort = async (said: string, script?: Script) => {
    const { context, events, play } = talking({}, script);
    await play(20, 400);
    const messages = await context.inShort(said);
    const [, lowered] = WARNING.exec(events.find((one) => 'message' in one)?.message ?? '') ?? [];
    return { messages, lowered: Number(lowered), upTo: context.summarisedTurn() };
  };

  it('is asked again with as much of the history as the refusal leaves, which is said', async () => {
    const { messages, lowered, upTo } = await inShort(refusal(4_700));
    expect(lowered).toBe(roomAfterRefusal(refusal(4_700)));
    expect(messages?.[1]?.content).toContain(`## Turns 1 to ${upTo} in short`);
  });

  it.each([
    ['says nothing of a length', 'too long'],
    ['would leave more than there is', refusal(100_000)],
  ])('is asked again with half of it where the refusal %s', async (_, said) => {
    const { lowered, upTo } = await inShort(said);
    expect(lowered).toBeGreaterThan(1_100);
    expect(lowered).toBeLessThan(1_250);
    expect(upTo).toBeGreaterThan(5);
  });

  it('is given up where nothing of it can be left out', async () => {
    const { context, newest, events } = talking();
    newest(state());
    expect(await context.inShort(refusal(4_700))).toBeNull();
    expect(events).toEqual([]);
  });
});

it('what a model summed up once stays before the commands that nobody sums up', () => {
  const record = turn(7, 'open door');
  const exchanges = [{ turn: 7, record, reply: null, told: '' }] as unknown as Exchanges;
  const list = 'From turn 7 on these commands were played: open door.';
  expect(commandsOnly(null, exchanges)).toBe(list);
  expect(commandsOnly({ turn: 6, text: 'All went well.' }, exchanges)).toBe(
    `All went well. ${list}`,
  );
});

describe('the estimate of tokens', () => {
  it('follows what providers report of agent requests, and of no others', () => {
    const { context } = talking();
    context.observe({ ...CALL, role: 'memory' });
    context.observe({ ...CALL, role: 'agent', promptTokens: 0, outcome: 'failed' });
    expect(context.status().metrics.calibration).toBe(1);
    context.observe({ ...CALL, role: 'agent' });
    expect(context.status().metrics.calibration).toBeCloseTo(1.1);
  });

  it('believes a provider slowly and within bounds', () => {
    const { context } = talking();
    for (let index = 0; index < 50; index += 1) context.calibrate(4000, 1_000_000);
    expect(context.status().metrics.calibration).toBeLessThanOrEqual(2);
    context.calibrate(0, 100);
    context.calibrate(100, 0);
    expect(context.status().metrics.calibration).toBeCloseTo(2, 2);
  });
});

/** @module-tag slow */
import { readFileSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument, roomsOf } from '../../src/managers/memory/memory-document.ts';
import { fixtureFile } from '../helpers/fixture-stories.ts';
import { playScripted } from '../helpers/scripted-run.ts';

/** An even number of turns that bring nobody anywhere. */
const walks = (count: number) => Array.from({ length: count }, (_, i) => (i % 2 ? 'n' : 's'));

/** A model that takes what it played last for the reason of everything. */
function blameLast(question: string): object | null {
  const action = /^Action:\n\| (.*)$/m.exec(question)?.[1];
  if (action === undefined) return null;
  return {
    should_remember: true,
    category: 'DANGER',
    memory_title: action,
    memory_text: `Never play "${action}" here, it is deadly.`,
    persistence: 'permanent',
  };
}

/** What the file says after one episode in the story of hazards: `Hall: DANGER about …: …`. */
async function learntFrom(
  commands: readonly string[],
  remember: (question: string) => object | null = blameLast,
  settings: Readonly<Record<string, string>> = {},
  seed = 3,
) {
  const workdir = mkdtempSync(path.join(tmpdir(), 'causes-'));
  const story = fixtureFile('hazards.z3');
  const run = { story, workdir, seed, commands, remember, settings };
  const { memoryQuestions, events } = await playScripted(run);
  const rooms = roomsOf(parseDocument(readFileSync(path.join(workdir, 'Memories.md')))).values();
  const dangers = [...rooms].flatMap(({ name, memories }) =>
    memories
      .filter(({ text }) => /deadly|death/.test(text))
      .map(({ category, title, text }) => `${name}: ${category} ${title} | ${text}`),
  );
  const others = ['does this room start', 'have these answers taught'];
  const ofTurns = memoryQuestions.filter((question) => !others.some((of) => question.includes(of)));
  return { dangers, question: ofTurns.at(-1) ?? '', events };
}

describe('a model that blames its last command for every death', () => {
  it('is right where the command killed', async () => {
    const { dangers, question } = await learntFrom(['look', 'east']);
    expect(dangers).toContain('Hall: DANGER east | Never play "east" here, it is deadly.');
    expect(question).toContain('\nCause: the walk led into it.');
  });

  it.each([
    [
      'a clock that runs from the start',
      [...walks(16), 'take coin'],
      'Hall: DANGER about 17 turns after the start: death | Comes about 17 turns after the start, also to one who only waits: death. The mountain falls on you.',
    ],
    [
      'a room that kills who stays',
      ['take coin', 'north', 'drop coin', 'look', 'take gem'],
      'Vault: DANGER about 3 turns after coming in: death | Comes about 3 turns after coming in, also to one who only waits: death. The stale air overcomes you.',
    ],
    [
      'something started elsewhere',
      ['south', 'pull lever', 'north', 'take coin', 'look', 'drop coin'],
      'Dam: DANGER about 4 turns after "pull lever": death | Comes about 4 turns after "pull lever", also to one who only waits: death. The flood reaches you.',
    ],
  ])('is corrected where the cause was %s', async (_, commands, learnt) => {
    const { dangers, question, events } = await learntFrom(commands);
    const last = commands.at(-1) ?? '';
    expect(dangers.filter((danger) => danger.includes('death'))).toEqual([learnt]);
    expect(dangers.filter((danger) => danger.includes(`"${last}" here, it is deadly`))).toEqual([]);
    expect(question).toContain('\nCause: the clock, not the command.');
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'memory-refused', title: last, reason: 'not-the-cause' }),
    );
  });

  it('is believed where nobody looks for causes', async () => {
    const { dangers, question } = await learntFrom([...walks(16), 'look'], blameLast, {
      causes: 'none',
    });
    expect(dangers).toContain('Hall: DANGER look | Never play "look" here, it is deadly.');
    expect(question).not.toContain('Cause:');
  });

  it('is believed as a guess with how often it came, where chance had a part', async () => {
    const seed = 2 * 1_000_003;
    const { dangers } = await learntFrom(['west', 'attack ogre'], blameLast, {}, seed);
    const danger = dangers.find((one) => one.includes('attack ogre'));
    expect(danger).toMatch(/in \d of 8 tries with "attack ogre", in \d of 8 with waiting/);
  });
});

it('a lesson about what the clock did gives way to what the engine found, in whatever words', async () => {
  const lesson = {
    should_remember: true,
    category: 'DANGER',
    memory_title: 'Staring about costs time and life',
    memory_text: 'Gazing around for 17 turns angers the peak.',
    persistence: 'permanent',
  };
  const { dangers } = await learntFrom([...walks(16), 'look'], (question) =>
    question.includes('DIED') ? lesson : null,
  );
  expect(dangers).toEqual([
    'Hall: DANGER about 17 turns after the start: death | Comes about 17 turns after the start, also to one who only waits: death. The mountain falls on you.',
  ]);
});

it('a clock that was learnt in one room is told in every room as it nears, and filed once', async () => {
  const workdir = mkdtempSync(path.join(tmpdir(), 'causes-'));
  const story = fixtureFile('hazards.z3');
  const play = (commands: readonly string[]) =>
    playScripted({ story, workdir, seed: 3, commands, remember: blameLast });
  await play([...walks(16), 'take coin']);
  const { model } = await play(['n', 's', ...walks(12), 'n', 's', 'look']);
  const alarm =
    /^(?:\| )?(.*), wherever .*\n(?:\| )?\[DANGER\] about \d+ turns after the start: death/m;
  const deaths = model.calls
    .filter(({ role }) => role === 'agent')
    .map(({ messages }) => alarm.exec(messages.at(-1)?.content ?? '')?.[1]);
  const left = Array.from({ length: 15 }, (_, turn) => `In about ${17 - turn} turns`);
  expect(deaths).toEqual([...left, 'In about 2 turns', 'Next turn']);
  const file = readFileSync(path.join(workdir, 'Memories.md'), 'utf8');
  expect(file.match(/after the start: death/g)?.length).toBe(1);
});

it('what a command sets going is told in every room from then on', async () => {
  const workdir = mkdtempSync(path.join(tmpdir(), 'causes-'));
  const story = fixtureFile('hazards.z3');
  const commands = ['s', 'pull lever', 'n', 'n', 'drop coin', 's'];
  const play = () => playScripted({ story, workdir, seed: 3, commands, remember: blameLast });
  await play();
  const { model } = await play();
  const told = model.calls
    .filter(({ role }) => role === 'agent')
    .map(
      ({ messages }) => /^(?:\| )?(.*), wherever .* Dam/m.exec(messages.at(-1)?.content ?? '')?.[1],
    );
  expect(told).toEqual([
    undefined,
    undefined,
    ...[4, 3, 2].map((n) => `In about ${n} turns`),
    'Next turn',
  ]);
});

import { describe, expect, it } from 'vitest';
import {
  logUpToTurn,
  readLogLine,
  readLoggedObjectives,
  roomNamesInLog,
  type LogLine,
} from '../../src/records/episode-log.ts';

const line = (msg: string, turn?: number) => `${JSON.stringify({ level: 30, turn, msg })}\n`;
const LOG = [
  line('episode-start'),
  line('turn-end', 1),
  line('memory-added'),
  line('turn-end', 2),
  line('proposal-judged', 3),
].join('');

describe('a log brought to the recorded turns', () => {
  it.each([
    [0, 0, ''],
    [1, 1, line('episode-start') + line('turn-end', 1)],
    [2, 2, LOG.slice(0, -line('proposal-judged', 3).length)],
    [5, 2, LOG.slice(0, -line('proposal-judged', 3).length)],
  ])('after turn %i ends with turn %i', (turn, last, text) => {
    expect(logUpToTurn(LOG, turn)).toEqual({ text, turn: last });
  });

  it('leaves a torn last line out', () => {
    expect(logUpToTurn(`${LOG}{"turn":3,"msg":"turn-e`, 3).turn).toBe(2);
  });

  it('ends with a line break, also where the last turn was the last of the file', () => {
    expect(
      logUpToTurn(LOG.slice(0, LOG.indexOf('"turn":2')) + '"turn":2,"msg":"turn-end"}', 2).text,
    ).toMatch(/}\n$/);
  });
});

describe('the objectives of an episode', () => {
  const objective = (text: string, target = 1) => ({
    text,
    target,
    origin: 'agent',
    createdTurn: 1,
    renewedTurn: 1,
  });
  const lines = (...all: readonly object[]) =>
    all.flatMap((one) => readLogLine(JSON.stringify(one)) ?? []);
  const read = (log: readonly LogLine[] | null) =>
    readLoggedObjectives({ number: 4, log: () => log, path: () => 'log.jsonl' });
  const added = (text: string, target?: number) => ({
    msg: 'objective-added',
    objective: objective(text, target),
  });
  const completed = {
    objective: 'b',
    completedTurn: 2,
    completionAction: 'wait',
    completionResponse: 'Yes.',
    completionLocation: { id: 1, name: 'Hall' },
    completionScore: null,
  };

  it('are those added that were neither dropped nor reached, the newest form of each', () => {
    const log = lines(
      added('a'),
      added('b'),
      added('c'),
      { msg: 'turn-end', turn: 1 },
      added('a', 7),
      { msg: 'objective-refused', text: 'a', claim: 'completed', reason: 'nothing shows it' },
      { msg: 'objective-refused', text: 'a', claim: 'set', reason: 'it is there' },
      { msg: 'objective-completed', completed },
      { msg: 'objective-dropped', objective: objective('c'), reason: 'no way' },
    );
    expect(read(log)).toEqual({
      episode: 4,
      current: [{ ...objective('a', 7), refused: 'nothing shows it' }],
      completed: [completed],
      dropped: [{ ...objective('c'), reason: 'no way' }],
    });
  });

  it('are given up no more when they are set again', () => {
    const dropped = (text: string) => ({
      msg: 'objective-dropped',
      objective: objective(text),
      reason: 'stale',
    });
    const log = lines(
      ...[added('a'), added('b'), added('c')],
      ...[dropped('a'), dropped('b'), dropped('c')],
      ...[added('a'), added('b')],
      { msg: 'objective-completed', completed },
    );
    const { current, completed: reached, dropped: gone } = read(log);
    expect([current, gone].map((list) => list.map(({ text }) => text))).toEqual([['a'], ['c']]);
    expect(reached).toEqual([completed]);
  });

  it('are nothing that could be told without a log', () => {
    expect(() => read(null)).toThrow(/no log\.jsonl.*episode 4/);
  });
});

it('a room is called as it was seen last, and a room that nobody saw not at all', () => {
  const at = (id: number, name: string) => ({ location: { id, name } }) as never;
  const name = roomNamesInLog([
    { before: at(1, 'Dark'), after: at(0, 'Attic') },
    { before: at(0, 'Attic'), after: at(1, 'Hall') },
  ]);
  expect([name(1), name(0), name(2)]).toEqual(['Hall', 'Attic', null]);
});

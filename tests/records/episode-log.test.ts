import { describe, expect, it } from 'vitest';
import { logUpToTurn } from '../../src/records/episode-log.ts';

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
});

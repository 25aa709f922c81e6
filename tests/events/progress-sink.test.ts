import { expect, it } from 'vitest';
import { plainProgress, visible } from '../../src/events/progress-sink.ts';
import { locationId } from '../../src/domain/ids.ts';
import { turn } from '../helpers/observation.ts';

const HOSTILE = 'Hall\u001b]52;c;cm0=\u0007\u202e\u009b2J\r\nturn 999\u2028';

it('a room whose name is made to steer a terminal is a part of one harmless line', () => {
  const lines: string[] = [];
  const progress = plainProgress((text) => void lines.push(text), { episodes: 1, maxTurns: 9 });
  const location = { id: locationId(1), name: HOSTILE };
  progress({ type: 'turn-end', record: turn(1, 'north', {}, { location, score: 5 }) });
  expect(lines).toEqual([expect.stringMatching(/^turn 1\/9, score 5, Hall[\x20-\x7e]+\n$/)]);
});

it('a name in any language stays as it is', () => {
  expect(visible('Maître’s Hall 日本 🗝️')).toBe('Maître’s Hall 日本 🗝️');
});

it('a line is written every 25 turns and at each change of score', () => {
  const lines: string[] = [];
  const progress = plainProgress((text) => void lines.push(text), { episodes: 1, maxTurns: 99 });
  for (let number = 1; number <= 51; number += 1) {
    progress({ type: 'turn-end', record: turn(number, 'wait') });
  }
  progress({ type: 'turn-end', record: turn(52, 'take lamp', {}, { score: 5 }) });
  expect(lines.map((line) => line.split('/')[0])).toEqual(['turn 25', 'turn 50', 'turn 52']);
});

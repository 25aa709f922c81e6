import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  countLine,
  liveProgress,
  newProgress,
  plainProgress,
  progressLine,
  progressAfter,
  transcriptProgress,
} from '../../src/events/progress.ts';
import { clockText, visibleLine } from '../../src/domain/text.ts';
import { locationId } from '../../src/domain/ids.ts';
import { turn } from '../helpers/observation.ts';

const HOSTILE = 'Hall\u001b]52;c;cm0=\u0007\u202e\u009b2J\r\nturn 999\u2028';

it('a room whose name is made to steer a terminal is a part of one harmless line', () => {
  const lines: string[] = [];
  const progress = plainProgress((text) => void lines.push(text), 9);
  const location = { id: locationId(1), name: HOSTILE };
  progress({ type: 'turn-end', record: turn(1, 'north', {}, { location, score: 5 }) }, 7);
  expect(lines).toEqual([
    expect.stringMatching(/^episode 7: turn 1\/9, > north, score 5\/100, Hall[\x20-\x7e]+\n$/),
  ]);
});

it('a name in any language stays as it is', () => {
  expect(visibleLine('Maître’s Hall 日本 🗝️')).toBe('Maître’s Hall 日本 🗝️');
});

it('a line is written every 25 turns and at each change of score', () => {
  const lines: string[] = [];
  const progress = plainProgress((text) => void lines.push(text), 99);
  for (let number = 1; number <= 51; number += 1) {
    progress({ type: 'turn-end', record: turn(number, 'wait') }, 7);
  }
  progress({ type: 'turn-end', record: turn(52, 'take lamp', {}, { score: 5 }) }, 7);
  expect(lines.map((line) => line.split('/')[0])).toEqual(
    [25, 50, 52].map((number) => `episode 7: turn ${number}`),
  );
});

it.each([
  [0, 0, 'pair 1 of 80 · 0:00'],
  [2, 30_000, 'pair 3 of 80 · 0:30 · 19:30 left'],
  [80, 60_000, 'pair 80 of 80 · 1:00 · 0:00 left'],
])('a count of %i of 80 tells what it is at, and how long the rest takes', (done, ms, line) => {
  expect(countLine('pair', { done, of: 80 }, ms)).toBe(line);
});

describe('the line of an episode', () => {
  const location = { id: locationId(1), name: 'Behind House' };
  const record = turn(48, 'open mailbox', {}, { location, score: 35, maxScore: 350 });
  const call = {
    type: 'model-call',
    role: 'agent',
    model: 'm',
    promptCharacters: 1,
    promptTokens: 1,
    completionTokens: 1,
    cachedTokens: 0,
    costUsd: 0.125,
    latencyMs: 1,
    outcome: 'answered',
  } as const;
  const first = turn(47, 'north');
  const events = [{ type: 'turn-end', record: first }, { type: 'turn-end', record }, call] as const;
  const standing = events.reduce<ReturnType<typeof newProgress>>(
    (before, event) => progressAfter(before, event, 0),
    newProgress(7, 100),
  );

  const AT = { now: 5_000, since: 0 };

  it.each([
    [0, 'ep 7 turn 0/100 · 35/350 · Behind House · 0:05'],
    [1, 'ep 7 turn 1/100 · repeats what was played · 0:05'],
  ])('whose first %i turns an earlier run played stands where that ended', (recorded, line) => {
    const facts = { episode: 7, seed: 1, ifid: '', opening: record.after, maxTurns: 100 };
    const begun = progressAfter(newProgress(7, 200), { type: 'episode-start', ...facts, recorded });
    expect(progressLine(begun, AT, 120)).toBe(line);
    const played = progressAfter(begun, { type: 'turn-end', record });
    expect(progressLine(played, AT, 120)).toContain('> open mailbox · 35/350');
  });

  it.each([
    [120, 'ep 7 turn 48/100 · > open mailbox · 35/350 · Behind House · 0:05 · 4:20 left · $0.13'],
    [78, 'ep 7 turn 48/100 · > open mailbox · 35/350 · Behind House · 0:05 · 4:20 left'],
    [65, 'ep 7 turn 48/100 · > open mailbox · 35/350 · Behind House · 0:05'],
    [62, 'ep 7 turn 48/100 · > open mailbox · 35/350 · 0:05 · 4:20 left'],
    [50, 'ep 7 turn 48/100 · > open mailbox · 35/350 · 0:05'],
    [37, 'ep 7 turn 48/100 · > open mailbox\n  35/350 · Behind House · 0:05 · $0.13'],
    [8, 'ep 7 tur'],
  ])('with room for %d characters says what matters most', (width, line) => {
    expect(progressLine(standing, AT, width)).toBe(line);
  });

  it('tells how long it took when it is over, and estimates no rest: what was learnt is checked then', () => {
    const over = progressAfter(
      standing,
      { type: 'episode-end', episode: 7, stop: { reason: 'stuck', detail: '' } },
      0,
    );
    expect(progressLine(over, AT, 120)).toMatch(
      / · over; what it taught is checked · 35\/350 · 0:05 · /,
    );
  });

  it('says what is waited for in place of what matters less', () => {
    const why = 'overloaded; wait';
    const progress = {
      type: 'waiting',
      waitMs: 4_000,
      downMs: 60_000,
      patienceMs: 600_000,
      why,
    } as const;
    const event = { type: 'model-progress', role: 'agent', progress } as const;
    const waiting = progressAfter(standing, event, 2_000);
    const until = 'next try in 1 s · gives up in 8:57';
    expect(progressLine(waiting, AT, 69)).toBe(`ep 7 turn 48/100 · waiting 1:03 · ${until}`);
    expect(progressLine(waiting, AT, 77)).toBe(
      `ep 7 turn 48/100 · 35/350 · waiting 1:03 · ${until}`,
    );
    expect(progressLine(waiting, AT, 37)).toBe(`ep 7 turn 48/100 · waiting 1:03\n  ${until}`);
    const whole = progressLine(waiting, AT, 150);
    expect(whole).toContain('Behind House · $0.13 · waiting');
    expect(whole).toMatch(/ · gives up in 8:57 · overloaded$/);
    const answered = progressAfter(waiting, call, 62_000);
    const line =
      'ep 7 turn 48/100 · > open mailbox · 35/350 · Behind House · 1:05 · 4:20 left · $0.25';
    // The minute of waiting is no time of play.
    expect(progressLine(answered, { now: 65_000, since: 0 }, 120)).toBe(line);
  });

  it.each([
    [59_999, '0:59'],
    [60_000, '1:00'],
    [3_599_999, '59:59'],
    [3_600_000, '1:00:00'],
  ])('%d ms are %s', (milliseconds, shown) => {
    expect(clockText(milliseconds)).toBe(shown);
  });
});

it('the live lines say what is done when the last turn is played, go when that is done, and nothing later brings them back', () => {
  const written: string[] = [];
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  stream.setEncoding('utf8').on('data', (text: string) => written.push(text));
  Object.assign(stream, { cursorTo: () => true, clearLine: () => true, moveCursor: () => true });
  let now = 0;
  const show = liveProgress(stream, { maxTurns: 9, now: () => now });
  const opening = turn(1, 'wait').after;
  show({ type: 'episode-start', episode: 7, seed: 1, ifid: 'ZCODE', opening, maxTurns: 12 }, 7);
  show({ type: 'turn-end', record: turn(1, 'wait') }, 7);
  show({ type: 'episode-end', episode: 7, stop: { reason: 'victory', detail: '' } }, 7);
  // Nothing more may be drawn by a clock: what is checked then keeps the program busy.
  expect(written.join('')).toContain('over; what');
  now = 61_000;
  show({ type: 'engine-works', episode: 7 }, 7);
  expect(written.join('')).toContain('1:01');
  show({ type: 'episode-filed', episode: 7 }, 7);
  const shown = written.length;
  // The limit of the episode, not that of the run.
  expect(written.join('')).toContain('ep 7 turn 0/12');
  show({ type: 'episode-summary', episode: 7, text: 'It was won.' }, 7);
  expect(written).toHaveLength(shown);
});

it('the transcript of two games at once says whose piece each is, and shows no control', () => {
  let text = '';
  const show = transcriptProgress((words) => void (text += words));
  const move = (action: string) =>
    ({
      type: 'turn-end',
      record: turn(1, action, {}, { text: `You ${action}.\u001b[2J` }),
    }) as const;
  show(move('wait'), 1);
  show(move('look'), 1);
  show(move('sing'), 2);
  expect(text.match(/\[episode \d\]/g)).toEqual(['[episode 1]', '[episode 2]']);
  expect(text).toContain('>look\nYou look.');
  expect(text).not.toContain('\u001b');
});

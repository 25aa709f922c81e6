import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isDeath } from '../../src/domain/turn-effect.ts';
import type { ZorkEvent } from '../../src/events/event.ts';
import { EpisodeFiles } from '../../src/records/episode-files.ts';
import { openEpisodeRecords } from '../../src/records/episode-records.ts';
import { observation, turn } from '../helpers/observation.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const start: ZorkEvent = {
  type: 'episode-start',
  episode: 1,
  seed: 1,
  ifid: 'S',
  opening: observation({ text: 'Hall' }),
  maxTurns: 9,
};
const end = (number: number): ZorkEvent => ({
  type: 'turn-end',
  record: turn(number, `sk-${number}`, {}, { text: `Answer ${number}.` }),
});

const filesIn = (folder: string) => new EpisodeFiles({ number: 1, path: folder });

/** Opens an episode's files, tells them of these turns from the start, and records those that are new. */
function play(files: EpisodeFiles, turns: readonly number[]) {
  const records = openEpisodeRecords(files, (text) => text.replaceAll('sk-', '***'));
  const known = records.cassette.turns.length;
  const sinks = Object.values(records.sinks);
  for (const sink of sinks) sink(start);
  for (const number of turns) {
    if (number > known) records.turns.append(turn(number, `sk-${number}`));
    for (const sink of sinks) sink(end(number));
  }
  records.close();
  return known;
}

it('the records of an episode hold each turn once, however it was left', () => {
  const files = filesIn(temporaryFolder());
  expect(play(files, [1, 2])).toBe(0);
  appendFileSync(files.path('turns'), '{"turn":3,"aft');
  appendFileSync(files.path('transcript'), '\n>sk-3\nAnsw');
  writeFileSync(files.path('commands'), 'sk-1\nsk-');
  appendFileSync(files.path('log'), '{"msg":"turn-e');
  expect(play(files, [1, 2, 3])).toBe(2);
  expect(files.turns().records.map(({ turn: number }) => number)).toEqual([1, 2, 3]);
  expect(files.text('transcript')).toBe(
    'Hall\n\n>sk-1\nAnswer 1.\n\n>sk-2\nAnswer 2.\n\n>sk-3\nAnswer 3.\n',
  );
  expect(files.text('commands')).toBe('sk-1\nsk-2\nsk-3\n');
  expect(files.log()).toEqual([1, 2, 3].map((number) => ({ msg: 'turn-end', turn: number })));
  expect(files.text('log')).toContain('"action":"***3"');
  expect(files.text('log')).not.toContain('sk-');
});

it('each version of what is known is kept, two of one turn too', () => {
  const files = filesIn(temporaryFolder());
  const records = openEpisodeRecords(files, (text) => text);
  for (const [text, number] of [
    ['a', 0],
    ['b', 3],
    ['c', 3],
  ] as const)
    records.keepVersion(Buffer.from(text), number);
  records.close();
  const kept = files
    .knowledge()
    .map((one) => [one.count, one.turn, readFileSync(one.file, 'utf8')]);
  expect(kept).toEqual([
    [1, 0, 'a'],
    [2, 3, 'b'],
    [3, 3, 'c'],
  ]);
});

it('what has another form in a file that is played again is refused with its name', () => {
  const files = filesIn(temporaryFolder());
  const records = openEpisodeRecords(files, (text) => text);
  records.inputs.append({ kind: 'other' });
  records.close();
  expect(() => openEpisodeRecords(files, (text) => text)).toThrow(files.path('inputs'));
  expect(() => files.cassette()).toThrow(files.path('inputs'));
});

it.each([
  ['death', true, true],
  ['death', false, true],
  [null, true, true],
  [null, false, false],
  ['victory', false, false],
] as const)('a turn that ended by %j, with a death on the way: %s, is a death: %s', (...one) => {
  const [ended, died, isOne] = one;
  expect(isDeath({ after: { ended, died } })).toBe(isOne);
});

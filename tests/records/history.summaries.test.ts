import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { episodesToPrune, pruneEpisodes } from '../../src/commands/episodes/prune-episodes.ts';
import { EpisodeFiles } from '../../src/records/episode-files.ts';
import { listEpisodes } from '../../src/records/episodes.ts';
import {
  abandonIntoHistory,
  deletedEpisodes,
  healHistorySummaries,
  readHistory,
  tidyIntoHistory,
} from '../../src/records/history.ts';
import { encodeRecord } from '../../src/storage/record-log.ts';
import { acquireRunLock } from '../../src/storage/lock.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { summaryOf, turnOf } from '../report/scene.ts';
import { storeEpisode } from '../report/stored-episodes.ts';

const words = (field: string) => (field === 'stop reason' ? 'max-turns' : field);
const lineOf = (episode: number, score = 10) =>
  JSON.stringify({ ...summaryOf(episode, words), score });

/** A workdir with this history, and an episode of each number; those below zero are unfinished. */
function workdirWith(history: readonly string[], ...numbers: readonly number[]) {
  const workdir = temporaryFolder();
  if (history.length > 0) writeFileSync(path.join(workdir, 'history.jsonl'), history.join('\n'));
  for (const number of numbers)
    storeEpisode(workdir, Math.abs(number), words, { summary: number > 0 });
  return workdir;
}

const told = (workdir: string) =>
  readHistory(workdir).map(({ episode, score }) => [episode, score]);

describe('the history', () => {
  it.each([
    ['nothing', [], []],
    [
      'episodes by number',
      [lineOf(10), lineOf(2)],
      [
        [2, 10],
        [10, 10],
      ],
    ],
    ['the last line of each', [lineOf(1), lineOf(1, 25)], [[1, 25]]],
    ['no line by hand', ['a note', '', '{"epis', lineOf(1)], [[1, 10]]],
  ])('tells %s', (_, lines, expected) => {
    expect(told(workdirWith(lines))).toEqual(expected);
  });

  it('knows which of its episodes are gone', () => {
    const workdir = workdirWith([lineOf(1), lineOf(2), lineOf(3)], 2);
    const gone = deletedEpisodes(workdir, listEpisodes(workdir));
    expect(gone.map(({ episode }) => episode)).toEqual([1, 3]);
  });

  it('takes in what is finished, once, in place of what it had of it, and leaves the rest as it is', async () => {
    const workdir = workdirWith(['a note', lineOf(1, 99), lineOf(7)], 1, 2, -3);
    await tidyIntoHistory(workdir);
    const file = path.join(workdir, 'history.jsonl');
    const text = readFileSync(file, 'utf8');
    expect(text.startsWith('a note\n')).toBe(true);
    expect(told(workdir)).toEqual([
      [1, 10],
      [2, 10],
      [7, 10],
    ]);
    expect(text.match(/"episode":1,/g)).toHaveLength(1);
    await tidyIntoHistory(workdir);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('has no file where nothing is finished', async () => {
    const workdir = workdirWith([], -1);
    await tidyIntoHistory(workdir);
    expect(existsSync(path.join(workdir, 'history.jsonl'))).toBe(false);
  });

  it('puts the calls of finished episodes away, and no others', async () => {
    const workdir = workdirWith([], 1, -2);
    await tidyIntoHistory(workdir);
    const calls = (number: number) => path.join(workdir, `episodes/000${number}/model-calls.jsonl`);
    expect([existsSync(calls(1)), existsSync(calls(2))]).toEqual([false, true]);
  });
});

describe('pruning', () => {
  it.each([
    [0, [1, 3]],
    [1, [1, 3]],
    [2, [1]],
    [3, [1]],
    [4, []],
    [9, []],
  ])('to %i of four, the second and the last unfinished, takes %j', (keep, gone) => {
    expect(episodesToPrune(workdirWith([], 1, -2, 3, -4), keep)).toEqual(gone);
  });

  it('deletes episodes when the history has them, and not while a run holds the workdir', async () => {
    const workdir = workdirWith([], 1, 2);
    const lock = await acquireRunLock(workdir, 'run');
    await expect(pruneEpisodes(workdir, 1)).rejects.toMatchObject({ code: 'locked' });
    expect(await pruneEpisodes(workdir, 2)).toEqual([]);
    lock.release();
    expect(await pruneEpisodes(workdir, 1)).toEqual([1]);
    expect(listEpisodes(workdir).map(({ number }) => number)).toEqual([2]);
    expect(told(workdir)).toEqual([
      [1, 10],
      [2, 10],
    ]);
    await expect(acquireRunLock(workdir, 'run')).resolves.toBeDefined();
  });
});

describe('a summary that is torn', () => {
  function torn(history: readonly string[], left = '{"epis') {
    const workdir = workdirWith(history, 1);
    const file = path.join(workdir, 'episodes/0001/summary.json');
    writeFileSync(file, left);
    const says: string[] = [];
    const heal = () => healHistorySummaries(workdir, (message) => void says.push(message));
    return { workdir, file, says, heal };
  }

  it('comes from the history again, and what was left of it is kept', () => {
    const { file, says, heal } = torn([lineOf(2, 7), lineOf(1, 25)]);
    heal();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ episode: 1, score: 25 });
    expect(readFileSync(`${file}.damaged`, 'utf8')).toBe('{"epis');
    expect(says).toEqual([expect.stringContaining('history.jsonl has its content')]);
    heal();
    expect(says).toHaveLength(1);
  });

  it('that the history does not know is put aside, and the episode is gone on with', () => {
    const { file, says, heal } = torn([]);
    heal();
    expect(existsSync(file)).toBe(false);
    expect(says).toEqual([expect.stringContaining('is resumed')]);
  });

  it('is left alone while somebody plays, and where it is whole but of another form', async () => {
    const { workdir, file, says, heal } = torn([]);
    const lock = await acquireRunLock(path.join(workdir, 'episodes/0001'), 'run');
    heal();
    lock.release();
    writeFileSync(file, '{"schemaVersion":99}');
    heal();
    expect([existsSync(file), says]).toEqual([true, []]);
  });
});

describe('an episode that is given up', () => {
  const why = { why: 'as it was killed', run: 'R' };
  const filesOf = (workdir: string) =>
    new EpisodeFiles({ number: 1, path: path.join(workdir, 'episodes/0001') });

  it('is summed up from its records', () => {
    const workdir = workdirWith([], -1);
    const memory = (persistence: string) =>
      JSON.stringify({
        msg: 'memory-added',
        locationName: 'Hall',
        memory: { title: 't', text: 'x', category: 'NOTE', persistence },
      });
    const last = turnOf(4, words);
    const played = { ...last, decision: { ...last.decision, by: 'recipe', overridden: true } };
    appendFileSync(path.join(workdir, 'episodes/0001/trajectory.jsonl'), encodeRecord(played));
    const log = ['permanent', 'ephemeral', 'core'].map(memory).join('\n');
    writeFileSync(path.join(workdir, 'episodes/0001/log.jsonl'), log);
    const summary = abandonIntoHistory(filesOf(workdir), 'episodes/0001', why);
    expect(summary).toMatchObject({
      stopReason: 'abandoned',
      stopDetail: 'as it was killed',
      run: 'R',
      seed: 1,
      model: 'offline',
      turns: 4,
      recipeTurns: 1,
      locationsVisited: 5,
      memoriesAdded: 2,
      modelCalls: 3,
      promptTokens: 3000,
      rejections: 4,
      overrides: 1,
      maxScore: 100,
    });
    expect(filesOf(workdir).summary()).toEqual(summary);
  });

  it('keeps what its summary says, but for how it ended', () => {
    const workdir = workdirWith([], 1);
    const file = path.join(workdir, 'episodes/0001/summary.json');
    const cut = { ...summaryOf(1, words), score: 42, stopReason: 'provider-down' };
    writeFileSync(file, JSON.stringify({ ...cut, modelError: 'server' }));
    const summary = abandonIntoHistory(filesOf(workdir), 'episodes/0001', why);
    expect(summary).toMatchObject({ score: 42, stopReason: 'abandoned', run: 'R' });
    expect(readFileSync(file, 'utf8')).not.toContain('modelError');
  });

  it('that has nothing is told of all the same', () => {
    const workdir = temporaryFolder();
    mkdirSync(path.join(workdir, 'episodes/0001'), { recursive: true });
    expect(abandonIntoHistory(filesOf(workdir), 'episodes/0001', why)).toMatchObject({
      turns: 0,
      score: null,
      exits: 'probed',
      names: 'plain',
      startedAt: null,
      modelCalls: 0,
    });
  });

  it.each([
    ['killed', 'mcp', {}, true],
    ['killed before it began', 'mcp', { manifest: false }, false],
    ['killed, of a model', 'offline', {}, false],
  ])('because whoever played it was %s (%s)', async (_, player, more, isClosed) => {
    const workdir = temporaryFolder();
    storeEpisode(workdir, 1, words, { summary: false, player, ...more });
    await tidyIntoHistory(workdir);
    expect(filesOf(workdir).summary()?.stopReason).toBe(isClosed ? 'abandoned' : undefined);
  });

  it('is none that was played by hand to its end, or that somebody plays', async () => {
    const workdir = temporaryFolder();
    storeEpisode(workdir, 1, words, { player: 'mcp' });
    const lock = await acquireRunLock(
      storeEpisode(workdir, 2, words, { player: 'mcp', summary: false }),
      'run',
    );
    await tidyIntoHistory(workdir);
    lock.release();
    const reasons = listEpisodes(workdir).map(({ summary }) => summary?.stopReason);
    expect(reasons).toEqual(['max-turns', undefined]);
  });
});

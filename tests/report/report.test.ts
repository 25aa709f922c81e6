import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { episodeView } from '../../src/report/episode-view.ts';
import { packForViewer } from '../../src/report/episode-viewer.ts';
import type { EpisodeData } from '../../src/report/load-episode.ts';
import {
  loadReportData,
  type ReportRequest,
  defaultReportFile,
  writeReport,
} from '../../src/report/report.ts';
import { NotFoundError } from '../../src/domain/errors.ts';
import { elementsOf, packedEpisodes } from './page.ts';
import { storeEpisode } from './stored-episodes.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const words = (field: string) => field;

function request(workdir: string, change: Partial<ReportRequest> = {}): ReportRequest {
  const now = new Date('2026-01-02T00:00:00.000Z');
  return { workdir, last: null, focus: null, now, redact: (text) => text, ...change };
}

test('a workdir without episodes has a report too', async () => {
  const workdir = temporaryFolder();
  const written = await writeReport(request(workdir), defaultReportFile(workdir));
  expect(written).toMatchObject({ episodes: 0, notices: [] });
  expect(readFileSync(written.file, 'utf8')).toContain('no episode yet');
});

test('what was recorded is in the page, turn by turn', async () => {
  const workdir = temporaryFolder();
  storeEpisode(workdir, 1, words, { turns: 4 });
  const { file } = await writeReport(request(workdir), path.join(workdir, 'out.html'));
  const [episode] = packedEpisodes(readFileSync(file, 'utf8'));
  expect(episode?.turns.map(({ turn, calls }) => [turn, calls.length])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
  ]);
});

test('an episode that was killed while it wrote a turn is shown up to the turn before', async () => {
  const workdir = temporaryFolder();
  storeEpisode(workdir, 1, words, { summary: false, torn: '{"turn":4,"bef' });
  const { episodes, notices } = await loadReportData(request(workdir));
  expect(episodes[0]?.summary).toBeNull();
  expect(episodes[0]?.turns.map(({ turn }) => turn)).toEqual([1, 2, 3]);
  expect(notices).toEqual([]);
});

test('only the newest episode that was played keeps its texts, and the page says the same of all', async () => {
  const workdir = temporaryFolder();
  storeEpisode(workdir, 1, words);
  storeEpisode(workdir, 2, words);
  storeEpisode(workdir, 3, words, { turns: 0 });
  const data = await loadReportData(request(workdir));
  const texts = data.episodes.map(({ turns }) => turns.map(({ after }) => after.text !== ''));
  expect(texts).toEqual([[false, false, false], [true, true, true], []]);
  const [first, second] = data.episodes;
  const packed = packForViewer(episodeView({ ...(second as EpisodeData), number: 1 }));
  expect(
    JSON.parse(gunzipSync(Buffer.from(first?.packed?.data ?? '', 'base64')).toString()),
  ).toEqual(packed);
});

test('a damaged record file is named, and the other episodes are shown', async () => {
  const workdir = temporaryFolder();
  storeEpisode(workdir, 1, words);
  const folder = storeEpisode(workdir, 2, words);
  const file = path.join(folder, 'trajectory.jsonl');
  writeFileSync(file, readFileSync(file, 'utf8').replace('game text', 'gone text'));
  const { episodes, notices } = await loadReportData(request(workdir));
  expect(episodes.map(({ turns }) => turns.length)).toEqual([3, 0]);
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatch(/^Episode 2: Record 1 of .*trajectory\.jsonl is damaged/);
});

test('damaged summaries, manifests and memories do not hide what was played', async () => {
  const workdir = temporaryFolder();
  const folder = storeEpisode(workdir, 1, words);
  writeFileSync(path.join(folder, 'summary.json'), '{');
  writeFileSync(path.join(folder, 'manifest.json'), '[]');
  const { episodes, notices } = await loadReportData(request(workdir));
  expect(episodes[0]?.turns).toHaveLength(3);
  expect(notices).toEqual([
    'Episode 1: manifest.json is damaged and was left out.',
    'Episode 1: summary.json is damaged and was left out.',
  ]);
});

test('records of another form are counted and left out', async () => {
  const workdir = temporaryFolder();
  storeEpisode(workdir, 1, (field) => (field === 'check' ? (7 as unknown as string) : field));
  const { episodes, notices } = await loadReportData(request(workdir));
  expect(episodes[0]?.turns).toEqual([]);
  expect(notices).toEqual([
    'Episode 1: 3 records of trajectory.jsonl have another form and were left out.',
  ]);
});

test('only the newest episodes are shown when asked, and the one to open at', async () => {
  const workdir = temporaryFolder();
  for (const number of [1, 2, 3, 4]) storeEpisode(workdir, number, words);
  const shown = async (change: Partial<ReportRequest>) =>
    (await loadReportData(request(workdir, change))).episodes.map(({ number }) => number);
  expect(await shown({ last: 2 })).toEqual([3, 4]);
  expect(await shown({ last: 1, focus: { episode: 2, turn: 1 } })).toEqual([2, 4]);
});

test('an episode to open at that does not exist is refused', async () => {
  const focus = { episode: 9, turn: 1 };
  await expect(loadReportData(request(temporaryFolder(), { focus }))).rejects.toThrow(
    NotFoundError,
  );
});

test('stories do not mix: the newest one is shown, or that of the episode asked for', async () => {
  const workdir = temporaryFolder();
  storeEpisode(workdir, 1, words, { story: 'ZCODE-1-OLD' });
  storeEpisode(workdir, 2, words, { story: 'ZCODE-1-NEW' });
  const newest = await loadReportData(request(workdir));
  expect(newest).toMatchObject({ story: 'Story ZCODE-1-NEW', episodes: [{ number: 2 }] });
  expect(newest.notices).toEqual(['Episodes of other stories are not shown: 1.']);
  const asked = await loadReportData(request(workdir, { focus: { episode: 1, turn: 1 } }));
  expect(asked).toMatchObject({ story: 'Story ZCODE-1-OLD', episodes: [{ number: 1 }] });
  const named = await loadReportData(request(workdir, { ofStory: 'ZCODE-1-OLD', last: 1 }));
  expect(named).toMatchObject({ story: 'Story ZCODE-1-OLD', episodes: [{ number: 1 }] });
  expect(named.notices).toEqual([]);
});

test('a lesson that failed stands at the turn it became known in', async () => {
  const workdir = temporaryFolder();
  const log = [
    { msg: 'turn-end', turn: 1 },
    { msg: 'turn-end', turn: 2 },
    { msg: 'lesson-failed', lesson: 'memory', reason: 'no answer' },
  ];
  storeEpisode(workdir, 1, words, {
    log: `${log.map((line) => JSON.stringify(line)).join('\n')}\n{"ms`,
  });
  const { episodes } = await loadReportData(request(workdir));
  expect(episodes[0]?.failedLessons).toEqual([{ turn: 2, lesson: 'memory', reason: 'no answer' }]);
});

test('memories are listed under their rooms', async () => {
  const workdir = temporaryFolder();
  storeEpisode(workdir, 1, words);
  writeFileSync(
    path.join(workdir, 'Memories.md'),
    '# Location Memories\n\n## Location 79: Behind House\n\n**[SUCCESS - CORE] The window opens** *(Ep1, T8, +0)*\nOpen it.\n\n---\n',
  );
  const { file } = await writeReport(request(workdir), path.join(workdir, 'out.html'));
  const page = readFileSync(file, 'utf8');
  expect(elementsOf(page).some(({ attrs }) => attrs.some(({ value }) => value === 'room-79'))).toBe(
    true,
  );
  expect(page).toContain('The window opens');
});

/** Files of a workdir with a mark in each text that the page shows; answers with the marks. */
function plantEverywhere(workdir: string): readonly string[] {
  const marks = new Set<string>();
  const plant = (field: string): string => {
    const mark = `canary-key-${field.replaceAll(/[^a-z]+/g, '-')}`;
    marks.add(mark);
    return mark;
  };
  const log = [
    { msg: 'turn-end', turn: 1 },
    { msg: 'lesson-failed', lesson: 'memory', reason: plant('failed lesson') },
  ];
  storeEpisode(workdir, 1, (field) => `${field} ${plant(field)}`, {
    log: log.map((line) => `${JSON.stringify(line)}\n`).join(''),
    story: 'ZCODE-1-KEY',
  });
  const room = `## Location 79: ${plant('memory room')}\n\n### Memories\n\n`;
  const lesson = `**[NOTE - CORE] ${plant('memory title')}** *(Ep1, T1, +0)*\n${plant('memory')}\n`;
  writeFileSync(path.join(workdir, 'Memories.md'), `# Location Memories\n\n${room}${lesson}`);
  writeFileSync(
    path.join(workdir, 'knowledgebase.md'),
    `# Strategic knowledge\n\n## ${plant('section')}\n\n- ${plant('known')}\n`,
  );
  return [...marks];
}

test('a secret is in no part of the page, though each part shows one where nothing is redacted', async () => {
  const workdir = temporaryFolder();
  const marks = plantEverywhere(workdir);
  const told = async (redact: (text: string) => string) => {
    const written = await writeReport(request(workdir, { redact }), path.join(workdir, 'out.html'));
    const page = readFileSync(written.file, 'utf8');
    return page + JSON.stringify(packedEpisodes(page));
  };
  const bare = await told((text) => text);
  const redacted = await told((text) => text.replaceAll('canary-key', '[redacted]'));
  const hidden = marks.filter((mark) => !bare.includes(mark));
  // These are written otherwise above, or the page has no place for them.
  const absent = ['story', 'stop-reason', 'directory', 'finish'];
  expect(hidden).toEqual(absent.map((field) => `canary-key-${field}`));
  for (const mark of marks.filter((one) => !hidden.includes(one))) {
    expect(redacted).toContain(mark.replace('canary-key', '[redacted]'));
  }
  expect(redacted).not.toContain('canary');
});

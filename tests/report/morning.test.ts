import type { EpisodeData } from '../../src/report/load-episode.ts';
import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import { episodeViewFacts } from '../../src/report/episode-view.ts';
import { renderReport } from '../../src/report/render-report.ts';
import type { FiledMemory, ReportData } from '../../src/report/report-data.ts';
import { priceWords, moment, countedWords } from '../../src/report/wording.ts';
import { attribute, elementsOf, textOf, type Element } from './page.ts';
import { ASSETS, dataOf, episodeOf, memoryOf, summaryOf, turnOf } from './scene.ts';

const words = (field: string) => field;
const [MONDAY, TUESDAY] = ['2026-11-23T02:00:00.000Z', '2026-11-24T02:00:00.000Z'];

interface Night {
  readonly run: string;
  readonly score: number | null;
  readonly stopReason?: 'death' | 'max-turns';
}

function episode(number: number, { run, score, stopReason = 'max-turns' }: Night): EpisodeData {
  const summary = { ...summaryOf(number, words), run, score, stopReason, model: 'offline' };
  const manifest = episodeOf(number, 0, words).manifest;
  const dated = manifest === null ? null : { ...manifest, startedAt: run };
  return { ...episodeOf(number, 3, words), summary, manifest: dated };
}

function filed(title: string, change: Partial<FiledMemory['memory']> = {}): FiledMemory {
  const memory = memoryOf(words, { title, episode: 2, ...change });
  return { locationId: 7, locationName: 'Cellar', memory };
}

function pageOf(episodes: readonly EpisodeData[], change: Partial<ReportData> = {}) {
  const data = { ...dataOf(episodes, words, null), ...change };
  const page = renderReport(data, ASSETS);
  const elements = elementsOf(page);
  const within = (id: string) => {
    const found = elements.find((one) => attribute(one, 'id') === id);
    return found === undefined ? '' : textOf(found).replaceAll(/\s+/g, ' ');
  };
  return { page, elements, within, news: within('news') };
}

function headings(elements: readonly Element[]): readonly string[] {
  return elements.filter(({ tagName }) => /^h[1-4]$/.test(tagName)).map(textOf);
}

describe('the morning report', () => {
  it('begins with the newest run, and has its objectives and knowledge, before any script ran', () => {
    const { elements } = pageOf([episode(1, { run: MONDAY, score: 5 })]);
    const titles = headings(elements);
    expect(titles.slice(0, 2)).toEqual(['title', 'Since the last run']);
    expect(titles).toEqual(expect.arrayContaining(['Objectives', 'Knowledge']));
    const [skip] = elements.filter(({ tagName }) => tagName === 'a');
    expect(skip === undefined ? null : attribute(skip, 'href')).toBe('#main');
  });

  it('compares score and rooms with the run before and the best ever, and says why it ended', () => {
    const { news } = pageOf([
      episode(1, { run: MONDAY, score: 9 }),
      episode(2, { run: TUESDAY, score: 5 }),
      episode(3, { run: TUESDAY, score: 7, stopReason: 'death' }),
    ]);
    expect(news).toContain('7/100 2 less than in episode 1, which is the best so far');
    expect(news).toContain('3 entered, as many as in episode 1; the most so far are 3');
    expect(news).toContain('Episode 2, begun 2026-11-24 03:00 CET: 5/100, 3 turns;');
    expect(news).toContain('Episode 3, begun 2026-11-24 03:00 CET: the best of the run, 3 turns;');
    expect(news).toContain('it ended because all its turns were played.');
    expect(news).toContain('it ended because the player died.');
    expect(news).not.toContain('Episode 1,');
  });

  it.each([
    [1, false],
    [2, true],
  ])('with %i episodes since the best says that there is no progress: %s', (after, isSaid) => {
    const later = Array.from({ length: after }, (_, index) =>
      episode(index + 2, { run: TUESDAY, score: 4 }),
    );
    const { news } = pageOf([episode(1, { run: MONDAY, score: 9 }), ...later]);
    expect(news.includes('No progress for')).toBe(isSaid);
    if (isSaid) expect(news).toContain('No progress for 2 episodes.');
  });

  it('tells no number twice before the pictures begin', () => {
    const played = episode(1, { run: MONDAY, score: 35, stopReason: 'death' });
    const summary = played.summary === null ? null : { ...played.summary, turns: 36 };
    const nothing = { turns: [], calls: [], failedLessons: [], refused: [] };
    const night = { ...played, summary, ...nothing };
    const { news } = pageOf([night], { memories: [], memoriesBefore: [] });
    const numbers = news.replaceAll(/\d+-\d+-\d+ \d+:\d+/g, '').match(/\d+(?:\/\d+)?/g) ?? [];
    const told = numbers.filter((one) => !['0', '1'].includes(one));
    expect(told).toContain('35/100');
    expect(told).toEqual([...new Set(told)]);
  });

  it('tells a refused change apart from errors, and in words', () => {
    const quiet = { ...episode(4, { run: MONDAY, score: 5 }), calls: [], failedLessons: [] };
    const { news } = pageOf([quiet]);
    expect(news).toContain('errors 0 none');
    expect(news).not.toContain('Errors');
    expect(news).toContain(
      'Changes refused Episode 4 wanted to change the knowledge base, which then answers questions about recorded play worse (refusal reason, of 12 questions). It was not done: refused change',
    );
  });

  it('says where something is left to try', () => {
    const room = { id: locationId(7), name: 'Cellar', namedIn: 1, visits: new Map([[1, 2]]) };
    const untried = [{ room, untried: ['west', 'rusty chain'] }];
    const { news } = pageOf([episode(1, { run: MONDAY, score: 5 })], { untried });
    expect(news).toContain('Left to try Cellar: west, rusty chain');
  });

  it('lists what was learnt and lost since it began, with links to it, marked by the night it came', () => {
    const memories = [
      filed('old', { episode: 1 }),
      filed('new'),
      filed('wrong', { episode: 1, status: 'SUPERSEDED', supersededBy: 'new' }),
    ];
    const memoriesBefore = [
      filed('old', { episode: 1 }),
      filed('wrong', { episode: 1 }),
      filed('cut'),
    ];
    const played = [episode(1, { run: MONDAY, score: 5 }), episode(2, { run: TUESDAY, score: 5 })];
    const { news, elements, within } = pageOf(played, { memories, memoriesBefore });
    expect(news).toContain('+1 new, 2 lost');
    expect(news).toMatch(
      /New memories Cellar: new: category \+5 Lost memories Cellar: wrong: category \+5 ?Cellar: cut not in the file/,
    );
    const links = elements.flatMap((one) => (one.tagName === 'a' ? [attribute(one, 'href')] : []));
    expect(links).toEqual(expect.arrayContaining(['#memory-1', '#memory-2']));
    expect(within('memory-1')).toContain('episode 2 (run of 2026-11-24)');
    expect(within('memory-0')).not.toMatch(/ new$|new note/);
  });

  it('new memories that bring points come first, how a room starts last', () => {
    const memories = [
      filed('at first sight', { category: 'DISCOVERY', persistence: 'core', scoreChange: null }),
      filed('climb wall', { category: 'FAILURE', persistence: 'permanent', scoreChange: 0 }),
      filed('open hatch', { category: 'SUCCESS', persistence: 'permanent', scoreChange: 0 }),
      filed('take egg', { category: 'SUCCESS', persistence: 'permanent', scoreChange: 5 }),
    ];
    const { news } = pageOf([episode(2, { run: MONDAY, score: 5 })], { memories });
    expect(news).toMatch(
      /take egg: success \+5 ?Cellar: open hatch: success ?Cellar: climb wall: failure ?Cellar: at first sight: discovery/,
    );
  });

  it.each([
    ['command', 'the command was the cause'],
    ['clock', 'the command was not the cause'],
    [undefined, 'Episode 1, turn 2: room, action Errors'],
  ] as const)('tells a death with its cause: %s', (cause, says) => {
    const turn = turnOf(2, words);
    const after = { ...turn.after, ended: 'death' as const };
    const died = { ...turn, after, ...(cause !== undefined && { cause }) };
    const played = episode(1, { run: MONDAY, score: 5, stopReason: 'death' });
    const { news, page } = pageOf([{ ...played, turns: [turnOf(1, words), died] }]);
    expect(news).toMatch(/deaths 1/);
    expect(news).toContain(says);
    expect(page).toContain('href="#ep=1&amp;t=2"');
  });

  it('tells a pruned episode in the table and leaves out charts that would be empty', () => {
    const { summary } = episode(1, { run: MONDAY, score: 0 });
    const pruned = { ...episode(1, { run: MONDAY, score: 0 }), turns: [], calls: [], summary };
    const { elements, page } = pageOf([pruned], {
      memories: [],
      history: [episodeViewFacts(pruned)],
    });
    const rows = elements.filter(({ tagName }) => tagName === 'tr').map(textOf);
    expect(rows.filter((row) => row.trim().startsWith('1'))).toHaveLength(1);
    expect(headings(elements)).not.toContain('Cost per episode');
    expect(headings(elements)).not.toContain('Score per episode');
    expect(page).not.toContain('No episode');
    expect(headings(elements)).toContain('Rooms per episode');
  });

  it('is told of a workdir in which nothing was played, too', () => {
    const { news } = pageOf([]);
    expect(news).toContain('Nothing was played yet.');
  });
});

describe('the words of the report', () => {
  it('tell times by the clocks of a zone, and name it', () => {
    expect(moment('2026-11-22T02:15:00.000Z', 'Europe/Berlin')).toBe('2026-11-22 03:15 CET');
    expect(moment('2026-07-22T23:15:00.000Z', 'Europe/Berlin')).toBe('2026-07-23 01:15 CEST');
    expect(moment('2026-11-22T02:15:00.000Z', 'UTC')).toBe('2026-11-22 02:15 UTC');
    expect(moment('yesterday', 'UTC')).toBe('yesterday');
  });

  it('know that the offline player and an assistant are free, as what nobody answered, and that a price may be unknown', () => {
    expect(priceWords(null, 'offline')).toBe('free');
    expect(priceWords(null, 'mcp')).toBe('free');
    expect(priceWords(0, 'gpt')).toBe('free');
    expect(priceWords(null, 'gpt')).toBe('unknown');
    expect(priceWords(1.5, 'gpt')).toBe('$1.50');
    expect([countedWords(1, 'room'), countedWords(0, 'room')]).toEqual(['1 room', '0 rooms']);
  });
});

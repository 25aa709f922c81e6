import { execFile } from 'node:child_process';
import { storyNamesOfEpisodes } from '../../records/episode-story.ts';
import {
  listEpisodes,
  nextEpisodeWords,
  episodeStandingWords,
  episodesStanding,
  type WorkdirStanding,
} from '../../records/episodes.ts';
import { lastNight, nightLines, storiesPlayed } from '../../report/runs.ts';
import { countedWords, moment, pointsWords, sizeWords } from '../../report/wording.ts';
import { folderBytes, freeBytes } from '../../storage/folder.ts';
import type { Call } from '../command.ts';
import { type Fact, renderFacts } from '../layout.ts';
import type { World } from '../world.ts';

export async function showStatus(call: Call): Promise<void> {
  const { workdir } = (await call.settings()).config;
  const standing = episodesStanding(workdir);
  const night = lastNight(workdir);
  const last = night === null ? null : nightLines(night);
  const next = await nextOf(call.world, workdir);
  const [usedBytes, free] = [folderBytes(workdir), freeBytes(workdir)];
  const used = `${sizeWords(usedBytes)} used`;
  const disk = { usedBytes, freeBytes: free };
  const { holder, episodes } = standing;
  const nameOf = storyNamesOfEpisodes(listEpisodes(workdir));
  const stories = storiesPlayed(workdir, nameOf);
  const json = { workdir, running: holder, episodes, stories, lastRun: last, nextStart: next };
  call.answer({ ...json, disk }, (width) => {
    const lastStory = night !== null && stories.length > 1 ? `${nameOf(night.best.story)}: ` : '';
    const facts: readonly Fact[] = [
      ['workdir', workdir],
      ['running', runningWords(standing, nameOf)],
      ...lines('played', stories.map(storyWords)),
      ...lines(
        'last run',
        (last ?? []).map((line, at) => (at === 0 ? lastStory + line : line)),
      ),
      ...lines('unfinished', waiting(standing, nameOf)),
      ...(next === null ? [] : [['next start', `${moment(next)}, from cron`] as const]),
      ['disk', free === null ? used : `${used}, ${sizeWords(free)} free`],
    ];
    return renderFacts(facts, width);
  });
}

/** A fact in lines below each other. */
function lines(name: string, texts: readonly string[]): readonly Fact[] {
  return texts.map((text, at) => [at === 0 ? name : '', text]);
}

function storyWords({ title, episodes, best }: ReturnType<typeof storiesPlayed>[number]): string {
  const most = best.score === null ? '' : `, at best ${pointsWords(best.score, best.maxScore)}`;
  const where = most === '' || episodes === 1 ? '' : ` in episode ${best.episode}`;
  return `${title}: ${countedWords(episodes, 'episode')}${most}${where}`;
}

type NameOf = (ifid: string) => string;

function episodeName({ number, story }: WorkdirStanding['episodes'][number], nameOf: NameOf) {
  return story === null ? `episode ${number}` : `episode ${number} of ${nameOf(story)}`;
}

function runningWords({ holder, episodes }: WorkdirStanding, nameOf: NameOf): string {
  if (holder === null) return 'no';
  const played = episodes.filter(({ standing }) => standing.kind === 'running');
  const where = played.map((one) => {
    const reached = episodeStandingWords(one.standing).replace(/^\w+, /, '');
    return `${episodeName(one, nameOf)}, ${reached}`;
  });
  const since = holder.since === null ? [] : [`since ${moment(holder.since)}`];
  return [`pid ${holder.pid ?? 'unknown'}`, ...where, ...since].join(', ');
}

function waiting({ episodes }: WorkdirStanding, nameOf: NameOf): readonly string[] {
  const left = episodes.filter(({ standing }) => standing.kind !== 'running');
  return left.map((one) => {
    const next = nextEpisodeWords(one.standing);
    const words = [episodeStandingWords(one.standing), next].filter((text) => text !== '');
    return `${episodeName(one, nameOf)}: ${words.join('; ')}`;
  });
}

/** When the user's crontab next plays in this workdir, ISO 8601. Null if no line does. */
async function nextOf({ environment }: World, workdir: string): Promise<string | null> {
  const table = await new Promise<string>((resolve) => {
    // Without cron, or without a table, nothing is known.
    execFile('crontab', ['-l'], { env: environment }, (error, out) => resolve(error ? '' : out));
  });
  const starts = table
    .split('\n')
    .filter((line) => /^[^#].*zorkgpt.*\srun\b/.test(line))
    .filter((line) => !line.includes('--workdir') || line.includes(workdir))
    .flatMap((line) => nextStart(line, new Date()) ?? []);
  const [first] = starts.sort((a, b) => a.getTime() - b.getTime());
  return first?.toISOString() ?? null;
}

const MINUTE_MS = 60_000;
/** A leap year and a day has every date, even 29 February if it is in range. */
const MOST_DAYS = 367;

/** When a line of a crontab next runs after `now`, by this machine's clock. Null for a line without a time. Pure. */
export function nextStart(line: string, now: Date): Date | null {
  const [minutes, hours, days, months, weekdays] = line.trim().split(/\s+/);
  const [minute, hour] = [matcher(minutes, 59), matcher(hours, 23)];
  const [day, month, weekday] = [matcher(days, 31), matcher(months, 12), matcher(weekdays, 7)];
  if (!minute || !hour || !day || !month || !weekday) return null;
  // As in cron: if both fields name days, either is enough.
  const isEither = days !== '*' && weekdays !== '*';
  const isDay = (at: Date) => {
    const byDate = day(at.getDate());
    const byWeekday = weekday(at.getDay()) || (at.getDay() === 0 && weekday(7));
    return isEither ? byDate || byWeekday : byDate && byWeekday;
  };
  const at = new Date(Math.floor(now.getTime() / MINUTE_MS + 1) * MINUTE_MS);
  const last = at.getTime() + MOST_DAYS * 24 * 60 * MINUTE_MS;
  while (at.getTime() < last) {
    if (!month(at.getMonth() + 1) || !isDay(at)) at.setHours(24, 0);
    else if (!hour(at.getHours())) at.setHours(at.getHours() + 1, 0);
    else if (!minute(at.getMinutes())) at.setMinutes(at.getMinutes() + 1);
    else return at;
  }
  return null;
}

/** The numbers of a field such as `*`, `0,30`, `1-5` or `0-58/2`. Null for anything else. */
function matcher(field = '', most: number): ((value: number) => boolean) | null {
  const parts = field.split(',').map((part) => /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part));
  if (parts.some((part) => part === null)) return null;
  const ranges = parts.map((part) => {
    const [, from, to, step] = part ?? [];
    const end = to ?? (from === undefined || step !== undefined ? most : from);
    return { from: Number(from ?? 0), to: Number(end), step: Math.max(1, Number(step ?? 1)) };
  });
  return (value) =>
    ranges.some(
      ({ from, to, step }) => value >= from && value <= to && (value - from) % step === 0,
    );
}

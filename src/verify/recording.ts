import { ConfigError, StorageError } from '../domain/errors.ts';
import { type Standing, commonStanding } from '../domain/standing.ts';
import { readableEpisode } from '../records/episode-files.ts';
import { listEpisodes, type StoredEpisode } from '../records/episodes.ts';
import type { RecordedTurn } from '../records/recorded-turn.ts';

/** So many recordings before the episode's own are used, the same on every machine. */
export const EARLIER_RECORDINGS = 20;

/** A kept episode as the engine can play it again. */
export interface Recording {
  readonly episode: number;
  readonly seed: number;
  /** From turn 1 without a gap. Turns after a gap cannot be reached. */
  readonly turns: readonly RecordedTurn[];
  /** Why it cannot be played, or not to its end. Null if it can. */
  readonly problem: string | null;
}

export interface RecordedStory {
  readonly sha256: string;
  readonly identity: { readonly ifid: string };
}

/** The kept episodes of a story, the oldest first. Other stories are left out. Never throws for damaged records. */
export function readRecordings(workdir: string, story: RecordedStory): readonly Recording[] {
  return listEpisodes(workdir).flatMap((episode) => readRecording(episode, story) ?? []);
}

/** The newest recordings, at most so many, the newest first. */
export function readNewestRecordings(workdir: string, story: RecordedStory, most: number) {
  const found: Recording[] = [];
  for (const episode of listEpisodes(workdir).toReversed()) {
    if (found.length >= most) break;
    const recording = readRecording(episode, story);
    if (recording !== null) found.push(recording);
  }
  return found;
}

/** One recording. Null if it is of another story or never began. */
export function readRecording(
  { number, files }: StoredEpisode,
  story: RecordedStory,
): Recording | null {
  const unreadable = (problem: string) => ({ episode: number, seed: 0, turns: [], problem });
  try {
    const facts = files.facts();
    if (facts === null || facts.story.ifid !== story.identity.ifid) return null;
    const manifest = files.manifest();
    if (manifest !== null && manifest.story.sha256 !== story.sha256) {
      return unreadable('it was played with another version of the story');
    }
    const { records, strange } = files.turns();
    const gap = records.findIndex(({ turn }, index) => turn !== index + 1);
    const turns = gap === -1 ? records : records.slice(0, gap);
    const isWhole = gap === -1 && strange === 0;
    const { length } = turns;
    const played = readableEpisode(() => files.summary())?.turns ?? 0;
    const cut = played > length ? `its recording ends after turn ${length} of ${played}` : null;
    const problem = isWhole ? cut : `its recording is damaged after turn ${length}`;
    return { episode: number, seed: facts.seed, turns, problem };
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StorageError)) throw error;
    return unreadable(`its recording cannot be read: ${error.message.replace(/\.$/, '')}`);
  }
}

/** The common state at each point of several plays of a way. */
export function commonStandings([first = [], ...rest]: readonly (readonly Standing[])[]) {
  return first.map((one, at) =>
    rest.reduce((common, way) => commonStanding(common, way[at] ?? common), one),
  );
}

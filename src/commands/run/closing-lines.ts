import { readableEpisode } from '../../records/episode-files.ts';
import { lastNight, runScoreWords } from '../../report/runs.ts';
import { evidenceAtPlace } from '../learnt-place.ts';
import path from 'node:path';
import { least, sum } from 'd3-array';
import { memoryTellingRank } from '../../domain/memory.ts';
import { isBreakdown, isResumable } from '../../domain/stop-reason.ts';
import { EngineSteps, type StepCounts } from '../../interpreter/interpreter.ts';
import { evidenceKey } from '../../managers/memory/evidence.ts';
import { keptLessons, type KeptLesson } from '../../managers/memory/memory-document.ts';
import { listEpisodes, type StoredEpisode } from '../../records/episodes.ts';
import { type EpisodeSummary, failedAtStart } from '../../records/summary.ts';
import { countWords, countedWords } from '../../report/wording.ts';
import { learntFile, learntFolder } from '../../storage/learnt-folder.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { commonTurns } from '../episodes/diff-episodes.ts';

/** The player by the command line, and the place where it was asked. Null if no model is asked. */
interface Asked {
  readonly flags: string;
  readonly address: string | null;
}

/** The text for a person at the end of a run, with the program by the name that was called. Throws StorageError. */
export function closingLines(
  workdir: string,
  played: readonly EpisodeSummary[],
  program: string,
  asked: Asked = { flags: '', address: null },
) {
  const last = played.at(-1);
  if (last === undefined) return [];
  const night = lastNight(workdir);
  const steps = new EngineSteps();
  for (const { engineSteps } of played) if (engineSteps !== undefined) steps.add(engineSteps);
  // Failures were reported already.
  const ended = played.filter(({ stopReason }) => !isBreakdown(stopReason));
  const ends = new Map(ended.map((one) => [one.stopReason, one]));
  const next = nextLines(played, program, asked);
  if (played.every(({ turns }) => turns === 0)) return ['No turn was played.', ...next];
  const kept = listEpisodes(workdir);
  const stories = new Set(played.map(({ story }) => story));
  const folders = [...stories].map((story) => learntFolder(workdir, story));
  const memories = learntFile(learntFolder(workdir, last.story), 'memories');
  return [
    ...[...ends].map(([reason, { episode, stopDetail }]) =>
      played.length === 1
        ? `${reason}: ${stopDetail}`
        : `${reason} in episode ${episode}: ${stopDetail}`,
    ),
    ...(night === null ? [] : [runScoreWords(night)]),
    engineLine(steps.taken),
    lessonsLine(folders, new Set(played.map(({ episode }) => episode))),
    ...played.flatMap((fork) => forkLine(kept, fork, program)),
    `Everything is in ${placeOf(workdir)}: report.html has what happened, ${path.relative(workdir, memories)} what the rooms have taught so far.`,
    ...next,
  ];
}

/** Where a fork and its parent part, the difference in points, and where to read of it. Empty if unknown. */
function forkLine(
  kept: readonly StoredEpisode[],
  { episode, parent, score }: EpisodeSummary,
  program: string,
): readonly string[] {
  const [own, other] = [episode, parent?.episode].map((one) =>
    kept.find(({ number }) => number === one),
  );
  if (own === undefined || other === undefined || !other.summary) return [];
  const turns = [other, own].map(({ files }) => readableEpisode(() => files.turns().records) ?? []);
  const [before = [], after = []] = turns;
  const common = commonTurns(before, after);
  const isSame = common === before.length && common === after.length;
  const compare = `To compare them: ${program} episodes diff ${other.number} ${own.number}`;
  if (isSame) return [`It is like episode ${other.number} in every turn.`];
  const begun = parent?.turn ?? 0;
  const alike = common > begun ? `It took the same commands again up to turn ${common}. ` : '';
  const ends = differenceWords((score ?? 0) - (other.summary.score ?? 0));
  return [
    `${alike}From turn ${common + 1} on it differs from episode ${other.number}; it ended with ${ends}.`,
    compare,
  ];
}

function differenceWords(by: number): string {
  if (by === 0) return 'as many points';
  return `${countedWords(Math.abs(by), 'point')} ${by > 0 ? 'more' : 'fewer'}`;
}

function nextLines(
  played: readonly EpisodeSummary[],
  program: string,
  { flags, address }: Asked,
): readonly string[] {
  const last = played.at(-1);
  if (last !== undefined && failedAtStart(last)) {
    const isGone = last.modelError === 'no-endpoint' && flags !== '' && address !== null;
    const mend = isGone
      ? `start the server at ${address}, or name another with --base-url`
      : `${program} doctor${flags} says what to mend first`;
    return [`Next: ${mend}; ${program} run${flags} plays after that.`];
  }
  // One without a turn is closed by the next run, which begins anew with the same words.
  const left = played.filter(({ stopReason, turns }) => isResumable(stopReason) && turns > 0);
  const episodes = left.map(({ episode }) => episode).join(', ');
  const on =
    left.length === 0 ? 'To play on with all that is known' : `To go on with episode ${episodes}`;
  return [
    `To see what happened: ${program} report --open`,
    `${on}: ${program} run${left.length === 0 ? flags : ''}`,
  ];
}

/** Engine lines besides the turns. `episodes show` tells their purposes. */
function engineLine(steps: StepCounts): string {
  const beside = sum(Object.values(steps)) - steps.turns;
  return `Beside the turns, ${countWords(beside)} commands were tried in copies of the game, to find ways out and to check what was learnt.`;
}

function placeOf(folder: string): string {
  const below = path.relative('', folder);
  return below.startsWith('..') ? folder : below || '.';
}

/** An earlier run may have left an episode of another story. */
function lessonsLine(folders: readonly string[], episodes: ReadonlySet<number>): string {
  const kept = folders.flatMap((folder) => {
    const book = evidenceAtPlace(folder);
    const lessons = keptLessons(readBytesFile(learntFile(folder, 'memories')), episodes);
    return lessons.map((one) => ({
      ...one,
      verdict: book.get(evidenceKey(one.room.id, one.memory))?.verdict,
    }));
  });
  if (kept.length === 0) return 'No new memory.';
  const told = kept.filter((one) => isWhole(one) || isGain(one));
  const confirmed = told.filter(({ verdict }) => verdict === 'confirmed');
  const example = exampleOf(confirmed) ?? exampleOf(told);
  const says =
    example === null ? '' : ` ${kept.length === 1 ? 'It' : 'One'} says: ${sentenceOf(example)}`;
  return `${countedWords(kept.length, 'new memory', 'new memories')}.${says}`;
}

/** A lesson as a sentence: `In Quay, "open hatch" works: The hatch swings up.` */
function sentenceOf({ room, memory }: KeptLesson): string {
  const { category, title, text, scoreChange } = memory;
  const place = room.name === '' ? `location ${room.id}` : room.name;
  if (isGain({ room, memory })) {
    return `In ${place}, "${title}" brings ${countedWords(scoreChange ?? 0, 'point')}.`;
  }
  const deed = DEEDS[category];
  return deed === undefined ? `In ${place}: ${text}` : `In ${place}, "${title}" ${deed}: ${text}`;
}

const DEEDS: Readonly<Record<string, string>> = {
  SUCCESS: 'works',
  FAILURE: 'fails',
  DANGER: 'is dangerous',
};

/** A longer lesson is no example. */
const MOST_CHARACTERS = 160;

/** Whether a memory is believed without doubt and its text is a line of whole sentences. */
function isWhole({ memory: { text, status } }: KeptLesson): boolean {
  const isSentence = /^[^a-z].*[.!?]["')]?$/.test(text) && !/…|\.\.\./.test(text);
  return status === 'ACTIVE' && isSentence && text.length <= MOST_CHARACTERS;
}

/** Whether a lesson about points is believed without doubt. Such a lesson needs no text. */
function isGain({ memory: { category, scoreChange, status } }: KeptLesson): boolean {
  return category === 'SUCCESS' && status === 'ACTIVE' && (scoreChange ?? 0) > 0;
}

function exampleOf(kept: readonly KeptLesson[]): KeptLesson | null {
  return least(kept, ({ memory }) => memoryTellingRank(memory)) ?? null;
}

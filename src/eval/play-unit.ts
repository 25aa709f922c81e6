import { readPlayed } from '../exam/played.ts';
import { readLearntFolder, type LearntBytes } from '../storage/learnt-folder.ts';
import { isUnrepeatable } from '../run/compose-episode.ts';
import { withRecordedSettings } from '../run/recorded-services.ts';
import type { Manifest } from '../records/manifest.ts';
import { roomsInDocument } from '../managers/memory/memory-document.ts';
import path from 'node:path';
import { isBelieved } from '../domain/memory.ts';
import { isResumable } from '../domain/stop-reason.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import { SCHEMA_VERSION } from '../domain/version.ts';
import { takeExam } from '../exam/exam.ts';
import { parseLearnt } from '../exam/learnt.ts';
import { evidenceKey, parseEvidence } from '../managers/memory/evidence.ts';
import { EpisodeFiles } from '../records/episode-files.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import { playEpisode, resumeEpisode, undoEpisode, undoVerification } from '../run/play-episode.ts';
import type { EpisodeControls } from '../run/play-session.ts';
import { type RunServices } from '../run/run-services.ts';
import type { RecordedStory } from '../verify/recording.ts';
import { measureEpisode, type PlayedEpisode } from './episode-metrics.ts';
import { spoiltBy } from './metric.ts';
import { milestonesOf } from './milestones.ts';
import { seedInPlan, type ExperimentPlan, type PlannedArm } from './plan.ts';
import { promptCacheReport } from './prompt-cache.ts';
import {
  episodeNumber,
  unitBefore,
  unitName,
  unitWorkdir,
  type Unit,
  type UnitResult,
} from './unit.ts';

export interface UnitPorts {
  /** Opens all that playing an arm needs. Rejects with ConfigError, StoryError. */
  readonly open: (place: {
    readonly arm: PlannedArm;
    /** It also decides the player's taste. */
    readonly seed: number;
    readonly workdir: string;
  }) => Promise<RunServices>;
  readonly controls: EpisodeControls;
}

interface UnitJob {
  readonly plan: ExperimentPlan;
  readonly unit: Unit;
  /** The result of the previous unit in its chain. Null for the first of a chain. */
  readonly before: UnitResult | null;
  /** Folder of the experiment, or a copy of its needed parts: see playUnit. */
  readonly out: string;
}

/**
 * Plays a unit to its end and measures it. Null if it was stopped before anything new. It only touches `unitWorkdir(plan,
 * unit)` below `out`, which must be as the unit before left it. An earlier attempt there is resumed or undone; the result is
 * the same byte for byte. The caller stores the result. Rejects as playEpisode and resumeEpisode do.
 */
export async function playUnit(job: UnitJob, ports: UnitPorts): Promise<UnitResult | null> {
  const { plan, unit, before, out } = job;
  const expected = unitBefore(plan, unit);
  if ((expected === null) !== (before === null)) {
    throw new Error(
      `${unitName(unit)} follows ${expected === null ? 'nothing' : unitName(expected)}.`,
    );
  }
  const arm = plan.arms.find(({ name }) => name === unit.arm);
  if (arm === undefined) throw new Error(`The plan has no arm ${unit.arm}.`);
  const workdir = path.join(out, unitWorkdir(plan, unit));
  const opened = await ports.open({ arm, seed: unit.seed, workdir });
  const seed = seedInPlan(plan.protocol, unit.seed, unit.episode - 1);
  const services = { ...opened, config: { ...opened.config, seed } };
  const summary = await summaryOf(services, episodeNumber(plan, unit), ports.controls);
  return summary === null ? null : playedUnitResult(job, services, summary);
}

async function summaryOf(services: RunServices, number: number, controls: EpisodeControls) {
  const { directories } = services;
  const begun = directories.find(number);
  const files = begun && new EpisodeFiles(begun);
  if (files?.hasBegun()) {
    const summary = files.summary();
    if (summary !== null && !isResumable(summary.stopReason)) return summary;
    const attempt = await goOn(services, files, controls);
    if (attempt !== 'undone') return attempt;
  }
  return playEpisode(services, controls, await directories.claim(number));
}

/** Resumes an episode that was killed or stopped. One that cannot be repeated is undone. */
async function goOn(services: RunServices, files: EpisodeFiles, controls: EpisodeControls) {
  const manifest = files.manifest();
  if (manifest === null) throw new Error(`${files.directory} has a manifest.`);
  try {
    undoVerification(services, files, manifest);
    const { number, directory } = files;
    const open = (recorded: Manifest) => Promise.resolve(withRecordedSettings(services, recorded));
    const stored = { number, directory, files, summary: null };
    return await resumeEpisode(stored, manifest, { open, controls });
  } catch (error) {
    if (!isUnrepeatable(error)) throw error;
    controls.complain(`${files.directory} cannot be resumed and is played again: ${error.message}`);
    undoEpisode(services, files, manifest);
    return 'undone';
  }
}

/** The result of an episode that was played to its end, from the records in its workdir. Throws StorageError. */
export function playedUnitResult(
  { plan, unit, before, out }: UnitJob,
  services: PlayedIn,
  summary: EpisodeSummary,
): UnitResult {
  const { story } = plan.subject;
  const played = readPlayedUnit(services, summary, { sha256: story.sha256, identity: story });
  const { failures = [], visited = [] } = before?.history ?? {};
  const known = { failures: new Set(failures), visited: new Set(visited) };
  const { metrics, history } = measureEpisode(known, played, milestonesOf(story.key));
  const { stopReason, modelError } = summary;
  return {
    schemaVersion: SCHEMA_VERSION,
    ...unit,
    directory: path.relative(out, path.join(services.config.workdir, summary.directory)),
    metrics,
    spoiltBy: spoiltBy(stopReason),
    isCutShort: isResumable(stopReason),
    ...(modelError !== undefined && { modelError }),
    prefixes: [...promptCacheReport(played.calls)],
    history: {
      failures: [...history.failures].sort(),
      visited: [...history.visited].sort((a, b) => a - b),
    },
  };
}

interface PlayedIn {
  readonly config: Pick<RunServices['config'], 'workdir'>;
  readonly learnt: string;
}

/** The records that an episode of this process just left on disk. Throws StorageError. */
export function readPlayedUnit(
  { config: { workdir }, learnt: folder }: PlayedIn,
  summary: EpisodeSummary,
  story: RecordedStory,
): PlayedEpisode {
  const directory = path.join(workdir, summary.directory);
  const files = new EpisodeFiles({ number: summary.episode, path: directory });
  const { turns, calls } = files.cassette();
  const learnt = readLearntFolder(folder);
  const whole = { seed: 1, size: Infinity };
  const known = parseLearnt(learnt, story.identity.ifid);
  const { examined } = takeExam(readPlayed(workdir, story), known, whole);
  return {
    summary,
    // They have checksums and this very program wrote them, so their form needs no second check.
    turns: turns as readonly TurnRecord[],
    calls,
    believed: believedIn(learnt),
    exam: {
      questions: examined.length,
      stored: examined.filter(({ stored }) => stored !== null).length,
    },
  };
}

function believedIn({ memories: file, evidence }: LearntBytes): PlayedEpisode['believed'] {
  const book = parseEvidence(evidence);
  return roomsInDocument(file).flatMap(({ id, memories }) =>
    memories.filter(isBelieved).map((memory) => ({
      room: id,
      verdict: book.get(evidenceKey(id, memory))?.verdict ?? 'untried',
    })),
  );
}

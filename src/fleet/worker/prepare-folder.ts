import path from 'node:path';
import * as z from 'zod';
import type { GameConfiguration } from '../../config/schema.ts';
import { ConfigError } from '../../domain/errors.ts';
import { EPISODES_LOOKED_AT, recipeUse, type Ended } from '../../run/choose-recipe.ts';
import type { EpisodeSummary } from '../../records/summary.ts';
import { verifiesAfterEpisode } from '../../run/after-episode.ts';
import { deadEndsOf, findersOfRooms } from '../../run/dead-ends.ts';
import { makeFleetingFolder } from '../../storage/folder.ts';
import { learntFile } from '../../storage/learnt-folder.ts';
import { writeFileAtomic } from '../../storage/write-file-atomic.ts';
import { EARLIER_RECORDINGS } from '../../verify/recording.ts';
import { getBlobs } from '../blobs.ts';
import type { Claim } from '../episode-claims.ts';
import type { Fleet } from '../fleet.ts';
import { learntRows, type LearntRow } from '../learnt-rows.ts';
import type { Transaction } from '../postgres/database.ts';
import type { JobSetting } from '../submit.ts';
import { partsOf, type JobFile } from './job-folder.ts';

/** Records of earlier episodes that verifying lessons in the engine needs. */
const RECORDING = ['manifest.json', 'summary.json', 'trajectory.jsonl'];

const settingSchema = z.object({ config: z.unknown(), story: z.string(), prompts: z.string() });

/** Puts the files of an episode into a folder. Rejects as `Database.transaction`, and with ConfigError and StorageError. */
export async function prepareFolder(fleet: Fleet, claim: Claim, folder: string): Promise<void> {
  const parts = partsOf(folder);
  const came = await fleet.database.transaction(async (tx) => {
    const setting = await readSetting(tx, claim);
    const contentOf = await getBlobs(tx, [setting.story, setting.prompts]);
    const learnt = await learntRows(tx, claim.place);
    const isExploring = recipeUse(setting.config) === 'explore';
    return {
      ...(isExploring && { deadEnds: await deadEndsOfPlace(tx, claim, learnt) }),
      config: setting.config,
      budget: await shareOfBudget(tx, claim, setting.config.budget),
      story: contentOf(setting.story),
      prompts: contentOf(setting.prompts),
      learnt,
      recordings: verifiesAfterEpisode(setting.config)
        ? await readRecordings(tx, claim)
        : new Map(),
    };
  });
  const fleeting = { flush: false };
  writeFileAtomic(parts.story, came.story, fleeting);
  writeFileAtomic(parts.prompts, came.prompts, fleeting);
  makeFleetingFolder(path.join(parts.workdir, 'episodes'), came.recordings);
  // The episode keeps its own number in this workdir.
  const last = path.join(parts.workdir, 'episodes', 'last-number');
  writeFileAtomic(last, `${claim.number - 1}\n`, fleeting);
  // These files must survive a power cut after the episode, because they are stored then.
  for (const { name, bytes } of came.learnt) {
    if (bytes !== null) writeFileAtomic(path.join(parts.workdir, name), bytes);
  }
  const { config, budget, deadEnds } = came;
  const job: JobFile = { claim, config, budget, deadEnds };
  writeFileAtomic(parts.job, JSON.stringify(job));
}

async function readSetting(tx: Transaction, { setting }: Claim): Promise<JobSetting> {
  const bytes = (await getBlobs(tx, [setting]))(setting);
  const read = settingSchema.safeParse(JSON.parse(Buffer.from(bytes).toString()));
  if (read.success) return read.data as JobSetting;
  throw new ConfigError('The settings of this episode cannot be read; ask for it again.');
}

/** The results of the place's earlier episodes that began at something untried; see `deadEndsOf`. */
export async function deadEndsOfPlace(
  tx: Transaction,
  { place, number }: Pick<Claim, 'place' | 'number'>,
  learnt: readonly LearntRow[],
): Promise<readonly number[]> {
  const [row] = await tx.query<{ ifid: string }>('select ifid from zorkgpt.place where name = $1', [
    place,
  ]);
  const newest = await tx.query<{ number: number; summary: EpisodeSummary; began: Ended['began'] }>(
    `select number, summary, manifest->'recipe' as began from zorkgpt.episode
     where place = $1 and number < $2 and state = 'done' order by number desc limit $3`,
    [place, number, EPISODES_LOOKED_AT],
  );
  const ended = newest.map(({ summary, ...one }) => ({ ...summary, ...one })).toReversed();
  const map = learnt.find(({ name }) => name === learntFile('', 'map'))?.bytes ?? null;
  return deadEndsOf(ended, findersOfRooms(map, row?.ifid ?? ''));
}

/** By their paths below `episodes/`. */
async function readRecordings(tx: Transaction, { place, number }: Claim) {
  const rows = await tx.query<{ number: number; path: string; hash: string }>(
    `select earlier.number, record.path, record.hash
     from (select id, number from zorkgpt.episode
           where place = $1 and number < $2 and state = 'done' order by number desc limit $3) earlier
     join zorkgpt.record on record.episode = earlier.id where record.path = any($4)`,
    [place, number, EARLIER_RECORDINGS, RECORDING],
  );
  const hashes = rows.map(({ hash }) => hash);
  const contentOf = await getBlobs(tx, hashes);
  const nameOf = (number: number) => String(number).padStart(4, '0');
  return new Map(rows.map((row) => [`${nameOf(row.number)}/${row.path}`, contentOf(row.hash)]));
}

type Budget = GameConfiguration['budget'];

type Limits = Budget['run'];
type Used = Readonly<Record<keyof Limits, number>>;

/**
 * An episode's share of the budgets of its run (in an experiment: of its arm and seed) and of the day: an even share of what
 * stored episodes left, so that all together never pass the limit, however many run in parallel. What an episode leaves goes
 * to later ones. Attempts that were not stored do not count.
 */
export async function shareOfBudget(
  tx: Transaction,
  { run, place }: Pick<Claim, 'run' | 'place'>,
  budget: Budget,
): Promise<Budget> {
  const ofRun = () => usedBy(tx, 'run = $1 and place = $2', [run, place]);
  const ofDay = () =>
    usedBy(
      tx,
      `store = (select store from zorkgpt.place where name = $1) and (state <> 'done'
         or stored >= date_trunc('day', clock_timestamp(), 'UTC'))`,
      [place],
    );
  const divided = async (limits: Limits, used: typeof ofRun) =>
    Object.values(limits).every((limit) => limit === null)
      ? limits
      : dividedAmong(limits, ...(await used()));
  return {
    ...budget,
    run: await divided(budget.run, ofRun),
    day: await divided(budget.day, ofDay),
  };
}

/** What episodes used, and among how many unfinished ones the rest is divided. */
async function usedBy(
  tx: Transaction,
  condition: string,
  values: readonly unknown[],
): Promise<readonly [Used, number]> {
  const [row] = await tx.query<Used & { readonly open: number }>(
    `select count(*) filter (where state in ('waiting', 'playing'))::int as open,
       coalesce(sum((summary->>'turns')::float8), 0) as turns,
       coalesce(sum((summary->>'promptTokens')::float8 + (summary->>'completionTokens')::float8), 0)
         as tokens,
       coalesce(sum((summary->>'costUsd')::float8), 0) as "costUsd",
       coalesce(sum((summary->>'durationMs')::float8), 0) / 60000 as minutes
     from zorkgpt.episode where ${condition}`,
    values,
  );
  const { open, ...used } = row ?? { open: 1, turns: 0, tokens: 0, costUsd: 0, minutes: 0 };
  return [used, Math.max(1, open)];
}

function dividedAmong(limits: Limits, used: Used, count: number): Limits {
  const share = (kind: keyof Limits, least: number) => {
    const limit = limits[kind];
    return limit === null ? null : Math.max(least, (limit - used[kind]) / count);
  };
  const whole = (kind: 'turns' | 'tokens') => {
    const amount = share(kind, 1);
    return amount === null ? null : Math.floor(amount);
  };
  // 0 would be no limit. This least amount ends an episode at once.
  const costUsd = share('costUsd', 1e-6);
  return {
    turns: whole('turns'),
    tokens: whole('tokens'),
    // In millionths, for people, rounded down, apart from binary rounding of decimals.
    costUsd: costUsd === null ? null : Math.floor(costUsd * 1e6 + 1e-3) / 1e6,
    minutes: share('minutes', 1e-6),
  };
}

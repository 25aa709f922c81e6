import path from 'node:path';
import * as z from 'zod';
import { ConfigError } from '../../domain/errors.ts';
import { makeFleetingFolder } from '../../storage/folder.ts';
import { writeFileAtomic } from '../../storage/write-file-atomic.ts';
import { EARLIER_RECORDINGS, triesAgain } from '../../run/verify-after.ts';
import { getBlobs } from '../blobs.ts';
import type { Claim } from '../claim.ts';
import type { Fleet } from '../fleet.ts';
import { readLearnt } from '../learnt-rows.ts';
import type { Transaction } from '../postgres/database.ts';
import type { JobSetting } from '../submit.ts';
import { shareOfBudget } from './budget-share.ts';
import { partsOf, type JobFile } from './job-folder.ts';

/** What of an earlier episode is needed for what is tried again in the engine afterwards. */
const RECORDING = ['manifest.json', 'summary.json', 'trajectory.jsonl'];

const settingSchema = z.object({ config: z.unknown(), story: z.string(), prompts: z.string() });

/**
 * Puts everything that an episode is played with into a folder: story, prompts, settings, what was learnt so far, and the
 * recordings of the episodes before. Rejects as
 * `Database.transaction`, with ConfigError when it is damaged, and with StorageError when the disk does not take it.
 */
export async function prepareFolder(fleet: Fleet, claim: Claim, folder: string): Promise<void> {
  const parts = partsOf(folder);
  const came = await fleet.database.transaction(async (tx) => {
    const setting = await readSetting(tx, claim);
    const blobs = await getBlobs(tx, [setting.story, setting.prompts]);
    return {
      config: setting.config,
      budget: await shareOfBudget(tx, claim, setting.config.budget),
      story: blobs.get(setting.story) ?? new Uint8Array(),
      prompts: blobs.get(setting.prompts) ?? new Uint8Array(),
      learnt: await readLearnt(tx, claim.place),
      recordings: triesAgain(setting.config) ? await readRecordings(tx, claim) : new Map(),
    };
  });
  const fleeting = { flush: false };
  writeFileAtomic(parts.story, came.story, fleeting);
  writeFileAtomic(parts.prompts, came.prompts, fleeting);
  makeFleetingFolder(path.join(parts.workdir, 'episodes'), came.recordings);
  // The next number that is given in this workdir is the one of the episode.
  const last = path.join(parts.workdir, 'episodes', 'last-number');
  writeFileAtomic(last, `${claim.number - 1}\n`, fleeting);
  // What is stored after a power cut, when the episode was over: it must be whole then.
  for (const { name, bytes } of came.learnt) {
    if (bytes !== null) writeFileAtomic(path.join(parts.workdir, name), bytes);
  }
  const job: JobFile = { claim, config: came.config, budget: came.budget };
  writeFileAtomic(parts.job, JSON.stringify(job));
}

async function readSetting(tx: Transaction, { setting }: Claim): Promise<JobSetting> {
  const bytes = (await getBlobs(tx, [setting])).get(setting) ?? new Uint8Array();
  const read = settingSchema.safeParse(JSON.parse(Buffer.from(bytes).toString()));
  if (read.success) return read.data as JobSetting;
  throw new ConfigError('The settings of this episode cannot be read; ask for it again.');
}

/** By their paths below `episodes/`. */
async function readRecordings(
  tx: Transaction,
  { place, number }: Claim,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = await tx.query<{ number: number; path: string; hash: string }>(
    `select earlier.number, record.path, record.hash
     from (select id, number from zorkgpt.episode
           where place = $1 and number < $2 and state = 'done' order by number desc limit $3) earlier
     join zorkgpt.record on record.episode = earlier.id where record.path = any($4)`,
    [place, number, EARLIER_RECORDINGS, RECORDING],
  );
  const blobs = await getBlobs(
    tx,
    rows.map(({ hash }) => hash),
  );
  return new Map(
    rows.map((row) => [
      `${String(row.number).padStart(4, '0')}/${row.path}`,
      blobs.get(row.hash) ?? new Uint8Array(),
    ]),
  );
}

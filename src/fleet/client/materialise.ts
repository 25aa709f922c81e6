import path from 'node:path';
import { entryChange } from '../../domain/entry-changes.ts';
import { entriesIn } from '../../domain/entry-edits.ts';
import { jsonFile } from '../../domain/json.ts';
import { MEMORY_ENTRIES } from '../../managers/memory/memory-document.ts';
import { findStoryOf, storiesFolder } from '../../run/story-file.ts';
import { sha256 } from '../../storage/bytes.ts';
import { EntryJournal, type JournalStep } from '../../storage/entry-journal.ts';
import { EpisodeDirectories } from '../../storage/episode-directories.ts';
import { writeFolder } from '../../storage/folder.ts';
import {
  claimLearntFolder,
  learntFolderName,
  learntFile,
  storyOfLearntFolder,
} from '../../storage/learnt-folder.ts';
import { writeFileAtomic } from '../../storage/write-file-atomic.ts';
import { getBlobs } from '../blobs.ts';
import type { Fleet } from '../fleet.ts';
import { type LearntRow, learntRows } from '../learnt-rows.ts';
import type { Transaction } from '../postgres/database.ts';
import { AFTER } from '../store-episode.ts';
import { MAIN_STORE } from '../submit.ts';
import { readRecords } from './deliver.ts';

/** Which episodes come with all their records. The others come with manifest and summary. */
type WantedRecords =
  | { readonly of: 'none' }
  | { readonly of: 'all' }
  /** The episode that a person named: `7`, `0007` or `latest`. */
  | { readonly of: 'one'; readonly name: string };

export interface MaterialisedPlace {
  readonly name: string;
  readonly folder: string;
  readonly rows: readonly LearntRow[];
}

/** Makes a folder a workdir with what a fleet learnt and played, for every command that reads one. */
export function materialise({ database }: Fleet, workdir: string, records: WantedRecords) {
  return database.transaction(async (tx) => {
    const found = await tx.query<{ name: string; ifid: string; story: string | null }>(
      'select name, ifid, story from zorkgpt.place where store = $1 order by made, name',
      [MAIN_STORE],
    );
    const places: MaterialisedPlace[] = [];
    for (const place of found) {
      // The first story has the workdir itself, as on one machine.
      const folder = await claimLearntFolder(workdir, place.ifid);
      const rows = await writeLearnt(tx, place.name, folder);
      if (place.story !== null) await writeStory(tx, place.story, storyFile(workdir, place.ifid));
      places.push({ name: place.name, folder, rows });
    }
    await writeEpisodes(tx, workdir, records);
    return places;
  });
}

function storyFile(workdir: string, ifid: string): string {
  return path.join(storiesFolder(workdir), learntFolderName(ifid));
}

async function writeStory(tx: Transaction, hash: string, file: string): Promise<void> {
  writeFileAtomic(file, (await getBlobs(tx, [hash]))(hash));
}

async function writeLearnt(tx: Transaction, place: string, folder: string) {
  const rows = await learntRows(tx, place);
  for (const { name, bytes } of rows) {
    if (bytes !== null) writeFileAtomic(path.join(folder, name), bytes);
  }
  await writeHistory(tx, place, learntFile(folder, 'memories'));
  return rows;
}

/** The journal of Memories.md, made from the kept versions. */
async function writeHistory(tx: Transaction, place: string, file: string): Promise<void> {
  const versions = await tx.query<{ version: number; bytes: Uint8Array | null; written: Date }>(
    `select version, bytes, written from zorkgpt.learnt_version
     where place = $1 and name = $2 order by version`,
    [place, path.basename(file)],
  );
  let before = entriesIn(null, MEMORY_ENTRIES);
  const steps = versions.map(({ version, bytes, written }, index): JournalStep => {
    const held = entriesIn(bytes, MEMORY_ENTRIES);
    const { came, went } = entryChange(before, held);
    before = held;
    return {
      at: written.toISOString(),
      by: index === 0 && version > 1 ? 'start' : 'run',
      came,
      went,
      sha256: sha256(bytes ?? ''),
      size: bytes?.length ?? 0,
      write: `version ${version}`,
    };
  });
  if (steps.length > 0) new EntryJournal(file, () => undefined).append(steps);
}

interface StoredEpisode {
  readonly id: number;
  readonly number: number;
  readonly ifid: string;
  readonly manifest: { readonly story?: object };
  readonly summary: object;
}

async function writeEpisodes(tx: Transaction, workdir: string, records: WantedRecords) {
  const episodes = await tx.query<StoredEpisode>(
    `select episode.id, number, place.ifid, manifest, summary from zorkgpt.episode
     join zorkgpt.place on place.name = episode.place
     where episode.store = $1 and state = 'done' order by number`,
    [MAIN_STORE],
  );
  const last = episodes.at(-1)?.number;
  for (const { id, number, ifid, manifest, summary } of episodes) {
    const story = { ...manifest.story, file: storyFile(workdir, ifid) };
    const files = new Map(
      isWanted(records, number, last)
        ? await readRecords(tx, id, (file) => !file.startsWith(AFTER))
        : [['summary.json', Buffer.from(jsonFile(summary))]],
    );
    files.set('manifest.json', Buffer.from(jsonFile({ ...manifest, story })));
    writeFolder(new EpisodeDirectories(workdir).pathOf(number), files);
  }
}

function isWanted(records: WantedRecords, number: number, last: number | undefined): boolean {
  if (records.of !== 'one') return records.of === 'all';
  return records.name === 'latest' ? number === last : Number(records.name) === number;
}

/** The story file of a folder, else the only story of the fleet, which is then written there. Null without either. */
export async function storyForFolder({ database }: Fleet, workdir: string): Promise<string | null> {
  const own = findStoryOf(workdir);
  if (own !== null) return own;
  const ifid = storyOfLearntFolder(workdir);
  return database.transaction(async (tx) => {
    const places = await tx.query<{ ifid: string; story: string | null }>(
      'select ifid, story from zorkgpt.place where store = $1 and ($2::text is null or ifid = $2)',
      [MAIN_STORE, ifid],
    );
    const [only] = places;
    if (places.length !== 1 || only === undefined || only.story === null) return null;
    const file = storyFile(workdir, only.ifid);
    await writeStory(tx, only.story, file);
    return file;
  });
}

import path from 'node:path';
import { ConfigError, NotFoundError, StorageError, unlessBroken } from '../../domain/errors.ts';
import {
  compareVersions,
  renderVersionComparison,
  rollBack,
} from '../../managers/knowledge/knowledge-versions.ts';
import { parseKnowledge } from '../../managers/knowledge/knowledge-document.ts';
import { EpisodeFiles } from '../../records/episode-files.ts';
import { openLearntKnowledge } from '../../run/open-learnt.ts';
import { EpisodeDirectories } from '../../storage/episode-directories.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { tableOr, type Call } from '../command.ts';
import { learntPlace, type LearntPlace, changeLearntFile } from '../learnt-place.ts';
import type { Columns } from '../layout.ts';

const COLUMNS: Columns<KnowledgeVersion> = {
  version: ({ name }) => name,
  'after turn': ({ turn }) => turn,
  file: ({ file }) => path.relative('', file),
};

export async function showKnowledge(call: Call): Promise<void> {
  const { knowledge: file } = await learntPlace(call);
  const bytes = readBytesFile(file);
  const blocks = parseKnowledge(bytes).blocks.filter(({ items }) => items.length > 0);
  const sections = blocks.map(({ title, items }) => ({
    title,
    items: items.map(({ item: { text, origin } }) => ({ text, origin })),
  }));
  call.answer({ file, sections }, () =>
    bytes === null ? { nothing: `Nothing is known yet (${file}).` } : Buffer.from(bytes).toString(),
  );
}

export async function listKnowledge(call: Call): Promise<void> {
  const versions = listVersions(await learntPlace(call));
  call.answer(versions, tableOr('No episode kept a version yet.', COLUMNS, versions));
}

export async function diffKnowledge(call: Call<{ readonly episode?: number }>): Promise<void> {
  const { episode, from, to } = endsOf(await learntPlace(call), call.options.episode);
  const before = from === null ? null : readVersion(from);
  const comparison = compareVersions(before, readVersion(to));
  const changes = comparison.map(({ kind, section, item }) => {
    return { kind, section, text: item.text, origin: item.origin };
  });
  call.answer({ episode, from: from?.name ?? null, to: to.name, changes }, () =>
    changes.length === 0
      ? { nothing: `Episode ${episode} changed nothing.` }
      : renderVersionComparison(comparison),
  );
}

/** The knowledge base before and after an episode. Null if there was no file yet. */
function endsOf(place: LearntPlace, asked: number | undefined) {
  const versions = listVersions(place);
  const episode = asked ?? versions.at(-1)?.episode;
  const own = versions.filter((version) => version.episode === episode);
  const [first] = own;
  const to = own.at(-1);
  if (episode === undefined || first === undefined || to === undefined) {
    const who = asked === undefined ? 'No episode has' : `Episode ${asked} has not`;
    throw new NotFoundError(
      `${who} kept a version of this story's knowledge; see zorkgpt knowledge list.`,
    );
  }
  return { episode, from: first.turn === 0 ? first : null, to };
}

export async function rollBackKnowledge(call: Call<{ readonly to: string }>): Promise<void> {
  const place = await learntPlace(call);
  const { knowledge: file } = place;
  const version = findVersion(listVersions(place), call.options.to);
  const bytes = readVersion(version);
  const now = readBytesFile(file);
  const changes = compareVersions(now, rollBack(now, bytes));
  const { name, before } = await changeLearntFile(call, file, {
    shown: changes.length === 0 ? null : renderVersionComparison(changes),
    // The newest content of the file is rolled back.
    write: () =>
      openLearntKnowledge(file, call.tell, 'person').update((found) => rollBack(found, bytes)),
  });
  call.answer({ file, to: version.name, changed: changes.length }, () =>
    changes.length === 0
      ? `${name} is like version ${version.name} already.`
      : `${name} is like version ${version.name}; ${before}.`,
  );
}

/** Every version that the episodes of a story kept, the oldest first. Throws StorageError. */
function listVersions({ config, story }: LearntPlace) {
  return new EpisodeDirectories(config.workdir).list().flatMap((directory) => {
    const files = new EpisodeFiles(directory);
    const kept = files.knowledge();
    const ifid = unlessBroken(() => files.facts()?.story.ifid, ConfigError);
    if (kept.length === 0 || ifid !== story.identity.ifid) return [];
    const episode = files.number;
    // `7/3` is the third version of episode 7. Turn 0 is the start of the episode.
    return kept.map(({ count, turn, file }) => {
      return { name: `${episode}/${count}`, episode, turn, file };
    });
  });
}

/** Name of the newest version before an episode began. Null if none was kept. Throws StorageError. */
export function versionBefore(place: LearntPlace, episode: number): string | null {
  const isBefore = (one: KnowledgeVersion) =>
    one.episode < episode || (one.episode === episode && one.turn === 0);
  return listVersions(place).findLast(isBefore)?.name ?? null;
}

type KnowledgeVersion = ReturnType<typeof listVersions>[number];

/** The version that a person named: `7/3`, or `7` for the last one of episode 7. Throws NotFoundError. */
function findVersion(versions: readonly KnowledgeVersion[], named: string): KnowledgeVersion {
  const found = /^\d{1,9}$/.test(named)
    ? versions.findLast(({ episode }) => episode === Number(named))
    : versions.find(({ name }) => name === named);
  if (found !== undefined) return found;
  throw new NotFoundError(
    `There is no version "${named}" of this story's knowledge; see zorkgpt knowledge list.`,
  );
}

function readVersion({ file }: KnowledgeVersion): Uint8Array {
  const bytes = readBytesFile(file);
  if (bytes !== null) return bytes;
  throw new StorageError(`${file} is gone; choose another version.`, { path: file });
}

import { listVersions, readVersion, type KnowledgeVersion } from './knowledge-versions.ts';
import { learntPlace, type LearntPlace } from '../learnt-place.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { compareVersions, renderComparison } from '../../managers/knowledge/compare-versions.ts';
import { parseKnowledge } from '../../managers/knowledge/knowledge-document.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { tableOr, type Call } from '../call.ts';
import type { Columns } from '../render-table.ts';

const COLUMNS: Columns<KnowledgeVersion> = {
  version: ({ name }) => name,
  'after turn': ({ turn }) => turn,
  file: ({ file }) => file,
};

/** The knowledge base as it is. */
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

/** The versions that the episodes kept, oldest first. */
export async function listKnowledge(call: Call): Promise<void> {
  const versions = listVersions(await learntPlace(call));
  call.answer(versions, tableOr('No episode kept a version yet.', COLUMNS, versions));
}

/** What an episode changed, from its first version to its last. */
export async function diff(call: Call<{ readonly episode?: number }>): Promise<void> {
  const { episode, from, to } = endsOf(await learntPlace(call), call.options.episode);
  const before = from === null ? null : readVersion(from);
  const comparison = compareVersions(before, readVersion(to));
  const changes = comparison.map(({ kind, section, item: { text, origin } }) => ({
    kind,
    section,
    text,
    origin,
  }));
  call.answer({ episode, from: from?.name ?? null, to: to.name, changes }, () =>
    changes.length === 0
      ? { nothing: `Episode ${episode} changed nothing.` }
      : renderComparison(comparison),
  );
}

/** What an episode started from, null when there was no file yet, and what it came to. */
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

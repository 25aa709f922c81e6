import { listVersions, readVersion, type KnowledgeVersion } from './knowledge-versions.ts';
import { learntPlace, type LearntPlace } from '../learnt-place.ts';
import type { World } from '../world.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { compareVersions, renderComparison } from '../../managers/knowledge/compare-versions.ts';
import { parseKnowledge } from '../../managers/knowledge/knowledge-document.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { renderRows, type Columns } from '../render-table.ts';
import { answer, type CommonOptions } from '../command.ts';

/** Options of `knowledge diff`. */
export interface DiffOptions extends CommonOptions {
  readonly episode?: number;
}

const COLUMNS: Columns<KnowledgeVersion> = {
  version: ({ name }) => name,
  'after turn': ({ turn }) => turn,
  file: ({ file }) => file,
};

/** The knowledge base as it is. */
export async function showKnowledge(world: World, options: CommonOptions): Promise<void> {
  const { knowledge: file } = await learntPlace(world, options);
  const bytes = readBytesFile(file);
  const blocks = parseKnowledge(bytes).blocks.filter(({ items }) => items.length > 0);
  const sections = blocks.map(({ title, items }) => ({
    title,
    items: items.map(({ item: { text, origin } }) => ({ text, origin })),
  }));
  answer(world, options, { file, sections }, () =>
    bytes === null ? { nothing: `Nothing is known yet (${file}).` } : Buffer.from(bytes).toString(),
  );
}

/** The versions that the episodes kept, oldest first. */
export async function listKnowledge(world: World, options: CommonOptions): Promise<void> {
  const { workdir, ifid } = await learntPlace(world, options);
  const versions = listVersions(workdir, ifid);
  answer(world, options, versions, (width) =>
    versions.length === 0
      ? { nothing: 'No episode kept a version yet.' }
      : renderRows(COLUMNS, versions, width),
  );
}

/** What an episode changed, from its first version to its last. */
export async function diff(world: World, options: DiffOptions): Promise<void> {
  const place = await learntPlace(world, options);
  const { episode, from, to } = endsOf(place, options.episode);
  const before = from === null ? null : readVersion(from);
  const comparison = compareVersions(before, readVersion(to));
  const changes = comparison.map(({ kind, section, item: { text, origin } }) => ({
    kind,
    section,
    text,
    origin,
  }));
  answer(world, options, { episode, from: from?.name ?? null, to: to.name, changes }, () =>
    changes.length === 0
      ? { nothing: `Episode ${episode} changed nothing.` }
      : renderComparison(comparison),
  );
}

/** What an episode started from, null when there was no file yet, and what it came to. */
function endsOf({ workdir, ifid }: LearntPlace, asked: number | undefined) {
  const versions = listVersions(workdir, ifid);
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

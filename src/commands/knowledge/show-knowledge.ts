import { listVersions, readVersion, type KnowledgeVersion } from './knowledge-versions.ts';
import { learntPlace, type LearntPlace } from '../learnt-place.ts';
import type { World } from '../world.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { compareVersions, renderComparison } from '../../managers/knowledge/compare-versions.ts';
import { parseKnowledge } from '../../managers/knowledge/knowledge-document.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { note, print, printJson } from '../output.ts';
import { renderTable } from '../render-table.ts';
import type { LookOptions } from '../options.ts';

/** Options of `knowledge diff`. */
export interface DiffOptions extends LookOptions {
  readonly episode?: number;
}

/** The knowledge base as it is. */
export function show(world: World, options: LookOptions): void {
  const { knowledge: file } = learntPlace(world, options);
  const bytes = readBytesFile(file);
  if (options.json) {
    const blocks = parseKnowledge(bytes).blocks.filter(({ items }) => items.length > 0);
    const sections = blocks.map(({ title, items }) => ({
      title,
      items: items.map(({ item }) => ({ text: item.text, origin: item.origin })),
    }));
    printJson(world, { file, sections });
  } else if (bytes === null) note(world, `Nothing is known yet (${file}).`);
  else print(world, Buffer.from(bytes).toString());
}

/** The versions that the episodes kept, oldest first. */
export function list(world: World, options: LookOptions): void {
  const { workdir, ifid } = learntPlace(world, options);
  const versions = listVersions(workdir, ifid);
  if (options.json) {
    printJson(world, versions);
    return;
  }
  if (versions.length === 0) note(world, 'No episode kept a version yet.');
  else print(world, renderTable(['version', 'after turn', 'file'], versions.map(rowOf)));
}

/** What an episode changed, from its first version to its last. */
export function diff(world: World, options: DiffOptions): void {
  const place = learntPlace(world, options);
  const { episode, from, to } = endsOf(place, options.episode);
  const before = from === null ? null : readVersion(from);
  const changes = compareVersions(before, readVersion(to));
  if (options.json) {
    const items = changes.map(({ kind, section, item: { text, origin } }) => ({
      kind,
      section,
      text,
      origin,
    }));
    printJson(world, { episode, from: from?.name ?? null, to: to.name, changes: items });
  } else if (changes.length === 0) note(world, `Episode ${episode} changed nothing.`);
  else print(world, renderComparison(changes));
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

function rowOf({ name, turn, file }: KnowledgeVersion): string[] {
  return [name, String(turn), file];
}

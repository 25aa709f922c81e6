import { ZorkGptError } from '../../domain/errors.ts';
import { printDocumentLines } from '../../domain/lined-document.ts';
import { renderItem, type Item } from './knowledge-item.ts';
import {
  documentWithItem,
  documentWithoutItems,
  itemsOf,
  parseKnowledge,
  SECTIONS,
  type KnowledgeDocument,
  type KnowledgeSection,
} from './knowledge-document.ts';
import type { KnowledgePorts } from './knowledge-ports.ts';

/** An item that only one of two versions has. A revised item is one removed and one added. */
export interface ItemChange {
  readonly kind: 'added' | 'removed';
  /** The heading above the item. Empty before the first. */
  readonly section: string;
  readonly item: Item;
}

/** The differences of two versions of knowledgebase.md. Items under the headings of the newer version come first. */
export function compareVersions(
  before: Uint8Array | null,
  after: Uint8Array | null,
): readonly ItemChange[] {
  const [old, now] = [itemsByHeading(before), itemsByHeading(after)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((section) => {
    const [was, is] = [old.get(section) ?? [], now.get(section) ?? []];
    return [
      ...missingFrom(is, was).map((item) => ({ kind: 'removed' as const, section, item })),
      ...missingFrom(was, is).map((item) => ({ kind: 'added' as const, section, item })),
    ];
  });
}

/** A comparison for people, one line per item: `-` for removed and `+` for added. */
export function renderVersionComparison(changes: readonly ItemChange[]): string {
  const lines = changes.map(({ kind, section, item }, at) => {
    const heading = changes[at - 1]?.section === section ? '' : `${section}\n`;
    const text = item.origin === null ? `- ${item.text}` : renderItem(item.text, item.origin);
    return `${heading}${kind === 'added' ? '+' : '-'} ${text.slice(2)}\n`;
  });
  return lines.join('');
}

/** Takes learnt items back to an earlier version. A person's bytes stay. For `DurableFile.update`. */
export function rollBack(current: Uint8Array | null, version: Uint8Array): Uint8Array {
  const [wanted, read] = [parseKnowledge(version), parseKnowledge(current)];
  const learnt = (document: KnowledgeDocument, section: KnowledgeSection) =>
    itemsOf(document, section).filter(({ origin }) => origin !== null);
  let document = documentWithoutItems(
    read,
    SECTIONS.flatMap((one) => missingFrom(learnt(wanted, one), learnt(read, one))),
  );
  for (const section of SECTIONS) {
    for (const { text, origin } of missingFrom(learnt(read, section), learnt(wanted, section))) {
      if (origin !== null) document = documentWithItem(document, section, text, origin);
    }
  }
  return printDocumentLines(document);
}

/** The items of `all` that `some` lacks, each as often as it is missing. */
function missingFrom(some: readonly Item[], all: readonly Item[]): readonly Item[] {
  const keyOf = ({ text, origin }: Item) => JSON.stringify([text, origin]);
  const left = some.map(keyOf);
  return all.filter((item) => {
    const at = left.indexOf(keyOf(item));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function itemsByHeading(bytes: Uint8Array | null): ReadonlyMap<string, readonly Item[]> {
  const items = new Map<string, readonly Item[]>();
  for (const block of parseKnowledge(bytes).blocks) {
    const heading = block.section ?? block.title;
    items.set(heading, [...(items.get(heading) ?? []), ...block.items.map(({ item }) => item)]);
  }
  return items;
}

/** Passes on each version once. A version that cannot be kept is a warning; the knowledge itself is in its file. */
export class VersionKeeper {
  readonly #ports: Pick<KnowledgePorts, 'keepVersion' | 'emit'>;
  #newest: Uint8Array | null = null;

  constructor(ports: Pick<KnowledgePorts, 'keepVersion' | 'emit'>) {
    this.#ports = ports;
  }

  keep(bytes: Uint8Array | null, turn: number): void {
    if (bytes === null) return;
    if (this.#newest !== null && Buffer.compare(bytes, this.#newest) === 0) return;
    try {
      this.#ports.keepVersion(bytes, turn);
      this.#newest = bytes;
    } catch (error) {
      if (!(error instanceof ZorkGptError)) throw error;
      const { message } = error;
      this.#ports.emit({ type: 'warning', code: 'knowledge-version', message });
    }
  }
}

import { printLines } from '../../domain/lined-document.ts';
import { renderItem, type Item } from './item.ts';
import {
  insertItem,
  removeItems,
  itemsOf,
  parseKnowledge,
  SECTIONS,
} from './knowledge-document.ts';

/** One item that only one of two versions has. A revised item is one removed and one added. */
export interface ItemChange {
  readonly kind: 'added' | 'removed';
  /** Heading that the item stands under; empty before the first. */
  readonly section: string;
  readonly item: Item;
}

/** What differs between two versions of knowledgebase.md, items under the headings of the newer version first. */
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

/** A comparison for people: a line per item, `-` for what is gone and `+` for what came. */
export function renderComparison(changes: readonly ItemChange[]): string {
  const lines = changes.map(({ kind, section, item }, at) => {
    const heading = changes[at - 1]?.section === section ? '' : `${section}\n`;
    const text = item.origin === null ? `- ${item.text}` : renderItem(item.text, item.origin);
    return `${heading}${kind === 'added' ? '+' : '-'} ${text.slice(2)}\n`;
  });
  return lines.join('');
}

/** Takes learnt items back to an earlier version; every byte of a person's stays. For `DurableFile.update`. */
export function rollBack(current: Uint8Array | null, version: Uint8Array): Uint8Array {
  const [wanted, read] = [parseKnowledge(version), parseKnowledge(current)];
  const sections = SECTIONS.map((section) => {
    const [was, is] = [wanted, read].map((one) =>
      itemsOf(one, section).filter(({ origin }) => origin !== null),
    );
    return { section, was, is };
  });
  const gone = sections.flatMap(({ was = [], is = [] }) => missingFrom(was, is));
  let document = removeItems(read, gone);
  for (const { section, was = [], is = [] } of sections) {
    for (const { text, origin } of missingFrom(is, was)) {
      if (origin !== null) document = insertItem(document, section, text, origin);
    }
  }
  return printLines(document);
}

/** Items of `all` that `some` does not have, each as often as it is missing. */
function missingFrom(some: readonly Item[], all: readonly Item[]): readonly Item[] {
  const left = some.map(keyOf);
  return all.filter((item) => {
    const at = left.indexOf(keyOf(item));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function keyOf({ text, origin }: Item): string {
  return JSON.stringify([text, origin]);
}

function itemsByHeading(bytes: Uint8Array | null): ReadonlyMap<string, readonly Item[]> {
  const items = new Map<string, readonly Item[]>();
  for (const block of parseKnowledge(bytes).blocks) {
    const heading = block.section ?? block.title;
    items.set(heading, [...(items.get(heading) ?? []), ...block.items.map(({ item }) => item)]);
  }
  return items;
}

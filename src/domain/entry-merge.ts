import { type FileEntry, entryKey, entryKeys, entriesWithout } from './entry-changes.ts';

/** Edits to a file that keep the work of both sides. */
export interface EntryEdits {
  readonly add: readonly FileEntry[];
  readonly replace: readonly { readonly from: FileEntry; readonly to: FileEntry }[];
  readonly remove: readonly FileEntry[];
  /** Of `add`: entries that both sides changed. Both versions stay. */
  readonly conflicts: readonly FileEntry[];
  /** Of `add`: entries without a name that both sides reworded from the same one. Both stay. */
  readonly reworded: readonly FileEntry[];
}

/** The edits that bring the changes since `base` into a text that was made from it. What the text removed stays removed. */
export function mergeEdits(
  found: readonly FileEntry[],
  base: readonly FileEntry[],
  newest: readonly FileEntry[],
): EntryEdits {
  const [here, before, now] = [entryKeys(found), entryKeys(base), entryKeys(newest)];
  const isGone = (entry: FileEntry) => !now.has(entryKey(entry));
  const used = new Set<FileEntry>();
  const add: FileEntry[] = [];
  const conflicts: FileEntry[] = [];
  const replace: { from: FileEntry; to: FileEntry }[] = [];
  for (const to of entriesWithout(entriesWithout(newest, before), here)) {
    const from = base.find((entry) => isGone(entry) && isSameThing(entry, to) && !used.has(entry));
    const isOwn = (entry: FileEntry) => isSameThing(entry, to) && !before.has(entryKey(entry));
    if (from === undefined) {
      add.push(to);
      continue;
    }
    used.add(from);
    if (here.has(entryKey(from))) replace.push({ from, to });
    else if (to.isCount !== true && found.some(isOwn)) {
      conflicts.push(to);
      add.push(to);
    }
  }
  const replaced = entryKeys(replace.map(({ from }) => from));
  const remove = entriesWithout(base.filter(isGone), replaced).filter((entry) =>
    here.has(entryKey(entry)),
  );
  const lost = entriesWithout(base.filter(isGone), here);
  const own = entriesWithout(found, before);
  const reworded = add.filter((to) => {
    const origins = lost.filter((from) => isLike(from, to));
    return own.some((other) => origins.some((from) => isLike(from, other)));
  });
  return { add, replace, remove, conflicts, reworded };
}

/** The share of words that makes two entries wordings of one thing, measured on the longer. */
const LIKE = 0.5;

function isLike(one: FileEntry, other: FileEntry): boolean {
  if (one.name !== null || other.name !== null || one.place !== other.place) return false;
  const wordsOf = ({ text }: FileEntry) => new Set(text.toLowerCase().match(WORD));
  const [mine, theirs] = [wordsOf(one), wordsOf(other)];
  const shared = [...mine].filter((word) => theirs.has(word)).length;
  return shared > 0 && shared >= LIKE * Math.max(mine.size, theirs.size);
}

/** A run of letters or digits. In latin1, letters beyond ASCII are several characters above it. */
const WORD = /[a-z0-9\x80-\xff]+/g;

function isSameThing(one: FileEntry, other: FileEntry): boolean {
  return one.name !== null && one.name === other.name && one.place === other.place;
}

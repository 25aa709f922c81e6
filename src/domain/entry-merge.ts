/** One thing that a file holds: the words of a paragraph or a few, and where they stand. */
export interface FileEntry {
  /** What it stands under; the same in every version of the file. */
  readonly place: string;
  /** The first line of that place as it is written; empty where there is none. */
  readonly heading: string;
  /** What it is called there, also when its words change; null where its words are all it has. */
  readonly name: string | null;
  /** Its lines in latin1, joined by line feeds, without carriage returns. */
  readonly text: string;
  /** Set for a mere count: where both sides changed it, the text's own stays. */
  readonly isCount?: true | undefined;
}

export interface EntryChange {
  readonly came: readonly FileEntry[];
  readonly went: readonly FileEntry[];
}

/** Changes to a file that keep both sides' work. */
export interface EntryEdits {
  readonly add: readonly FileEntry[];
  readonly replace: readonly { readonly from: FileEntry; readonly to: FileEntry }[];
  readonly remove: readonly FileEntry[];
  /** Of `add`: entries that both sides changed, so that both versions stay. */
  readonly conflicts: readonly FileEntry[];
  /** Of `add`: entries without a name that, by their words, both sides made of the same one; both stay. */
  readonly reworded: readonly FileEntry[];
}

/** The version that a text was made from, as far as can be told. */
export interface Base {
  readonly entries: readonly FileEntry[];
  /** How many steps ago it was written; 0 for the newest. */
  readonly age: number;
  /** Whether others are as near, so that only what all of them held counts. */
  readonly isUnclear: boolean;
}

/** The entries that came and went between two versions of a file. */
export function changeBetween(
  before: readonly FileEntry[],
  after: readonly FileEntry[],
): EntryChange {
  return { came: without(after, keysOf(before)), went: without(before, keysOf(after)) };
}

/** Whether entries came or went. */
export function hasChange({ came, went }: EntryChange): boolean {
  return came.length + went.length > 0;
}

/** What a file holds after steps, oldest first. */
export function afterChanges(
  start: readonly FileEntry[],
  changes: readonly EntryChange[],
): readonly FileEntry[] {
  const held = new Map(start.map((entry) => [keyOf(entry), entry]));
  for (const { came, went } of changes) {
    for (const entry of went) held.delete(keyOf(entry));
    for (const entry of came) held.set(keyOf(entry), entry);
  }
  return [...held.values()];
}

/** What a file that holds `newest` held without these steps of its history, oldest first. */
export function beforeChanges(
  newest: readonly FileEntry[],
  changes: readonly EntryChange[],
): readonly FileEntry[] {
  const undone = changes.map(({ came, went }) => ({ came: went, went: came })).toReversed();
  return afterChanges(newest, undone);
}

/** The written version that differs from `found` in the fewest entries. `changes` led to `newest`, oldest first. */
export function nearestBase(
  found: readonly FileEntry[],
  newest: readonly FileEntry[],
  changes: readonly EntryChange[],
): Base {
  const here = keysOf(found);
  const version = new Map(newest.map((entry) => [keyOf(entry), entry]));
  let shared = [...version.keys()].filter((key) => here.has(key)).length;
  const distance = () => here.size + version.size - 2 * shared;
  let nearest = distance();
  let base: Base = { entries: newest, age: 0, isUnclear: false };
  for (const [index, { came, went }] of changes.toReversed().entries()) {
    for (const entry of came) {
      if (version.delete(keyOf(entry)) && here.has(keyOf(entry))) shared -= 1;
    }
    for (const entry of went) {
      if (!version.has(keyOf(entry)) && here.has(keyOf(entry))) shared += 1;
      version.set(keyOf(entry), entry);
    }
    // Nobody can have copied an empty text.
    if (distance() > nearest || version.size === 0) continue;
    const entries = [...version.values()];
    const isNearer = distance() < nearest;
    const common = base.entries.filter((entry) => version.has(keyOf(entry)));
    const isSame = common.length === base.entries.length && common.length === version.size;
    if (isNearer) base = { entries, age: index + 1, isUnclear: false };
    else if (!isSame) base = { ...base, entries: common, isUnclear: true };
    nearest = distance();
  }
  return base;
}

/** The edits that bring what was written since `base` into a text that was made from it. What the text took out stays out. */
export function mergeEdits(
  found: readonly FileEntry[],
  base: readonly FileEntry[],
  newest: readonly FileEntry[],
): EntryEdits {
  const [here, before, now] = [keysOf(found), keysOf(base), keysOf(newest)];
  const isGone = (entry: FileEntry) => !now.has(keyOf(entry));
  const used = new Set<FileEntry>();
  const add: FileEntry[] = [];
  const conflicts: FileEntry[] = [];
  const replace: { from: FileEntry; to: FileEntry }[] = [];
  for (const to of without(without(newest, before), here)) {
    const from = base.find((entry) => isGone(entry) && isSameThing(entry, to) && !used.has(entry));
    const isOwn = (entry: FileEntry) => isSameThing(entry, to) && !before.has(keyOf(entry));
    if (from === undefined) {
      add.push(to);
      continue;
    }
    used.add(from);
    if (here.has(keyOf(from))) replace.push({ from, to });
    else if (to.isCount !== true && found.some(isOwn)) {
      conflicts.push(to);
      add.push(to);
    }
  }
  const replaced = keysOf(replace.map(({ from }) => from));
  const remove = without(base.filter(isGone), replaced).filter((entry) => here.has(keyOf(entry)));
  const lost = without(base.filter(isGone), here);
  const own = without(found, before);
  const reworded = add.filter((to) => {
    const origins = lost.filter((from) => isLike(from, to));
    return own.some((other) => origins.some((from) => isLike(from, other)));
  });
  return { add, replace, remove, conflicts, reworded };
}

/** Words that two wordings of one thing share, as a part of the words of the longer. */
const LIKE = 0.5;

function isLike(one: FileEntry, other: FileEntry): boolean {
  if (one.name !== null || other.name !== null || one.place !== other.place) return false;
  const wordsOf = ({ text }: FileEntry) => new Set(text.toLowerCase().match(WORD));
  const [mine, theirs] = [wordsOf(one), wordsOf(other)];
  const shared = [...mine].filter((word) => theirs.has(word)).length;
  return shared > 0 && shared >= LIKE * Math.max(mine.size, theirs.size);
}

/** A run of letters or digits; the text is latin1, where letters beyond ASCII are several characters above it. */
const WORD = /[a-z0-9\x80-\xff]+/g;

function isSameThing(one: FileEntry, other: FileEntry): boolean {
  return one.name !== null && one.name === other.name && one.place === other.place;
}

/** Equal for entries of a file with the same words in the same place. */
export function keyOf({ place, text }: FileEntry): string {
  return `${place}\n${text}`;
}

function keysOf(entries: readonly FileEntry[]): ReadonlySet<string> {
  return new Set(entries.map(keyOf));
}

function without(entries: readonly FileEntry[], keys: ReadonlySet<string>): readonly FileEntry[] {
  return entries.filter((entry) => !keys.has(keyOf(entry)));
}

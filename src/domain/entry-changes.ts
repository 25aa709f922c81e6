export interface EntryChange {
  readonly came: readonly FileEntry[];
  readonly went: readonly FileEntry[];
}

/** The entries added and removed between two versions of a file. */
export function entryChange(
  before: readonly FileEntry[],
  after: readonly FileEntry[],
): EntryChange {
  return {
    came: entriesWithout(after, entryKeys(before)),
    went: entriesWithout(before, entryKeys(after)),
  };
}

export function hasEntryChange({ came, went }: EntryChange): boolean {
  return came.length + went.length > 0;
}

/** The entries of a file after these changes, oldest first. */
export function entriesAfterChanges(
  start: readonly FileEntry[],
  changes: readonly EntryChange[],
): readonly FileEntry[] {
  const held = new Map(start.map((entry) => [entryKey(entry), entry]));
  for (const { came, went } of changes) {
    for (const entry of went) held.delete(entryKey(entry));
    for (const entry of came) held.set(entryKey(entry), entry);
  }
  return [...held.values()];
}

/** The entries of a file before these changes, oldest first; `newest` is its present content. */
export function entriesBeforeChanges(
  newest: readonly FileEntry[],
  changes: readonly EntryChange[],
): readonly FileEntry[] {
  const undone = changes.map(({ came, went }) => ({ came: went, went: came })).toReversed();
  return entriesAfterChanges(newest, undone);
}

/** Equal for entries of a file with the same words in the same place. */
export function entryKey({ place, text }: FileEntry): string {
  return `${place}\n${text}`;
}

/** One item in a file: the words of one or several paragraphs, and their place. */
export interface FileEntry {
  /** The heading above it, the same in every version of the file. */
  readonly place: string;
  /** The first line of that place as it is written. Empty if there is none. */
  readonly heading: string;
  /** Its name there, which stays when its words change. Null if it has only its words. */
  readonly name: string | null;
  /** Its lines in latin1, joined by line feeds, without carriage returns. */
  readonly text: string;
  /** Set for a count. If both sides changed it, the text's own stays. */
  readonly isCount?: true | undefined;
}

export function entryKeys(entries: readonly FileEntry[]): ReadonlySet<string> {
  return new Set(entries.map(entryKey));
}

export function entriesWithout(
  entries: readonly FileEntry[],
  keys: ReadonlySet<string>,
): readonly FileEntry[] {
  return entries.filter((entry) => !keys.has(entryKey(entry)));
}

/** Texts that are remembered at most: rooms tell the same again and again. */
const MOST = 2000;

/** A pure reading of texts that remembers what it read of the last ones, where reading is slow. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= MOST) known.clear();
    const now = read(text);
    known.set(text, now);
    return now;
  };
}

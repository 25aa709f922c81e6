import type { Item } from './item.ts';

/** How much of what is known one update may take away. */
export interface ShrinkLimits {
  /** Share of the items, 0 to 1; one item may always go unless it is the last. */
  readonly mostRetiredShare: number;
  /** Share of the characters that retired and shortened items may cost, 0 to 1; MOST_FREE_CHARACTERS are always free. */
  readonly mostLostShare: number;
}

export const DEFAULT_SHRINK_LIMITS: ShrinkLimits = { mostRetiredShare: 0.2, mostLostShare: 0.3 };

/** What one update takes away. Added items do not make up for it. */
export interface Loss {
  readonly retired: readonly Item[];
  readonly revised: readonly { readonly from: Item; readonly to: string }[];
}

/** A single long item may always be shortened or retired. */
const MOST_FREE_CHARACTERS = 400;

/**
 * Why an update must be refused as a whole, in a sentence; null when it may be made. `items` are those that the update
 * could have changed, as they were before it.
 */
export function refuseShrinking(
  items: readonly Item[],
  { retired, revised }: Loss,
  limits: ShrinkLimits,
): string | null {
  const mostRetired = Math.max(1, Math.floor(items.length * limits.mostRetiredShare));
  if (retired.length > mostRetired || (retired.length > 0 && retired.length >= items.length)) {
    return `It would retire ${retired.length} of ${items.length} items.`;
  }
  const characters = items.reduce((sum, { text }) => sum + text.length, 0);
  const lost =
    retired.reduce((sum, { text }) => sum + text.length, 0) +
    revised.reduce((sum, { from, to }) => sum + Math.max(0, from.text.length - to.length), 0);
  if (lost <= Math.max(MOST_FREE_CHARACTERS, characters * limits.mostLostShare)) return null;
  return `It would lose ${lost} of ${characters} characters.`;
}

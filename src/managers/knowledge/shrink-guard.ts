import type { Item } from './item.ts';

/** Share of the items that one update may retire; one item may always go unless it is the last. */
const MOST_RETIRED_SHARE = 0.2;

/** Share of the characters that retired and shortened items may cost; MOST_FREE_CHARACTERS are always free. */
const MOST_LOST_SHARE = 0.3;

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
export function refuseShrinking(items: readonly Item[], { retired, revised }: Loss): string | null {
  const mostRetired = Math.max(1, Math.floor(items.length * MOST_RETIRED_SHARE));
  if (retired.length > mostRetired || (retired.length > 0 && retired.length >= items.length)) {
    return `It would retire ${retired.length} of ${items.length} items.`;
  }
  const characters = items.reduce((sum, { text }) => sum + text.length, 0);
  const lost =
    retired.reduce((sum, { text }) => sum + text.length, 0) +
    revised.reduce((sum, { from, to }) => sum + Math.max(0, from.text.length - to.length), 0);
  if (lost <= Math.max(MOST_FREE_CHARACTERS, characters * MOST_LOST_SHARE)) return null;
  return `It would lose ${lost} of ${characters} characters.`;
}

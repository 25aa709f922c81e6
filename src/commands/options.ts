import type { PlaceFlags } from './learnt-place.ts';

/** Options of a command that looks at what was learnt. */
export interface LookOptions extends PlaceFlags {
  readonly json?: true;
}

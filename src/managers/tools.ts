import type { Emit } from '../events/event.ts';
import type { Ask } from '../model/ask.ts';
import type { PromptLibrary } from '../prompts/question.ts';
import type { KnownWords } from './known-words.ts';

/** A learnt file before and after the end of an episode. */
export interface NightChange {
  readonly what: 'memories' | 'knowledge';
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

export interface Tools {
  readonly ask: Ask;
  readonly prompts: PromptLibrary;
  readonly emit: Emit;
  /** Ends with the episode. */
  readonly signal: AbortSignal;
  /** Told of what synthesis and consolidation change. Absent if nobody asks. */
  readonly atNight?: ((change: NightChange) => void) | undefined;
  /** The words that a lesson may name. If absent, everything is believed. */
  readonly words?: KnownWords | undefined;
}

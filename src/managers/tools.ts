import type { Emit } from '../events/event.ts';
import type { Ask } from '../model/ask.ts';
import type { KnownWords } from './known-words.ts';
import type { PromptLibrary } from '../prompts/prompt-library.ts';

/** What a manager that asks a model works with. */
export interface Tools {
  readonly ask: Ask;
  readonly prompts: PromptLibrary;
  readonly emit: Emit;
  /** Ends with the episode. */
  readonly signal: AbortSignal;
  /** What a lesson may name; without it everything is believed. */
  readonly words?: KnownWords | undefined;
}

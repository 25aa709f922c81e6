import path from 'node:path';
import { createPromptLibrary, type PromptLibrary } from '../prompts/prompt-library.ts';
import { readTextFolder } from '../storage/read-file.ts';

/** The prompts that are installed with this code. Throws StorageError. */
export function loadPrompts(): PromptLibrary {
  return createPromptLibrary(
    readTextFolder(path.join(import.meta.dirname, '..', 'prompts'), '.md'),
  );
}

import { createPromptLibrary, type PromptLibrary } from '../prompts/prompt-library.ts';
import { installedFile } from '../storage/installation.ts';
import { readTextFolder } from '../storage/read-file.ts';

/** The prompts that are installed with this code. Throws StorageError. */
export function loadPrompts(): PromptLibrary {
  return createPromptLibrary(readTextFolder(installedFile('src', 'prompts'), '.md'));
}

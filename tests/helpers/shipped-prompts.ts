import path from 'node:path';
import { createPromptLibrary } from '../../src/prompts/question.ts';
import { readTextFolder } from '../../src/storage/read-file.ts';

/** The prompts of the product, as it renders them. */
export const shippedPrompts = createPromptLibrary(
  readTextFolder(path.resolve(import.meta.dirname, '../../src/prompts'), '.md'),
);

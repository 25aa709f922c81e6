import { KNOWLEDGE_ENTRIES } from '../managers/knowledge/knowledge-document.ts';
import { MEMORY_ENTRIES } from '../managers/memory/memory-document.ts';
import { openDurableFile } from '../storage/durable-file.ts';
import { learntFile, mapLearnt, type LearntFiles } from '../storage/learnt-folder.ts';
import { openSharedFile } from '../storage/shared-file.ts';
import type { DurableFile } from '../storage/storage.ts';
import { RECIPE_ENTRIES } from '../verify/recipe-document.ts';

/** Gets a sentence on the fate of a person's edits. */
type Tell = (message: string) => void;

/** A Memories.md that people edit, too. `by` says whose changes are made through this. */
export function openLearntMemories(file: string, tell: Tell, by: 'run' | 'person'): DurableFile {
  return openSharedFile(file, { format: MEMORY_ENTRIES, tell, by });
}

export function openLearntKnowledge(file: string, tell: Tell, by: 'run' | 'person'): DurableFile {
  return openSharedFile(file, { format: KNOWLEDGE_ENTRIES, tell, by });
}

export function openLearntRecipes(file: string, tell: Tell, by: 'run' | 'person'): DurableFile {
  return openSharedFile(file, { format: RECIPE_ENTRIES, tell, by });
}

/** Opens the learnt files by name, people's as shared files. `.jsonl` has no backup: it can be learnt again. */
export function openLearntFiles(folder: string, tell: Tell): LearntFiles {
  return {
    ...mapLearnt((name, what) =>
      openDurableFile(learntFile(folder, what), { backup: !name.endsWith('.jsonl') }),
    ),
    memories: openLearntMemories(learntFile(folder, 'memories'), tell, 'run'),
    knowledge: openLearntKnowledge(learntFile(folder, 'knowledge'), tell, 'run'),
    recipes: openLearntRecipes(learntFile(folder, 'recipes'), tell, 'run'),
    open: openDurableFile,
  };
}

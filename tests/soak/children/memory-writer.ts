/** Files memories one after the other in the Memories.md of a folder. Arguments: folder, writer's name, how many. */
import path from 'node:path';
import { locationId } from '../../../src/domain/ids.ts';
import { MEMORY_ENTRIES } from '../../../src/managers/memory/memory-document.ts';
import { SimpleMemoryManager } from '../../../src/managers/memory/simple-memory-manager.ts';
import { createPromptLibrary } from '../../../src/prompts/question.ts';
import { openSharedFile } from '../../../src/storage/shared-file.ts';
import { settings } from '../../helpers/settings.ts';

const ROOMS = 12;
const [folder = '', name = '', count = '0'] = process.argv.slice(2);

const manager = new SimpleMemoryManager(
  {
    file: openSharedFile(path.join(folder, 'Memories.md'), {
      format: MEMORY_ENTRIES,
      tell: () => undefined,
      waitMs: 120_000,
    }),
    evidence: new Map(),
    ask: () => Promise.reject(new Error('A writer asks nobody.')),
    prompts: createPromptLibrary(new Map()),
    emit: () => undefined,
    signal: new AbortController().signal,
  },
  settings().memory,
);
let filed = 0;
for (let number = 0; number < Number(count); number += 1) {
  const room = locationId(number % ROOMS);
  const memory = {
    category: 'NOTE',
    title: `${name} found ${number}`,
    text: `Writer ${name} was here ${number} times.\n## Location 5: not a heading`,
    persistence: 'permanent' as const,
    status: 'ACTIVE' as const,
    episode: 1,
    turns: String(number + 1),
    scoreChange: 0,
    supersededBy: null,
    supersededAtTurn: null,
    invalidationReason: null,
  };
  if (await manager.addMemory(room, `Room ${room}`, memory)) filed += 1;
}
await manager.flush();
process.stdout.write(`${filed}\n`);

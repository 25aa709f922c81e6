import { expect, it } from 'vitest';
import { memoryId } from '../../../src/managers/memory/evidence.ts';
import { SimpleMemoryManager } from '../../../src/managers/memory/simple-memory-manager.ts';
import { FakeDurableFile } from '../../helpers/fake-durable-file.ts';
import { memory } from '../../helpers/memory.ts';
import { thing } from '../../helpers/observation.ts';
import { settings } from '../../helpers/settings.ts';
import { at, moment, PROMPTS } from './memory-world.ts';

const LAMP = memory({ category: 'SUCCESS', title: 'take lamp', scoreChange: 5, text: 'Scores 5.' });

/** What is told where the lamp, which an earlier episode took, lies. */
async function told(without: string | null) {
  const manager = new SimpleMemoryManager(
    {
      file: new FakeDurableFile(null),
      evidence: new Map(),
      ask: () => Promise.reject(new Error('nobody is asked')),
      prompts: PROMPTS,
      emit: () => undefined,
      signal: new AbortController().signal,
      takenIn: () => [{ thing: 6, commands: ['take lamp'] }],
    },
    settings({ memory: { without } }).memory,
  );
  await manager.addMemory(at(79), 'Quay', LAMP);
  return manager.recall(at(79), moment({ objects: [thing(6, 'lamp')] })).text;
}

it('what a memory that is left out tells is told in no other line of the room either', async () => {
  expect(await told(null)).toMatch(/^\[SUCCESS\] take lamp: Scores 5\./);
  expect(await told(memoryId(79, LAMP))).toBe('');
});

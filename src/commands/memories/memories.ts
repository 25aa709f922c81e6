import { wholeNumber, type Command } from '../command.ts';
import { PLAY_OPTIONS } from '../run/run.ts';

const LOCATION = {
  says: 'number of the room, or its name; memories list has both',
  isRequired: true,
} as const;

export const MEMORIES_COMMANDS: readonly Command[] = [
  {
    path: 'memories',
    says: 'look at what the rooms taught, correct it, join it',
    examples: [
      'zorkgpt memories',
      'zorkgpt memories show --location 79',
      'zorkgpt memories show --location "Behind House"',
      'zorkgpt memories search window --json',
      'zorkgpt memories invalidate --location 79 --title "Window is locked" --reason "it opens"',
      'zorkgpt memories verify --apply',
      'zorkgpt memories exam --seed 2',
      'zorkgpt memories restore --before-episode 12 --yes',
      'zorkgpt memories merge laptop/Memories.md server/Memories.md --out both.md',
    ],
  },
  {
    path: 'memories list',
    reads: true,
    isDefault: true,
    says: 'one line per room',
    fleet: 'learnt',
    run: async (call) => (await import('./list-memories.ts')).listRooms(call),
  },
  {
    path: 'memories show',
    reads: true,
    says: 'what one room taught',
    options: { '--location <room>': LOCATION },
    fleet: 'learnt',
    run: async (call) => (await import('./show-memories.ts')).showRoom(call),
  },
  {
    path: 'memories search',
    reads: true,
    takes: '<text>',
    says: 'memories and rooms that say it, in any case',
    options: { '--all': 'in the archive, too: what earned no place any more' },
    fleet: 'learnt',
    run: async (call) => (await import('./show-memories.ts')).showMemoriesFound(call),
  },
  {
    path: 'memories stats',
    reads: true,
    says: 'how many there are of each kind',
    fleet: 'learnt',
    run: async (call) => (await import('./list-memories.ts')).listMemoryCounts(call),
  },
  {
    path: 'memories history',
    reads: true,
    says: 'what was learnt, changed and taken out, and when',
    fleet: 'learnt',
    run: async (call) => (await import('./change-memories.ts')).listMemoryChanges(call),
  },
  {
    path: 'memories check',
    reads: true,
    takes: '[file]',
    says: 'what is wrong with a Memories.md, by line; ends with 1 when there are errors',
    fleet: 'learnt',
    run: async (call) => (await import('./list-memories.ts')).listMemoryMistakes(call),
  },
  {
    path: 'memories verify',
    reads: true,
    says: 'try what was learnt again in the engine, at the recorded moments (simulated)',
    options: {
      '--apply': 'give up what was refuted, doubt what held only sometimes',
      '--superseded': {
        says: 'try what was given up instead: how much of it was true',
        conflicts: 'apply',
      },
    },
    fleet: 'change',
    run: async (call) => (await import('./verify-memories.ts')).verifyLearntMemories(call),
  },
  {
    path: 'memories exam',
    reads: true,
    says: 'examine what was learnt by questions about recorded play, whose answers the engine knows',
    options: {
      '--seed <n>': wholeNumber('which paper; no two share a question', { default: 1 }),
      '--questions <n>': wholeNumber('how many questions a paper has', { default: 40 }),
      '--read': 'ask the configured model, too: with what a prompt would show, and without',
      '--out <file>': 'write it as an HTML page as well',
    },
    more: `Each question has one right answer and three wrong ones of the same kind. "stored": the right answer stands in
Memories.md, the map or the knowledge base. "misled": another answer stands there instead. "used": of the stays in
recorded play where the fact applied, those that respected it. "read": right answers of the model with what was
learnt, and without. "learnt ...": when the entry was written that the answer stands in; the map has no date.`,
    fleet: 'records',
    run: async (call) => (await import('./exam-memories.ts')).examMemories(call),
  },
  {
    path: 'memories value',
    reads: true,
    says: 'find out what memories are worth: recorded moments are played with each and without it (simulated)',
    options: {
      '--pairs <n>': wholeNumber('pairs of plays at most, in all', { default: 80 }),
      '--each <n>': wholeNumber('pairs for one memory', { default: 8 }),
      '--turns <n>': wholeNumber('turns of each play', { default: 20 }),
      '--model <name>': PLAY_OPTIONS['--model <name>'] ?? '',
      '--player <kind>': PLAY_OPTIONS['--player <kind>'] ?? '',
      '--base-url <url>': PLAY_OPTIONS['--base-url <url>'] ?? '',
      '--max-cost <usd>': PLAY_OPTIONS['--max-cost <usd>'] ?? '',
    },
    more: `First come memories with a death nearby, then those in doubt, then those that were shown most and followed least. A
pair is worth the points that the play with the memory had more; rooms, deaths and useless commands count, too. Each
pair is written down at once, and the same command goes on where it ended. What is worth less than zero with its 95 %
interval, in at least six pairs, is not shown any more.`,
    run: async (call) => (await import('./value-memories.ts')).valueMemoriesCommand(call),
  },
  {
    path: 'memories invalidate',
    says: 'mark a memory as wrong; it is kept, struck through, and no longer believed',
    options: {
      '--location <room>': LOCATION,
      '--title <title>': { says: 'its title, letter for letter', isRequired: true },
      '--reason <text>': { says: 'why it is wrong', isRequired: true },
    },
    fleet: 'change',
    run: async (call) => (await import('./change-memories.ts')).invalidateMemory(call),
  },
  {
    path: 'memories merge',
    takes: '<file...>',
    says: 'join the Memories.md of several machines; their order does not matter',
    options: {
      '--out <file>': 'write them there, or - for standard output, not into this workdir',
    },
    fleet: 'change',
    run: async (call) => (await import('./change-memories.ts')).mergeMemoryFiles(call),
  },
  {
    path: 'memories restore',
    says: 'take back what runs wrote since an episode began; what people wrote stays',
    options: {
      '--before-episode <n>': wholeNumber('number of the first episode to undo', {
        isRequired: true,
      }),
      '--yes': 'without asking',
    },
    more: 'Only Memories.md is taken back. The knowledge base has zorkgpt knowledge rollback; map and recipes stay.',
    run: async (call) => (await import('./change-memories.ts')).restoreMemories(call),
  },
];

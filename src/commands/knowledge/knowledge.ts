import { wholeNumber, type Command } from '../command.ts';

export const KNOWLEDGE_COMMANDS: readonly Command[] = [
  {
    path: 'knowledge',
    says: 'look at what was learnt beyond single rooms, take it back',
    examples: [
      'zorkgpt knowledge',
      'zorkgpt knowledge diff --episode 7',
      'zorkgpt knowledge rollback --to 6 --yes',
    ],
  },
  {
    path: 'knowledge show',
    reads: true,
    isDefault: true,
    says: 'the knowledge base as it is',
    fleet: 'learnt',
    run: async (call) => (await import('./answer-knowledge.ts')).showKnowledge(call),
  },
  {
    path: 'knowledge list',
    reads: true,
    says: 'the versions that the episodes kept',
    fleet: 'records',
    run: async (call) => (await import('./answer-knowledge.ts')).listKnowledge(call),
  },
  {
    path: 'knowledge diff',
    reads: true,
    says: 'what an episode changed in it',
    options: {
      '--episode <n>': wholeNumber('which; the newest that kept a version when absent'),
    },
    fleet: 'records',
    run: async (call) => (await import('./answer-knowledge.ts')).diffKnowledge(call),
  },
  {
    path: 'knowledge rollback',
    says: 'take what was learnt back to a version; what people wrote stays',
    options: {
      '--to <version>': {
        says: 'a version of knowledge list, or an episode for its last one',
        isRequired: true,
      },
      '--yes': 'without asking',
    },
    fleet: 'change',
    run: async (call) => (await import('./answer-knowledge.ts')).rollBackKnowledge(call),
  },
];

import { ARM_PARTS, DEFAULTS } from '../../eval/arms.ts';
import { METRIC_MEANINGS } from '../../eval/metric.ts';
import { ASKED_PLAYERS } from '../../model/players.ts';
import { type Command, wholeNumber } from '../command.ts';

export const EVAL_COMMANDS: readonly Command[] = [
  {
    path: 'eval',
    says: 'compare ways of playing on the same seeds: what does each component give?',
    options: {
      '--arms <list>': `ways of playing; the first is compared with (${DEFAULTS.arms})`,
      '--seeds <list>': `such as 1..10 or 3,7 (${DEFAULTS.seeds})`,
      '--episodes <n>': wholeNumber(`per arm and seed (${DEFAULTS.episodes})`),
      '--turns <n>': wholeNumber(`per episode (${DEFAULTS.turns})`),
      '--preset <name>': {
        says: "a benchmark's episodes and turns",
        choices: ['tales', 'textquests', 'jttl'],
      },
      '--store <kind>': {
        says: `do episodes learn from each other? (${DEFAULTS.store})`,
        choices: ['fresh', 'persistent'],
      },
      '--episode-seeds <kind>': {
        says: `does every episode start alike? (${DEFAULTS.episodeSeeds})`,
        choices: ['same', 'different'],
      },
      '--parallel <n>': wholeNumber('runs at the same time', { default: 1 }),
      '--player <kind>': { says: 'who plays', choices: ASKED_PLAYERS },
      '--model <name>': 'model for every role',
      '--out <folder>': 'where everything goes (eval/0001 and on in the workdir)',
      '--continue <folder>': 'go on with the experiment there, under its own plan',
      '--estimate': 'tell what it will use, play nothing',
      '--shard <part>': 'play only a part: 1/3, 2/3 or 3/3 of it',
    },
    more: `Arms: ${ARM_PARTS.components.join(', ')}, each also with no- before it; full (all of them) and bare (none);
${ARM_PARTS.choices.join(', ')};
joined with +. What an arm does not name stays as configured. Renamed and plain: places and things carry opaque names in
what the model reads, or their own, so that the difference tells what it merely recalls.

Every episode is stored when it ends. After a kill or a signal the same command, or --continue, plays only what is missing,
and the results are the same as if it had never stopped.

Metrics:
${Object.entries(METRIC_MEANINGS)
  .map(([name, means]) => `  ${name}: ${means}`)
  .join('\n')}`,
    examples: [
      'zorkgpt eval --arms memory,no-memory --seeds 1..10 --episodes 5 --turns 200',
      'zorkgpt eval --arms full,no-memory,no-map+no-objectives --preset tales --store fresh',
      'zorkgpt eval --continue game_files/eval/0003',
      'zorkgpt eval --seeds 1..30 --shard 1/3 --out here',
      'zorkgpt eval merge here there elsewhere --out whole',
    ],
    fleet: 'own',
    run: async (call) => (await import('./play-eval.ts')).playEval(call),
  },
  {
    path: 'eval show',
    takes: '<folder>',
    says: 'the results so far, also while others still play',
    run: async (call) => (await import('./show-experiment.ts')).showExperiment(call),
  },
  {
    path: 'eval merge',
    takes: '<folder...>',
    says: 'join parts of one experiment that were played apart',
    options: { '--out <folder>': 'folder that gets everything' },
    run: async (call) => (await import('./show-experiment.ts')).showMergedExperiment(call),
  },
];

import { Option, type Command } from 'commander';
import { ARM_PARTS } from '../../eval/arms.ts';
import { ASKED_PLAYERS } from '../../model/players.ts';
import { acting, wholeNumber } from '../command.ts';
import type { World } from '../world.ts';
import { DEFAULTS } from './eval-options.ts';

/** `zorkgpt eval …`: paired experiments. */
export function registerEval(program: Command, world: World): void {
  const command = program
    .command('eval')
    .description('compare ways of playing on the same seeds: what does each component give?')
    .option('--arms <list>', `ways of playing; the first is compared with (${DEFAULTS.arms})`)
    .option('--seeds <list>', `such as 1..10 or 3,7 (${DEFAULTS.seeds})`)
    .option('--episodes <n>', `per arm and seed (${DEFAULTS.episodes})`, wholeNumber(1))
    .option('--turns <n>', `per episode (${DEFAULTS.turns})`, wholeNumber(1))
    .addOption(
      new Option('--preset <name>', "a benchmark's episodes and turns").choices([
        'tales',
        'textquests',
        'jttl',
      ]),
    )
    .addOption(
      new Option(
        '--store <kind>',
        `do episodes learn from each other? (${DEFAULTS.store})`,
      ).choices(['fresh', 'persistent']),
    )
    .addOption(
      new Option(
        '--episode-seeds <kind>',
        `does every episode start alike? (${DEFAULTS.episodeSeeds})`,
      ).choices(['same', 'different']),
    )
    .option('--parallel <n>', 'runs at the same time', wholeNumber(1), 1)
    .option('--story <file>', 'story file')
    .addOption(new Option('--player <kind>', 'who plays').choices(ASKED_PLAYERS))
    .option('--model <name>', 'model for every role')
    .option('--out <folder>', 'where everything goes (eval/0001 and on in the workdir)')
    .option('--continue <folder>', 'go on with the experiment there, under its own plan')
    .option('--shard <part>', 'play only a part: 1/3, 2/3 or 3/3 of it')
    .option('--json', 'the results as JSON')
    .addHelpText('after', HELP)
    .action(acting(world, async () => (await import('./play-eval.ts')).evaluate, 'own'));
  command
    .command('show <folder>')
    .description('the results so far, also while others still play')
    .option('--json', 'as JSON')
    .action(acting(world, async () => (await import('./show-experiment.ts')).show));
  command
    .command('merge <folder...>')
    .description('join parts of one experiment that were played apart')
    .option('--out <folder>', 'folder that gets everything')
    .option('--json', 'the results as JSON')
    .action(acting(world, async () => (await import('./merge-experiments.ts')).merge));
}

const HELP = `
Arms: ${ARM_PARTS.components.join(', ')}, each also with no- before it; full (all of them) and bare (none);
${ARM_PARTS.choices.join(', ')};
joined with +. What an arm does not name stays as configured. Renamed and plain: places and things carry opaque names in
what the model reads, or their own, so that the difference tells what it merely recalls.

Every episode is stored when it ends. After a kill or a signal the same command, or --continue, plays only what is missing,
and the results are the same as if it had never stopped.

Examples:
  zorkgpt eval --arms memory,no-memory --seeds 1..10 --episodes 5 --turns 200
  zorkgpt eval --arms full,no-memory,no-map+no-objectives --preset tales --store fresh
  zorkgpt eval --continue game_files/eval/0003
  zorkgpt eval --seeds 1..30 --shard 1/3 --out here
  zorkgpt eval merge here there elsewhere --out whole`;

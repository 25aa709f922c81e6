import type { Command } from 'commander';
import type { World } from '../world.ts';
import { wholeNumber } from '../whole-number.ts';
import type { RollbackOptions } from './roll-back-knowledge.ts';
import type { DiffOptions } from './show-knowledge.ts';
import type { LookOptions } from '../options.ts';

/** `zorkgpt knowledge …`: what holds everywhere, and how it came to be. */
export function addKnowledge(program: Command, world: World): void {
  const knowledge = program
    .command('knowledge')
    .description('look at what was learnt beyond single rooms, take it back')
    .option('--story <file>', 'whose knowledge; the configured story when absent')
    .option('--workdir <folder>', 'where what is learnt and played is kept')
    .addHelpText('after', EXAMPLES);
  knowledge
    .command('show', { isDefault: true })
    .description('the knowledge base as it is')
    .option('--json', 'as JSON')
    .action(async (_: LookOptions, command: Command) => {
      const { show } = await import('./show-knowledge.ts');
      show(world, command.optsWithGlobals<LookOptions>());
    });
  knowledge
    .command('list')
    .description('the versions that the episodes kept')
    .option('--json', 'as JSON')
    .action(async (_: LookOptions, command: Command) => {
      const { list } = await import('./show-knowledge.ts');
      list(world, command.optsWithGlobals<LookOptions>());
    });
  knowledge
    .command('diff')
    .description('what an episode changed in it')
    .option('--episode <n>', 'which; the newest that kept a version when absent', wholeNumber(1))
    .option('--json', 'as JSON')
    .action(async (_: DiffOptions, command: Command) => {
      const { diff } = await import('./show-knowledge.ts');
      diff(world, command.optsWithGlobals<DiffOptions>());
    });
  knowledge
    .command('rollback')
    .description('take what was learnt back to a version; what people wrote stays')
    .requiredOption('--to <version>', 'a version of knowledge list, or an episode for its last one')
    .option('--yes', 'without asking')
    .option('--json', 'as JSON')
    .action(async (_: RollbackOptions, command: Command) => {
      const { rollback } = await import('./roll-back-knowledge.ts');
      await rollback(world, command);
    });
}

const EXAMPLES = `
Examples:
  zorkgpt knowledge
  zorkgpt knowledge diff --episode 7
  zorkgpt knowledge rollback --to 6 --yes`;

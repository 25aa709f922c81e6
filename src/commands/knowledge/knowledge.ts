import type { Command } from 'commander';
import type { PlaceFlags } from '../learnt-place.ts';
import type { World } from '../world.ts';
import { wholeNumber } from '../whole-number.ts';

/** Options of every `knowledge` command. */
export interface KnowledgeOptions extends PlaceFlags {
  readonly json?: true;
}

/** Options of `knowledge diff`. */
export interface DiffOptions extends KnowledgeOptions {
  readonly episode?: number;
}

/** Options of `knowledge rollback`. */
export interface RollbackOptions extends KnowledgeOptions {
  readonly to: string;
  readonly yes?: true;
}

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
    .action(async (_: KnowledgeOptions, command: Command) => {
      const { show } = await import('./show-knowledge.ts');
      show(world, command.optsWithGlobals<KnowledgeOptions>());
    });
  knowledge
    .command('list')
    .description('the versions that the episodes kept')
    .option('--json', 'as JSON')
    .action(async (_: KnowledgeOptions, command: Command) => {
      const { list } = await import('./show-knowledge.ts');
      list(world, command.optsWithGlobals<KnowledgeOptions>());
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

import type { Command } from 'commander';
import type { World } from '../world.ts';
import type { InvalidateOptions, MergeOptions } from './change-memories.ts';
import type { ShowOptions } from './show-memories.ts';
import { wholeNumber } from '../whole-number.ts';
import type { LookOptions } from '../options.ts';

/** `zorkgpt memories …`: what the rooms taught. */
export function addMemories(program: Command, world: World): void {
  const memories = program
    .command('memories')
    .description('look at what the rooms taught, correct it, join it')
    .option('--story <file>', 'whose memories; the configured story when absent')
    .option('--workdir <folder>', 'where what is learnt and played is kept')
    .addHelpText('after', EXAMPLES);
  addReaders(memories, world);
  memories
    .command('check [file]')
    .description('what is wrong with a Memories.md, by line; ends with 1 when there are errors')
    .option('--json', 'as JSON')
    .action(async (file: string | undefined, _: LookOptions, command: Command) => {
      const { check } = await import('./check-memories.ts');
      check(world, file, command.optsWithGlobals<LookOptions>());
    });
  addWriters(memories, world);
}

const EXAMPLES = `
Examples:
  zorkgpt memories
  zorkgpt memories show --location 79
  zorkgpt memories search window --json
  zorkgpt memories invalidate --location 79 --title "Window is locked" --reason "it opens"
  zorkgpt memories merge laptop/Memories.md server/Memories.md --out both.md`;

function addReaders(memories: Command, world: World): void {
  memories
    .command('list', { isDefault: true })
    .description('one line per room')
    .option('--json', 'as JSON')
    .action(async (_: LookOptions, command: Command) => {
      const { list } = await import('./list-memories.ts');
      list(world, command.optsWithGlobals<LookOptions>());
    });
  memories
    .command('show')
    .description('what one room taught')
    .requiredOption('--location <id>', 'number of the room', wholeNumber(0))
    .option('--json', 'as JSON')
    .action(async (_: ShowOptions, command: Command) => {
      const { show } = await import('./show-memories.ts');
      show(world, command.optsWithGlobals<ShowOptions>());
    });
  memories
    .command('search <text>')
    .description('memories and rooms that say it, in any case')
    .option('--json', 'as JSON')
    .action(async (text: string, _: LookOptions, command: Command) => {
      const { search } = await import('./show-memories.ts');
      search(world, text, command.optsWithGlobals<LookOptions>());
    });
  memories
    .command('stats')
    .description('how many there are of each kind')
    .option('--json', 'as JSON')
    .action(async (_: LookOptions, command: Command) => {
      const { stats } = await import('./list-memories.ts');
      stats(world, command.optsWithGlobals<LookOptions>());
    });
}

function addWriters(memories: Command, world: World): void {
  memories
    .command('invalidate')
    .description('mark a memory as wrong; it is kept, struck through, and no longer believed')
    .requiredOption('--location <id>', 'number of the room', wholeNumber(0))
    .requiredOption('--title <title>', 'its title, letter for letter')
    .requiredOption('--reason <text>', 'why it is wrong')
    .option('--json', 'as JSON')
    .action(async (_: InvalidateOptions, command: Command) => {
      const { invalidate } = await import('./change-memories.ts');
      await invalidate(world, command);
    });
  memories
    .command('merge <file...>')
    .description('join the Memories.md of several machines; their order does not matter')
    .option('--out <file>', 'write them there, or - for standard output, not into this workdir')
    .option('--json', 'as JSON')
    .action(async (files: string[], _: MergeOptions, command: Command) => {
      const { merge } = await import('./change-memories.ts');
      await merge(world, files, command.optsWithGlobals<MergeOptions>());
    });
}

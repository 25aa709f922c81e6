import { Option, type Command } from 'commander';
import type { World } from '../world.ts';
import { acting, wholeNumber } from '../command.ts';

/** `zorkgpt memories …`: what the rooms taught. */
export function registerMemories(program: Command, world: World): void {
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
    .action(acting(world, async () => (await import('./check-memories.ts')).check, 'learnt'));
  memories
    .command('verify')
    .description('try what was learnt again in the engine, at the recorded moments (simulated)')
    .option('--apply', 'give up what was refuted, doubt what held only sometimes')
    .addOption(
      new Option(
        '--superseded',
        'try what was given up instead: how much of it was true',
      ).conflicts('apply'),
    )
    .option('--json', 'as JSON')
    .action(acting(world, async () => (await import('./verify-memories.ts')).verify, 'change'));
  addWriters(memories, world);
}

const EXAMPLES = `
Examples:
  zorkgpt memories
  zorkgpt memories show --location 79
  zorkgpt memories show --location "Behind House"
  zorkgpt memories search window --json
  zorkgpt memories invalidate --location 79 --title "Window is locked" --reason "it opens"
  zorkgpt memories verify --apply
  zorkgpt memories restore --before-episode 12 --yes
  zorkgpt memories merge laptop/Memories.md server/Memories.md --out both.md`;

function addReaders(memories: Command, world: World): void {
  memories
    .command('list', { isDefault: true })
    .description('one line per room')
    .option('--json', 'as JSON')
    .action(acting(world, async () => (await import('./list-memories.ts')).listRooms, 'learnt'));
  memories
    .command('show')
    .description('what one room taught')
    .requiredOption('--location <room>', 'number of the room, or its name')
    .option('--json', 'as JSON')
    .action(acting(world, async () => (await import('./show-memories.ts')).showRoom, 'learnt'));
  memories
    .command('search <text>')
    .description('memories and rooms that say it, in any case')
    .option('--json', 'as JSON')
    .action(acting(world, async () => (await import('./show-memories.ts')).search, 'learnt'));
  memories
    .command('stats')
    .description('how many there are of each kind')
    .option('--json', 'as JSON')
    .action(acting(world, async () => (await import('./list-memories.ts')).stats, 'learnt'));
  memories
    .command('history')
    .description('what was learnt, changed and taken out, and when')
    .option('--json', 'as JSON')
    .action(acting(world, async () => (await import('./memory-history.ts')).history, 'learnt'));
}

function addWriters(memories: Command, world: World): void {
  memories
    .command('invalidate')
    .description('mark a memory as wrong; it is kept, struck through, and no longer believed')
    .requiredOption('--location <room>', 'number of the room, or its name')
    .requiredOption('--title <title>', 'its title, letter for letter')
    .requiredOption('--reason <text>', 'why it is wrong')
    .option('--json', 'as JSON')
    .action(acting(world, async () => (await import('./change-memories.ts')).invalidate, 'change'));
  memories
    .command('merge <file...>')
    .description('join the Memories.md of several machines; their order does not matter')
    .option('--out <file>', 'write them there, or - for standard output, not into this workdir')
    .option('--json', 'as JSON')
    .action(acting(world, async () => (await import('./change-memories.ts')).merge, 'change'));
  memories
    .command('restore')
    .description('take back what runs wrote since an episode began; what people wrote stays')
    .requiredOption('--before-episode <n>', 'number of the first episode to undo', wholeNumber(1))
    .option('--yes', 'without asking')
    .option('--json', 'as JSON')
    .action(acting(world, async () => (await import('./memory-history.ts')).restore));
}

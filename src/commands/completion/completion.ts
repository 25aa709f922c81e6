import { Argument, type Command } from 'commander';
import type { World } from '../world.ts';
import { printRaw } from '../output.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

type Shell = (typeof SHELLS)[number];

/** `zorkgpt completion bash|zsh|fish`, made from the command line itself. */
export function registerCompletion(program: Command, world: World): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action((shell: Shell) => complete(world, program, shell));
}

const EXAMPLES = `
Examples:
  source <(zorkgpt completion bash)
  zorkgpt completion fish | source`;

async function complete(world: World, program: Command, shell: Shell): Promise<void> {
  const { placesOf } = await import('./command-tree.ts');
  const { bashCompletion } = await import('./bash-completion.ts');
  const { zshCompletion } = await import('./zsh-completion.ts');
  const { fishCompletion } = await import('./fish-completion.ts');
  const write = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }[shell];
  printRaw(world, write(program.name(), placesOf(program)));
}

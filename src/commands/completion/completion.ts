import type { Call } from '../call.ts';
import type { Command } from '../command.ts';
import { printRaw } from '../output.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** `zorkgpt completion bash|zsh|fish`, made from the command line itself. */
export const COMPLETION_COMMANDS: readonly Command[] = [
  {
    path: 'completion',
    takes: '<shell>',
    choices: SHELLS,
    says: 'print a script that completes commands and options in a shell',
    examples: ['source <(zorkgpt completion bash)', 'zorkgpt completion fish | source'],
    fleet: 'own',
    run: complete,
  },
];

async function complete({ world, word, program }: Call): Promise<void> {
  const { placesOf } = await import('./command-places.ts');
  const scripts = await import('./shell-scripts.ts');
  const { bashCompletion: bash, zshCompletion: zsh, fishCompletion: fish } = scripts;
  const write = { bash, zsh, fish };
  printRaw(world, write[word as keyof typeof write](program.name(), placesOf(program)));
}

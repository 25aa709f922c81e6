import type { Call, Command } from '../command.ts';
import { printRaw } from '../world.ts';
import type { KnownKind } from './shell-scripts.ts';

const KINDS: readonly KnownKind[] = ['episodes', 'rooms', 'recipes'];
const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const COMPLETION_COMMANDS: readonly Command[] = [
  {
    path: 'completion',
    takes: '[shell]',
    choices: SHELLS,
    says: 'print a script that completes commands and options in a shell',
    options: {
      '--words <kind>': { says: 'what the workdir knows', choices: KINDS, isHidden: true },
    },
    examples: ['source <(zorkgpt completion bash)', 'zorkgpt completion fish | source'],
    fleet: 'own',
    run: complete,
  },
];

async function complete(call: Call<{ readonly words?: KnownKind }>): Promise<void> {
  const { world, word, program, options } = call;
  if (options.words !== undefined) {
    const { knownWords } = await import('./known-words.ts');
    printRaw(world, (await knownWords(call, options.words)).map((one) => `${one}\n`).join(''));
    return;
  }
  if (word === '') call.refuse(`name one of ${SHELLS.join(', ')}`);
  const { TOPIC_NAMES } = await import('../help.ts');
  const scripts = await import('./shell-scripts.ts');
  const { bashCompletion: bash, zshCompletion: zsh, fishCompletion: fish, placesOf } = scripts;
  const write = { bash, zsh, fish }[word as (typeof SHELLS)[number]];
  printRaw(world, write(program.name(), placesOf(program, TOPIC_NAMES)));
}

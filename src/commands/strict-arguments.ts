import type { Command } from 'commander';
import { suggest } from './suggest.ts';

/**
 * Refuses words that a command has no use for. Where a bare noun lists, a mistyped verb arrives as an argument of the
 * list; it is then called an unknown command, with what was probably meant. Every command takes part.
 */
export function refuseExcessArguments(program: Command): void {
  for (const command of everyCommand(program)) command.allowExcessArguments();
  program.hook('preAction', (_, command) => {
    const most = command.registeredArguments.some(({ variadic }) => variadic)
      ? Infinity
      : command.registeredArguments.length;
    if (command.args.length <= most) return;
    const { parent } = command;
    const [word = ''] = parent?.args ?? [];
    if (parent !== null && parent !== program && word !== command.name()) {
      command.error(unknownCommand(word, parent));
    }
    const extra = command.args.slice(most).join(' ');
    command.error(`error: too many arguments for '${command.name()}': ${extra}`);
  });
}

/** All commands below one, at any depth. */
export function everyCommand(command: Command): readonly Command[] {
  return command.commands.flatMap((child) => [child, ...everyCommand(child)]);
}

/** The message for a word that is no command of `parent`. */
export function unknownCommand(
  word: string,
  parent: Command,
  more: readonly string[] = [],
): string {
  const names = [...parent.commands.map((command) => command.name()), ...more];
  const [best] = suggest(word, names);
  const hint = best === undefined ? '' : `\n(Did you mean ${best}?)`;
  return `error: unknown command '${word}'${hint}`;
}

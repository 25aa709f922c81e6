import type { Command, Option } from 'commander';

/** What may follow a command, as shells complete it. */
export interface CommandPlace {
  /** Words that lead there, joined by a blank; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Command[];
  /** Its own options and those of the commands above. */
  readonly options: readonly Option[];
}

/** Every place of a command line, the program first. */
export function placesOf(command: Command, path: readonly string[] = []): readonly CommandPlace[] {
  const { commands } = command;
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  return [
    { path: path.join(' '), commands, options },
    ...commands.flatMap((child) => placesOf(child, [...path, child.name()])),
  ];
}

/** Where each word behind a command leads. */
export function stepsOf({ path, commands }: CommandPlace) {
  return commands.map((command) => ({
    from: `${path}/${command.name()}`,
    to: `${path} ${command.name()}`.trim(),
  }));
}

/** Options that take a value, with what may stand before it and the values that are possible; null where any is. */
export function valuesOf({ path, options }: CommandPlace) {
  return options
    .filter(({ required, optional }) => required || optional)
    .map(({ long, argChoices }) => ({ after: `${path}/${long}`, choices: argChoices ?? null }));
}

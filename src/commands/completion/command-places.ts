import type { Command, Option } from 'commander';

/** Words that only the workdir knows. */
export type KnownKind = 'episodes' | 'rooms' | 'recipes';

/** Which of them an argument or a value of an option is, by its name. */
const KINDS: Readonly<Record<string, KnownKind>> = {
  episode: 'episodes',
  other: 'episodes',
  '--episode': 'episodes',
  '--location': 'rooms',
  '--from': 'rooms',
  '--points': 'recipes',
};

/** What may follow a command, as shells complete it. */
export interface CommandPlace {
  /** Words that lead there, joined by a blank; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Command[];
  /** Its own options and those of the commands above. */
  readonly options: readonly Option[];
  /** The kind of its arguments; null where the workdir does not know them. */
  readonly known: KnownKind | null;
  /** Words that are possible besides. */
  readonly words: readonly string[];
}

/** Every place of a command line, the program first; `topics` are what help knows besides commands. */
export function placesOf(
  command: Command,
  topics: readonly string[],
  path: readonly string[] = [],
): readonly CommandPlace[] {
  const { commands } = command;
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  return [
    {
      path: path.join(' '),
      commands,
      options,
      known: KINDS[command.registeredArguments[0]?.name() ?? ''] ?? null,
      words: command.registeredArguments[0]?.argChoices ?? (path[0] === 'help' ? topics : []),
    },
    ...commands.flatMap((child) => placesOf(child, topics, [...path, child.name()])),
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
export function valuesOf({ path, options }: Pick<CommandPlace, 'path' | 'options'>) {
  return options
    .filter(({ required, optional }) => required || optional)
    .map(({ long, argChoices }) => ({
      after: `${path}/${long}`,
      choices: argChoices ?? null,
      known: KINDS[long ?? ''] ?? null,
    }));
}

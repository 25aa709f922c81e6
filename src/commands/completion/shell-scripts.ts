import type { Command, Option } from 'commander';

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

export interface CommandPlace {
  /** Words that lead there, joined by a blank; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Command[];
  readonly options: readonly Option[];
  /** The kind of its arguments; null where the workdir does not know them. */
  readonly known: KnownKind | null;
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

function stepsOf({ path, commands }: CommandPlace) {
  return commands.map((command) => ({
    from: `${path}/${command.name()}`,
    to: `${path} ${command.name()}`.trim(),
  }));
}

/** Options that take a value, with what may stand before it and the values that are possible; null where any is. */
function valuesOf({ path, options }: CommandPlace) {
  return options
    .filter(({ required, optional }) => required || optional)
    .map(({ long, argChoices }) => ({
      after: `${path}/${long}`,
      choices: argChoices ?? null,
      known: KINDS[long ?? ''] ?? null,
    }));
}

type Places = readonly CommandPlace[];

/** Completion for bash, 3.2 and later: `source <(zorkgpt completion bash)`. File names follow where nothing else fits. */
export function bashCompletion(program: string, places: Places): string {
  // After an option that takes a value only its values fit; none means a file or free text.
  const values = places.flatMap(valuesOf).map(({ after, choices, known }) => {
    if (known === 'rooms') return `    "${after}") _${program}_rooms; return ;;`;
    return `    "${after}") words="${[...(choices ?? []), ...asked(program, known)].join(' ')}" ;;`;
  });
  const names = places.map(({ path, commands, options, words, known }) => {
    const own = [...commands.map((one) => one.name()), ...words, ...asked(program, known)];
    const all = [...own, ...options.map(({ long }) => long)];
    return `        "${path}") words="${all.join(' ')}" ;;`;
  });
  return `# bash completion of ${program}
# Names of rooms have blanks and apostrophes.
_${program}_rooms() {
  local typed="\${current//\\\\/}" name
  typed="\${typed#[\\"\\']}"
  while IFS= read -r name; do
    if [[ "$name" == "$typed"* ]]; then
      [[ "$current" == [\\"\\']* ]] || name="$(printf %q "$name")"
      COMPREPLY+=("$name")
    fi
  done < <(${program} completion --words rooms 2>/dev/null)
}
_${program}() {
  local word at="" last="" words="" index
  local current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
${walk(places, 'index = 1; index < COMP_CWORD', 'COMP_WORDS')}
  case "$at/$last" in
${values.join('\n')}
    *)
      case "$at" in
${names.join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${program} ${program}
`;
}

/** Completion for zsh: `source <(zorkgpt completion zsh)`, or a file `_zorkgpt` in fpath. */
export function zshCompletion(program: string, places: Places): string {
  const values = places.flatMap(valuesOf).map(({ after, choices, known }) => {
    const words = [...(choices ?? []), ...asked(program, known, '"${(@f)$(', ')}"')];
    const offer = words.length === 0 ? '_files' : `compadd -- ${words.join(' ')}`;
    return `    "${after}") ${offer}; return ;;`;
  });
  const lists = places.map(({ path, commands, options, words, known }) => {
    const own = [...words, ...asked(program, known)];
    const verbs = commands.map((one) => described(one.name(), one.description()));
    const flags = options.map(({ long, description }) => described(long ?? '', description));
    return `    "${path}")
      commands=(${verbs.join(' ')})
      options=(${flags.join(' ')})
      own=(${own.join(' ')})
      ;;`;
  });
  return `#compdef ${program}
_${program}() {
  local word at="" last=""
  local -a commands options own
  local index
${walk(places, 'index = 2; index < CURRENT', 'words')}
  case "$at/$last" in
${values.join('\n')}
  esac
  case "$at" in
${lists.join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    _describe 'option' options
  elif (( \${#own} )); then
    compadd -- "\${own[@]}"
  elif (( \${#commands} )); then
    _describe 'command' commands
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == "_${program}" ]]; then
  _${program} "$@"
else
  compdef _${program} ${program}
fi
`;
}

/** Completion for fish: `zorkgpt completion fish | source`. */
export function fishCompletion(program: string, places: Places): string {
  const steps = places.flatMap(stepsOf).map(({ from, to }) => {
    return `            case ${quoted(from)}\n                set at ${quoted(to)}`;
  });
  const lines = places.flatMap(({ path, commands, options, words, known }) => {
    const own = [...words, ...asked(program, known, '(', ')')].join(' ');
    const at = `complete -c ${program} -n "__${program}_at ${quoted(path)}"`;
    return [
      ...(own === '' ? [] : [`${at} -f -a ${quoted(own)}`]),
      ...commands.map((one) => `${at} -f -a ${one.name()} -d ${quoted(one.description())}`),
      ...options.map(({ long, description, required, optional, argChoices }) => {
        const value = required || optional ? ' -r' : '';
        const kind = KINDS[long ?? ''] ?? null;
        const words = [...(argChoices ?? []), ...asked(program, kind, '(', ')')];
        const offer = words.length === 0 ? '' : ` -x -a ${quoted(words.join(' '))}`;
        return `${at} -l ${long?.replace(/^--/, '')}${value}${offer} -d ${quoted(description)}`;
      }),
    ];
  });
  return `# fish completion of ${program}
function __${program}_at
    set -l at ""
    for word in (commandline -opc)[2..-1]
        switch "$at/$word"
${steps.join('\n')}
        end
    end
    test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** A call of the program for words that only the workdir knows; empty where the workdir knows none. */
function asked(program: string, kind: KnownKind | null, opens = '$(', closes = ')') {
  return kind === null
    ? []
    : [`${opens}${program} completion --words ${kind} 2>/dev/null${closes}`];
}

/** The loop of bash and zsh that finds the place (`at`) and the word before (`last`) of what is completed. */
function walk(places: Places, range: string, words: string): string {
  const steps = places.flatMap(stepsOf).map(({ from, to }) => `      "${from}") at="${to}" ;;`);
  return `  for ((${range}; index++)); do
    word="\${${words}[index]}"
    case "$at/$word" in
${steps.join('\n')}
    esac
    last="$word"
  done`;
}

/** `'name:what it means'`, as _describe of zsh reads it. */
function described(name: string, says: string): string {
  return `'${`${name.replaceAll(':', '\\:')}:${says}`.replaceAll("'", `'\\''`)}'`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

import { stepsOf, valuesOf, type CommandPlace } from './command-places.ts';

type Places = readonly CommandPlace[];

/** Completion for bash, 3.2 and later: `source <(zorkgpt completion bash)`. File names follow where nothing else fits. */
export function bashCompletion(program: string, places: Places): string {
  // After an option that takes a value only its values fit; none means a file or free text.
  const values = places.flatMap(valuesOf).map(({ after, choices }) => {
    return `    "${after}") words="${(choices ?? []).join(' ')}" ;;`;
  });
  const names = places.map(({ path, commands, options }) => {
    const all = [...commands.map((one) => one.name()), ...options.map(({ long }) => long)];
    return `        "${path}") words="${all.join(' ')}" ;;`;
  });
  return `# bash completion of ${program}
_${program}() {
  local word at="" last="" words="" index
  local current="\${COMP_WORDS[COMP_CWORD]}"
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
  const values = places.flatMap(valuesOf).map(({ after, choices }) => {
    const offer = choices === null ? '_files' : `compadd -- ${choices.join(' ')}`;
    return `    "${after}") ${offer}; return ;;`;
  });
  const lists = places.map(({ path, commands, options }) => {
    const verbs = commands.map((one) => described(one.name(), one.description()));
    const flags = options.map(({ long, description }) => described(long ?? '', description));
    return `    "${path}")
      commands=(${verbs.join(' ')})
      options=(${flags.join(' ')})
      ;;`;
  });
  return `#compdef ${program}
_${program}() {
  local word at="" last=""
  local -a commands options
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
  const lines = places.flatMap(({ path, commands, options }) => {
    const at = `complete -c ${program} -n "__${program}_at ${quoted(path)}"`;
    return [
      ...commands.map((one) => `${at} -f -a ${one.name()} -d ${quoted(one.description())}`),
      ...options.map(({ long, description, required, optional, argChoices }) => {
        const value = required || optional ? ' -r' : '';
        const offer = argChoices === undefined ? '' : ` -x -a ${quoted(argChoices.join(' '))}`;
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

/** A word for fish. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

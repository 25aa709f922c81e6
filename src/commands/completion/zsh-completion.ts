import { walkWords, type CommandPlace, type OptionWord, type Word } from './command-places.ts';

/** Completion for zsh: `source <(zorkgpt completion zsh)`, or a file `_zorkgpt` in fpath. */
export function zshCompletion(program: string, places: readonly CommandPlace[]): string {
  return `#compdef ${program}
_${program}() {
  local word at="" last=""
  local -a commands options
  local index
${walkWords(places, { first: 2, current: 'CURRENT', words: 'words' })}
  case "$at/$last" in
${places.flatMap(values).join('\n')}
  esac
  case "$at" in
${places.map(lists).join('\n')}
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

function values({ path, options }: CommandPlace): readonly string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ name, choices }) => {
      const offer = choices === null ? '_files' : `compadd -- ${choices.join(' ')}`;
      return `    "${path}/${name}") ${offer}; return ;;`;
    });
}

function lists({ path, commands, options }: CommandPlace): string {
  return `    "${path}")
      commands=(${commands.map(described).join(' ')})
      options=(${options.map(described).join(' ')})
      ;;`;
}

/** `'name:what it means'`, as _describe reads it. */
function described({ name, says }: Word | OptionWord): string {
  const text = `${name.replaceAll(':', '\\:')}:${says}`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

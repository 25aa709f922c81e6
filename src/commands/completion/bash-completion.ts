import { walkWords, type CommandPlace } from './command-places.ts';

/** Completion for bash, 3.2 and later: `source <(zorkgpt completion bash)`. File names follow where nothing else fits. */
export function bashCompletion(program: string, places: readonly CommandPlace[]): string {
  return `# bash completion of ${program}
_${program}() {
  local word at="" last="" words="" index
  local current="\${COMP_WORDS[COMP_CWORD]}"
${walkWords(places, { first: 1, current: 'COMP_CWORD', words: 'COMP_WORDS' })}
  case "$at/$last" in
${places.flatMap(values).join('\n')}
    *)
      case "$at" in
${places.map(names).join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${program} ${program}
`;
}

/** After an option that takes a value only its values fit; none means a file or free text. */
function values({ path, options }: CommandPlace): readonly string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ name, choices }) => `    "${path}/${name}") words="${(choices ?? []).join(' ')}" ;;`);
}

function names({ path, commands, options }: CommandPlace): string {
  const all = [...commands, ...options].map(({ name }) => name).join(' ');
  return `        "${path}") words="${all}" ;;`;
}

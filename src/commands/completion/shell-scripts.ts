interface Shell {
  /** The script of a program. It asks the program what fits, and offers files where nothing does. */
  readonly script: (program: string) => string;
  /** How the shell reads a word with what it means. */
  readonly line: (name: string, says: string) => string;
}

/** Bash (3.2 and later) needs words quoted as the person quotes them: names of rooms have blanks and apostrophes. */
const bash: Shell = {
  line: (name) => name,
  script: (program) => `# bash completion of ${program}
_${program}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" name
  local typed="\${current//\\\\/}"
  typed="\${typed#[\\"\\']}"
  COMPREPLY=()
  while IFS= read -r name; do
    [[ "$current" == [\\"\\']* ]] || name="$(printf %q "$name")"
    COMPREPLY+=("$name")
  done < <(${program} completion bash --offer="$(printf '%s\\n' "$typed" "\${COMP_WORDS[@]:1:COMP_CWORD-1}")" 2>/dev/null)
}
complete -o default -F _${program} ${program}
`,
};

/** Zsh takes the script by `source`, and as a file `_zorkgpt` in fpath. */
const zsh: Shell = {
  line: (name, says) => `${name.replaceAll(':', '\\:')}:${says}`,
  script: (program) => `#compdef ${program}
_${program}() {
  local -a offers
  local line
  while IFS= read -r line; do
    offers+=("$line")
  done < <(${program} completion zsh --offer="$(printf '%s\\n' "\${words[CURRENT]}" "\${words[@]:1:CURRENT-2}")" 2>/dev/null)
  if (( \${#offers[@]} )); then
    _describe '${program}' offers
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == "_${program}" ]]; then
  _${program} "$@"
else
  compdef _${program} ${program}
fi
`,
};

const fish: Shell = {
  line: (name, says) => `${name}\t${says}`,
  script: (program) => `# fish completion of ${program}
function __${program}_offers
    set -l typed (commandline -ct)
    set -l before (commandline -opc)
    set -e before[1]
    set -l lines (printf '%s\\n' "$typed" $before | string collect)
    set -l offers (${program} completion fish --offer="$lines" 2>/dev/null)
    if test (count $offers) -gt 0
        printf '%s\\n' $offers
    else
        __fish_complete_path "$typed"
    end
end
complete -c ${program} -f -a '(__${program}_offers)'
`,
};

export const SCRIPTS: Readonly<Record<string, Shell>> = { bash, zsh, fish };

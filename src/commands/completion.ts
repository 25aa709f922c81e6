import type { Command as Commander } from 'commander';
import { ZorkGptError } from '../domain/errors.ts';
import { isSure } from '../domain/recipe.ts';
import { commandOn } from './command-line.ts';
import type { Call, Command } from './command.ts';
import { printRaw } from './print.ts';

interface Shell {
  /** The script for a shell. It asks the program for words, and offers files if there are none. */
  readonly script: (program: string) => string;
  /** How the shell reads a word with its meaning. */
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

/** Zsh takes the script through `source`, and as a file `_zorkgpt` in fpath. */
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

const SCRIPTS: Readonly<Record<string, Shell>> = { bash, zsh, fish };

/** The words of each kind that the workdir knows. */
const FINDERS = {
  async episodes(call: Call) {
    const { listEpisodes } = await import('../records/episodes.ts');
    const { workdir } = (await call.settings()).config;
    return [...listEpisodes(workdir).map(({ number }) => number), 'latest'];
  },
  async rooms(call: Call) {
    const { learntPlace, roomsAtPlace: readLearntRooms } = await import('./learnt-place.ts');
    const rooms = readLearntRooms((await learntPlace(call)).memories);
    const isOnly = (named: string) => rooms.filter(({ name }) => name === named).length === 1;
    return rooms.map(({ id, name }) => (isOnly(name) ? name : `${name} (${id})`));
  },
  async settings() {
    const { LEAVES } = await import('../config/resolve.ts');
    return LEAVES.map(({ path }) => path.join('.'));
  },
  async recipes(call: Call) {
    const { learntPlace } = await import('./learnt-place.ts');
    const { readBytesFile } = await import('../storage/read-file.ts');
    const { parseRecipes, recipesOf } = await import('../verify/recipe-document.ts');
    const file = readBytesFile((await learntPlace(call)).recipes);
    const sure = recipesOf(parseRecipes(file)).filter(isSure);
    return sure.map(({ points }) => points);
  },
};

/** The kind of an argument or of an option's value, by its name. */
const KINDS: Readonly<Record<string, keyof typeof FINDERS>> = {
  episode: 'episodes',
  other: 'episodes',
  setting: 'settings',
  '--episode': 'episodes',
  '--location': 'rooms',
  '--from': 'rooms',
  '--points': 'recipes',
};

export const COMPLETION_COMMANDS: readonly Command[] = [
  {
    path: 'completion',
    takes: '[shell]',
    choices: Object.keys(SCRIPTS),
    says: 'print a script that completes commands and options in a shell',
    options: {
      '--offer <lines>': { says: 'what fits: the word so far and those before it', isHidden: true },
    },
    examples: ['source <(zorkgpt completion bash)', 'zorkgpt completion fish | source'],
    fleet: 'own',
    run: complete,
  },
];

async function complete(call: Call<{ readonly offer?: string }>): Promise<void> {
  const { world, word, program, options } = call;
  const { [word]: shell } = SCRIPTS;
  if (shell === undefined) call.refuse(`name one of ${Object.keys(SCRIPTS).join(', ')}`);
  if (options.offer === undefined) return printRaw(world, shell.script(program.name()));
  const [typed = '', ...before] = options.offer.split('\n');
  const offers = await offersAfter(call, before);
  const fitting = offers.filter(([name]) => name.startsWith(typed));
  printRaw(world, fitting.map(([name, says]) => `${shell.line(name, says)}\n`).join(''));
}

/** The words that may follow, each with its meaning. Empty for a file or free text. */
async function offersAfter(call: Call, words: readonly string[]) {
  const { program } = call;
  const command = commandOn(program, words);
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const valued = options.find(({ long, required }) => required && long === words.at(-1));
  const [argument] = command.registeredArguments;
  const choices = (valued ?? argument)?.argChoices ?? (await topicsOf(command));
  const known = await knownWords(call, KINDS[valued?.long ?? argument?.name() ?? '']);
  const values = [...choices, ...known].map((name) => [name, ''] as const);
  if (valued !== undefined) return values;
  return [
    ...command.commands.map((one) => [one.name(), one.description()] as const),
    ...values,
    ...options.map(({ long, description }) => [long ?? '', description] as const),
  ];
}

async function topicsOf(command: Commander): Promise<readonly string[]> {
  return command.name() === 'help' ? (await import('./help.ts')).TOPIC_NAMES : [];
}

/** The known words of a kind. Empty if they cannot be read, without a complaint. */
async function knownWords(call: Call, kind?: keyof typeof FINDERS): Promise<readonly string[]> {
  if (kind === undefined) return [];
  try {
    return (await FINDERS[kind](call.with({}, { isQuiet: true }))).map(String);
  } catch (error) {
    if (error instanceof ZorkGptError) return [];
    throw error;
  }
}

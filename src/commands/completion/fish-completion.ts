import type { OptionWord, CommandPlace, Word } from './command-places.ts';

/** Completion for fish: `zorkgpt completion fish | source`. */
export function fishCompletion(program: string, places: readonly CommandPlace[]): string {
  return `# fish completion of ${program}
function __${program}_at
    set -l at ""
    for word in (commandline -opc)[2..-1]
        switch "$at/$word"
${places.flatMap(steps).join('\n')}
        end
    end
    test "$at" = "$argv[1]"
end
${places.flatMap((place) => lines(program, place)).join('\n')}
`;
}

function steps({ path, commands }: CommandPlace): readonly string[] {
  return commands.map(({ name }) => {
    const next = path === '' ? name : `${path} ${name}`;
    return `            case ${quoted(`${path}/${name}`)}\n                set at ${quoted(next)}`;
  });
}

function lines(program: string, { path, commands, options }: CommandPlace): readonly string[] {
  const at = `complete -c ${program} -n "__${program}_at ${quoted(path)}"`;
  const files = commands.length > 0 ? ' -f' : '';
  return [
    ...commands.map(({ name, says }: Word) => `${at}${files} -a ${name} -d ${quoted(says)}`),
    ...options.map((option) => `${at} ${optionLine(option)}`),
  ];
}

function optionLine({ name, says, takesValue, choices }: OptionWord): string {
  const value = takesValue ? ' -r' : '';
  const offer = choices === null ? '' : ` -x -a ${quoted(choices.join(' '))}`;
  return `-l ${name.replace(/^--/, '')}${value}${offer} -d ${quoted(says)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

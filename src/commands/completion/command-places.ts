import type { Command, Option } from 'commander';

/** What may follow a command, as shells complete it. */
export interface CommandPlace {
  /** Words that lead there, joined by a blank; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Word[];
  readonly options: readonly OptionWord[];
}

/** Something to complete, with what it means. */
export interface Word {
  readonly name: string;
  readonly says: string;
}

/** An option with its values, where only some are possible; null when it takes any or none. */
export interface OptionWord extends Word {
  readonly takesValue: boolean;
  readonly choices: readonly string[] | null;
}

/** Every place of a command line, the program first. An option of a noun belongs to its verbs, too. */
export function placesOf(program: Command): readonly CommandPlace[] {
  return placesBelow(program, [], []);
}

function placesBelow(
  command: Command,
  path: readonly string[],
  inherited: readonly OptionWord[],
): readonly CommandPlace[] {
  const own = [...command.options.filter(({ hidden }) => !hidden).flatMap(wordsOf), ...HELP];
  const names = new Set(own.map(({ name }) => name));
  const options = [...own, ...inherited.filter(({ name }) => !names.has(name))];
  const children = command.commands;
  const commands = children.map((child) => ({ name: child.name(), says: child.description() }));
  return [
    { path: path.join(' '), commands, options },
    ...children.flatMap((child) => placesBelow(child, [...path, child.name()], options)),
  ];
}

const HELP: readonly OptionWord[] = [
  { name: '--help', says: 'how it works', takesValue: false, choices: null },
];

function wordsOf({ long, description, argChoices, required, optional }: Option): OptionWord[] {
  if (long === undefined || long === null) return [];
  return [
    {
      name: long,
      says: description,
      takesValue: required || optional,
      choices: argChoices ?? null,
    },
  ];
}

/** The loop of bash and zsh that finds the place (`at`) and the word before (`last`) of what is completed. */
export function walkWords(
  places: readonly CommandPlace[],
  {
    first,
    current,
    words,
  }: { readonly first: number; readonly current: string; readonly words: string },
): string {
  return `  for ((index = ${first}; index < ${current}; index++)); do
    word="\${${words}[index]}"
    case "$at/$word" in
${places.flatMap(caseSteps).join('\n')}
    esac
    last="$word"
  done`;
}

/** Where each word behind a command leads, as branches of a `case`. */
function caseSteps({ path, commands }: CommandPlace): readonly string[] {
  return commands.map(({ name }) => {
    const next = path === '' ? name : `${path} ${name}`;
    return `      "${path}/${name}") at="${next}" ;;`;
  });
}

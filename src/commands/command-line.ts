import path from 'node:path';
import { Argument, type Command as Commander, InvalidArgumentError, Option } from 'commander';
import { StorageError, unlessBroken } from '../domain/errors.ts';
import { suggestNames } from '../domain/text.ts';
import { installedFile, modifiedAt, readFolderNames } from '../storage/read-file.ts';
import { Call, type Command, type CommonOptions, type Options } from './command.ts';
import { onFleet } from './fleet/fleet-of.ts';
import { helpWidth, prose } from './layout.ts';
import { type World } from './world.ts';

/** This program as cron starts it, without a shell: absolute paths. */
export const PROGRAM: readonly string[] = [process.execPath, installedFile('bin', 'zorkgpt.js')];

/** A command line of this program that works when pasted into the shell that showed it. */
export function commandLine(world: World, words: readonly string[]): string {
  const folders = (world.environment['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  // A folder that cannot be read holds no program either.
  const isOnPath = folders.some((folder) =>
    unlessBroken(() => readFolderNames(folder), StorageError)?.includes('zorkgpt'),
  );
  return [...(isOnPath ? ['zorkgpt'] : PROGRAM), ...words].map(quotedInCommandLine).join(' ');
}

/** How a command line calls this program: `npx zorkgpt` if npm started it, else `zorkgpt`. */
export function commandLineName({ environment }: World): string {
  return environment['npm_command'] === 'exec' ? 'npx zorkgpt' : 'zorkgpt';
}

/** A word of a command line, quoted for the shell. */
export function quotedInCommandLine(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A word of a command line, quoted for a crontab, where a bare % would end the line. */
export function quotedInCronLine(word: string): string {
  return quotedInCommandLine(word).replaceAll('%', '\\%');
}

/** Makes the command line of commands, nouns before their verbs. */
export function register(program: Commander, world: World, commands: readonly Command[]): void {
  for (const command of commands) {
    const { path, takes = '', choices, says, isDefault = false, options = {}, run } = command;
    const words = path.split(' ');
    const parent = commandOn(program, words.slice(0, -1));
    const made = parent.command(words.at(-1) ?? '', { isDefault }).description(says);
    if (choices !== undefined) made.addArgument(new Argument(takes, 'which one').choices(choices));
    else if (takes !== '') made.arguments(takes);
    for (const option of optionsOf(options)) made.addOption(option);
    made.addHelpText('after', () => textBelow(command, helpWidth(world)));
    if (run !== undefined) made.action(() => act(world, made, { ...command, run }));
  }
}

export function optionsOf(options: Options): readonly Option[] {
  return Object.entries(options).map(([flags, of]) => {
    const { says, choices, parse, isRequired, isHidden, conflicts, ...more } =
      typeof of === 'string' ? { says: of } : of;
    const told = isRequired === true ? `${says} (required)` : says;
    const option = new Option(flags, told).default(more.default);
    if (choices !== undefined) onlyThese(option, choices);
    if (parse !== undefined) option.argParser((text, before) => parse(text, before as never));
    if (conflicts !== undefined) option.conflicts(conflicts);
    return option.makeOptionMandatory(isRequired === true).hideHelp(isHidden === true);
  });
}

/** The option takes one of these; for a similar word it proposes the one that may be meant. */
function onlyThese(option: Option, choices: readonly string[]): void {
  option.choices(choices);
  const { parseArg } = option;
  option.argParser((text, before) => {
    const [best] = choices.includes(text) ? [] : suggestNames(text, choices);
    if (best !== undefined) throw new InvalidArgumentError(`Did you mean ${best}?`);
    return parseArg?.(text, before as never);
  });
}

function textBelow({ more, examples = [] }: Command, width: number): string {
  const shown = examples.length === 0 ? [] : [['Examples:', ...examples].join('\n  ')];
  return [...(more === undefined ? [] : [prose(more, width)]), ...shown]
    .map((text) => `\n${text}`)
    .join('\n');
}

async function act(
  world: World,
  command: Commander,
  { run, fleet = 'not', reads }: Required<Pick<Command, 'run'>> & Command,
): Promise<void> {
  const options = command.optsWithGlobals<CommonOptions>();
  if (fleet === 'not' && options.fleet !== undefined) {
    command.error(`error: ${command.name()} does not work on a fleet`);
  }
  // Commander has checked that these are options of the command.
  const call = new Call<never>(world, options as never, command);
  for (const form of ['format', 'transcript']) {
    if (options.json && call.isGiven(form) && !call.isGiven('out'))
      call.refuse(`--json makes no sense with --${form}`);
  }
  const work = reads === true ? (asked: Call<never>) => unlessEmpty(asked, run) : run;
  if (fleet === 'not' || fleet === 'own') await work(call);
  else await onFleet(call, fleet, work);
}

/** What a workdir may hold before anything was played: fetched stories, logs, an empty report, hidden files. */
const NOT_PLAYED = /^(?:\.|stories$|runs\.log|(?:workdir|spending)\.json$|report\.html$)/;

/** Runs a command that reads, or says that nothing was played yet. That is an answer, no error. */
async function unlessEmpty(call: Call<never>, run: NonNullable<Command['run']>): Promise<void> {
  const { workdir } = (await call.settings()).config;
  if (readFolderNames(workdir).some((name) => !NOT_PLAYED.test(name))) {
    await run(call);
    return;
  }
  const missing = modifiedAt(workdir) === null ? ', which does not exist' : '';
  const nothing = `No episode yet in ${workdir}${missing}; zorkgpt run plays one.`;
  call.answer(null, () => ({ nothing }));
}

/** Refuses words that a command does not use. A mistyped verb arrives as an argument of the list, and is called unknown. */
export function refuseExcessArguments(program: Commander): void {
  for (const command of everyCommand(program)) command.allowExcessArguments();
  program.hook('preAction', (_, command) => {
    const most = command.registeredArguments.some(({ variadic }) => variadic)
      ? Infinity
      : command.registeredArguments.length;
    if (command.args.length <= most) return;
    const { parent } = command;
    const [word = ''] = parent?.args ?? [];
    if (parent !== null && parent !== program && word !== command.name()) {
      command.error(unknownCommand(word, parent));
    }
    const extra = command.args.slice(most).join(' ');
    command.error(`error: too many arguments for '${command.name()}': ${extra}`);
  });
}

export function everyCommand(command: Commander): readonly Commander[] {
  return command.commands.flatMap((child) => [child, ...everyCommand(child)]);
}

/** The command of the first words of a command line, as far as they name one. */
export function commandOn(program: Commander, words: readonly string[]): Commander {
  return words.reduce<Commander>(
    (at, word) => at.commands.find((child) => child.name() === word) ?? at,
    program,
  );
}

/** The error for a command line that names no command; it proposes a similar name. */
export function unknownCommand(word: string, parent: Commander, more: readonly string[] = []) {
  const names = [...parent.commands.map((command) => command.name()), ...more];
  const [best] = suggestNames(word, names);
  // The program has too many for a line; a command has a few verbs.
  const verbs = parent.parent === null ? '' : `\n(There are ${names.join(', ')}.)`;
  const hint = best === undefined ? verbs : `\n(Did you mean ${best}?)`;
  return `error: unknown command '${word}'${hint}`;
}

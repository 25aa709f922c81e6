import { Argument, Option, type Command as Commander } from 'commander';
import { Call, type CommonOptions } from './call.ts';
import type { Command, Options } from './command.ts';
import { commandOn } from './strict-arguments.ts';
import type { World } from './world.ts';

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
    made.addHelpText('after', textBelow(command));
    if (run !== undefined) made.action(() => act(world, made, { ...command, run }));
  }
}

/** Options as Commander takes them. */
export function optionsOf(options: Options): readonly Option[] {
  return Object.entries(options).map(([flags, of]) => {
    const { says, choices, parse, isRequired, isHidden, conflicts, ...more } =
      typeof of === 'string' ? { says: of } : of;
    const option = new Option(flags, says).default(more.default);
    if (choices !== undefined) option.choices(choices);
    if (parse !== undefined) option.argParser((text, before) => parse(text, before as never));
    if (conflicts !== undefined) option.conflicts(conflicts);
    return option.makeOptionMandatory(isRequired === true).hideHelp(isHidden === true);
  });
}

function textBelow({ more, examples = [] }: Command): string {
  const shown = examples.length === 0 ? [] : [['Examples:', ...examples].join('\n  ')];
  return [...(more === undefined ? [] : [more]), ...shown].map((text) => `\n${text}`).join('\n');
}

async function act(
  world: World,
  command: Commander,
  { run, fleet = 'not' }: Required<Pick<Command, 'run'>> & Command,
): Promise<void> {
  const options = command.optsWithGlobals<CommonOptions>();
  if (fleet === 'not' && options.fleet !== undefined) {
    command.error(`error: ${command.name()} does not work on a fleet`);
  }
  // Commander has checked that the options are those of the command.
  const call = new Call<never>(world, options as never, command);
  if (fleet === 'not' || fleet === 'own') await run(call);
  else {
    const { onFleet } = await import('./fleet/on-fleet.ts');
    await onFleet(call, fleet, run);
  }
}

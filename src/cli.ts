import { Command, CommanderError, Help } from 'commander';
import {
  commandOn,
  everyCommand,
  optionsOf,
  refuseExcessArguments,
  register,
} from './commands/command-line.ts';
import type { Options } from './commands/command.ts';
import { COMPLETION_COMMANDS } from './commands/completion.ts';
import { CONFIG_COMMANDS } from './commands/config.ts';
import { DOCTOR_COMMANDS } from './commands/doctor/doctor.ts';
import { EPISODES_COMMANDS } from './commands/episodes/episodes.ts';
import { describeError, errorFacts, EXIT, exitCodeFor, CommandExit } from './commands/errors.ts';
import { EVAL_COMMANDS } from './commands/eval/eval.ts';
import { FLEET_COMMANDS, WORKER_COMMANDS } from './commands/fleet/fleet.ts';
import { itemLayout, topicsHelp, HELP_COMMANDS } from './commands/help.ts';
import { INIT_COMMANDS } from './commands/init/init.ts';
import { KNOWLEDGE_COMMANDS } from './commands/knowledge/knowledge.ts';
import { helpWidth, noteWidth, wrapWords } from './commands/layout.ts';
import { MAP_COMMANDS } from './commands/map.ts';
import { MCP_COMMANDS } from './commands/mcp/mcp.ts';
import { MEMORIES_COMMANDS } from './commands/memories/memories.ts';
import { OBJECTIVES_COMMANDS } from './commands/objectives.ts';
import { PLAY_COMMANDS } from './commands/play/play.ts';
import { printedJson, printNote } from './commands/print.ts';
import { RECIPES_COMMANDS } from './commands/recipes/recipes.ts';
import { REPORT_COMMANDS } from './commands/report.ts';
import { RUN_COMMANDS } from './commands/run/run.ts';
import { STATUS_COMMANDS, WATCH_COMMANDS } from './commands/status/status.ts';
import { STORY_COMMANDS } from './commands/story/story.ts';
import { type World } from './commands/world.ts';
import { unlessBroken, ZorkGptError } from './domain/errors.ts';
import { VERSION } from './domain/version.ts';
import { closeConnections } from './model/outgoing.ts';

/** Options of every command, before or after its name. */
const COMMON_OPTIONS: Options = {
  '--config <file>': 'configuration file (ZORKGPT_CONFIG, else ./zorkgpt.config.json)',
  '--workdir <folder>': 'where what is learnt and played is kept',
  '--story <file>': 'story file; the configured one when absent',
  '--fleet <url>': 'PostgreSQL database of a fleet (ZORKGPT_FLEET)',
  '--json': 'answers and errors as JSON',
  '--quiet': 'nothing on stderr but errors',
  '--no-color': 'no colour (NO_COLOR)',
  '--verbose': 'say where an unexpected error happened',
};

/** In the order of help. */
const COMMANDS = [
  ...RUN_COMMANDS,
  ...PLAY_COMMANDS,
  ...STATUS_COMMANDS,
  ...EPISODES_COMMANDS,
  ...MAP_COMMANDS,
  ...MEMORIES_COMMANDS,
  ...RECIPES_COMMANDS,
  ...OBJECTIVES_COMMANDS,
  ...KNOWLEDGE_COMMANDS,
  ...REPORT_COMMANDS,
  ...WATCH_COMMANDS,
  ...EVAL_COMMANDS,
  ...MCP_COMMANDS,
  ...WORKER_COMMANDS,
  ...FLEET_COMMANDS,
  ...STORY_COMMANDS,
  ...DOCTOR_COMMANDS,
  ...CONFIG_COMMANDS,
  ...INIT_COMMANDS,
  ...COMPLETION_COMMANDS,
  ...HELP_COMMANDS,
];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs one command line and resolves with the exit code. The only place that turns errors into text and codes. */
export async function main(argv: readonly string[], place?: World): Promise<number> {
  const asked = askedFor(argv);
  const own = place ?? processWorld();
  const environment = asked.plain ? { ...own.environment, NO_COLOR: '1' } : own.environment;
  const world = { ...own, environment, isQuiet: asked.quiet };
  if (argv.length === 0 && (await hasWorkdir(world))) return main(['status'], place);
  const program = createProgram(world, asked.json);
  if (asked.help) {
    commandOn(program, argv).outputHelp();
    return EXIT.done;
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    const { config } = program.opts<{ readonly config?: string }>();
    await report(world, error, { ...asked, config });
    return error instanceof CommanderError ? EXIT.usage : exitCodeFor(error);
  } finally {
    if (place === undefined) await closeConnections();
  }
}

/** The whole command line, as data. Actions load what they need when they run, so that help is fast. */
export function createProgram(world: World, errorsAsJson = false): Command {
  const program = new Command('zorkgpt')
    .description(
      'Language models play interactive fiction, remember what each room taught, and get better.',
    )
    .configureHelp({
      showGlobalOptions: true,
      formatItem: itemLayout(helpWidth(world)),
      visibleGlobalOptions(command) {
        const own = new Set(command.options.map(({ long }) => long));
        const shared = Help.prototype.visibleGlobalOptions.call(this, command);
        return shared.filter(({ long }) => !own.has(long));
      },
    })
    .version(VERSION, '-V, --version')
    .showHelpAfterError('(--help shows what there is)')
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      getOutHelpWidth: () => helpWidth(world),
      writeErr: (text) => errorsAsJson || world.stderr.write(wrapWords(text, noteWidth(world))),
    })
    .addHelpText('after', () => topicsHelp(helpWidth(world)))
    .helpCommand(false)
    .exitOverride();
  for (const option of optionsOf(COMMON_OPTIONS)) program.addOption(option);
  register(program, world, COMMANDS);
  refuseExcessArguments(program);
  for (const command of everyCommand(program)) {
    command.exitOverride().showSuggestionAfterError();
  }
  return program;
}

/** Whether a bare `zorkgpt` has something to tell. A configuration that cannot be read counts. */
async function hasWorkdir(world: World): Promise<boolean> {
  const { loadSettings } = await import('./run/settings.ts');
  const { modifiedAt } = await import('./storage/read-file.ts');
  const look = () => modifiedAt(loadSettings(world, {}).config.workdir) !== null;
  return unlessBroken(look, ZorkGptError) ?? true;
}

/** Options for the whole command line, wherever they stand, even if the rest of it cannot be understood. */
function askedFor(argv: readonly string[]) {
  const end = argv.indexOf('--');
  const own = end < 0 ? argv : argv.slice(0, end);
  return {
    json: own.includes('--json'),
    help: own.includes('-h') || own.includes('--help'),
    quiet: own.includes('--quiet'),
    plain: own.includes('--no-color'),
    verbose: own.includes('--verbose'),
  };
}

/** Reports the error once. A usage error was printed already, unless it is to be JSON. */
async function report(
  world: World,
  error: unknown,
  { json, verbose, config }: ReturnType<typeof askedFor> & { readonly config: string | undefined },
): Promise<void> {
  if (error instanceof CommandExit || (error instanceof CommanderError && !json)) return;
  const { openErrorRedactor } = await import('./run/settings.ts');
  const text = json ? printedJson({ error: errorFacts(error) }) : describeError(error, verbose);
  printNote({ ...world, isQuiet: false }, openErrorRedactor(world, config)(text));
}

function processWorld(): World {
  watchOutput();
  return {
    cwd: process.cwd(),
    environment: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    onSignal(listener) {
      for (const signal of SIGNALS) process.on(signal, listener);
      return () => {
        for (const signal of SIGNALS) process.off(signal, listener);
      };
    },
  };
}

/** `zorkgpt episodes list | head -1` closes our output early, which is no error. An answer that cannot be written is one. */
function watchOutput(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || process.exitCode === EXIT.failed) return;
    process.exitCode = EXIT.failed;
    process.stderr.write(`Error: Cannot write to standard output (${message}); free some space.\n`);
  });
}

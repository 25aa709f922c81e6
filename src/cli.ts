import { Command, CommanderError } from 'commander';
import { addConfig } from './commands/config.ts';
import { addEpisodes } from './commands/episodes.ts';
import { addEval } from './commands/eval.ts';
import { describeError, EXIT, exitCodeFor, Exit } from './commands/exit-codes.ts';
import { addMap } from './commands/map.ts';
import { addMemories } from './commands/memories.ts';
import { addPlay } from './commands/play.ts';
import { addReport } from './commands/report.ts';
import { addRun } from './commands/run.ts';
import { addStory } from './commands/story.ts';
import type { World } from './compose/world.ts';
import { VERSION } from './domain/version.ts';

const COMMANDS = [
  addRun,
  addPlay,
  addEpisodes,
  addMap,
  addMemories,
  addReport,
  addStory,
  addEval,
  addConfig,
] as const;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs one command line and resolves with the exit code. The only place that turns errors into text and codes. */
export async function main(
  argv: readonly string[],
  world: World = processWorld(),
): Promise<number> {
  try {
    await createProgram(world).parseAsync(argv, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (!(error instanceof Exit)) world.stderr.write(`${describeError(error)}\n`);
    return exitCodeFor(error);
  }
}

/** The whole command line, as data; actions load what they need when they run, so that help is fast. */
export function createProgram(world: World): Command {
  const program = new Command('zorkgpt')
    .description(
      'Language models play interactive fiction, remember what each room taught, and get better.',
    )
    .version(VERSION, '-V, --version')
    .option('--config <file>', 'configuration file (ZORKGPT_CONFIG, else ./zorkgpt.config.json)')
    .showHelpAfterError('(--help shows what there is)')
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      writeErr: (text) => world.stderr.write(text),
    })
    .exitOverride();
  for (const add of COMMANDS) add(program, world);
  for (const command of everyCommand(program)) {
    command.exitOverride().showSuggestionAfterError();
  }
  return program;
}

function everyCommand(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...everyCommand(child)]);
}

function processWorld(): World {
  endQuietlyOnClosedPipe();
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

/** `zorkgpt episodes list | head -1` closes our output early; that is no error of anybody. */
function endQuietlyOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Flags } from '../compose/settings.ts';
import type { World } from '../compose/world.ts';
import type { Sink } from '../events/fan-out.ts';
import type { EpisodeSummary } from '../episode/summary.ts';
import { EXIT, Exit } from './exit-codes.ts';
import { note, print, printJson } from './output.ts';
import { renderTable } from './render-table.ts';

interface RunOptions {
  readonly config?: string;
  readonly episodes: number;
  readonly turns?: number;
  readonly story?: string;
  readonly seed?: number;
  readonly model?: string;
  readonly player?: string;
  readonly workdir?: string;
  readonly display: 'auto' | 'live' | 'plain' | 'none';
  readonly ifLocked: 'fail' | 'skip' | 'wait';
  readonly dryRun?: true;
  readonly json?: true;
}

/** Flags that are settings under another name. */
const SETTINGS = {
  turns: 'episode.maxTurns',
  story: 'story',
  seed: 'seed',
  model: 'models.model',
  player: 'player',
  workdir: 'workdir',
} as const;

/** `zorkgpt run`: play episodes. */
export function addRun(program: Command, world: World): void {
  program
    .command('run')
    .description('play episodes and learn from them')
    .option('--episodes <n>', 'how many', wholeNumber(1), 1)
    .option('--turns <n>', 'turns per episode', wholeNumber(1))
    .option('--story <file>', 'story file')
    .option('--seed <n>', 'seed every episode starts with', wholeNumber(0))
    .option('--model <name>', 'model for every role')
    .addOption(new Option('--player <kind>', 'who plays').choices(['offline', 'openai']))
    .option('--workdir <folder>', 'where what is learnt and played is kept')
    .addOption(
      new Option('--display <kind>', 'progress on stderr')
        .choices(['auto', 'live', 'plain', 'none'])
        .default('auto'),
    )
    .addOption(
      new Option('--if-locked <what>', 'when another run holds the workdir')
        .choices(['fail', 'skip', 'wait'])
        .default('fail'),
    )
    .option('--dry-run', 'print the configuration and the first prompt, play nothing')
    .option('--json', 'one JSON line per finished episode')
    .addHelpText('after', EXAMPLES)
    .action((_: RunOptions, command: Command) => run(world, command.optsWithGlobals<RunOptions>()));
}

const EXAMPLES = `
Examples:
  zorkgpt run --episodes 5
  zorkgpt run --story zork1.z3 --player openai --model gpt-5-mini --turns 300
  zorkgpt run --seed 12 --json | jq .score`;

async function run(world: World, options: RunOptions): Promise<void> {
  const { loadSettings } = await import('../compose/settings.ts');
  const { openRunServices } = await import('../compose/run-services.ts');
  const loaded = loadSettings(world, flagsOf(options), options.config);
  const services = await openRunServices(loaded, (message) => note(world, message));
  if (options.dryRun) {
    const { describeRun } = await import('../compose/describe-run.ts');
    printJson(world, await describeRun(services));
    return;
  }
  const { playRun } = await import('../compose/play-run.ts');
  const { summaries, stoppedBy } = await playRun(services, {
    episodes: options.episodes,
    lockWaitMs: options.ifLocked === 'wait' ? Infinity : 0,
    progress: await progressSink(world, options, loaded.config.episode.maxTurns),
    complain: (message) => note(world, message),
    onSummary: (summary) => options.json && printJson(world, summary),
    onSignal: world.onSignal,
  }).catch((error: unknown) => skipIfLocked(error, options));
  if (!options.json && summaries.length > 0) print(world, renderSummaries(summaries));
  if (stoppedBy !== null)
    throw new Exit(stoppedBy === 'SIGINT' ? EXIT.interrupted : EXIT.terminated);
  if (summaries.some(isFailure)) throw new Exit(EXIT.someEpisodesFailed);
}

function flagsOf(options: RunOptions): Flags {
  const entries = Object.entries(SETTINGS).flatMap(([flag, setting]) => {
    const value = options[flag as keyof typeof SETTINGS];
    return value === undefined ? [] : [[setting, value] as const];
  });
  return Object.fromEntries(entries);
}

async function progressSink(world: World, options: RunOptions, maxTurns: number): Promise<Sink> {
  const { liveProgress, plainProgress } = await import('../events/progress-sink.ts');
  const progress = { episodes: options.episodes, maxTurns };
  const { TERM, CI } = world.environment;
  const isLive = world.stderr.isTTY === true && TERM !== 'dumb' && (CI ?? '') === '';
  const kind = options.display === 'auto' ? (isLive ? 'live' : 'none') : options.display;
  if (kind === 'live') return liveProgress(world.stderr, progress);
  if (kind === 'plain') return plainProgress((text) => world.stderr.write(text), progress);
  return () => undefined;
}

async function skipIfLocked(error: unknown, options: RunOptions): Promise<never> {
  const { LockedError } = await import('../domain/errors.ts');
  if (error instanceof LockedError && options.ifLocked === 'skip') throw new Exit(EXIT.done);
  throw error;
}

function isFailure({ stopReason }: EpisodeSummary): boolean {
  return stopReason === 'model-failed' || stopReason === 'interpreter-failed';
}

function renderSummaries(summaries: readonly EpisodeSummary[]): string {
  const head = [
    'episode',
    'seed',
    'turns',
    'score',
    'rooms',
    'memories',
    'stop reason',
    'directory',
  ];
  const rows = summaries.map((summary) => [
    String(summary.episode),
    String(summary.seed),
    String(summary.turns),
    `${summary.score ?? 'unknown'}${summary.maxScore === null ? '' : `/${summary.maxScore}`}`,
    String(summary.locationsVisited),
    String(summary.memoriesAdded),
    summary.stopReason,
    summary.directory,
  ]);
  return renderTable(head, rows);
}

function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`It is a whole number of at least ${least}.`);
  };
}

import path from 'node:path';
import { Option, type Command } from 'commander';
import { PLAYER_NAMES } from '../model/players.ts';
import type { Flags } from '../run/settings.ts';
import { acting, wholeNumber, type CommonOptions } from './command.ts';
import type { World } from './world.ts';
import type { ExperimentResult } from '../eval/experiment-result.ts';
import type { Protocol } from '../eval/protocol.ts';
import { EXIT, CommandExit, exitCodeForSignal } from './exit-codes.ts';
import { note, print, printJson } from './output.ts';
import { renderTable } from './render-table.ts';

interface EvalOptions extends CommonOptions {
  readonly arms: string;
  readonly seeds: string;
  readonly episodes?: number;
  readonly turns?: number;
  readonly preset?: 'tales' | 'textquests' | 'jttl';
  readonly store: Protocol['store'];
  readonly episodeSeeds: Protocol['episodeSeeds'];
  readonly parallel: number;
  readonly player?: string;
  readonly model?: string;
  readonly out?: string;
}

const DEFAULTS = { episodes: 5, turns: 200 };

/** `zorkgpt eval`: paired experiments. */
export function registerEval(program: Command, world: World): void {
  program
    .command('eval')
    .description('compare ways of playing on the same seeds: what does each component give?')
    .option('--arms <list>', 'ways of playing; the first is compared with', 'memory,no-memory')
    .option('--seeds <list>', 'such as 1..10 or 3,7', '1..5')
    .option('--episodes <n>', `per arm and seed (${DEFAULTS.episodes})`, wholeNumber(1))
    .option('--turns <n>', `per episode (${DEFAULTS.turns})`, wholeNumber(1))
    .addOption(
      new Option('--preset <name>', "a benchmark's episodes and turns").choices([
        'tales',
        'textquests',
        'jttl',
      ]),
    )
    .addOption(
      new Option('--store <kind>', 'do episodes learn from each other?')
        .choices(['fresh', 'persistent'])
        .default('persistent'),
    )
    .addOption(
      new Option('--episode-seeds <kind>', 'does every episode start alike?')
        .choices(['same', 'different'])
        .default('same'),
    )
    .option('--parallel <n>', 'runs at the same time', wholeNumber(1), 1)
    .option('--story <file>', 'story file')
    .addOption(new Option('--player <kind>', 'who plays').choices(PLAYER_NAMES))
    .option('--model <name>', 'model for every role')
    .option('--out <folder>', 'where everything goes (eval/0001 and on in the workdir)')
    .option('--json', 'the results as JSON')
    .addHelpText('after', EXAMPLES)
    .action(acting(world, () => evaluate));
}

const EXAMPLES = `
Arms: memory, map, critic, objectives, knowledge, each also with no- before it; full and bare; joined with +.

Examples:
  zorkgpt eval --arms memory,no-memory --seeds 1..10 --episodes 5 --turns 200
  zorkgpt eval --arms full,no-memory,no-map+no-objectives --preset tales --store fresh`;

async function evaluate(world: World, options: EvalOptions): Promise<void> {
  const { loadSettings } = await import('../run/settings.ts');
  const { openRunServices } = await import('../run/run-services.ts');
  const { nextExperimentFolder, playExperiment } = await import('../eval/play-experiment.ts');
  const { writeExperiment } = await import('../eval/write-experiment.ts');
  const { listenForStop } = await import('../run/stop-listener.ts');
  const protocol = await protocolOf(options);
  const load = (flags: Flags) => loadSettings(world, flags, options.config);
  const flags = flagsOf(options);
  const place = options.workdir === undefined ? {} : { workdir: options.workdir };
  const complain = (message: string) => note(world, message);
  const out =
    options.out === undefined
      ? nextExperimentFolder(load({ ...flags, ...place }).config.workdir)
      : path.resolve(world.cwd, options.out);
  const stop = listenForStop({ onSignal: world.onSignal, complain });
  const result = await playExperiment(
    { protocol, out, flags, parallel: options.parallel },
    {
      load,
      open: (loaded) => openRunServices(loaded, complain),
      controls: {
        signal: stop.signal,
        stopRequested: () => stop.by() !== null,
        progress: () => undefined,
        complain,
      },
      onEpisode: (arm, seed, episode) =>
        note(
          world,
          `${arm}, seed ${seed}: score ${episode.score ?? 'unknown'}, ${episode.reached.length} milestones in ${episode.turns} turns (${episode.stopReason})`,
        ),
    },
  ).finally(() => stop.end());
  const files = writeExperiment(out, result);
  if (options.json) printJson(world, result);
  else print(world, [await tables(result), '', files.page, files.json, files.csv].join('\n'));
  const by = stop.by();
  if (by !== null) throw new CommandExit(exitCodeForSignal(by));
  if (result.excluded.length > 0) throw new CommandExit(EXIT.someEpisodesFailed);
}

async function protocolOf(options: EvalOptions): Promise<Protocol> {
  const { parseArms } = await import('../eval/arms.ts');
  const { parseSeeds, PRESETS } = await import('../eval/protocol.ts');
  const { preset, store, episodeSeeds } = options;
  const lengths = preset === undefined ? DEFAULTS : PRESETS[preset];
  return {
    arms: parseArms(options.arms),
    seeds: parseSeeds(options.seeds),
    episodes: options.episodes ?? lengths.episodes,
    turns: options.turns ?? lengths.turns,
    store,
    episodeSeeds,
    preset: preset ?? null,
  };
}

function flagsOf({ story, player, model }: EvalOptions): Flags {
  return {
    ...(story !== undefined && { story }),
    ...(player !== undefined && { player }),
    ...(model !== undefined && { 'models.model': model }),
  };
}

async function tables(result: ExperimentResult): Promise<string> {
  const wording = await import('../eval/wording.ts');
  const parts = [
    wording.experimentLine(result),
    result.played.label,
    wording.cautions(result),
    tableOf(wording.COMPARISON_HEAD, result.comparisons.map(wording.comparisonCells)),
    tableOf(wording.LEARNING_HEAD, wording.learningRows(result)),
    tableOf(wording.PROMPT_HEAD, wording.promptRows(result)),
    ...result.excluded.map(({ arm, seed, reason }) => `Left out: ${arm}, seed ${seed}: ${reason}.`),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Empty where there is nothing to compare. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : renderTable(head, rows);
}

import { Option, type Command } from 'commander';
import type { StoredEpisode } from '../../records/episodes.ts';
import type { World } from '../world.ts';
import type { ExportOptions } from './export-episode.ts';
import { print, printJson } from '../output.ts';
import type { PruneOptions } from './prune-episodes.ts';
import { renderTable } from '../render-table.ts';
import { wholeNumber } from '../whole-number.ts';

interface EpisodesOptions {
  readonly config?: string;
  readonly json?: true;
  readonly transcript?: true;
}

/** `zorkgpt episodes list|show|export|prune`: what was played. */
export function addEpisodes(program: Command, world: World): void {
  const episodes = program
    .command('episodes')
    .description('look at the episodes played')
    .addHelpText('after', EXAMPLES);
  episodes
    .command('list', { isDefault: true })
    .description('one line per episode')
    .option('--json', 'as JSON')
    .action((_: EpisodesOptions, command: Command) =>
      list(world, command.optsWithGlobals<EpisodesOptions>()),
    );
  episodes
    .command('show <episode>')
    .description('one episode: a number, or "latest"')
    .option('--transcript', 'the game as it was played')
    .option('--json', 'as JSON')
    .action((episode: string, _: EpisodesOptions, command: Command) =>
      show(world, episode, command.optsWithGlobals<EpisodesOptions>()),
    );
  addEpisodeFiles(episodes, world);
}

function addEpisodeFiles(episodes: Command, world: World): void {
  episodes
    .command('export <episode>')
    .description('one episode in a form for other programs')
    .addOption(
      new Option('--format <format>', 'transcript, commands, TALES rollout, CSV or JSON')
        .choices(['transcript', 'commands', 'tales', 'csv', 'json'])
        .default('transcript'),
    )
    .option('--out <file>', 'write there instead of printing')
    .option('--json', 'the same as --format json')
    .action(async (episode: string, _: ExportOptions, command: Command) => {
      const { exportTo } = await import('./export-episode.ts');
      exportTo(world, episode, command.optsWithGlobals<ExportOptions>());
    });
  episodes
    .command('prune')
    .description('delete older finished episodes; what was learnt stays')
    .requiredOption('--keep <n>', 'how many of the newest stay', wholeNumber(1))
    .option('--yes', 'without asking')
    .option('--json', 'as JSON')
    .action(async (_: PruneOptions, command: Command) => {
      const { prune } = await import('./prune-episodes.ts');
      await prune(world, command);
    });
}

const EXAMPLES = `
Examples:
  zorkgpt episodes
  zorkgpt episodes show latest --transcript
  zorkgpt episodes export 7 --format tales --out rollout.jsonl
  zorkgpt episodes prune --keep 50 --yes`;

async function list(world: World, options: EpisodesOptions): Promise<void> {
  const { loadSettings } = await import('../../run/settings.ts');
  const { listEpisodes } = await import('../../records/episodes.ts');
  const { config } = loadSettings(world, {}, options.config);
  const episodes = listEpisodes(config.workdir);
  if (options.json) {
    printJson(world, episodes.map(jsonOf));
    return;
  }
  const head = ['episode', 'story', 'model', 'turns', 'score', 'rooms', 'stop reason'];
  print(world, renderTable(head, episodes.map(rowOf)));
}

async function show(world: World, name: string, options: EpisodesOptions): Promise<void> {
  const { loadSettings } = await import('../../run/settings.ts');
  const { findEpisode } = await import('../../records/episodes.ts');
  const { config } = loadSettings(world, {}, options.config);
  const episode = findEpisode(config.workdir, name);
  if (options.transcript) print(world, episode.files.transcript() ?? '');
  else if (options.json) printJson(world, jsonOf(episode));
  else print(world, renderTable(['', ''], factsOf(episode)).trimStart());
}

function jsonOf({ number, directory, summary, damage }: StoredEpisode): object {
  if (damage !== undefined) return { episode: number, directory, damage };
  return summary ?? { episode: number, directory, unfinished: true };
}

function rowOf({ number, summary, damage }: StoredEpisode): string[] {
  if (summary === null) {
    const state = damage === undefined ? 'unfinished' : 'damaged';
    return [String(number), '', '', '', '', '', state];
  }
  const { story, model, turns, locationsVisited, stopReason } = summary;
  return [
    String(number),
    story,
    model,
    `${turns}`,
    score(summary),
    `${locationsVisited}`,
    stopReason,
  ];
}

function factsOf({ number, directory, summary }: StoredEpisode): string[][] {
  if (summary === null)
    return [
      ['episode', `${number} (unfinished)`],
      ['directory', directory],
    ];
  return Object.entries(summary).map(([key, value]) => [key, String(value ?? 'unknown')]);
}

function score({
  score: points,
  maxScore,
}: {
  score: number | null;
  maxScore: number | null;
}): string {
  if (points === null) return 'unknown';
  return maxScore === null ? `${points}` : `${points}/${maxScore}`;
}

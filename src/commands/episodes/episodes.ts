import { Option, type Command } from 'commander';
import type { StoredEpisode } from '../../records/episodes.ts';
import { acting, answer, settingsFor, wholeNumber, type CommonOptions } from '../command.ts';
import type { World } from '../world.ts';
import { points } from '../../report/wording.ts';
import { print } from '../output.ts';
import { renderFacts, renderRows, type Columns, type Fact } from '../render-table.ts';

interface ShowOptions extends CommonOptions {
  readonly transcript?: true;
}

/** `zorkgpt episodes list|show|export|prune`: what was played. */
export function registerEpisodes(program: Command, world: World): void {
  const episodes = program
    .command('episodes')
    .description('look at the episodes played')
    .addHelpText('after', EXAMPLES);
  episodes
    .command('list', { isDefault: true })
    .description('one line per episode')
    .option('--json', 'as JSON')
    .action(acting(world, () => list));
  episodes
    .command('show <episode>')
    .description('one episode: a number, or "latest"')
    .option('--transcript', 'the game as it was played')
    .option('--json', 'as JSON')
    .action(acting(world, () => show));
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
    .action(acting(world, async () => (await import('./export-episode.ts')).exportTo));
  episodes
    .command('prune')
    .description('delete older finished episodes; what was learnt stays')
    .requiredOption('--keep <n>', 'how many of the newest stay', wholeNumber(1))
    .option('--yes', 'without asking')
    .option('--json', 'as JSON')
    .action(acting(world, async () => (await import('./prune-episodes.ts')).prune));
}

const EXAMPLES = `
Examples:
  zorkgpt episodes
  zorkgpt episodes show latest --transcript
  zorkgpt episodes export 7 --format tales --out rollout.jsonl
  zorkgpt episodes prune --keep 50 --yes`;

async function list(world: World, options: CommonOptions): Promise<void> {
  const { listEpisodes } = await import('../../records/episodes.ts');
  const { config } = await settingsFor(world, options);
  const episodes = listEpisodes(config.workdir);
  answer(world, options, episodes.map(jsonOf), () => renderRows(COLUMNS, episodes));
}

async function show(
  world: World,
  options: ShowOptions,
  [name = '']: readonly string[],
): Promise<void> {
  const { findEpisode } = await import('../../records/episodes.ts');
  const { config } = await settingsFor(world, options);
  const episode = findEpisode(config.workdir, name);
  if (options.transcript) print(world, episode.files.transcript() ?? '');
  else answer(world, options, jsonOf(episode), () => renderFacts(factsOf(episode)));
}

const COLUMNS: Columns<StoredEpisode> = {
  episode: ({ number }) => number,
  story: ({ summary }) => summary?.story ?? '',
  model: ({ summary }) => summary?.model ?? '',
  turns: ({ summary }) => summary?.turns ?? '',
  score: ({ summary }) => (summary === null ? '' : points(summary.score, summary.maxScore)),
  rooms: ({ summary }) => summary?.locationsVisited ?? '',
  'stop reason': ({ summary, damage }) =>
    summary?.stopReason ?? (damage === undefined ? 'unfinished' : 'damaged'),
};

function jsonOf({ number, directory, summary, damage }: StoredEpisode): object {
  if (damage !== undefined) return { episode: number, directory, damage };
  return summary ?? { episode: number, directory, unfinished: true };
}

function factsOf({ number, directory, summary }: StoredEpisode): Fact[] {
  if (summary !== null) return Object.entries(summary);
  return [
    ['episode', `${number} (unfinished)`],
    ['directory', directory],
  ];
}

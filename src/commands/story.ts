import path from 'node:path';
import type { Command } from 'commander';
import type { World } from '../compose/world.ts';
import { print, printJson } from './output.ts';
import { renderTable } from './render-table.ts';

interface StoryOptions {
  readonly config?: string;
  readonly json?: true;
  readonly from?: string;
}

/** `zorkgpt story info|list|fetch`: story files. */
export function addStory(program: Command, world: World): void {
  const story = program
    .command('story')
    .description('look at story files, download a free one')
    .addHelpText('after', EXAMPLES);
  story
    .command('info [file]')
    .description('what a story file is; the configured one when no file is named')
    .option('--json', 'as JSON')
    .action((file: string | undefined, _: StoryOptions, command: Command) =>
      info(world, file, command.optsWithGlobals<StoryOptions>()),
    );
  story
    .command('list', { isDefault: true })
    .description('the stories at hand and those that can be fetched')
    .option('--json', 'as JSON')
    .action((_: StoryOptions, command: Command) =>
      list(world, command.optsWithGlobals<StoryOptions>()),
    );
  story
    .command('fetch <name>')
    .description(
      'download a story whose owner allows it, kept only if its SHA-256 is the known one',
    )
    .option('--from <url>', 'another address that serves the same file')
    .action((name: string, _: StoryOptions, command: Command) =>
      fetchNamed(world, name, command.optsWithGlobals<StoryOptions>()),
    );
}

const EXAMPLES = `
Examples:
  zorkgpt story
  zorkgpt story info zork1.z3
  zorkgpt story fetch zork1`;

async function info(world: World, file: string | undefined, options: StoryOptions): Promise<void> {
  const { openConfiguredStory } = await import('../compose/story.ts');
  const story = file === undefined ? {} : { story: file };
  const game = openConfiguredStory(world, { ...options, ...story, seed: 0 });
  const { location, inventory, score, maxScore } = game.facts();
  const facts = {
    ...game.story,
    maxScore,
    score,
    start: location,
    held: inventory.length,
    verbs: game.dictionary.verbs.length,
  };
  if (options.json) {
    printJson(world, facts);
    return;
  }
  const rows = [
    ['title', facts.title ?? 'unknown'],
    ['IFID', facts.ifid],
    ['Z-machine version', String(facts.version)],
    ['release', `${facts.release}, serial ${facts.serial}`],
    ['maximum score', String(facts.maxScore ?? 'unknown')],
    ['score at the start', String(score ?? 'unknown')],
    ['start', `${location.name} (${location.id})`],
    ['verbs', String(facts.verbs)],
  ];
  print(world, renderTable(['', ''], rows).trimStart());
}

async function list(world: World, options: StoryOptions): Promise<void> {
  const { CATALOGUE } = await import('../compose/story-catalogue.ts');
  const { storiesAtHand } = await import('../compose/story.ts');
  const atHand = storiesAtHand(world, options.config);
  if (options.json) {
    printJson(world, { atHand, fetchable: CATALOGUE });
    return;
  }
  const rows = [
    ...atHand.map(({ file, ifid, title }) => [title ?? '', ifid, file]),
    ...CATALOGUE.map(({ name, title, ifid }) => [title, ifid, `zorkgpt story fetch ${name}`]),
  ];
  print(world, renderTable(['title', 'IFID', 'where'], rows));
}

async function fetchNamed(world: World, name: string, options: StoryOptions): Promise<void> {
  const { cataloguedStory, fetchStory } = await import('../compose/fetch-story.ts');
  const { loadSettings } = await import('../compose/settings.ts');
  const story = cataloguedStory(name);
  const { config } = loadSettings(world, {}, options.config);
  const file = await fetchStory(story, path.join(config.workdir, 'stories'), options.from);
  print(world, file);
}

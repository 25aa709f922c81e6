import type { Call, Command } from '../command.ts';
import { renderFacts, renderTable } from '../layout.ts';
import { print } from '../world.ts';

export const STORY_COMMANDS: readonly Command[] = [
  {
    path: 'story',
    says: 'look at story files, download a free one',
    examples: ['zorkgpt story', 'zorkgpt story info zork1.z3', 'zorkgpt story fetch zork1'],
  },
  {
    path: 'story info',
    takes: '[file]',
    says: 'what a story file is; the configured one when no file is named',
    run: info,
  },
  {
    path: 'story list',
    isDefault: true,
    says: 'the stories at hand and those that can be fetched',
    run: list,
  },
  {
    path: 'story fetch',
    takes: '<name>',
    says: 'download a story whose owner allows it, kept only if its SHA-256 is the known one',
    options: { '--from <url>': 'another address that serves the same file' },
    run: fetchNamed,
  },
];

async function info(call: Call): Promise<void> {
  const { openConfiguredStory } = await import('./stories.ts');
  const [file] = call.words;
  const game = await openConfiguredStory(file === undefined ? call : call.with({ story: file }), 0);
  const { location: start, inventory, score, maxScore } = game.facts();
  const verbs = game.dictionary.verbs.length;
  const { title, ifid, version, release, serial } = game.story;
  const facts = { ...game.story, maxScore, score, start, held: inventory.length, verbs };
  call.answer(facts, (width) =>
    renderFacts(
      [
        ['title', title],
        ['IFID', ifid],
        ['Z-machine version', version],
        ['release', `${release}, serial ${serial}`],
        ['maximum score', maxScore],
        ['score at the start', score],
        ['start', `${start.name} (${start.id})`],
        ['verbs', verbs],
      ],
      width,
    ),
  );
}

async function list(call: Call): Promise<void> {
  const { CATALOGUE, storiesAtHand } = await import('./stories.ts');
  const atHand = await storiesAtHand(call);
  const rows = [
    ...atHand.map(({ file, ifid, title }) => [title ?? '', ifid, file]),
    ...CATALOGUE.map(({ name, title, ifid }) => [title, ifid, `zorkgpt story fetch ${name}`]),
  ];
  call.answer({ atHand, fetchable: CATALOGUE }, (width) =>
    renderTable(['title', 'IFID', 'where'], rows, width),
  );
}

async function fetchNamed(call: Call<{ readonly from?: string }>): Promise<void> {
  const { cataloguedStory, fetchStory } = await import('./stories.ts');
  const { storiesFolder } = await import('../../run/story-file.ts');
  const story = cataloguedStory(call.word);
  const { config } = await call.settings();
  const from = { folder: storiesFolder(config.workdir), mirror: call.options.from };
  print(call.world, await fetchStory(call.world, story, from));
}

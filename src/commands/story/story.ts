import path from 'node:path';
import { LockedError, NotFoundError, StoryError } from '../../domain/errors.ts';
import type { Interpreter } from '../../interpreter/interpreter.ts';
import { hostOf, openConnections, systemReason } from '../../model/outgoing.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import type { Call, Command } from '../command.ts';
import { renderFacts, renderTable } from '../layout.ts';
import { print } from '../print.ts';
import { type World } from '../world.ts';

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
  const atHand = await storiesAtHand(call);
  const rows = [
    ...atHand.map(({ file, ifid, title }) => [title ?? '', ifid, path.relative('', file)]),
    ...CATALOGUE.map(({ name, title, ifid }) => [title, ifid, `zorkgpt story fetch ${name}`]),
  ];
  call.answer({ atHand, fetchable: CATALOGUE }, (width) =>
    renderTable(['title', 'IFID', 'where'], rows, width),
  );
}

async function fetchNamed(call: Call<{ readonly from?: string }>): Promise<void> {
  const { storiesFolder } = await import('../../run/story-file.ts');
  const story = cataloguedStory(call.word);
  const { config } = await call.settings();
  const from = { folder: storiesFolder(config.workdir), mirror: call.options.from };
  print(call.world, await fetchStory(call.world, story, from));
}

/** Stories whose owners allow copies. One is kept only if its bytes have exactly this hash. */
const CATALOGUE = [
  {
    name: 'zork1',
    title: 'Zork I, release 119',
    ifid: 'ZCODE-119-880429',
    licence: 'MIT',
    url: 'https://raw.githubusercontent.com/historicalsource/zork1/master/COMPILED/zork1.z3',
    sha256: '37084966477dff679282de42974b2077156b1bd68fad92a65d4ea94d8eb64d79',
  },
];

export type CataloguedStory = (typeof CATALOGUE)[number];

const MOST_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

function cataloguedStory(name: string): CataloguedStory {
  const story = CATALOGUE.find((candidate) => candidate.name === name);
  if (story !== undefined) return story;
  const names = CATALOGUE.map((candidate) => candidate.name).join(', ');
  throw new NotFoundError(`There is no story "${name}" to fetch; there is: ${names}.`);
}

/** Downloads a story of the catalogue, from `mirror` if given. Keeps nothing unless its hash is the pinned one. */
export async function fetchStory(
  world: Pick<World, 'environment'>,
  story: CataloguedStory,
  { folder, mirror }: { readonly folder: string; readonly mirror?: string | undefined },
): Promise<string> {
  const { sha256 } = await import('../../storage/bytes.ts');
  const { writeFileAtomic } = await import('../../storage/write-file-atomic.ts');
  const url = mirror ?? story.url;
  const bytes = await download(world, url);
  const hash = sha256(bytes);
  if (hash !== story.sha256) {
    throw new StoryError(
      `What ${url} sent is not ${story.title} (SHA-256 ${hash}, expected ${story.sha256}); nothing was kept.`,
    );
  }
  const file = path.join(folder, `${story.name}.z${bytes[0] ?? 0}`);
  writeFileAtomic(file, bytes);
  return file;
}

async function download({ environment }: Pick<World, 'environment'>, url: string) {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new NotFoundError(`"${url}" is no http or https address; --from takes one.`);
  const send = await openConnections(environment);
  try {
    const response = await send(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return await readCapped(response);
  } catch (cause) {
    throw new LockedError(
      `Cannot download from ${hostOf(url)} (${systemReason(cause)}); try again later, or name another address of the file with --from.`,
      { path: url, cause },
    );
  }
}

async function readCapped(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body = (response.body ?? []) as AsyncIterable<Uint8Array>;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error(`it sent more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The configured story, started, for the commands `story` and `play`. */
export async function openConfiguredStory(call: Call, seed: number): Promise<Interpreter> {
  const { openStory } = await import('../../interpreter/open-story.ts');
  const { readStory } = await import('../../run/story-file.ts');
  const { config } = await call.settings();
  return openStory(readStory(config.story), { seed });
}

async function storiesAtHand(call: Call) {
  const { readStoryFile } = await import('../../interpreter/story-header.ts');
  const { MOST_STORY_BYTES, SHIPPED_STORY, storiesFolder } =
    await import('../../run/story-file.ts');
  const { config } = await call.settings();
  const fetched = CATALOGUE.flatMap(({ name }) =>
    [3, 4, 5, 8].map((version) => path.join(storiesFolder(config.workdir), `${name}.z${version}`)),
  );
  const files = [SHIPPED_STORY, ...(config.story === null ? [] : [config.story]), ...fetched];
  return [...new Set(files)].flatMap((file) => {
    const bytes = readBytesFile(file, MOST_STORY_BYTES);
    if (bytes === null) return [];
    const { ifid, title } = readStoryFile(bytes).identity;
    return [{ file, ifid, title }];
  });
}

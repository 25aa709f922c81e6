import { ZorkGptError } from '../../domain/errors.ts';
import { isSure } from '../../domain/recipe.ts';
import type { Call, Command } from '../command.ts';
import { printRaw } from '../world.ts';
import type { KnownKind } from './shell-scripts.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

const FINDERS: Readonly<Record<KnownKind, (call: Call) => Promise<readonly (string | number)[]>>> =
  {
    async episodes(call) {
      const { listEpisodes } = await import('../../records/episodes.ts');
      const { workdir } = (await call.settings()).config;
      return [...listEpisodes(workdir).map(({ number }) => number), 'latest'];
    },
    async rooms(call) {
      const { learntPlace, readLearntRooms } = await import('../learnt-place.ts');
      const rooms = readLearntRooms((await learntPlace(call)).memories);
      const isOnly = (named: string) => rooms.filter(({ name }) => name === named).length === 1;
      return rooms.map(({ id, name }) => (isOnly(name) ? name : `${name} (${id})`));
    },
    async recipes(call) {
      const { learntPlace } = await import('../learnt-place.ts');
      const { readBytesFile } = await import('../../storage/read-file.ts');
      const { parseRecipes, recipesOf } = await import('../../verify/recipe-document.ts');
      const file = readBytesFile((await learntPlace(call)).recipes);
      const sure = recipesOf(parseRecipes(file)).filter(isSure);
      return sure.map(({ points }) => points);
    },
  };

export const COMPLETION_COMMANDS: readonly Command[] = [
  {
    path: 'completion',
    takes: '[shell]',
    choices: SHELLS,
    says: 'print a script that completes commands and options in a shell',
    options: {
      '--words <kind>': {
        says: 'what the workdir knows',
        choices: Object.keys(FINDERS),
        isHidden: true,
      },
    },
    examples: ['source <(zorkgpt completion bash)', 'zorkgpt completion fish | source'],
    fleet: 'own',
    run: complete,
  },
];

async function complete(call: Call<{ readonly words?: KnownKind }>): Promise<void> {
  const { world, word, program, options } = call;
  if (options.words !== undefined) {
    const words = await knownWords(call, options.words);
    printRaw(world, words.map((one) => `${one}\n`).join(''));
    return;
  }
  if (word === '') call.refuse(`name one of ${SHELLS.join(', ')}`);
  const { TOPIC_NAMES } = await import('../help.ts');
  const scripts = await import('./shell-scripts.ts');
  const { bashCompletion: bash, zshCompletion: zsh, fishCompletion: fish, placesOf } = scripts;
  const write = { bash, zsh, fish }[word as (typeof SHELLS)[number]];
  printRaw(world, write(program.name(), placesOf(program, TOPIC_NAMES)));
}

/** The words of a kind that a shell may complete here; none where they cannot be read, without a complaint. */
async function knownWords(call: Call, kind: KnownKind): Promise<readonly string[]> {
  try {
    return (await FINDERS[kind](call.with({}, { isQuiet: true }))).map(String);
  } catch (error) {
    if (error instanceof ZorkGptError) return [];
    throw error;
  }
}

import { ZorkGptError } from '../../domain/errors.ts';
import { isSure } from '../../domain/recipe.ts';
import { listEpisodes } from '../../records/episodes.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { parseRecipes, recipesOf } from '../../verify/recipe-document.ts';
import type { Call } from '../command.ts';
import { learntPlace } from '../learnt-place.ts';
import { readRooms } from '../memories/memory-files.ts';
import type { KnownKind } from './shell-scripts.ts';

const FINDERS: Readonly<Record<KnownKind, (call: Call) => Promise<readonly (string | number)[]>>> =
  {
    async episodes(call) {
      const { workdir } = (await call.settings()).config;
      return [...listEpisodes(workdir).map(({ number }) => number), 'latest'];
    },
    async rooms(call) {
      const rooms = readRooms((await learntPlace(call)).memories);
      const isOnly = (named: string) => rooms.filter(({ name }) => name === named).length === 1;
      return rooms.map(({ id, name }) => (isOnly(name) ? name : `${name} (${id})`));
    },
    async recipes(call) {
      const file = readBytesFile((await learntPlace(call)).recipes);
      const sure = recipesOf(parseRecipes(file)).filter(isSure);
      return sure.map(({ points }) => points);
    },
  };

/** The words of a kind that a shell may complete here; none where they cannot be read, without a complaint. */
export async function knownWords(call: Call, kind: KnownKind): Promise<readonly string[]> {
  try {
    return (await FINDERS[kind](call)).map(String);
  } catch (error) {
    if (error instanceof ZorkGptError) return [];
    throw error;
  }
}

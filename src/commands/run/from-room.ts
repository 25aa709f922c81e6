import { suggest, plural } from '../../domain/text.ts';
import { chooseRecipe, mostTurnsOfWay, recipeUse, visitedRooms } from '../../run/choose-recipe.ts';
import type { RunServices } from '../../run/run-services.ts';
import type { Settings } from '../../run/settings.ts';
import { learntFile } from '../../storage/learnt-folder.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import type { Call } from '../call.ts';
import { roomNumber, roomsNamed } from '../rooms-named.ts';

/** Refuses settings with which no episode can begin at a room that is named. */
export function checkFrom(call: Call, { config }: Settings): void {
  if (recipeUse(config) === 'off') {
    call.refuse(
      "option '--from <room>' goes a checked way: it needs memory and recipes, which are off",
    );
  }
  if (config.fleet.database !== null) {
    call.refuse("option '--from <room>' is for runs on this machine, not on a fleet");
  }
}

/**
 * The services with the room that a person named, by its number or its exact name, as the place where episodes begin.
 * Refuses one that nobody was in, and one that no checked way leads to. Throws StorageError.
 */
export function servicesFrom(call: Call, services: RunServices, named: string): RunServices {
  const { story, config, learnt } = services;
  const read = (what: 'recipes' | 'map' | 'things') => readBytesFile(learntFile(learnt, what));
  const files = { recipes: read('recipes'), map: read('map'), things: read('things') };
  const rooms = visitedRooms(files.map, story.identity.ifid);
  const is = (name: string) => name.toLowerCase() === named.trim().toLowerCase();
  const [room, ...others] = rooms.filter(({ id, name }) => is(name) || id === roomNumber(named));
  if (room === undefined) {
    const near = [...roomsNamed(rooms, named).map(({ name }) => name), ...similar(named, rooms)];
    const hint = near[0] === undefined ? '; see zorkgpt map' : `\n(Did you mean ${near[0]}?)`;
    call.refuse(`option '--from <room>' names no room that somebody was in${hint}`);
  }
  if (others.length > 0) {
    const numbers = [room, ...others].map(({ id }) => id).join(', ');
    call.refuse(`option '--from <room>' names several rooms; name one by its number: ${numbers}`);
  }
  const begins = { from: room.id };
  const mostTurns = mostTurnsOfWay(config, begins);
  const among = { ...begins, mostTurns };
  const { plan } = chooseRecipe({ ...services, begins: among }, files, config.seed ?? 0);
  if (plan === null) {
    call.refuse(
      `no checked way of at most ${plural(mostTurns, 'command')} leads to ${room.name} (${room.id}) yet; see zorkgpt recipes list`,
    );
  }
  return { ...services, begins };
}

function similar(named: string, rooms: readonly { readonly name: string }[]): readonly string[] {
  const [near] = suggest(
    named.trim().toLowerCase(),
    rooms.map(({ name }) => name.toLowerCase()),
  );
  return rooms.flatMap(({ name }) => (name.toLowerCase() === near ? [name] : []));
}

import * as z from 'zod';
import type { Location } from '../../domain/observation.ts';
import { timesWords } from '../../domain/text.ts';
import { quote } from '../../prompts/quote.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import { commandWords } from '../../prompts/wording.ts';
import { roomsNamed } from '../learnt-place.ts';
import {
  NotUsable,
  mcpObservation,
  type Session,
  mcpToolArguments,
  mcpMoment,
  mcpTool,
} from './mcp-session.ts';

const PLACE = 'Number or name of a place.';
export const namedPlace = z.union([z.string(), z.number()], { error: PLACE }).describe(PLACE);

/** The longest answer of the game in the list of attempts. */
const LONGEST_ANSWER = 250;

export const places = mcpTool({
  name: 'places',
  says: 'Lists the places that are known, and the shortest known way to one of them.',
  input: mcpToolArguments({ to: namedPlace.optional() }),
  isLook: true,
  async act(session, { to }) {
    const game = await session.played();
    const { location: here } = mcpObservation(game);
    const known = knownPlaces(session);
    const list = `Here: ${roomWords(here)}. Known places: ${known.map(roomWords).join(', ')}.`;
    if (to === undefined) return { words: list, data: { here, places: known, route: null } };
    const target = placeNamed(session, to);
    if (target === null) throw new NotUsable(`No such place is known. ${list}`);
    const { managers } = mcpMoment(game);
    const found = managers.routes?.routeTo(here.id, target.id) ?? null;
    const commands = found?.commands ?? [];
    const route = found === null ? null : { to: target, commands };
    const way = commands.map(commandWords).join(', ') || 'you are there';
    const words =
      found === null
        ? `No way from ${roomWords(here)} to ${roomWords(target)} is known yet.`
        : `From ${roomWords(here)} to ${roomWords(target)}: ${way}.`;
    return { words, data: { here, places: known, route } };
  },
});

export const tried = mcpTool({
  name: 'tried',
  says: 'Lists what was tried in this place, or in another one, since the game began.',
  input: mcpToolArguments({ location: namedPlace.optional() }),
  isLook: true,
  async act(session, { location }) {
    const game = await session.played();
    const named = location === undefined ? null : placeNamed(session, location);
    if (location !== undefined && named === null) throw new NotUsable('No such place is known.');
    const place = named ?? mcpObservation(game).location;
    const attempts = mcpMoment(game).state.attempts.get(place.id) ?? [];
    const list = attempts.map(({ action: command, times, failures, response, lastTurn: turn }) => {
      return { command, times, withoutEffect: failures, answer: response, turn };
    });
    const lines = list.map(({ command, times, withoutEffect, answer }) =>
      quote(
        `> ${commandWords(command)} (${timesWords(times)}, ${withoutEffect} without effect): ${answer.replaceAll(/\s+/g, ' ')}`,
        LONGEST_ANSWER,
      ),
    );
    const words =
      list.length === 0
        ? `Nothing was tried in ${roomWords(place)} yet.`
        : `Tried in ${roomWords(place)}:\n${lines.join('\n')}`;
    return { words, data: { location: place, tried: list } };
  },
});

/** Places that a session can name: visited ones of this game or earlier, ends of exits, and remembered ones. */
function knownPlaces(session: Session): readonly Location[] {
  const remembered = [...session.rooms().values()].map(({ id, name }) => ({ id, name }));
  const { game } = session;
  if (game === null) return unique(remembered);
  const { state, managers } = mcpMoment(game);
  const { location, exits } = mcpObservation(game);
  const visited = [...state.visits.keys()].map((id) => ({ id, name: managers.map.roomName(id) }));
  return unique([
    location,
    ...exits.map(({ to }) => to),
    ...visited,
    ...managers.map.placesOfEarlierEpisodes(),
    ...remembered,
  ]);
}

/** The place of a number or name. Null for an unknown one. Throws NotUsable if several have the name. */
export function placeNamed(session: Session, named: string | number): Location | null {
  const found = roomsNamed(knownPlaces(session), String(named));
  if (found.length <= 1) return found[0] ?? null;
  const which = found.map(roomWords).join(', ');
  throw new NotUsable(`Several places have that name; use the number of one: ${which}.`);
}

function unique(places: readonly Location[]): readonly Location[] {
  const byId = new Map(places.toReversed().map((place) => [place.id, place]));
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

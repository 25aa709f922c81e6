import * as z from 'zod';
import { locationId } from '../../domain/ids.ts';
import type { Observation } from '../../domain/observation.ts';
import {
  hadNoEffect,
  inventoryChanged,
  knownScoreChange,
  moved,
  type TurnRecord,
} from '../../domain/turn-record.ts';
import { signed } from '../../domain/text.ts';
import { quote } from '../../prompts/quote.ts';
import { commandWords, roomWords, scoreWords, thingsWords } from '../../prompts/wording.ts';
import type { HandGame } from '../../run/hand-game.ts';
import { observationOf, turnOf } from './session.ts';

export const placeSchema = z.object({
  id: z.int().describe('Number of the place; names may stand for several places.'),
  name: z.string(),
});

/** A place that an assistant names. */
export const namedPlace = z.union([z.string(), z.number()]).describe('Number or name of a place.');

/** What the game shows: the answer of the tools that play and look. */
export const sceneSchema = z.object({
  episode: z.int(),
  turn: z.int(),
  text: z.string().describe('What the game printed last, or says of the place.'),
  location: placeSchema,
  score: z.number().nullable(),
  maxScore: z.number().nullable(),
  moves: z.number().nullable(),
  held: z.array(z.string()),
  inSight: z.array(z.string()),
  exits: z.array(z.object({ direction: z.string(), command: z.string(), to: placeSchema })),
  changed: z.array(z.string()).describe('What the newest command changed.'),
  remembered: z.int().describe('Memories of this place; recall tells them.'),
  waitsFor: z.enum(['command', 'key']),
  ended: z.enum(['victory', 'death', 'quit', 'broken']).nullable(),
});

type Scene = z.infer<typeof sceneSchema>;

/**
 * The scene of a game; `remembered` is how many memories its place has, and `room` what the game says of it, null where its
 * last words are told.
 */
export function sceneOf(
  game: HandGame,
  episode: number,
  {
    remembered,
    room,
  }: { readonly remembered: (place: number) => number; readonly room: string | null },
): Scene {
  const seen = observationOf(game);
  const { text, location, score, maxScore, moves, inventory, objects, exits } = seen;
  return {
    episode,
    turn: turnOf(game),
    text: room ?? text,
    location,
    score,
    maxScore,
    moves,
    held: inventory.map(({ name }) => name),
    inSight: objects.filter(({ held }) => !held).map(({ name }) => name),
    exits: exits.map(({ direction, command, to }) => ({ direction, command, to })),
    changed: game.newest === null ? [] : [...changes(game.newest)],
    remembered: remembered(location.id),
    waitsFor: seen.waitsFor ?? 'command',
    ended: endOf(game, seen),
  };
}

function endOf({ summary }: HandGame, { ended }: Observation): Scene['ended'] {
  return summary?.stopReason === 'interpreter-failed' ? 'broken' : ended;
}

function changes(turn: TurnRecord): readonly string[] {
  const { before, after } = turn;
  const points = knownScoreChange(turn) ?? 0;
  return [
    ...(moved(turn) ? [`moved from ${roomWords(before.location)}`] : []),
    ...(points === 0 ? [] : [`${signed(points)} points`]),
    ...(inventoryChanged(turn) ? heldChanges(turn) : []),
    ...(after.died ? ['the player died'] : []),
    ...(hadNoEffect(turn) ? ['nothing within reach'] : []),
  ];
}

function heldChanges({ before, after }: TurnRecord): readonly string[] {
  const without = (held: Observation['inventory'], other: Observation['inventory']) =>
    held.filter(({ id }) => !other.some((one) => one.id === id));
  const gained = without(after.inventory, before.inventory);
  const lost = without(before.inventory, after.inventory);
  return [
    ...(gained.length === 0 ? [] : [`now held: ${thingsWords(gained)}`]),
    ...(lost.length === 0 ? [] : [`no longer held: ${thingsWords(lost)}`]),
  ];
}

/** A scene in words; the game's text stands in it as quoted lines. */
export function sceneWords(scene: Scene, command: string | null): string {
  const { episode, turn, text, moves, held, inSight, exits, changed, remembered } = scene;
  const named = (names: readonly string[]) => thingsWords(names.map((name) => ({ name })));
  const ways = [...new Set(exits.map(({ to }) => to.id))].flatMap((id) => {
    const same = exits.filter(({ to }) => to.id === id);
    const words = same.map(({ command: word }) => commandWords(word)).join(' or ');
    return same[0] === undefined ? [] : [`${words} to ${placeWords(same[0].to)}`];
  });
  return [
    `Episode ${episode}, turn ${turn}. The game says:`,
    quote(command === null ? text : `> ${commandWords(command)}\n${text}`),
    `Place: ${placeWords(scene.location)}. ${capital(scoreWords(scene))}.${moves === null ? '' : ` Moves: ${moves}.`}`,
    `Held: ${named(held)}. In sight: ${named(inSight)}.`,
    `Ways out: ${ways.join('; ') || 'none known'}.`,
    ...(changed.length === 0 ? [] : [`Changed: ${changed.join('; ')}.`]),
    ...(remembered === 0 ? [] : [`Remembered of this place: ${remembered}; recall tells them.`]),
    ...(scene.waitsFor === 'key' ? ['The game waits for one key, such as enter or space.'] : []),
    ...(scene.ended === null ? [] : [`The game is over (${scene.ended}); start begins another.`]),
  ].join('\n');
}

/** A place by name and number. */
export function placeWords({ id, name }: z.infer<typeof placeSchema>): string {
  return roomWords({ id: locationId(id), name });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

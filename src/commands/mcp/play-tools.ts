import * as z from 'zod';
import { cleanCommand } from '../../domain/command.ts';
import {
  hadNoEffect,
  inventoryChanged,
  knownScoreChange,
  moved,
} from '../../domain/turn-effect.ts';
import { isBelieved } from '../../domain/memory.ts';
import type { Observation } from '../../domain/observation.ts';
import { capital, signed } from '../../domain/text.ts';
import { type TurnRecord } from '../../domain/turn-record.ts';
import { quote } from '../../prompts/quote.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import { thingsWords } from '../../prompts/thing-wording.ts';
import { commandWords, scoreWords } from '../../prompts/wording.ts';
import type { HandGame } from '../../run/hand-game.ts';
import { sessionCheck } from '../../turn/free-checks.ts';
import { MOST_ACTION_LENGTH } from '../../turn/propose.ts';
import {
  mcpNeededText,
  NotUsable,
  mcpObservation,
  type Session,
  mcpToolArguments,
  mcpMoment,
  mcpTool,
  mcpLastTurn,
} from './mcp-session.ts';

export const start = mcpTool({
  name: 'start',
  says: 'Begins a game, or tells where the game in progress stands; with new, ends that one and begins another.',
  input: mcpToolArguments({
    new: z.boolean().optional().describe('True ends the game in progress and begins another.'),
  }),
  isLook: false,
  async act(session, input) {
    const inProgress = session.game?.isOver === false ? session.game : null;
    const game = input.new === true ? null : inProgress;
    return scene(session, game ?? (await session.begin()));
  },
});

export const look = mcpTool({
  name: 'look',
  says: 'Tells where the game stands, which takes no turn.',
  input: mcpToolArguments({}),
  isLook: true,
  act: async (session) => scene(session, await session.played()),
});

export const play = mcpTool({
  name: 'play',
  says: 'Plays exactly one command, such as "open window" or "north", and tells what came of it.',
  input: mcpToolArguments({
    command: mcpNeededText(
      'One command of the game, as a player types it; a key where it waits for one.',
    ),
  }),
  isLook: false,
  async act(session, { command }) {
    const isFirst = session.game === null;
    const game = await session.played();
    const opening = isFirst ? `${scene(session, game).words}\n\n` : '';
    const action = playable(game, command);
    const before = mcpLastTurn(game);
    await session.play(game, action);
    if (mcpLastTurn(game) === before) {
      const why = game.summary?.stopDetail ?? 'the game is over';
      throw new NotUsable(`The command was not played: ${why} Call start for another game.`);
    }
    const { words, data } = scene(session, game, action);
    return { words: opening + words, data };
  },
});

export const INSTEAD =
  'Call play once for each command; in place of save, restore, undo, restart and quit there is start with new.';

/** The command in the form for the game. Throws NotUsable for one that must not be played. */
function playable(game: HandGame, command: string): string {
  if (game.isOver) {
    const why = game.summary?.stopReason ?? 'its records broke';
    throw new NotUsable(`The game is over (${why}); call start for another.`);
  }
  if (command.length > MOST_ACTION_LENGTH) {
    throw new NotUsable(
      `A command has at most ${MOST_ACTION_LENGTH} characters and this one has ${command.length}; nothing was played.`,
    );
  }
  if (mcpObservation(game).waitsFor === 'key') return command.replaceAll(/\p{Cc}/gu, ' ');
  const action = cleanCommand(command);
  if (action === '') throw new NotUsable('The command is empty; nothing was played.');
  const isLines = /[\n\r]/.test(command.trim());
  const reason = isLines
    ? 'one command per turn'
    : sessionCheck(action, mcpMoment(game).dictionary);
  if (reason !== null) throw new NotUsable(`Refused (${reason}); nothing was played. ${INSTEAD}`);
  return action;
}

/** What the game shows after a command; before the first one, the story's answer to a look. */
function scene(session: Session, game: HandGame, command: string | null = null) {
  const data = sceneOf(session, game, command);
  return { words: sceneWords(data, command), data };
}

type Scene = ReturnType<typeof sceneOf>;

function sceneOf(session: Session, game: HandGame, command: string | null) {
  const seen = mcpObservation(game);
  const { text, location, score, maxScore, moves, inventory, objects, exits } = seen;
  const memories = session.rooms().get(location.id)?.memories ?? [];
  const room = command === null && game.newest !== null ? game.lookAround() : null;
  const isBroken = game.summary?.stopReason === 'interpreter-failed';
  return {
    episode: mcpMoment(game).state.episode,
    turn: mcpLastTurn(game),
    text: room ?? text,
    location,
    score,
    maxScore,
    moves,
    held: inventory.map(({ name }) => name),
    inSight: objects.filter(({ held }) => !held).map(({ name }) => name),
    exits: exits.map(({ direction, command: word, to }) => ({ direction, command: word, to })),
    changed: game.newest === null || command === null ? [] : changes(game.newest),
    remembered: memories.filter(isBelieved).length,
    waitsFor: seen.waitsFor ?? 'command',
    ended: isBroken ? 'broken' : seen.ended,
  };
}

function changes(turn: TurnRecord): string[] {
  const { before, after } = turn;
  const points = knownScoreChange(turn) ?? 0;
  return [
    ...(moved(turn) ? [`moved from ${roomWords(before.location)}`] : []),
    ...(points === 0 ? [] : [`${signed(points)} points`]),
    ...(inventoryChanged(turn)
      ? [
          ...heldWords('now held', after.inventory, before.inventory),
          ...heldWords('no longer held', before.inventory, after.inventory),
        ]
      : []),
    ...(after.died ? ['the player died'] : []),
    ...(hadNoEffect(turn) ? ['nothing within reach'] : []),
  ];
}

/** The things that are only in the first inventory, after a word for them. */
function heldWords(word: string, held: Observation['inventory'], other: Observation['inventory']) {
  const only = held.filter(({ id }) => !other.some((one) => one.id === id));
  return only.length === 0 ? [] : [`${word}: ${thingsWords(only)}`];
}

function sceneWords(seen: Scene, command: string | null): string {
  const { episode, turn, text, moves, held, inSight, exits, changed, remembered } = seen;
  const named = (names: readonly string[]) => thingsWords(names.map((name) => ({ name })));
  const ways = [...new Set(exits.map(({ to }) => to.id))].flatMap((id) => {
    const same = exits.filter(({ to }) => to.id === id);
    const words = same.map(({ command: word }) => commandWords(word)).join(' or ');
    return same[0] === undefined ? [] : [`${words} to ${roomWords(same[0].to)}`];
  });
  return [
    `Episode ${episode}, turn ${turn}. The game says:`,
    quote(command === null ? text : `> ${commandWords(command)}\n${text}`),
    `Place: ${roomWords(seen.location)}. ${capital(scoreWords(seen))}.${moves === null ? '' : ` Moves: ${moves}.`}`,
    `Held: ${named(held)}. In sight: ${named(inSight)}.`,
    `Ways out: ${ways.join('; ') || 'none known'}.`,
    ...(changed.length === 0 ? [] : [`Changed: ${changed.join('; ')}.`]),
    ...(remembered === 0 ? [] : [`Remembered of this place: ${remembered}; recall tells them.`]),
    ...(seen.waitsFor === 'key' ? ['The game waits for one key, such as enter or space.'] : []),
    ...(seen.ended === null ? [] : [`The game is over (${seen.ended}); start begins another.`]),
  ].join('\n');
}

import { isBelieved } from '../../domain/memory.ts';
import * as z from 'zod';
import { cleanAction } from '../../domain/command.ts';
import { sessionRejection } from '../../turn/free-checks.ts';
import { MOST_ACTION_LENGTH } from '../../turn/propose.ts';
import type { HandGame } from '../../run/hand-game.ts';
import { sceneOf, sceneSchema, sceneWords } from './scene.ts';
import { momentOf, observationOf, turnOf, type Session } from './session.ts';
import { argumentsOf, NotUsable, tool } from './tool.ts';

export const start = tool({
  name: 'start',
  says: 'Begins a game, or tells where the game in progress stands; with new, ends that one and begins another.',
  input: argumentsOf({
    new: z.boolean().optional().describe('True ends the game in progress and begins another.'),
  }),
  output: sceneSchema,
  isLook: false,
  async act(session, input) {
    const inProgress = session.game?.isOver === false ? session.game : null;
    const game = input.new === true ? null : inProgress;
    return scene(session, game ?? (await session.begin()));
  },
});

export const look = tool({
  name: 'look',
  says: 'Tells where the game stands, which takes no turn.',
  input: argumentsOf({}),
  output: sceneSchema,
  isLook: true,
  act: async (session) => scene(session, await session.played()),
});

export const play = tool({
  name: 'play',
  says: 'Plays exactly one command, such as "open window" or "north", and tells what came of it.',
  input: argumentsOf({
    command: z
      .string()
      .describe('One command of the game, as a player types it; a key where it waits for one.'),
  }),
  output: sceneSchema,
  isLook: false,
  async act(session, { command }) {
    const isFirst = session.game === null;
    const game = await session.played();
    const opening = isFirst ? `${scene(session, game).words}\n\n` : '';
    const action = playable(game, command);
    const before = turnOf(game);
    await session.play(game, action);
    if (turnOf(game) === before) {
      const why = game.summary?.stopDetail ?? 'the game is over';
      throw new NotUsable(`The command was not played: ${why} Call start for another game.`);
    }
    const { words, data } = scene(session, game, action);
    return { words: opening + words, data };
  },
});

function scene(session: Session, game: HandGame, command: string | null = null) {
  const rooms = session.rooms();
  const believed = (id: number) =>
    [...rooms.values()]
      .filter((room) => room.id === id)
      .flatMap(({ memories }) => memories)
      .filter(isBelieved).length;
  const room = command === null && game.newest !== null ? game.lookAround() : null;
  const data = sceneOf(game, momentOf(game).state.episode, { remembered: believed, room });
  return { words: sceneWords(data, command), data };
}

/** What to use in place of refused commands. */
export const INSTEAD =
  'Call play once for each command; in place of save, restore, undo, restart and quit there is start with new.';

/** The command in the form that the game gets. Throws NotUsable for one that must not be played. */
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
  if (observationOf(game).waitsFor === 'key') return command.replaceAll(/\p{Cc}/gu, ' ');
  const action = cleanAction(command);
  if (action === '') throw new NotUsable('The command is empty; nothing was played.');
  const isLines = /[\n\r]/.test(command.trim());
  const reason = isLines
    ? 'one command per turn'
    : sessionRejection(action, momentOf(game).dictionary);
  if (reason !== null) throw new NotUsable(`Refused (${reason}); nothing was played. ${INSTEAD}`);
  return action;
}

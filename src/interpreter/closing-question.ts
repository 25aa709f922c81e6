import type { GameSession } from './game-session.ts';

/** Two commands that every story answers differently while the game goes on. */
const PLAIN = ['look', 'inventory'] as const;
/** What ends the session at "RESTART, RESTORE or QUIT?" and at "Another game?". */
const LEAVING = ['quit', 'no'];

/** Whether the story waits for an answer of its own: LOOK and INVENTORY get one and the same reply. */
export function ignoresCommands(session: GameSession): boolean {
  const [first, second] = PLAIN.map((command) =>
    session.ask(command)?.replaceAll(new RegExp(command, 'gi'), ''),
  );
  return first === second;
}

/** Whether nothing but leaving is left: no command is obeyed, and QUIT, or a no, stops the story at once. */
export function onlyLeavingIsLeft(session: GameSession): boolean {
  const leaves = LEAVING.some((command) =>
    session.probe(() => session.trySend(command) !== null && session.hasQuit),
  );
  return leaves && ignoresCommands(session);
}

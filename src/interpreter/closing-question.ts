import type { GameSession } from './game-session.ts';
import { printedText } from '../domain/text.ts';

/** Two commands that every story answers differently while the game goes on. */
const PLAIN = ['look', 'inventory'] as const;
/** What ends the session at "RESTART, RESTORE or QUIT?" and at "Another game?". */
const LEAVING = ['quit', 'no'];
const SILENT = [...PLAIN, ...LEAVING, 'yes', 'restart', ''];

/** Whether the story waits for an answer of its own: LOOK and INVENTORY get one and the same reply. */
export function ignoresCommands(session: GameSession): boolean {
  const [first, second] = PLAIN.map((command) =>
    session.ask(command)?.replaceAll(new RegExp(command, 'gi'), ''),
  );
  return first !== undefined && first === second;
}

/**
 * Whether nothing but leaving is left: no command is obeyed, and either QUIT or NO stops the story at once, or no input
 * gets any answer at all.
 */
export function onlyLeavingIsLeft(session: GameSession): boolean {
  if (!ignoresCommands(session)) return false;
  const stops = (command: string) =>
    session.probe(() => session.trySend(command) !== null && session.hasQuit);
  return (
    LEAVING.some(stops) || SILENT.every((command) => printedText(session.ask(command) ?? '') === '')
  );
}

import type { GameSession } from './game-session.ts';

/**
 * The property that holds the names of things, in stories whose object table leaves them out (Inform 7): the one whose
 * text LOOK prints as the heading of the room. Null where the table names the room, and where no property is printed so.
 * Leaves the game as it was.
 */
export function findNameProperty(session: GameSession, player: number | null): number | null {
  const { tree } = session;
  const room = player === null ? 0 : session.read(() => tree.root(player));
  if (!tree.holds(room) || session.read(() => tree.name(room)) !== '') return null;
  const lines = (session.ask('look') ?? '').split('\n').map((line) => line.trim());
  const isHeading = (name: string) =>
    name !== '' && lines.some((line) => line === name || line.startsWith(`${name} (`));
  const named = session.read(() =>
    tree.properties(room).find((property) => isHeading(tree.stringAt(property))),
  );
  return named?.number ?? null;
}

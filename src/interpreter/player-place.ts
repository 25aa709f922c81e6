import type { GameSession } from './game-session.ts';

/**
 * The room around a player who may sit in something: version 3 names it in its first global variable (§8.2.2), and
 * Inform's rooms lie in nothing. Elsewhere what the player is directly in.
 */
export function roomAround(session: GameSession, player: number, isInform: boolean): number {
  const { machine, tree } = session;
  if (isInform) return tree.root(player);
  if (machine.version3) {
    const room = session.global(0);
    for (const place of tree.around(player)) if (place === room) return room;
  }
  return tree.parent(player);
}

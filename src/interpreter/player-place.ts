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

/**
 * The player as memory names it: the one object that two global variables hold and whose place a third holds. Null where
 * there is none, or more than one. Less sure than walking.
 */
export function namedPlayer(session: GameSession): number | null {
  const { machine, tree } = session;
  const named = Array.from({ length: 240 }, (_, i) => session.global(i));
  const places = new Set(machine.version3 ? named.slice(0, 1) : named);
  const found: number[] = [];
  for (let object = 1; object <= tree.count; object++) {
    const place = tree.parent(object);
    const isNamed = named.filter((value) => value === object).length >= 2;
    if (isNamed && tree.holds(place) && places.has(place)) found.push(object);
  }
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : null;
}

import type { GameSession } from './game-session.ts';
import type { ObjectTree } from './object-tree.ts';
import type { AttributeNumbers } from './story-facts.ts';

/**
 * Attributes of the Inform 6 library in its order of declaration (`linklpa.h` of libraries 6/1 to 6/12), which is the
 * order of their numbers; a game that declares its own first shifts all of them alike.
 */
const LIBRARY = {
  animate: 0,
  hidden: 3,
  container: 4,
  door: 5,
  edible: 6,
  light: 9,
  lit: 9,
  locked: 11,
  on: 13,
  open: 14,
  openable: 15,
  scenery: 17,
  supporter: 20,
  switchable: 21,
  transparent: 23,
  worn: 26,
} as const satisfies AttributeNumbers;

const CONCEALED = 3;
const PROPER = 16;
const MOST_SHIFT = 12;

/**
 * Attribute numbers of a story that was compiled with the Inform 6 library, or null. Certain: the library's own objects
 * (the compass, its directions, the player's first body) have to carry exactly the library's attributes.
 */
export function informAttributes(tree: ObjectTree): AttributeNumbers | null {
  const named = (name: string): number | undefined => {
    for (let object = 1; object <= Math.min(tree.count, 40); object++) {
      if (tree.name(object) === name) return object;
    }
    return undefined;
  };
  const compass = named('compass');
  const self = named('(self object)');
  if (compass === undefined || self === undefined) return null;
  const directions = tree.children(compass);
  if (directions.length < 8) return null;
  for (let shift = 0; shift <= MOST_SHIFT; shift++) {
    const carries = (object: number, attributes: readonly number[]): boolean =>
      attributes.every((attribute) => tree.has(object, shift + attribute));
    if (
      carries(self, [LIBRARY.animate, PROPER]) &&
      carries(compass, [CONCEALED]) &&
      directions.every((direction) => onlyScenery(tree, direction, shift))
    ) {
      return Object.fromEntries(
        Object.entries(LIBRARY).map(([name, attribute]) => [name, shift + attribute]),
      );
    }
  }
  return null;
}

/**
 * The player in a story with the library's attributes, or null. The library makes its player animate, concealed and
 * transparent, and keeps its number in a global variable; the answer counts only when one object in play is like that.
 */
export function informPlayer(session: GameSession, attributes: AttributeNumbers): number | null {
  const { tree } = session;
  const { animate, hidden, transparent } = attributes;
  if (animate === undefined || hidden === undefined || transparent === undefined) return null;
  const named = new Set(session.globals());
  const found: number[] = [];
  for (let object = 1; object <= tree.count; object++) {
    const isPlayer = [animate, hidden, transparent].every((number) => tree.has(object, number));
    if (isPlayer && named.has(object) && tree.parent(object) !== 0) found.push(object);
  }
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : null;
}

/** Among the library's attributes: games add their own beyond them. */
function onlyScenery(tree: ObjectTree, object: number, shift: number): boolean {
  for (let attribute = 0; attribute <= 30; attribute++) {
    if (tree.has(object, shift + attribute) !== (attribute === LIBRARY.scenery)) return false;
  }
  return true;
}

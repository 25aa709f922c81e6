import type { GameSession } from './game-session.ts';
import type { NameProperty, ObjectTree } from './object-tree.ts';
import type { AttributeNumbers } from './story-header.ts';

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
  lockable: 10,
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

/** The order in libraries 5 (`linklpa.h`), which had no `absent` and put `female` behind `enterable`. */
const INFORM_5 = {
  ...LIBRARY,
  hidden: 2,
  container: 3,
  door: 4,
  edible: 5,
} as const satisfies AttributeNumbers;

/** The order in Inform 7 (`Definitions.i6t`), which sorts some elsewhere and begins with one of its own. */
const INFORM_7 = {
  animate: 1,
  hidden: 3,
  container: 4,
  door: 5,
  edible: 6,
  light: 8,
  lit: 8,
  lockable: 9,
  locked: 10,
  on: 12,
  open: 13,
  openable: 14,
  scenery: 15,
  supporter: 17,
  switchable: 18,
  transparent: 20,
  worn: 22,
} as const satisfies AttributeNumbers;

/** How each compiler numbers attributes; an object that only it makes, and what that one carries. */
const LAYOUTS = [
  { sign: '(self object)', carries: [LIBRARY.animate, 16], attributes: LIBRARY },
  { sign: 'yourself', carries: [INFORM_5.animate, INFORM_5.hidden, 16], attributes: INFORM_5 },
  { sign: 'K2_thing', carries: [], attributes: INFORM_7 },
] as const;

const MOST_SHIFT = 12;
/** The library's own objects come first in the object table. */
const LAST_OWN = 60;

/**
 * Attribute numbers of a story that was compiled by Inform with its library, or null. Certain: the library's
 * own objects (the compass, its directions, mostly the player's first body) have to carry exactly its attributes.
 */
export function informAttributes(tree: ObjectTree): AttributeNumbers | null {
  const compass = ownNamed(tree, 'compass');
  const directions = compass === null ? [] : tree.children(compass);
  if (compass === null || directions.length < 8) return null;
  for (const { sign, carries: own, attributes } of LAYOUTS) {
    const self = ownNamed(tree, sign);
    if (self === null) continue;
    for (let shift = 0; shift <= MOST_SHIFT; shift++) {
      const carries = (object: number, numbers: readonly number[]): boolean =>
        numbers.every((number) => tree.has(object, shift + number));
      if (
        carries(self, own) &&
        carries(compass, [attributes.hidden]) &&
        directions.every((direction) => isOnly(tree, direction, shift, attributes.scenery))
      ) {
        return Object.fromEntries(
          Object.entries(attributes).map(([word, number]) => [word, shift + number]),
        );
      }
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

/**
 * Where names are that only the source has in the object table, or null: the property by which the library's darkness is
 * called. Its text is of the first that the compiler writes, all of them behind all routines.
 */
export function informNames(tree: ObjectTree): NameProperty | null {
  const darkness = ownNamed(tree, '(darkness object)');
  const [name] = (darkness === null ? [] : tree.properties(darkness))
    .filter((property) => tree.stringAt(property) !== '')
    .toSorted((a, b) => tree.word(b) - tree.word(a));
  return name === undefined ? null : { number: name.number, firstText: tree.word(name) };
}

function ownNamed(tree: ObjectTree, name: string): number | null {
  for (let object = 1; object <= Math.min(tree.count, LAST_OWN); object++) {
    if (tree.name(object) === name) return object;
  }
  return null;
}

/** Among the library's attributes: games add their own beyond them. */
function isOnly(tree: ObjectTree, object: number, shift: number, only: number): boolean {
  for (let attribute = 0; attribute <= 30; attribute++) {
    if (tree.has(object, shift + attribute) !== (attribute === only)) return false;
  }
  return true;
}

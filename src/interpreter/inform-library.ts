import type { GameSession } from './game-session.ts';
import type { NameProperty, ObjectTree } from './object-tree.ts';
import type { AttributeNumbers } from './story-header.ts';

/**
 * How each compiler numbers attributes, in the order of their declaration; a dash stands for one that is not needed. `sign`
 * is an object that only this compiler makes, and `carries` holds attributes of it.
 */
const LAYOUTS = [
  {
    // `linklpa.h` of libraries 6/1 to 6/12
    sign: '(self object)',
    carries: [0, 16],
    order: `animate - - hidden container door edible - - light lockable locked - on open openable - scenery - -
      supporter switchable - transparent - - worn`,
  },
  {
    // `linklpa.h` of libraries 5, which had no `absent` and put `female` behind `enterable`
    sign: 'yourself',
    carries: [0, 2, 16],
    order: `animate - hidden container door edible - - - light lockable locked - on open openable - scenery - -
      supporter switchable - transparent - - worn`,
  },
  {
    // `Definitions.i6t` of Inform 7, which sorts some elsewhere and begins with one of its own
    sign: 'K2_thing',
    carries: [],
    order: `- animate - hidden container door edible - light lockable locked - on open openable scenery - supporter
      switchable - transparent - worn`,
  },
].map(({ order, ...layout }) => ({ ...layout, order: order.split(/\s+/) }));

const MOST_SHIFT = 12;
/** The library's own objects come first in the object table. */
const LAST_OWN = 60;

/** Attribute numbers of a story compiled with Inform's library. Null if the library's own objects do not carry them. */
export function informAttributes(tree: ObjectTree): AttributeNumbers | null {
  const compass = ownNamed(tree, 'compass');
  const directions = compass === null ? [] : tree.children(compass);
  if (compass === null || directions.length < 8) return null;
  for (const { sign, carries: own, order } of LAYOUTS) {
    const self = ownNamed(tree, sign);
    if (self === null) continue;
    const [hidden, scenery] = [order.indexOf('hidden'), order.indexOf('scenery')];
    for (let shift = 0; shift <= MOST_SHIFT; shift++) {
      const isCarried = (object: number, attribute: number) => tree.has(object, shift + attribute);
      if (
        own.every((attribute) => isCarried(self, attribute)) &&
        isCarried(compass, hidden) &&
        directions.every((direction) => isOnly(tree, direction, shift, scenery))
      ) {
        const numbers = order.map((name, at) => [name, shift + at] as const);
        return { ...Object.fromEntries(numbers), lit: shift + order.indexOf('light') };
      }
    }
  }
  return null;
}

/** The player in a story with the library's attributes: the only object with the player's that a global names. Else null. */
export function informLibraryPlayer(
  session: GameSession,
  attributes: AttributeNumbers,
): number | null {
  const { tree } = session;
  const { animate, hidden, transparent } = attributes;
  if (animate === undefined || hidden === undefined || transparent === undefined) return null;
  const named = new Set(session.globals());
  return tree.only((object) => {
    const isPlayer = [animate, hidden, transparent].every((number) => tree.has(object, number));
    return isPlayer && named.has(object) && tree.parent(object) !== 0;
  });
}

/** The property with names that the object table lacks, found by the library's darkness. Null if there is none. */
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

/** Only among the library's attributes, because games add their own. */
function isOnly(tree: ObjectTree, object: number, shift: number, only: number): boolean {
  for (let attribute = 0; attribute <= 30; attribute++) {
    if (tree.has(object, shift + attribute) !== (attribute === only)) return false;
  }
  return true;
}

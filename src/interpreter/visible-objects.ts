import { createHash } from 'node:crypto';
import { objectId } from '../domain/ids.ts';
import { TRAITS, type VisibleObject, type WorldFacts } from '../domain/observation.ts';
import type { GameSession } from './game-session.ts';
import { isInternal, type ObjectTree } from './object-tree.ts';
import type { AttributeNumbers } from './story-header.ts';
import type { StoryKnowledge } from './story-knowledge.ts';

/** Who looks from where, and what is known of the story; without attributes nothing in or on another object is told. */
interface Viewpoint extends Pick<StoryKnowledge, 'attributes' | 'routines' | 'placeless'> {
  readonly player: number;
  /** The room, also for a player who sits in something. */
  readonly room: number;
}

/**
 * What the player can see, read from the object tree: the room's objects and the held ones, with the contents of what
 * is open, transparent or flat, but for what only the story's compiler has a name for. In the dark, where the story's light
 * is known, only what is held.
 */
export function seeAround(
  tree: ObjectTree,
  view: Viewpoint,
): Pick<WorldFacts, 'objects' | 'isDark'> {
  const known = view.attributes ?? {};
  const found: VisibleObject[] = [];
  const around = new Set(tree.around(view.player));

  const has = (object: number, name: keyof AttributeNumbers): boolean => {
    const attribute = known[name];
    return attribute !== undefined && tree.has(object, attribute);
  };
  const isBarred = (object: number): boolean =>
    known.lockable !== undefined && has(object, 'locked') && !has(object, 'lockable');
  const showsContents = (object: number): boolean =>
    has(object, 'supporter') ||
    has(object, 'transparent') ||
    (has(object, 'open') && !has(object, 'door'));

  const visit = (holder: number, inside: number | null, held: boolean): void => {
    for (const object of tree.children(holder)) {
      if (object === view.player || has(object, 'hidden')) continue;
      const name = tree.name(object);
      if (!isInternal(name))
        found.push({
          id: objectId(object),
          name,
          inside: inside === null ? null : objectId(inside),
          held,
          traits: TRAITS.filter((trait) => has(object, trait)),
          ...(isBarred(object) && { isBarred: true as const }),
          ...(has(object, 'scenery') && {
            isScenery: true as const,
            ...(view.routines.has(object) && { hasRoutine: true as const }),
            ...(view.placeless.has(object) && { isBackdrop: true as const }),
          }),
        });
      if (around.has(object) || showsContents(object)) visit(object, object, held);
    }
  };

  visit(view.player, null, true);
  const held = found.length;
  visit(view.room, null, false);
  const isLit = [view.room, ...found.map(({ id }) => id)].some((object) => has(object, 'lit'));
  return known.lit !== undefined && !isLit
    ? { objects: found.slice(0, held), isDark: true }
    : { objects: found };
}

/** Where the player is, and the rooms that are known to be rooms because the player was in them. */
export interface Whereabouts {
  readonly player: number;
  readonly room: number;
  readonly rooms: ReadonlySet<number>;
}

/** Hash of all that may be within reach: attributes, parent, properties; not of what is certainly elsewhere. */
export function sceneFingerprint({ machine, tree }: GameSession, place: Whereabouts): string {
  const hash = createHash('sha256').update(`${place.room}`);
  for (let object = 1; object <= tree.count; object += 1) {
    if (isOutOfScene(tree, object, place)) continue;
    hash.update(`|${object}:${tree.parent(object)}:`);
    hash.update(tree.attributeBytes(object));
    for (const { address, size } of tree.properties(object)) {
      hash.update(machine.memory.subarray(address, address + size));
    }
  }
  return hash.digest('hex').slice(0, 32);
}

/** See Interpreter.reach; `objects` are all that answer to the noun. */
export function reachOf(
  objects: readonly number[],
  tree: ObjectTree,
  place: Whereabouts & { readonly visible: ReadonlySet<number> },
): 'possible' | 'closed-in' | 'absent' {
  const isHere = objects.includes(place.room) || objects.includes(place.player);
  if (objects.length === 0 || isHere) return 'possible';
  const nearer = objects.filter((object) => !isElsewhere(tree, object, place));
  if (nearer.length === 0) return 'absent';
  return nearer.every((object) => isClosedIn(tree, object, place)) ? 'closed-in' : 'possible';
}

/** Where rooms lie in nothing (Inform), what lies in another thing than this room is elsewhere; else as isElsewhere says. */
function isOutOfScene(tree: ObjectTree, object: number, place: Whereabouts): boolean {
  if (tree.parent(place.room) === 0) return tree.root(object) !== place.room;
  return isElsewhere(tree, object, place);
}

/** Inside a room that is not this one: one the player was in, or a brother of this room in the object tree. */
function isElsewhere(tree: ObjectTree, object: number, { room, rooms }: Whereabouts): boolean {
  const roomsParent = tree.parent(room);
  return [object, ...tree.around(object)].some(
    (around) =>
      around !== room &&
      (rooms.has(around) || (roomsParent !== 0 && tree.parent(around) === roomsParent)),
  );
}

/** In something that is seen, while the object itself is not: the thing around it is closed. */
function isClosedIn(
  tree: ObjectTree,
  object: number,
  { visible }: { readonly visible: ReadonlySet<number> },
): boolean {
  return !visible.has(object) && tree.around(object).some((around) => visible.has(around));
}

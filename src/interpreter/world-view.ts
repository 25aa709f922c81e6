import { createHash } from 'node:crypto';
import { objectId } from '../domain/ids.ts';
import {
  TRAITS,
  type Trait,
  type VisibleObject,
  type WorldFacts,
  type ZObject,
} from '../domain/observation.ts';
import type { GameSession } from './game-session.ts';
import { isInternalObjectName, type ObjectTree } from './object-tree.ts';
import type { AttributeNumbers } from './story-header.ts';
import type { StoryKnowledge } from './story-knowledge.ts';

const OF_LIDS: ReadonlySet<Trait> = new Set<Trait>(['locked', 'open', 'openable']);

/** The observer's place, and knowledge of the story. */
interface Viewpoint extends Pick<StoryKnowledge, 'attributes' | 'routines' | 'placeless'> {
  readonly player: number;
  /** The room, also for a player who sits in something. */
  readonly room: number;
  /** Without attributes, the things not held that are seen; see ProbedContents. Null if that is not known. */
  readonly shown: ReadonlySet<number> | null;
}

/** The directly held objects, by number. Empty if the player is unknown. */
export function heldBy(tree: ObjectTree, holder: number | null): readonly ZObject[] {
  const inventory = holder === null ? [] : tree.children(holder).sort((a, b) => a - b);
  return inventory.map((object) => ({ id: objectId(object), name: tree.name(object) }));
}

/** What the player can see by the object tree, with the contents of open, transparent or flat things. Dark: held things. */
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
  const showsContents = (object: number): boolean =>
    has(object, 'supporter') ||
    has(object, 'transparent') ||
    (has(object, 'open') && !has(object, 'door'));

  const shows = (object: number): boolean =>
    around.has(object) ||
    showsContents(object) ||
    tree.children(object).some((child) => view.shown?.has(child) === true);
  const isIn = (object: number, holder: number, inside: number | null) =>
    around.has(object) || isSeen(object, { holder, inside, isAround: around.has(holder) }, view);

  const visit = (holder: number, inside: number | null, held: boolean): void => {
    for (const object of tree.children(holder)) {
      const isUnseen = has(object, 'hidden') || !isIn(object, holder, inside);
      if (object === view.player || isUnseen) continue;
      if (!isInternalObjectName(tree.name(object)))
        found.push({
          ...thingAt(tree, object, has, view),
          inside: inside === null ? null : objectId(inside),
          held,
        });
      if (shows(object)) visit(object, object, held);
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

/** Whether a thing is told by where it lies. `isAround`: the player is in the holder, too. */
function isSeen(
  object: number,
  lies: { readonly holder: number; readonly inside: number | null; readonly isAround: boolean },
  { attributes, player, shown }: Viewpoint,
): boolean {
  if (attributes !== null || lies.holder === player) return true;
  return shown === null ? lies.inside === null || lies.isAround : shown.has(object);
}

type Has = (object: number, name: keyof AttributeNumbers) => boolean;

function thingAt(tree: ObjectTree, object: number, has: Has, view: Viewpoint) {
  const traits = traitsOf((trait) => has(object, trait));
  const isLockable = view.attributes?.lockable === undefined || has(object, 'lockable');
  return {
    id: objectId(object),
    name: tree.name(object),
    traits,
    ...(traits.includes('locked') && !isLockable && { isBarred: true as const }),
    ...(has(object, 'scenery') && {
      isScenery: true as const,
      ...(view.routines.has(object) && { hasRoutine: true as const }),
      ...(view.placeless.has(object) && { isBackdrop: true as const }),
    }),
  };
}

/** The traits of a thing. A creature has none of a lid, because some stories use these attributes for other purposes. */
function traitsOf(has: (trait: Trait) => boolean): readonly Trait[] {
  const hasLid = !has('animate') || has('container') || has('door');
  return TRAITS.filter((trait) => has(trait) && (hasLid || !OF_LIDS.has(trait)));
}

/** The player's place, and the rooms that are known because the player entered them. */
export interface Whereabouts {
  readonly player: number;
  readonly room: number;
  readonly rooms: ReadonlySet<number>;
}

/** Hash of all that may be within reach: attributes, parent, properties. Leaves out what is certainly elsewhere. */
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

/** See Interpreter.reach. `objects` holds all that the noun may name. */
export function reachInWorld(
  objects: readonly number[],
  tree: ObjectTree,
  { visible, ...place }: Whereabouts & { readonly visible: ReadonlySet<number> },
): 'possible' | 'closed-in' | 'absent' {
  const isHere = objects.includes(place.room) || objects.includes(place.player);
  if (objects.length === 0 || isHere) return 'possible';
  const nearer = objects.filter((object) => !isElsewhere(tree, object, place));
  if (nearer.length === 0) return 'absent';
  // The object is unseen in something that is seen, so the thing around it is closed.
  const isClosedIn = (object: number) =>
    !visible.has(object) && tree.around(object).some((around) => visible.has(around));
  return nearer.every(isClosedIn) ? 'closed-in' : 'possible';
}

/** If rooms lie in nothing (Inform), an object in another thing than this room is elsewhere. Else as isElsewhere tells. */
function isOutOfScene(tree: ObjectTree, object: number, place: Whereabouts): boolean {
  if (tree.parent(place.room) === 0) return tree.root(object) !== place.room;
  return isElsewhere(tree, object, place);
}

/** Whether it is inside another room: one that the player entered, or a sibling of this room in the object tree. */
function isElsewhere(tree: ObjectTree, object: number, { room, rooms }: Whereabouts): boolean {
  const roomsParent = tree.parent(room);
  return [object, ...tree.around(object)].some(
    (around) =>
      around !== room &&
      (rooms.has(around) || (roomsParent !== 0 && tree.parent(around) === roomsParent)),
  );
}

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

/** Traits of things that can be opened. */
const OF_LIDS: ReadonlySet<Trait> = new Set<Trait>(['locked', 'open', 'openable']);

/** The observer's place, and knowledge of the story. Without attributes, nothing in or on another object is told. */
interface Viewpoint extends Pick<StoryKnowledge, 'attributes' | 'routines' | 'placeless'> {
  readonly player: number;
  /** The room, also for a player who sits in something. */
  readonly room: number;
}

/** The directly held objects, by number. Empty if the player is unknown. */
export function heldBy(tree: ObjectTree, holder: number | null): readonly ZObject[] {
  const inventory = holder === null ? [] : tree.children(holder).sort((a, b) => a - b);
  return inventory.map((object) => ({ id: objectId(object), name: tree.name(object) }));
}

/**
 * What the player can see by the object tree: the objects of the room and the held ones, with the contents of open,
 * transparent or flat ones. In the dark only held things.
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
  const showsContents = (object: number): boolean =>
    has(object, 'supporter') ||
    has(object, 'transparent') ||
    (has(object, 'open') && !has(object, 'door'));

  const visit = (holder: number, inside: number | null, held: boolean): void => {
    for (const object of tree.children(holder)) {
      if (object === view.player || has(object, 'hidden')) continue;
      const name = tree.name(object);
      const traits = traitsOf((trait) => has(object, trait));
      const isBarred =
        known.lockable !== undefined && traits.includes('locked') && !has(object, 'lockable');
      if (!isInternalObjectName(name))
        found.push({
          id: objectId(object),
          name,
          inside: inside === null ? null : objectId(inside),
          held,
          traits,
          ...(isBarred && { isBarred: true as const }),
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

const GLOBAL_BYTES = 480;
/** Commands that leave the world unchanged, apart from time. */
const IDLE_COMMANDS = ['wait', 'z', 'z', 'look', 'inventory', 'examine me', 'qqqq', 'z', 'look'];

/** Which bits of {@link worldBytes} count as the world. 0 bits are left out. */
export type WorldMask = Uint8Array;

/**
 * Learns, in a snapshot, what changes without action (clocks, notes of the parser, chance, creatures), so that fingerprints
 * leave it out: whole globals, property bytes and parents, single bits of attributes. A clock that begins later stays
 * unknown. If the player is moved, that is a scene of the story, and learning ends.
 */
export function learnWorldMask(session: GameSession, player: number | null): WorldMask {
  const start = worldBytes(session);
  const layout = layoutOf(session);
  const mask = new Uint8Array(start.length).fill(0xff);
  // Version 3 counts moves, or minutes, in its third global variable (§8.2.3).
  if (session.machine.version3) mask.fill(0, layout.globals + 4, layout.globals + 6);
  const place = () => (player === null ? 0 : session.tree.parent(player));
  session.probe(() => {
    let before = start;
    const room = place();
    for (const command of IDLE_COMMANDS) {
      if (session.trySend(command) === null || place() !== room) return;
      const after = worldBytes(session);
      leaveOut(mask, before, after, layout);
      before = after;
    }
  });
  return mask;
}

/** Hash of the world, or of its property tables alone, through the mask. */
export function worldFingerprint(
  session: GameSession,
  mask: WorldMask,
  of: 'world' | 'properties',
): string {
  const bytes = worldBytes(session).map((byte, i) => byte & (mask[i] ?? 0xff));
  const { properties, globals } = layoutOf(session);
  const part = of === 'world' ? bytes : bytes.subarray(properties, globals);
  return createHash('sha256').update(part).digest('hex').slice(0, 32);
}

type Layout = ReturnType<typeof layoutOf>;

/** The sizes of an object's attributes and entry, and the start of property tables and globals in {@link worldBytes}. */
function layoutOf({ machine, tree }: GameSession) {
  const [attributes, entrySize] = machine.version3 ? [4, 9] : [6, 14];
  const properties = tree.count * (attributes + 2);
  const { start, end } = tree.range();
  return {
    attributes,
    entrySize,
    properties,
    globals: properties + end - start - tree.count * entrySize,
  };
}

/** Every object's attributes and parent, then all property tables, then the globals. */
function worldBytes(session: GameSession): Uint8Array {
  const { machine, tree } = session;
  const { attributes, entrySize, properties, globals } = layoutOf(session);
  const { start, end } = tree.range();
  const bytes = new Uint8Array(globals + GLOBAL_BYTES);
  const table = machine.m.getUint8Array(start, end - start);
  for (let i = 0; i < tree.count; i++) {
    const at = i * (attributes + 2);
    bytes.set(table.subarray(i * entrySize, i * entrySize + attributes), at);
    const parent = tree.parent(i + 1);
    bytes[at + attributes] = parent >> 8;
    bytes[at + attributes + 1] = parent & 0xff;
  }
  bytes.set(table.subarray(tree.count * entrySize), properties);
  bytes.set(machine.m.getUint8Array(machine.globals, GLOBAL_BYTES), globals);
  return bytes;
}

function leaveOut(mask: Uint8Array, before: Uint8Array, after: Uint8Array, layout: Layout): void {
  const { attributes, properties, globals } = layout;
  for (let i = 0; i < before.length; i++) {
    const changed = (before[i] ?? 0) ^ (after[i] ?? 0);
    if (changed === 0) continue;
    const inEntry = i % (attributes + 2);
    if (i >= globals) {
      const word = globals + ((i - globals) & ~1);
      mask.fill(0, word, word + 2);
    } else if (i >= properties) {
      mask[i] = 0;
    } else if (inEntry >= attributes) {
      mask.fill(0, i - inEntry + attributes, i - inEntry + attributes + 2);
    } else {
      mask[i] = (mask[i] ?? 0xff) & ~changed;
    }
  }
}

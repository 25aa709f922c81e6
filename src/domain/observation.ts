import type { LocationId, ObjectId } from './ids.ts';

/** A room as the object tree names it. The name is for display, never a key. */
export interface Location {
  readonly id: LocationId;
  readonly name: string;
}

export interface ZObject {
  readonly id: ObjectId;
  readonly name: string;
}

/** What an object's attributes say of it. A trait is listed only if the story's attribute is known and set. */
export const TRAITS = [
  'animate',
  'container',
  'door',
  'edible',
  'light',
  'locked',
  'on',
  'open',
  'openable',
  'supporter',
  'switchable',
  'transparent',
  'worn',
] as const;
export type Trait = (typeof TRAITS)[number];

/** An object that the player can see: here, held, or inside an open, transparent or flat one. */
export interface VisibleObject extends ZObject {
  /** The object it lies in or on. Null if it lies in the room itself or is held directly. */
  readonly inside: ObjectId | null;
  readonly held: boolean;
  readonly traits: readonly Trait[];
  /** Present if it is locked and no key fits: a bolt, for example. */
  readonly isBarred?: true;
  /** Present if it is barred and OPEN opens it from here all the same: the bar is on this side. */
  readonly opensHere?: true;
  /** Present if the story marks it as a thing that only the room's description mentions. */
  readonly isScenery?: true;
  /** Present for scenery with a routine of its own: an action on it has an effect. */
  readonly hasRoutine?: true;
  /** Present for scenery without a place when the story begins, such as the sky: the story brings it along to many rooms. */
  readonly isBackdrop?: true;
}

/** Whether a thing is a creature: somebody who acts. */
export function isAnimate({ traits }: Pick<VisibleObject, 'traits'>): boolean {
  return traits.includes('animate');
}

/** Words for walking in a direction, the short form first: some parsers do not know "northeast", nearly all know "ne". */
export const DIRECTION_WORDS = {
  north: ['n', 'north'],
  northeast: ['ne', 'northeast'],
  east: ['e', 'east'],
  southeast: ['se', 'southeast'],
  south: ['s', 'south'],
  southwest: ['sw', 'southwest'],
  west: ['w', 'west'],
  northwest: ['nw', 'northwest'],
  up: ['u', 'up'],
  down: ['d', 'down'],
  in: ['in', 'inside'],
  out: ['out', 'outside'],
} as const;

export type Direction = keyof typeof DIRECTION_WORDS;

export const DIRECTIONS = Object.keys(DIRECTION_WORDS) as readonly Direction[];

/** A direction that would move the player now, found by trying it between a snapshot and a restore. */
export interface Exit {
  readonly direction: Direction;
  /** The word that the probe used. It must be played as it is: a parser may know "ne" and not "northeast". */
  readonly command: string;
  readonly to: Location;
  /** True if walking there ended the game in the probe. */
  readonly deadly: boolean;
  /** Things in the player's hands that walking there took in the probe. Never empty. */
  readonly takes?: readonly ZObject[];
  /** The story's sentence about that loss. */
  readonly loss?: string;
}

/** A direction that leads nowhere now, with an answer of the story's own. */
export interface RefusedWay {
  readonly direction: Direction;
  readonly command: string;
  /** The first paragraph. */
  readonly answer: string;
  /** Whether other directions have the same answer. */
  readonly isStock?: true;
}

/** Which exits a player is told: all that a probe finds, those that it survived, those that were walked, none. */
export const TOLD_EXITS = ['probed', 'safe', 'seen', 'none'] as const;
export type ToldExits = (typeof TOLD_EXITS)[number];

/** Whether an exit that is not told leads nowhere that a player could go on from. */
export function tellsAllExits(told: ToldExits): boolean {
  return told === 'probed' || told === 'safe';
}

/** Whether the player is told what its commands returned in the same situation of earlier episodes. */
export const RETURN_USES = ['told', 'off'] as const;

/** The names of places and things: as in the story, or opaque words, so that a model cannot recall them. */
export const NAMES = ['plain', 'renamed'] as const;
export type Names = (typeof NAMES)[number];

/** How a game ended. A quit is the player's doing. */
export type Ending = 'victory' | 'death' | 'quit';

/** What the Z-machine's memory says of the world at this moment. Nothing here is read from text. */
export interface WorldFacts {
  readonly location: Location;
  /** Directly held objects, by object number. */
  readonly inventory: readonly ZObject[];
  readonly objects: readonly VisibleObject[];
  /** Present if the story's light is known and there is none. Only held things can be seen. */
  readonly isDark?: true;
  /** Null if the story keeps no score that could be found. Never a clock. */
  readonly score: number | null;
  readonly maxScore: number | null;
  /** The game's own count of moves. Null if none could be found. */
  readonly moves: number | null;
  readonly ended: Ending | null;
  /** Present while the game asks for one key, not for a command. */
  readonly waitsFor?: 'key';
}

/** The held things, and the visible ones in or on them. */
export function heldThings(facts: Pick<WorldFacts, 'inventory' | 'objects'>): readonly ZObject[] {
  const { inventory, objects } = facts;
  const direct = new Set(inventory.map(({ id }) => id));
  return [...inventory, ...objects.filter(({ id, held }) => held && !direct.has(id))];
}

/** The things of several looks, in reach or held, each once as in the newest look. */
export function thingsSeen(...looks: readonly Pick<WorldFacts, 'inventory' | 'objects'>[]) {
  const all = looks.flatMap(({ objects, inventory }): readonly ZObject[] => [
    ...objects,
    ...inventory,
  ]);
  return [...new Map(all.map((thing) => [thing.id, thing])).values()];
}

/** The things in reach or held at a look that were not at an earlier one. */
export function cameIntoReach(
  before: Pick<WorldFacts, 'inventory' | 'objects'>,
  after: typeof before,
): readonly ZObject[] {
  const known = new Set(thingsSeen(before).map(({ id }) => id));
  return thingsSeen(after).filter(({ id }) => !known.has(id));
}

export interface Observation extends WorldFacts {
  /** What the game printed since the last command, without the prompt. */
  readonly text: string;
  /** Whether that text tells of the player's death, even if the story then brings the player back. */
  readonly died: boolean;
  readonly exits: readonly Exit[];
  /** Present if these are not all exits that a probe finds. */
  readonly exitsTold?: Exclude<ToldExits, 'probed'>;
  /** Hash of the world without its move counter and random generator. Equal worlds have equal fingerprints. */
  readonly fingerprint: string;
  /** Hash of what is in reach: the room, the player, everything visible or held, with attributes and properties. */
  readonly scene: string;
}

/** The part of an observation that shows what a command did, without what has to be probed or hashed. */
export type Look = Omit<Observation, 'exits' | 'exitsTold' | 'fingerprint'>;

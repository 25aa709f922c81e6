import type { Trait } from '../domain/observation.ts';

/**
 * Attribute numbers by what they mean. `hidden` marks what is there and cannot be seen, `lit` what gives light, rooms
 * included, `scenery` what only the room's description tells of, `lockable` what has a lock for a key. A missing one is
 * not known.
 */
export type AttributeNumbers = {
  readonly [name in Trait | 'hidden' | 'lit' | 'scenery' | 'lockable']?: number;
};

/** What is known of one release of a story, so that nothing about it has to be detected. */
export interface StoryFacts {
  readonly title: string;
  readonly maxScore: number;
  /** Object number of the player. */
  readonly player: number;
  /** Global variables, from 0, that hold score and moves, where version 3 does not fix them. */
  readonly globals?: { readonly score: number; readonly moves: number };
  /** Left out where they can be detected. */
  readonly attributes?: AttributeNumbers;
}

/** Checked against the stories themselves: which objects carry them, and what opening and lighting changes. */
const ZORK_1: AttributeNumbers = {
  animate: 30,
  container: 19,
  door: 23,
  edible: 21,
  light: 31,
  on: 20,
  open: 11,
  supporter: 10,
  transparent: 12,
  hidden: 7,
  lit: 20,
  scenery: 14,
};

const FACTS: Readonly<Record<string, StoryFacts>> = {
  '88.840726.a129': { title: 'Zork I', maxScore: 350, player: 4, attributes: ZORK_1 },
  '119.880429.bf44': {
    title: 'Zork I',
    maxScore: 350,
    player: 44,
    attributes: { ...ZORK_1, container: 18, door: 22, edible: 20, on: 19, lit: 19 },
  },
  '1.261120.5815': {
    title: 'The Saltmere Light',
    maxScore: 100,
    player: 21,
    globals: { score: 18, moves: 13 },
  },
};

/** Facts by story key (`release.serial.checksum`); null for a story that is not in the table. */
export function knownFactsOf(key: string): StoryFacts | null {
  return FACTS[key] ?? null;
}

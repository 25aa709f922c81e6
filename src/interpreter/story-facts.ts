import type { Trait } from '../domain/observation.ts';

/** What is known of one release of a story, so that nothing about it has to be detected. */
export interface StoryFacts {
  readonly title: string;
  readonly maxScore: number | null;
  /** Object number of the player. */
  readonly player: number;
  /** Attribute numbers by what they mean. */
  readonly attributes: AttributeNumbers;
}

/** Attribute numbers by trait; `hidden` marks what is there and cannot be seen. A missing one is not known. */
export type AttributeNumbers = { readonly [name in Trait | 'hidden']?: number };

const FACTS: Readonly<Record<string, StoryFacts>> = {
  '88.840726.a129': { title: 'Zork I', maxScore: 350, player: 4, attributes: {} },
};

/** Facts by story key (`release.serial.checksum`); null for a story that is not in the table. */
export function factsOf(key: string): StoryFacts | null {
  return FACTS[key] ?? null;
}

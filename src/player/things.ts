import { isA } from './lexicon.ts';
import type { Entry } from './read-prompt.ts';
import { names, type RoomText } from './texts.ts';

/** A thing in reach or held, or a noun that only a text names. */
export interface Thing {
  /** The whole name, in lower case. */
  readonly name: string;
  /** What to call it in a command. */
  readonly word: string;
  readonly at: 'here' | 'held' | 'mentioned';
  readonly traits: readonly string[];
  /** The name of what it lies in or on; null for what lies in the room itself or is held directly. */
  readonly inside: string | null;
  /** Where the room's description speaks of it: as lying about, as part of the room, or nowhere. */
  readonly told: 'listed' | 'described' | 'nowhere';
}

export function thingsOf(
  listed: readonly Entry[],
  among: readonly Entry[],
  at: 'here' | 'held',
  room: RoomText & { readonly found: string },
): readonly Thing[] {
  return listed.map(({ name, rest }) => {
    const own = lastWord(name);
    const isPerson = rest === '' && isA('person', own);
    return {
      name: withoutPlace(name),
      word: noun(name, among),
      at,
      traits: rest === '' ? (isPerson ? ['animate'] : []) : rest.split(', '),
      inside: / \((?:in|on) (.*)\)$/.exec(name)?.[1]?.toLowerCase() ?? null,
      told: toldOf(own, room),
    };
  });
}

/** A noun that a text names. */
export function mentionedThing(word: string): Thing {
  return { name: word, word, at: 'mentioned', traits: [], inside: null, told: 'described' };
}

/** In its singular first: what lies about may be one of the many that the room is full of. */
function toldOf(own: string, room: RoomText & { readonly found: string }): Thing['told'] {
  const { scenery, listing, found } = room;
  if (names(scenery, own, '')) return 'described';
  if (names(listing, own)) return 'listed';
  if (names(scenery, own)) return 'described';
  return names(found, own) ? 'listed' : 'nowhere';
}

/** The last word of a thing's name, which parsers know best; the whole name where another thing ends in the same word. */
function noun(name: string, among: readonly Entry[]): string {
  const own = lastWord(name);
  const isShared = among.some(
    (other) => lastWord(other.name) === own && withoutPlace(other.name) !== withoutPlace(name),
  );
  return isShared ? withoutPlace(name) : own;
}

export function lastWord(name: string): string {
  return withoutPlace(name).split(' ').at(-1) ?? '';
}

/** A name without the place it lies in. */
function withoutPlace(name: string): string {
  return name.replace(/ \((?:in|on) .*\)$/, '').toLowerCase();
}

export function isLamp({ name, traits }: Pick<Thing, 'name' | 'traits'>): boolean {
  const isLight = traits.includes('light') || isA('light', name);
  return isLight && !/burned|broken|dead/.test(name) && !traits.includes('animate');
}

/** Weapons, the best first. */
const WEAPONS = ['sword', 'blade', 'knife'] as const;

export function isWeapon({ name }: Thing): boolean {
  return WEAPONS.some((kind) => isA(kind, name));
}

/** What blows are dealt with. */
export function bestWeapon(held: readonly Thing[]): Thing | undefined {
  return WEAPONS.flatMap((kind) => held.find(({ name }) => isA(kind, name)) ?? [])[0];
}

import type { readObjects } from '../prompts/scene-wording.ts';
import type { PromptSections } from '../prompts/question.ts';
import { unquote } from '../prompts/quote.ts';
import { isA, names, rankIn, thingNouns, type Kind } from './lexicon.ts';

type Listed = ReturnType<typeof readObjects>;

/** A thing in reach or held, or a noun that only a text has. */
export interface Thing {
  readonly name: string;
  readonly word: string;
  readonly at: 'here' | 'held' | 'mentioned';
  readonly traits: readonly string[];
  /** The name of what it lies in or on. Null if it lies in the room itself or is held directly. */
  readonly inside: string | null;
  /** Whether the room's description tells of it as lying about, as part of the room, or not at all. */
  readonly told: 'listed' | 'described' | 'nowhere';
}

/** A thing is called by its last word, which parsers know best; by its whole name if another ends in the same word. */
export function thingsOf(listed: Listed, among: Listed, at: 'here' | 'held', room: Room) {
  return listed.map(({ name, inside, traits }): Thing => {
    const own = thingWord(name);
    const isShared = among.some((other) => thingWord(other.name) === own && other.name !== name);
    const isPerson = traits.length === 0 && isA('person', own);
    const told = { word: isShared ? name : own, told: toldOf(own, room) };
    return { name, inside, at, ...told, traits: isPerson ? ['animate'] : traits };
  });
}

export function mentionedThing(word: string): Thing {
  return { name: word, word, at: 'mentioned', traits: [], inside: null, told: 'described' };
}

/** The singular first: a thing here may be one of the many that fill the room. */
function toldOf(own: string, { scenery, listing }: Room): Thing['told'] {
  if (names(scenery, own, '')) return 'described';
  if (names(listing, own)) return 'listed';
  return names(scenery, own) ? 'described' : 'nowhere';
}

/** The word for a thing: the last of its name, without the quotes of a title, which no command keeps. */
export function thingWord(name: string): string {
  return /([\p{L}\p{N}][^ ]*?)[^\p{L}\p{N} ]*$/u.exec(name.trim())?.[1] ?? '';
}

export function isSomebodyThing({ traits }: Pick<Thing, 'traits'>): boolean {
  return traits.includes('animate');
}

export function isLampThing(thing: Pick<Thing, 'name' | 'traits'>): boolean {
  const isLight = thing.traits.includes('light') || isA('light', thing.name);
  return isLight && !/burned|broken|dead/.test(thing.name) && !isSomebodyThing(thing);
}

export function isWeaponThing({ name }: Pick<Thing, 'name'>): boolean {
  return isA('weapon', name);
}

export function bestWeaponThing(held: readonly Thing[]): Thing | undefined {
  const rank = ({ name }: Thing) => rankIn('weapon', name);
  return held.filter(isWeaponThing).toSorted((a, b) => rank(a) - rank(b))[0];
}

const USEFUL = 'fire key cutter rope spade crowbar wrench weapon precious'.split(' ') as Kind[];

export function isUsefulThing(thing: Pick<Thing, 'name' | 'traits'>): boolean {
  return isLampThing(thing) || USEFUL.some((kind) => isA(kind, thing.name));
}

export type Room = Readonly<ReturnType<typeof readRoomThings>>;

/** Texts about a room, in lower case: its description and the newest text's additions, or the newest text that has it. */
export function readRoomThings(sections: PromptSections, name: string, newest: readonly string[]) {
  const below = (text: string) => paragraphsBelow(name.toLowerCase(), text);
  const kept = [...sections].find(([heading]) => heading.startsWith('Room description'))?.[1];
  const texts = kept === undefined ? newest : [unquote(kept)];
  /** The first paragraph after the room's name. Below it are mostly things that can be taken. */
  const [first = '', ...listed] = texts.map(below).find((said) => said !== null) ?? [];
  // A text in brackets is only a thought: (perhaps made by an axe).
  const scenery = first.replaceAll(/\([^()]*\)/g, '');
  const added = kept === undefined ? null : below(newest[0] ?? '');
  const listing = [...listed, ...(added ?? [])].join('\n');
  const seen = `${scenery}\n${listing}`;
  /** Words for things in these texts or the newest one. */
  const named = thingNouns(`${seen}\n${newest[0]?.toLowerCase() ?? ''}`);
  return { scenery, listing, seen, named };
}

/** The text below the line that begins with a room's name. Null if there is none. */
function paragraphsBelow(room: string, text: string): readonly string[] | null {
  const lines = text
    .toLowerCase()
    .split('\n')
    .map((line) => line.trim());
  const at = lines.findIndex((line) => line.startsWith(room) && line.length < room.length + 40);
  if (at === -1 || room === '') return null;
  return lines.slice(at + 1).filter((line) => line !== '' && !line.startsWith('['));
}

import { withoutSentences } from '../../domain/text.ts';
import { factsInReach } from '../../domain/facts.ts';
import type { LocationId } from '../../domain/ids.ts';
import { type Memory, NEXT_ACTION, memoryNamesUnshown } from '../../domain/memory.ts';
import { isNamedWhole, thingsNamed } from '../../domain/named-things.ts';
import { type Observation, heldThings, thingsSeen, isAnimate } from '../../domain/observation.ts';
import { isAboutNewThing, isAboutThing } from './about.ts';
import { nounsInCommand } from '../../domain/command.ts';
import {
  type Evidence,
  type EvidenceBook,
  evidenceAbout,
  isHarmlessWarning,
  isWarning,
  neverHelpedByEvidence,
} from './evidence.ts';
import { gainKey } from './gain.ts';
import { lastTurnOfMemory } from './memory-changes.ts';
import { ownConditionFails } from './own-condition.ts';
import { type Place, commandsThatMatter, failingNow, isAtHand, isOpenGain } from './relevance.ts';
import { textNow } from './settled.ts';
import { sureWorth } from './worth.ts';

export interface Weight {
  /** The commands of its title that can matter now; only these are told. */
  readonly commands: readonly string[];
  /** Compared from the first number on; the higher comes first. */
  readonly rank: readonly number[];
  /** The part of its text that holds now. */
  readonly text: string;
  /** Whether the engine showed once that it works. */
  readonly hasWorked: boolean;
  /** Whether it was learnt here, is of use here, or is about a thing that was just found. */
  readonly isOfHere: boolean;
  /** Whether the condition on which it works holds now. */
  readonly isMet: boolean;
  /** The aim of its points if they can be won now. Memories of the same aim are told as one. */
  readonly gain: string | null;
}

/** The facts that decide the weight of a room's memories. */
export interface Scales {
  readonly room: LocationId;
  readonly evidence: EvidenceBook;
  /** Null for the room in general, without a moment. */
  readonly place: Place | null;
}

/** An unknown counts as half. */
const UNKNOWN = 0.5;

/**
 * Ranks a memory; the first difference in this list decides. It was not shown in vain; it is news of somebody here, the
 * newest first, or about what was just found, or this room; it names what is held, or at hand, or is a fresh clue; it is no refusal; the plan names its thing; its condition holds;
 * its points can still be won; it is a danger; the player followed it before; its worth; how often it held. Null if it says
 * nothing useful now.
 */
export function weigh(memory: Memory, { room, evidence, place }: Scales): Weight | null {
  const commands = place === null ? [memory.title] : commandsThatMatter(memory, room, place);
  const found = evidenceAbout(evidence, room, memory);
  const standing = standingNow(found, place);
  if (commands === null || isVainHere(memory, commands, { room, place })) return null;
  if (standing === 'absent' || (standing === 'unmet' && memory.category === 'FAILURE')) return null;
  const gain = gainNow(memory, room, place);
  const near = nearness(memory, commands, { room, place });
  const rank = [
    Number(!isIdle(memory, found)),
    near,
    newsFrom(memory, place),
    Number(isOfHeldThing(memory, place)),
    share(place && (isFreshClue(memory, room, place) || isAtHand(commands, place.now))),
    Number(!isRefusal(memory, place)),
    Number(isPlanned(memory, place)),
    share(standing && standing === 'met'),
    gain === null ? 0 : (memory.scoreChange ?? 0),
    Number(isDangerous(memory, found)),
    Number(wasFollowed(memory, found)),
    sureWorth(found?.worth),
    shareHeld(found),
  ];
  return {
    commands,
    rank,
    text: textOf(commands, memory, textNow(memory, place)),
    hasWorked: hasWorked(memory, found),
    isOfHere: near > 0,
    isMet: standing === 'met',
    gain,
  };
}

/** Of a failure, only the sentences about these commands, or about all of the title. */
function textOf(commands: readonly string[], { category, title }: Memory, text: string): string {
  if (category !== 'FAILURE') return text;
  const others = title.split(NEXT_ACTION).filter((one) => !commands.includes(one));
  const tellsOfAny = (sentence: string, some: readonly string[]) =>
    some.flatMap(nounsInCommand).some((noun) => isNamedWhole(sentence, noun));
  return withoutSentences(text, (one) => tellsOfAny(one, others) && !tellsOfAny(one, commands));
}

/** Whether a success of another room would change nothing here, or the condition of a failure's title does not hold. */
function isVainHere(
  { category, title, about }: Memory,
  commands: readonly string[],
  { room, place }: Pick<Scales, 'room' | 'place'>,
): boolean {
  if (place === null) return false;
  if (category === 'FAILURE') return ownConditionFails({ title }, place.now.observation);
  if (category !== 'SUCCESS') return false;
  const { location, objects } = place.now.observation;
  if (room === location.id || about === location.id) return false;
  const lying = objects.filter(({ held }) => !held);
  const isOfThese = thingsNamed(title, lying).length > 0;
  return !isOfThese && failingNow(commands, place).length === commands.length;
}

/** News of a thing just found that can be used now, and of somebody who is here, comes first. */
function nearness(
  memory: Memory,
  commands: readonly string[],
  { room, place }: Pick<Scales, 'room' | 'place'>,
): number {
  if (place === null) return 1;
  const { now } = place;
  if (isNewsOfSomebody(memory, now)) return 2;
  if (isAboutNewThing(memory, now)) return failingNow(commands, place).length === 0 ? 2 : 0;
  const here = now.observation.location.id;
  return room === here || memory.about === here ? 1 : 0;
}

/** The turn of news of somebody in reach. 0 for any other memory. */
function newsFrom(memory: Memory, place: Place | null): number {
  const isNews = place !== null && isNewsOfSomebody(memory, place.now);
  return isNews ? (lastTurnOfMemory(memory.turns) ?? 0) : 0;
}

/** Whether this episode learnt it of somebody in reach, and not by a failure. */
function isNewsOfSomebody(memory: Memory, { observation, episode }: Place['now']): boolean {
  const { about, category } = memory;
  if (memory.episode !== episode || category === 'FAILURE') return false;
  return observation.objects.some(
    (one) =>
      isAnimate(one) &&
      (isAboutThing(memory, one) || (typeof about === 'string' && isNamedWhole(about, one.name))),
  );
}

/** Whether its title names a thing that is held. What failed with it comes no sooner. */
function isOfHeldThing({ category, title }: Memory, place: Place | null): boolean {
  if (place === null || category === 'FAILURE') return false;
  return heldThings(place.now.observation).some(({ name }) => isNamedWhole(title, name));
}

/** Whether it was learnt in this episode: here, but not by a deed, or elsewhere and about what is here. */
function isFreshClue(memory: Memory, room: LocationId, { now }: Place): boolean {
  const { category, episode, about } = memory;
  if (category === 'FAILURE') return false;
  if (room !== now.observation.location.id) return about !== undefined;
  return category !== 'SUCCESS' && episode === now.episode;
}

/** Whether its title is a thing in reach or held that the player's plan names. */
function isPlanned({ title }: Memory, place: Place | null): boolean {
  const { plan = '', observation } = place?.now ?? {};
  if (plan === '' || observation === undefined) return false;
  return thingsNamed(title, thingsNamed(plan, thingsSeen(observation))).length > 0;
}

function isRefusal({ category }: Memory, place: Place | null): boolean {
  return place !== null && category === 'FAILURE';
}

function gainNow(memory: Memory, room: LocationId, place: Place | null): string | null {
  const isOpen = place !== null && isOpenGain(memory, room, place);
  return isOpen ? gainKey(room, memory, place.map) : null;
}

function standingNow(found: Evidence | undefined, place: Place | null) {
  return place === null ? null : conditionStanding(found, place.now.observation);
}

/** Whether the condition of a memory holds now; see `standingOf`. Null if it has none. */
export function conditionStanding(found: Evidence | undefined, now: Observation) {
  return found?.verdict === 'conditional' ? standingOf(found.why, now) : null;
}

/** Whether it was never shown, or was shown often and never helped. */
function isIdle(memory: Memory, found: Evidence | undefined): boolean {
  return memoryNamesUnshown(memory) || (found !== undefined && neverHelpedByEvidence(found));
}

function isDangerous({ category }: Memory, found: Evidence | undefined): boolean {
  return category === 'DANGER' && (found === undefined || !isHarmlessWarning(found));
}

function wasFollowed({ category }: Memory, found: Evidence | undefined): boolean {
  return !isWarning(category) && (found?.uses?.followed ?? 0) > 0;
}

function hasWorked({ category, scoreChange }: Memory, found: Evidence | undefined): boolean {
  return category === 'SUCCESS' && ((found?.held ?? 0) > 0 || (scoreChange ?? 0) > 0);
}

function shareHeld(found: Evidence | undefined): number {
  return found === undefined || found.tried === 0 ? UNKNOWN : found.held / found.tried;
}

function share(isSo: boolean | null): number {
  if (isSo === null) return UNKNOWN;
  return isSo ? 1 : 0;
}

/** Compares two weights: negative if the first one comes first. */
export function byRank({ rank: one }: Weight, { rank: other }: Weight): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at === -1 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
}

const CONDITION = /^(?:only when (.+?))?(?:(?:^|; )not when (.+))?$/;
const FACT = /^(.+) is (in reach|\w+)$/;

/**
 * Whether the condition of a verdict, as in `only when the window is open`, holds now, fails, or needs a thing that is not
 * here. Null if that cannot be told.
 */
function standingOf(
  why: string,
  now: Pick<Observation, 'objects' | 'inventory'>,
): 'met' | 'unmet' | 'absent' | null {
  const [whole, only = '', never = ''] = CONDITION.exec(why) ?? [];
  if (whole === undefined || whole === '') return null;
  const facts = factsInReach(now);
  const isSo = (fact: string) => {
    const [, name = '', state = ''] = FACT.exec(fact) ?? [];
    const things = thingsSeen(now).filter((thing) => thing.name === name);
    const words = state === 'in reach' ? ['here', 'held'] : [state];
    return things.some(({ id }) => words.some((word) => facts.has(`${word} ${id}`)));
  };
  const needed = only === '' ? [] : only.split(' and ');
  const barred = never === '' ? [] : never.split(' or ');
  if (needed.some((fact) => fact.endsWith(' is in reach') && !isSo(fact))) return 'absent';
  return needed.every(isSo) && !barred.some(isSo) ? 'met' : 'unmet';
}

import type { Choice } from './choice.ts';
import { allows } from './grammar.ts';
import { isBlow } from './remembered.ts';
import type { Situation } from './situation.ts';
import { lastWord, names, type Thing } from './thing-names.ts';

/** Sooner than what won points before, and than leaving: who comes back to somebody who strikes is struck for nothing. */
const FIGHT = -8;
const FLIGHT = -12;
/** Where no way leads out, and nothing better is left. */
const CORNERED = 20;
/** The best first. */
const WEAPONS = [
  /\b(?:sword|sabre|rapier|gun|pistol|rifle)\b/,
  /\b(?:axe?|spear|mace|bow|blade)\b/,
  /\b(?:knife|dagger|club|hammer|stiletto|staff|pitchfork)\b/,
];
const BLOCKS =
  /\b(?:brandish\w*|blocks? (?:all|your|the|every)|bars? (?:your|the)|barring|blocking|draws? (?:his|her|its|an?) (?:sword|knife|dagger|gun))\b/i;
const STRIKES =
  /\b(?:attacks? you|swings? (?:at|his|her|its)|lunges?|threaten\w*|charges? (?:at|toward)|(?:axe|sword|knife|blade|club|claws?) (?:sweeps|crashes|hits|misses|barely|slices)|slash\w*|strikes? (?:at|you)|growls? at you|throws? (?:an?|his|her) (?:axe|knife))\b/i;
const ATTACKS = ['attack', 'kill', 'hit', 'fight'];
const MOST_BLOWS = 12;
const IN_VAIN = 3;
/** Turns for which who was struck is taken to fight. */
const BLOW_LASTS = 2;
/** Not yet a fight: who is left alone may stay peaceful. */
export const ANGRY =
  /\b(?:angr(?:y|ier|ily)|agitated|unfriendly|furious|enraged|impatient|losing (?:his|her|its|their) (?:patience|temper)|snarls?|menacing\w*|last (?:chance|warning))\b/i;

const PRONOUN = /\b(?:he|she|it|they|his|her|its|their)\b/;

/** Ways from who does harm and is not to be fought, or blows where none leads out; null where nobody has to be left. */
export function escapes(situation: Situation, people: readonly Thing[]): readonly Choice[] | null {
  if (people.length === 0) return null;
  // who was struck in vain and left is no reason to leave again
  const isInVain = isIgnored(blowsHere(situation)) && isStruck(situation);
  const isAngry = isSomebodyAngry(situation.text, people) && !isHostile(situation, people);
  const isThreatened = isStruck(situation) || isStrangerArmed(situation, people);
  if (!isInVain && !isAngry && (!isThreatened || isFought(situation, people))) return null;
  const away = flights(situation);
  if (away.length > 0 || isInVain) return away;
  return people.flatMap(({ word }) => blows(word, situation));
}

/** Whether a text calls somebody here angry, and not a noise or the sea. */
function isSomebodyAngry(text: string, people: readonly Thing[]): boolean {
  const sentences = text.toLowerCase().split(/(?<=[.!?])\s+|\n/);
  return sentences.some(
    (said) =>
      ANGRY.test(said) &&
      (PRONOUN.test(said) || people.some(({ word }) => names(said, lastWord(word)))),
  );
}

/** Whether who is here is to be fought: armed, and as long as a blow tells. */
export function isFought(situation: Situation, people: readonly Thing[]): boolean {
  return isHostile(situation, people) && isArmed(situation) && !isIgnored(blowsHere(situation));
}

/** Who is here and is to be fought. */
export function foesOf(situation: Situation): readonly Thing[] {
  const people = peopleOf(situation);
  return people.length > 0 && isFought(situation, people) ? people : [];
}

export function peopleOf({ things }: Situation): readonly Thing[] {
  return things.filter(({ traits }) => traits.includes('animate'));
}

/** A stranger who strikes is fought where he came after the player, others as soon as they strike or stand in the way. */
function isHostile(situation: Situation, people: readonly Thing[]): boolean {
  const { journal, place } = situation;
  const isFollowed = (journal.at(-1)?.place ?? place) !== place;
  return (
    isFighting(situation) ||
    isBarred(situation) ||
    (isStruck(situation) && (isFollowed || !isStrangerArmed(situation, people)))
  );
}

/** Whether somebody stands in the way, by the newest text or by how the room looks. */
function isBarred({ text, room }: Situation): boolean {
  return BLOCKS.test(text) || BLOCKS.test(room.listing);
}

function isFighting({ journal, place }: Situation): boolean {
  return journal.slice(-BLOW_LASTS).some((turn) => turn.place === place && isBlow(turn.action));
}

/** Whether there is a fight now. */
export function isStruck(situation: Situation): boolean {
  const { text, sections } = situation;
  const isInCombat = (sections.get('Now') ?? '').includes('In combat');
  return isFighting(situation) || STRIKES.test(text) || isInCombat;
}

/** Whether somebody whom the room does not tell of, as of `a sleeping guard`, holds a weapon: such a one comes to use it. */
function isStrangerArmed({ things, room }: Situation, people: readonly Thing[]): boolean {
  const told = `${room.scenery}\n${room.listing}`;
  return people.some(({ name, word }) => {
    const introduced = new RegExp(`\\ban? (?:[\\w-]+ ){0,3}${word.replaceAll(/\W/g, '.')}\\b`);
    const hasWeapon = things.some((thing) => thing.inside === name && isWeapon(thing.name));
    return hasWeapon && !introduced.test(told);
  });
}

function blowsHere({ journal, place }: Situation): readonly string[] {
  return journal
    .filter((turn) => turn.place === place && isBlow(turn.action))
    .map(({ text }) => text.split(/[.!?]/)[0] ?? '');
}

/** Whether blows come to the same every time: what is left to chance comes out now this way, now that. */
function isIgnored(results: readonly string[]): boolean {
  return results.length >= IN_VAIN && new Set(results).size === 1;
}

/** Back to where one came from, where one was most. */
export function flights({ ways, place, taste }: Situation): readonly Choice[] {
  return ways
    .filter(({ visits, isDeadly }) => visits > 0 && !isDeadly)
    .toSorted(
      (a, b) =>
        b.visits - a.visits || taste(`${place} ${a.command}`) - taste(`${place} ${b.command}`),
    )
    .map(({ command }, rank) => ({
      action: command,
      cost: FLIGHT + rank / 2,
      why: 'Away from what does harm.',
      again: true as const,
    }));
}

function isArmed({ held }: Situation): boolean {
  return held.some(({ name }) => isWeapon(name));
}

/** What blows are dealt with. */
export function bestWeapon(held: readonly Thing[]): Thing | undefined {
  return WEAPONS.flatMap((kind) => held.find(({ name }) => kind.test(name)) ?? [])[0];
}

export function isWeapon(name: string): boolean {
  return WEAPONS.some((kind) => kind.test(name));
}

/** Who stands in all ways out is struck before one only waits. */
export function lateBlows(who: string, situation: Situation): readonly Choice[] {
  return blows(who, situation).map((blow) => ({ ...blow, cost: CORNERED }));
}

export function blows(
  who: string,
  { held, grammar, journal, place }: Situation,
): readonly Choice[] {
  const weapon = bestWeapon(held);
  const verb = ATTACKS.find(
    (one) =>
      allows(grammar, one, weapon === undefined ? 'X' : 'X with Y') || allows(grammar, one, 'X'),
  );
  if (verb === undefined) return [];
  const action =
    weapon !== undefined && allows(grammar, verb, 'X with Y')
      ? `${verb} ${who} with ${weapon.word}`
      : `${verb} ${who}`;
  const dealt = journal.filter((turn) => turn.place === place && turn.action === action).length;
  return dealt >= MOST_BLOWS
    ? []
    : [{ action, cost: FIGHT, why: `The ${who} fights.`, again: true }];
}

import { isA, thingNouns, names, refuses, says, sentencesOf, isBlow } from './lexicon.ts';
import type { Choice, Situation } from './situation.ts';
import {
  isLampThing,
  isWeaponThing,
  thingWord,
  mentionedThing,
  isSomebodyThing,
  type Thing,
} from './things.ts';

const PAID = /\b(?:money|pay|paid|price|costs?|buy|sells?|coins?|cash|fee|fare|toll|charge)\b/;

/** Somebody who holds something out does not ask for it. */
const HANDS_OVER =
  /\b(?:hand|give|pass|lend|return|throw|toss|slip|slide|bring|fetch|sell)(?:e?s)? (?:it |them )?(?:to )?(?:you|over|across)\b/;

/** A lamp or a weapon is given only to somebody who asks for it. A gift is not given back. */
export function isOffered(deed: Deed): boolean {
  const { tool, company, situation } = deed;
  if (tool === null || company.isAnnoyed || company.isLeft) return false;
  const said = situation.here.flatMap(({ text }) => sentencesOf(text.toLowerCase()));
  if (said.some((one) => HANDS_OVER.test(one) && names(one, thingWord(tool.name)))) return false;
  return !(isLampThing(tool) || isWeaponThing(tool)) || isWanted(deed);
}

/** Earlier, because somebody here spoke of it. */
export const givingCost = (deed: Deed) => (isWanted(deed) ? 1 : 7);

/** Whether somebody here spoke of it, or of money. */
function isWanted({ tool, situation }: Deed): boolean {
  const name = tool?.name ?? '';
  return situation.here
    .filter(({ action }) => /^(?:ask|give|show|talk|tell|examine) /.test(action))
    .flatMap(({ text }) => sentencesOf(text.toLowerCase()))
    .some((said) => names(said, thingWord(name)) || (isA('money', name) && PAID.test(said)));
}

const KEY = 'key';
const MOST_TOPICS = 8;
/** Somebody without an answer so often is not asked any more. */
const MOST_SILENCE = 2;
const SILENT =
  /\b(?:no (?:reply|answer|response)|ignores? you|(?:doesn'?t|does not|don'?t|not) (?:answer|reply|respond|know|seem|talk|speak|understand)|nothing to say|no idea|shrugs?)\b/i;
/** Words with a capital letter that begin no sentence. */
const NAMES = /(?<=[a-z,] (?:[A-Z][a-z]+ )*)[A-Z][a-z]{2,}\b/g;

/** Whether a person was asked often enough: the answers repeat, or there were none. */
export function isPersonAsked({ thing, situation, company }: Deed): boolean {
  const answers = situation.journal
    .filter(({ action }) => action.startsWith(`ask ${thing.word} `))
    .map(({ text }) => text.split('\n')[0] ?? '');
  const silent = answers.filter(
    (text, at) => says('absent', text) || SILENT.test(text) || answers.indexOf(text) < at,
  );
  return silent.length < MOST_SILENCE && !company.isLeft;
}

export const askingCost = ({ tool }: Deed) => (tool?.word === KEY ? 2 : 5);

/** Topics for people: a key if something is locked, words of their answers, names in what was read, the story. */
export function topicsOf({ opening, journal }: Situation): readonly Thing[] {
  const isLocked = journal.some(
    ({ text }) => says('locked', text) || (refuses(text) && text.includes(KEY)),
  );
  const told = (verb: string) => journal.filter(({ action }) => action.startsWith(`${verb} `));
  const read = [...told('read').map(({ text }) => text), opening].join('\n');
  const all = [
    ...(isLocked ? [KEY] : []),
    ...told('ask').flatMap(({ text }) => thingNouns(text.toLowerCase())),
    ...(read.match(NAMES) ?? []).map((name) => name.toLowerCase()),
    ...thingNouns(opening.toLowerCase()),
  ];
  return [...new Set(all)].slice(0, MOST_TOPICS).map(mentionedThing);
}

const REPLY = -30;
const YES_OR_NO =
  /\byes or no\b|\(y(?:es)?\/n(?:o)?\)|\b(?:do|would) you (?:really )?(?:want|like|wish) [^?.!]*\?\s*>?\s*$/i;
/** Being brought back costs points. */
const ENDED = /\b(?:killed|died|dead|broke your neck|reincarnat\w*|resurrect\w*)\b/i;

export function repliesToPeople({ text }: Situation): readonly Choice[] {
  if (!YES_OR_NO.test(text)) return [];
  const replies = ENDED.test(text) ? ['no', 'yes'] : ['yes', 'no'];
  return replies.map((action, rank) => ({ action, cost: REPLY + rank, why: 'I was asked.' }));
}

/** Before known gains, and before leaving: who returns to an attacker is struck for nothing. */
const FIGHT = -8;
const FLIGHT = -12;
/** Used if no exit leads out and there is no better choice. */
const CORNERED = 20;
const BLOCKS =
  /\b(?:brandish\w*|blocks? (?:all|your|the|every)|bars? (?:your|the)|barring|blocking|draws? (?:his|her|its|an?) (?:sword|knife|dagger|gun))\b/i;
const STRIKES =
  /\b(?:attacks? you|swings? (?:at|his|her|its)|lunges?|threaten\w*|charges? (?:at|toward)|(?:axe|sword|knife|blade|club|claws?) (?:sweeps|crashes|hits|misses|barely|slices)|slash\w*|strikes? (?:at|you)|growls? at you|throws? (?:an?|his|her) (?:axe|knife))\b/i;
const MOST_BLOWS = 12;
const IN_VAIN = 3;
/** An attacker counts as fighting for so many turns. */
const BLOW_LASTS = 2;

export type Company = Readonly<ReturnType<typeof companyOf>>;

/** How the people here treat the player. `blow` is the cost of a blow; null if nobody may be struck. */
export function companyOf(situation: Situation) {
  const { here, things, held, ways } = situation;
  const people = things.filter(isSomebodyThing);
  const blows = here.filter(({ action }) => isBlow(action));
  // Chance gives different results now.
  const answers = new Set(blows.map((turn) => turn.text.split(/[.!?]/)[0]));
  const isImmune = blows.length >= IN_VAIN && answers.size === 1;
  const { isStruck, isStranger, isHostile } = fightOf(situation, people);
  const isFought = isHostile && held.some(isWeaponThing) && !isImmune;
  const isLeft = (isStruck || isStranger) && !isFought;
  const isGone = isLeft && (isImmune || flightsFromPeople(situation).length > 0);
  const isPointless = isGone || blows.length >= MOST_BLOWS;
  const cornered = ways.length === 0 ? CORNERED : null;
  const blow = isPointless ? null : isFought || isLeft ? FIGHT : cornered;
  return { people, isFought, isLeft, isAnnoyed: isFought || isStruck, blow };
}

function fightOf(situation: Situation, people: readonly Thing[]) {
  const { text, room, journal, place, isInCombat } = situation;
  const isFighting = journal
    .slice(-BLOW_LASTS)
    .some((turn) => turn.place === place && isBlow(turn.action));
  const isStruck = isFighting || STRIKES.test(text) || isInCombat;
  const isBarred = BLOCKS.test(text) || BLOCKS.test(room.listing);
  const isFollowed = (journal.at(-1)?.place ?? place) !== place;
  const isStranger = people.some((one) => isArmedStranger(one, situation));
  const isHostile = isFighting || isBarred || (isStruck && (isFollowed || !isStranger));
  return { isStruck, isStranger, isHostile };
}

/** Whether somebody beyond the room's own description, unlike `a sleeping guard`, has a weapon, and so comes to use it. */
function isArmedStranger({ name, word }: Thing, { things, room }: Situation): boolean {
  const introduced = new RegExp(`\\ban? (?:[\\w-]+ ){0,3}${word.replaceAll(/\W/g, '.')}\\b`);
  const hasWeapon = things.some((thing) => thing.inside === name && isWeaponThing(thing));
  return hasWeapon && !introduced.test(room.seen);
}

/** The exit to the place with most visits. */
export function flightsFromPeople({ ways }: Situation): readonly Choice[] {
  return ways
    .filter(({ visits, isDeadly }) => visits > 0 && !isDeadly)
    .map(({ command: action, visits }) => ({
      action,
      cost: FLIGHT - visits / 100,
      why: 'Away from what does harm.',
      again: true as const,
    }));
}

/** The object of a command: a thing, and the held thing or topic that it is used with. */
export interface Deed {
  readonly thing: Thing;
  readonly tool: Thing | null;
  readonly situation: Situation;
  readonly company: Company;
}

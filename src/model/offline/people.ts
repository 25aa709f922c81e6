import type { Choice } from './choice.ts';
import { allows } from './grammar.ts';
import { names } from './thing-names.ts';
import { isBlow } from './remembered.ts';
import type { Situation } from './situation.ts';

const FIGHT = -4;
/** Where no way leads out, and nothing better is left. */
const CORNERED = 20;
const USE = 3;
const GIVE = 8;
const SHOW = 9;
const ELSEWHERE = 3;
/** Somebody here spoke of it. */
const WANTED = 1;
/** The best first. */
const WEAPONS = [
  /\b(?:sword|sabre|rapier|gun|pistol|rifle)\b/,
  /\b(?:axe?|spear|mace|bow|blade)\b/,
  /\b(?:knife|dagger|club|hammer|stiletto|staff|pitchfork)\b/,
];
const NOISY = /\b(?:bell|handbell|gong)\b/;
const BLOWN = /\b(?:whistle|horn|trumpet|bugle|pipe)\b/;
const BLOCKS =
  /\b(?:brandish\w*|blocks? (?:all|your|the|every)|bars? (?:your|the)|barring|blocking|draws? (?:his|her|its|an?) (?:sword|knife|dagger|gun))\b/i;
const STRIKES =
  /\b(?:attacks? you|swings? (?:at|his|her|its)|lunges?|threaten\w*|charges? (?:at|toward)|(?:axe|sword|knife|blade|club|claws?) (?:sweeps|crashes|hits|misses|barely|slices)|slash\w*|strikes? (?:at|you)|growls? at you|throws? (?:an?|his|her) (?:axe|knife))\b/i;
/** Not yet a fight: who is left alone may stay peaceful. */
const ANGRY =
  /\b(?:angr(?:y|ier|ily)|agitated|unfriendly|furious|enraged|impatient|losing (?:his|her|its|their) (?:patience|temper)|snarls?|menacing\w*|last (?:chance|warning))\b/i;
const ATTACKS = ['attack', 'kill', 'hit', 'fight'];
const MOST_BLOWS = 12;
/** Turns for which who was struck is taken to fight. */
const BLOW_LASTS = 2;

/** Fighting what fights, and offering what is held to who is here. */
export function peopleChoices(situation: Situation): readonly Choice[] {
  const { things, held, grammar, text, isTriedElsewhere, sections, journal, place } = situation;
  const people = things.filter(({ traits }) => traits.includes('animate'));
  const isFighting = journal
    .slice(-BLOW_LASTS)
    .some((turn) => turn.place === place && isBlow(turn.action));
  const isStriking =
    isFighting || STRIKES.test(text) || (sections.get('Now') ?? '').includes('In combat');
  const isHostile = isStriking || BLOCKS.test(text);
  const isAngry = ANGRY.test(text);
  if (people.length > 0 && ((isStriking && !isArmed(situation)) || (isAngry && !isHostile))) {
    const away = flights(situation);
    return away.length > 0 ? away : people.flatMap(({ word }) => blows(word, situation));
  }
  const spoken = journal
    .filter((turn) => turn.place === place && turn.action.startsWith('ask '))
    .map((turn) => turn.text.toLowerCase());
  const isAnnoyed = journal.some((turn) => turn.place === place && ANGRY.test(turn.text));
  return people.flatMap(({ word }) => [
    ...(isHostile && isArmed(situation) ? blows(word, situation) : []),
    ...(situation.ways.length === 0 ? lateBlows(word, situation) : []),
    ...(isAnnoyed ? [] : held).flatMap(({ name, word: own }) => [
      ...(NOISY.test(name) ? uses(['ring'], own, situation) : []),
      ...(BLOWN.test(name) ? uses(['blow', 'play'], own, situation) : []),
      ...offers('give', own, word, isWanted(name) ? WANTED : GIVE),
      ...offers('show', own, word, SHOW),
    ]),
  ]);

  function isWanted(name: string): boolean {
    return spoken.some((said) => names(said, name.split(' ').at(-1) ?? name));
  }

  function offers(verb: string, own: string, who: string, cost: number): readonly Choice[] {
    if (!allows(grammar, verb, 'X to Y')) return [];
    const action = `${verb} ${own} to ${who}`;
    return [
      {
        action,
        cost: cost + (isTriedElsewhere(action) ? ELSEWHERE : 0),
        why: `The ${who} may want the ${own}.`,
      },
    ];
  }
}

/** Back to where one came from. */
function flights({ ways, place, taste }: Situation): readonly Choice[] {
  return ways
    .filter(({ visits }) => visits > 0)
    .toSorted((a, b) => taste(`${place} ${a.command}`) - taste(`${place} ${b.command}`))
    .map(({ command }) => ({
      action: command,
      cost: FIGHT,
      why: 'Away from who fights.',
      again: true as const,
    }));
}

function isArmed({ held }: Situation): boolean {
  return held.some(({ name }) => WEAPONS.some((kind) => kind.test(name)));
}

function uses(verbs: readonly string[], own: string, { grammar }: Situation): readonly Choice[] {
  return verbs
    .filter((verb) => allows(grammar, verb, 'X'))
    .map((verb) => ({
      action: `${verb} ${own}`,
      cost: USE,
      why: `Somebody is here to hear the ${own}.`,
    }));
}

/** Who stands in all ways out is struck before one only waits. */
function lateBlows(who: string, situation: Situation): readonly Choice[] {
  return blows(who, situation).map((blow) => ({ ...blow, cost: CORNERED }));
}

function blows(who: string, { held, grammar, journal, place }: Situation): readonly Choice[] {
  const weapon = WEAPONS.map((kind) => held.find(({ name }) => kind.test(name))).find(
    (one) => one !== undefined,
  );
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

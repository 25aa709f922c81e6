import type { Choice } from './choice.ts';
import {
  blows,
  escapes,
  isFought,
  isStruck,
  isWeapon,
  lateBlows,
  peopleOf,
  ANGRY,
} from './fighting.ts';
import { isLamp } from './handling.ts';
import { allows } from './grammar.ts';
import { lastWord, names, type Thing } from './thing-names.ts';
import type { Situation } from './situation.ts';

const USE = 3;
const GIVE = 8;
const SHOW = 9;
const ELSEWHERE = 3;
/** Who answered the same to two things may answer so to all. */
const DEAF = 1;
const NEVER = 8;
const OFFER = /^(?:give|show) /;
/** Somebody here spoke of it. */
const WANTED = 1;
const MONEY =
  /\b(?:coins?|money|crown|half-crown|shilling|penny|pence|florin|guinea|dollars?|banknote|purse|wallet|cash|change|token|dime|quarter)$/;
const PAID = /\b(?:money|pay|paid|price|costs?|buy|sells?|coins?|cash|fee|fare|toll|charge)\b/;
/** Who holds something out does not ask for it. */
const HANDS_OVER =
  /\b(?:hand|give|pass|lend|return|throw|toss|slip|slide|bring|fetch|sell)(?:e?s)? (?:it |them )?(?:to )?(?:you|over|across)\b/;
const SPEAKING = /^(?:ask|give|show|talk|tell|examine) /;
const NOISY = /\b(?:bell|handbell|gong)\b/;
const BLOWN = /\b(?:whistle|horn|trumpet|bugle|pipe)\b/;

/** Fighting what fights, and offering what is held to who is here. */
export function peopleChoices(situation: Situation): readonly Choice[] {
  const { held, journal, place } = situation;
  const people = peopleOf(situation);
  const away = escapes(situation, people);
  if (away !== null) return away;
  const isEnemy = isFought(situation, people);
  const isAnnoyed =
    isEnemy ||
    isStruck(situation) ||
    journal.some((turn) => turn.place === place && ANGRY.test(turn.text));
  return people.flatMap(({ word }) => [
    ...(isEnemy ? blows(word, situation) : []),
    ...(situation.ways.length === 0 ? lateBlows(word, situation) : []),
    ...(isAnnoyed ? [] : held).flatMap((thing) => [
      ...(NOISY.test(thing.name) ? uses(['ring'], thing.word, situation) : []),
      ...(BLOWN.test(thing.name) ? uses(['blow', 'play'], thing.word, situation) : []),
      ...offers('give', thing, word, situation),
      ...offers('show', thing, word, situation),
    ]),
  ]);
}

function offers(
  verb: 'give' | 'show',
  thing: Thing,
  who: string,
  situation: Situation,
): readonly Choice[] {
  const { grammar, journal, isTriedElsewhere } = situation;
  if (!allows(grammar, verb, 'X to Y')) return [];
  const action = `${verb} ${thing.word} to ${who}`;
  const answers = journal.filter(
    (turn) => OFFER.test(turn.action) && turn.action.endsWith(` to ${who}`),
  );
  const isDeaf = answers.some(({ text }, at) =>
    answers.slice(0, at).some((one) => one.text === text),
  );
  const later = verb === 'show' ? NEVER : DEAF;
  const cost =
    (verb === 'show' ? SHOW : isWanted(thing, situation) ? WANTED : GIVE) +
    (isHandedOver(thing, situation) ? NEVER : 0) +
    (isTriedElsewhere(action) ? ELSEWHERE : 0) +
    (isDeaf ? later : 0);
  // what one cannot do without is given to nobody who does not ask for it
  const isKept = isLamp(thing) || isWeapon(thing.name);
  if (verb === 'give' && isKept && !isWanted(thing, situation)) return [];
  return [{ action, cost, why: `The ${who} may want the ${thing.word}.` }];
}

/** Whether somebody here gave it to the player, who would undo that by giving it back. */
function isHandedOver({ name }: Thing, { journal, place }: Situation): boolean {
  return journal
    .filter((turn) => turn.place === place)
    .flatMap(({ text }) => text.toLowerCase().split(/(?<=[.!?])\s+|\n/))
    .some((said) => isHandingOver(said, name));
}

function isHandingOver(said: string, name: string): boolean {
  return HANDS_OVER.test(said) && names(said, lastWord(name));
}

/** Whether somebody here spoke of it, or of money where it is some. */
function isWanted({ name }: Thing, { journal, place }: Situation): boolean {
  const spoken = journal
    .filter((turn) => turn.place === place && SPEAKING.test(turn.action))
    .map((turn) => turn.text.toLowerCase())
    .filter((said) => !isHandingOver(said, name));
  return spoken.some(
    (said) => names(said, lastWord(name)) || (MONEY.test(name) && PAID.test(said)),
  );
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

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
import { names } from './thing-names.ts';
import type { Situation } from './situation.ts';

const USE = 3;
const GIVE = 8;
const SHOW = 9;
const ELSEWHERE = 3;
/** Somebody here spoke of it. */
const WANTED = 1;
const NOISY = /\b(?:bell|handbell|gong)\b/;
const BLOWN = /\b(?:whistle|horn|trumpet|bugle|pipe)\b/;

/** Fighting what fights, and offering what is held to who is here. */
export function peopleChoices(situation: Situation): readonly Choice[] {
  const { held, grammar, isTriedElsewhere, journal, place } = situation;
  const people = peopleOf(situation);
  const away = escapes(situation, people);
  if (away !== null) return away;
  const spoken = journal
    .filter((turn) => turn.place === place && turn.action.startsWith('ask '))
    .map((turn) => turn.text.toLowerCase());
  const isEnemy = isFought(situation, people);
  const isAnnoyed =
    isEnemy ||
    isStruck(situation) ||
    journal.some((turn) => turn.place === place && ANGRY.test(turn.text));
  return people.flatMap(({ word }) => [
    ...(isEnemy ? blows(word, situation) : []),
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

  /** What one cannot do without is given to nobody who does not ask for it. */
  function isKept(own: string): boolean {
    return held.some((thing) => thing.word === own && (isLamp(thing) || isWeapon(thing.name)));
  }

  function offers(verb: string, own: string, who: string, cost: number): readonly Choice[] {
    if (!allows(grammar, verb, 'X to Y')) return [];
    if (verb === 'give' && cost !== WANTED && isKept(own)) return [];
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

function uses(verbs: readonly string[], own: string, { grammar }: Situation): readonly Choice[] {
  return verbs
    .filter((verb) => allows(grammar, verb, 'X'))
    .map((verb) => ({
      action: `${verb} ${own}`,
      cost: USE,
      why: `Somebody is here to hear the ${own}.`,
    }));
}

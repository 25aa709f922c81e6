import { names } from './thing-names.ts';
import { nounsIn } from './room-text.ts';
import type { Choice } from './choice.ts';
import { allows } from './grammar.ts';
import type { Situation } from './situation.ts';

const ELSEWHERE = 8;
const HELD = 10.5;
const DESCRIBED = 8;
const UNTOLD = 11;
const TEXT_ONLY = 11;
const SEARCHED = 12;

/** Examining, then searching and looking under, behind and in what is in reach or what the text names. */
export function lookingChoices(situation: Situation): readonly Choice[] {
  const { things, held, isTriedElsewhere, grammar } = situation;
  const examined = [
    ...held
      .filter(
        ({ word }) => !isTriedElsewhere(`examine ${word}`) && !isTriedElsewhere(`read ${word}`),
      )
      .map(({ word }) => ({ word, cost: HELD })),
    ...things.map(({ word, told, inside }) => ({
      word,
      cost: told === 'nowhere' && inside === null ? UNTOLD : DESCRIBED,
    })),
    ...mentionedNouns(situation).map((word) => ({ word, cost: TEXT_ONLY })),
  ].map(({ word, cost }) => ({
    action: `examine ${word}`,
    cost: cost + (isTriedElsewhere(`examine ${word}`) ? ELSEWHERE : 0),
    why: `I have not looked closely at the ${word}.`,
  }));
  const searched = things
    .filter(({ traits }) => !traits.includes('animate'))
    .flatMap(({ word, told }) =>
      searches(grammar).map((verb) => ({
        action: `${verb} ${word}`,
        cost:
          SEARCHED + (told === 'nowhere' ? 4 : 0) + (isTriedElsewhere(`${verb} ${word}`) ? 4 : 0),
        why: `Something may be hidden there.`,
      })),
    );
  return [...examined, ...searched];
}

function searches(grammar: Situation['grammar']): readonly string[] {
  return ['search', 'look under', 'look behind'].filter((verb) => allows(grammar, verb, 'X'));
}

/** What was found here and what the description and close looks name that is in no list, and that the game may know here. */
export function mentionedNouns({
  things,
  held,
  room,
  news,
  isUnknown,
}: Situation): readonly string[] {
  const known = [...things, ...held];
  return nounsIn(`${news.found}\n${room.scenery}\n${room.listing}\n${news.detail}`).filter(
    (word) => !isUnknown(word) && !known.some(({ name }) => names(name, word)),
  );
}

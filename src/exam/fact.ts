import type { Direction, Location } from '../domain/observation.ts';
import { oneLine } from '../prompts/quote.ts';

/** A right or wrong answer, as code compares it. */
export type Fact =
  | { readonly kind: 'room'; readonly room: Location }
  | { readonly kind: 'way'; readonly direction: Direction }
  | { readonly kind: 'points'; readonly points: number }
  | { readonly kind: 'arrival'; readonly room: Location }
  | { readonly kind: 'holding'; readonly thing: string }
  | { readonly kind: 'death' }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'command'; readonly command: string };

/** The fact as an option of a question says it. Two facts are the same when they say the same. */
export function factWords(fact: Fact): string {
  switch (fact.kind) {
    case 'room':
      return fact.room.name;
    case 'way':
      return fact.direction;
    case 'points':
      return fact.points > 0
        ? `it is worth ${fact.points} points`
        : `it costs ${-fact.points} points`;
    case 'arrival':
      return `it leads to ${fact.room.name}`;
    case 'holding':
      return `it puts the ${fact.thing} in your hands`;
    case 'death':
      return 'it kills';
    case 'answer':
      return `nothing changes, and the game answers: ${firstSentence(fact.text)}`;
    case 'command':
      return fact.command;
  }
}

const LONGEST_ANSWER = 120;

/** The first sentence of what a game answered, on one line; what is longer ends with an ellipsis. */
function firstSentence(text: string): string {
  const flat = oneLine(text);
  const sentence = /^.*?[.!?]["”']?(?=\s|$)/.exec(flat)?.[0] ?? flat;
  return sentence.length <= LONGEST_ANSWER
    ? sentence
    : `${sentence.slice(0, LONGEST_ANSWER).replace(/\s+\S*$/, '')} …`;
}

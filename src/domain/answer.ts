import { ARTICLES, normaliseAction } from './command.ts';
import { thingsMeant } from './naming.ts';
import type { Observation } from './observation.ts';
import type { Decision } from './proposal.ts';
import { wordsIn } from './text.ts';

/** Refusals are short: a longer answer tells something. */
export const LONGEST_REFUSAL = 200;

/** The answer with `*` for the words of the command: the same for whatever a story has no text of its own for. */
export function plainAnswer({
  decision,
  before,
  after,
}: {
  readonly decision: Pick<Decision, 'action'>;
  readonly before: Pick<Observation, 'objects' | 'inventory'>;
  readonly after: Pick<Observation, 'text'>;
}): string {
  const action = normaliseAction(decision.action);
  const meant = thingsMeant(action, [...before.objects, ...before.inventory]);
  return plainReply([action, ...meant.map(({ name }) => name)].join(' '), after.text);
}

/** The same of a command, with the names that it means, and its answer. */
export function plainReply(command: string, answer: string): string {
  // An article in the command makes that of the answer no word of it.
  const plain = normaliseAction(command).replaceAll(ARTICLES, '');
  const own = new Set([...plain.split(' '), ...wordsIn(plain)]);
  const words = wordsIn(answer).map((word) => (own.has(word) ? '*' : word));
  return words.filter((word, at) => word !== '*' || words[at - 1] !== '*').join(' ');
}

/** Whether the parser asked what was meant, because a command names too much or too little: nothing was tried yet. */
export function asksBack(text: string): boolean {
  return /\bwhich (?:[\p{L}-]+ ){0,3}(?:do|did) you mean|what do you want to|who(?:m)? do you want/iu.test(
    text,
  );
}

/** Whether a text ends in a question, to which any word may be the answer. */
export function endsInQuestion(text: string): boolean {
  return /[?:]["”')\]]*\s*>?\s*$/.test(text);
}

/** Whether a look is no look at a room: the parser reads no direction, and the text asks for an answer. */
export function awaitsAnswer({ text, exits }: Pick<Observation, 'text' | 'exits'>): boolean {
  return exits.length === 0 && /(?:\?|\byes or no\b.?)["”’')\]]*\s*>?\s*$/i.test(text);
}

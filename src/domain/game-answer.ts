import { ARTICLES, isFreeSpeech, isPassive, normaliseAction } from './command.ts';
import { tookNoMove } from './turn-effect.ts';
import { thingsNamedByCommand } from './named-things.ts';
import { type Observation, isAnimate } from './observation.ts';
import type { Decision } from './proposal.ts';
import { wordsIn } from './text.ts';
import type { TurnRecord } from './turn-record.ts';

/** Refusals are short; a longer answer has something to tell. */
export const LONGEST_REFUSAL = 200;

/** A game's answer with `*` for each word of the command. Equal for all stock answers. */
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
  const meant = thingsNamedByCommand(action, [...before.objects, ...before.inventory]);
  return plainAnswerTo([action, ...meant.map(({ name }) => name)].join(' '), after.text);
}

/** The plain answer to a command, including the names that it stands for. */
export function plainAnswerTo(command: string, answer: string): string {
  // An article in the command must not remove the articles of the answer.
  const plain = normaliseAction(command).replaceAll(ARTICLES, '');
  const own = new Set([...plain.split(' '), ...wordsIn(plain)]);
  const words = wordsIn(answer).map((word) => (own.has(word) ? '*' : word));
  return words.filter((word, at) => word !== '*' || words[at - 1] !== '*').join(' ');
}

/** Whether the parser asked what was meant, because a command names too much or too little. Nothing was tried yet. */
export function asksBack(text: string): boolean {
  return /\bwhich (?:[\p{L}-]+ ){0,3}(?:do|did) you mean|what do you want to|who(?:m)? do you want/iu.test(
    text,
  );
}

/** Whether a text asks the player for an answer: no exits are shown, so the parser reads no direction. */
export function asksForAnswer({ text, exits }: Pick<Observation, 'text' | 'exits'>): boolean {
  return exits.length === 0 && /(?:\?|\byes or no\b.?)["”’')\]]*\s*>?\s*$/i.test(text);
}

/** Whether a creature in reach answered: by a speech, or because the parser took a speech to it. Reading is no answer. */
export function isAnsweredByCreature(record: TurnRecord): boolean {
  const { before, decision, after } = record;
  if (isPassive(decision.action) || asksBack(after.text)) return false;
  if (!before.objects.some(isAnimate)) return false;
  return /^\s*["“]/.test(after.text) || (isFreeSpeech(decision.action) && !tookNoMove(record));
}

/** A longer answer of the game may be worth remembering. */
const LONG_RESPONSE = 100;

export function isLongText(text: string): boolean {
  return text.length > LONG_RESPONSE;
}

/** A shorter quotation is no writing. */
const LONG_QUOTATION = 20;

/** Whether a text quotes something written or said, as stories print it. */
export function quotesWriting(text: string): boolean {
  const quotations = [...text.matchAll(/["“]([^"”]*)["”]?/g)];
  return quotations.some(([, said = '']) => said.length >= LONG_QUOTATION);
}

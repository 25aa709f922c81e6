import { ARTICLES, isFreeSpeech, isPassive, normaliseAction } from './command.ts';
import { didNothing, hadNoEffect, tookNoMove } from './turn-effect.ts';
import { namesSomebody, thingsNamedByCommand } from './named-things.ts';
import { type Observation } from './observation.ts';
import type { Decision } from './proposal.ts';
import { hasParagraphs, hasSentences, wordsIn } from './text.ts';
import type { TurnRecord } from './turn-record.ts';
import { type WordsKnown, endsInVerb, unknownWordIn } from './vocabulary.ts';

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

/** Whether a text ends in a question. Any word may be the answer. */
export function endsInQuestion(text: string): boolean {
  return /[?:]["”')\]]*\s*>?\s*$/.test(text);
}

/** Whether a text asks the player for an answer: no exits are shown, so the parser reads no direction. */
export function asksForAnswer({ text, exits }: Pick<Observation, 'text' | 'exits'>): boolean {
  return exits.length === 0 && /(?:\?|\byes or no\b.?)["”’')\]]*\s*>?\s*$/i.test(text);
}

/** Whether a creature in reach answered: by a speech, or because the parser took a speech to it. Reading is no answer. */
export function isAnswered(record: TurnRecord): boolean {
  const { before, decision, after } = record;
  if (isPassive(decision.action) || asksBack(after.text)) return false;
  if (!before.objects.some(({ traits }) => traits.includes('animate'))) return false;
  return /^\s*["“]/.test(after.text) || (isFreeSpeech(decision.action) && !tookNoMove(record));
}

/**
 * Whether a turn failed: the action should have changed something, and changed no more than waiting would. A creature's
 * answer and a parser's question are no failures.
 */
export function isFailure(record: TurnRecord): boolean {
  const { decision, after } = record;
  if (!didNothing(record) || isPassive(decision.action)) return false;
  return !isAnswered(record) && !asksBack(after.text);
}

/** Whether knowing of a failure can save the next try. An action on a creature may come out otherwise. */
export function isAvoidableFailure(record: TurnRecord): boolean {
  return isFailure(record) && !namesSomebody(record.decision.action, record.before);
}

/** The game's answer to the command itself, without the lines that waiting prints, too. */
function ownAnswer({ after, comparison }: Pick<TurnRecord, 'after' | 'comparison'>): string {
  const toIdle = new Set(comparison?.toldIdle?.split('\n'));
  const lines = after.text.split('\n').filter((line) => !toIdle.has(line.trim()));
  return lines.join('\n').trim();
}

/**
 * Whether the game refused a command: it should have changed something in reach and did not, or it took no move, and the
 * answer is one short paragraph.
 */
export function isRefusal(record: TurnRecord): boolean {
  const { action } = record.decision;
  const answer = ownAnswer(record);
  if (!didNothing(record) || hasParagraphs(answer) || answer.length > LONGEST_REFUSAL) return false;
  if (tookNoMove(record) && normaliseAction(action).includes(' ')) return true;
  if (isPassive(action) || isFreeSpeech(action)) return false;
  return !tookNoMove(record) || !hasSentences(answer);
}

/** Whether nothing changed, because the checks had refused the command, or the parser does not know its words. */
export function isMisread(turn: TurnRecord, dictionary: WordsKnown): boolean {
  const { before, decision } = turn;
  if (!hadNoEffect(turn) || before.waitsFor === 'key') return false;
  if (decision.overridden) return true;
  if (endsInQuestion(before.text)) return false;
  const { action } = decision;
  return unknownWordIn(action, dictionary) !== undefined || endsInVerb(action, dictionary);
}

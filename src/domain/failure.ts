import { isFreeSpeech, isPassive, normaliseAction } from './command.ts';
import { LONGEST_REFUSAL, asksBack, isAnsweredByCreature } from './game-answer.ts';
import { namesSomebody } from './named-things.ts';
import { endsInQuestion, hasParagraphs, hasSentences } from './text.ts';
import { hadNoOwnEffect, hadNoEffect, tookNoMove } from './turn-effect.ts';
import type { TurnRecord } from './turn-record.ts';
import { type WordsKnown, endsInVerb, unknownWordIn } from './vocabulary.ts';

/** Whether a turn changed no more than waiting would, but should have. A creature's answer or a question is no failure. */
export function isFailure(record: TurnRecord): boolean {
  const { decision, after } = record;
  if (!hadNoOwnEffect(record) || isPassive(decision.action)) return false;
  return !isAnsweredByCreature(record) && !asksBack(after.text);
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

/** Whether the game refused a command: no wanted change or no move, and a short answer of one paragraph. */
export function isRefusal(record: TurnRecord): boolean {
  const { action } = record.decision;
  const answer = ownAnswer(record);
  if (!hadNoOwnEffect(record) || hasParagraphs(answer) || answer.length > LONGEST_REFUSAL)
    return false;
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

import { wordsIn } from './label-words.ts';

/** Words that take back what was just said. */
const SECOND_THOUGHT = String.raw`(?:(?:(?:oh|ah|hm+|oops|no|but|well)[,.!]? )+wait\b|(?:(?:oh|ah|hm+|oops|no|but|well)[,.!]? )*(?:wait(?:\s*[,!…—–]|\.\.| (?:no|that)\b| a (?:moment|minute|second)\b)|(?:actually|correction|rather)\b[,:]?|(?:scratch|strike) that\b|on (?:second thoughts?|reflection)\b|never ?mind\b|my mistake\b|let me (?:rethink|reconsider|correct)\b))`;
const RETRACTION = new RegExp(
  String.raw`^[^]*(?:^|[.!?\n]["”’*_)]*\s*)${SECOND_THOUGHT}[\W_]*(?=\p{L})`,
  'iu',
);
const DOUBTS = new RegExp(
  String.raw`^[^\n]*\n\s*(?:${SECOND_THOUGHT}|(?:hm+,? )?no(?:[.!,]|$)|but\b|however\b|forget (?:it|that)\b|(?:that|it|this)\b[^.!?\n]{0,20}(?:\bnot\b|n['’]t\b|\b(?:fail\w*|block\w*|refus\w*|impossible|useless|wrong)\b))`,
  'i',
);

export const LONGEST_LINE = 120;

/** A heading, or the last words of a line that ends with a colon. */
export const ANNOUNCES =
  /^\s*#+\s.*|^\s*\*\*[^*]+\*\*\s*$|(?:[^\s]*[^\s.!?] ){0,2}[^\s]+ ?[:：]\W*$/;

/** Words close before an object that say so of it. */
const AGAINST_OBJECT =
  /(?:\b(?:not|never|avoid\w*|instead of|rather than|if|unless|refus\w*|reject\w*|discard\w*|tried|previous\w*|earlier|draft|example|sample|options?|candidates?|possibl[ey]|could|might|like|schema|format)|n['’]t)\b(?:\W+\w+){0,3}\W*$|\b(?:if|unless)\b[^.!?\n]*$/i;

/** Words before a command that is to be played, and before and behind one that is not. What begins anew after a comma is. */
const MEANT =
  /(?:^|[.!?;]\s*|\b(?:i|we|let['’]s|try|type|enter|use|do|go|so|now|then|and|next|best|step|action|command|move|choose|should|must|first|instead|progress)\b[^.!?\n]*)$/i;
const SPOKEN_AGAINST =
  /(?:\b(?:no|not|cannot|never|avoid|instead of|rather than|without|over|tried|considered|did|went|last|mistake|useless|pointless|stuck|after|if|for example|such as)\b|e\.g\.|n['’]t\b)(?:(?!, (?:i|let|type|enter|try|but|so|use|then)\b)[^.!?\n]){0,60}$/i;
const FAILS = String.raw`(?:\?|\b(?:fail\w*|already|before|(?:did|does|do|has|have|had|will)(?: not|n['’]t)|(?:is|was|were|would|leads?|led)(?:n['’]t)?(?! (?:(?:the|my) )?(?:best|right|next|answer|action|command|move|choice|reply))|no effect)\b)`;
const FAILED = new RegExp(String.raw`^[^.!?\n]{0,15}${FAILS}`, 'i');

/** Whether prose that stands around a command tells that it is to be played. */
export function isMeantInProse(before: string, behind: string): boolean {
  const isOneOfTwo = /\bor\W*$/i.test(before) || /^\W*or\b/i.test(behind);
  return !isOneOfTwo && MEANT.test(before) && !SPOKEN_AGAINST.test(before) && !FAILED.test(behind);
}

/** What the texts around an object make of it: the last word, no answer, or neither. */
export function proseStanding(text: string, behind: string): 'final' | 'unmeant' | null {
  const [, line = '', gap = ''] =
    /([^\n}]*?)(\s*(?:```\w*\s*)?)$/.exec(text.slice(-LONGEST_LINE)) ?? [];
  const before = gap.includes('\n') && !ANNOUNCES.test(line) ? '' : line;
  if (AGAINST_OBJECT.test(before) || TAKEN_BACK.test(behind)) return 'unmeant';
  return FINAL.test(before) ? 'final' : null;
}

const TAKEN_BACK = new RegExp(String.raw`^(?:[^\w\n]*${FAILS}|\W*(?:\?|${SECOND_THOUGHT}))`, 'i');

/** Whether a key calls its value final. */
export function callsFinal(key: string): boolean {
  return FINAL.test(wordsIn(key));
}

/** Words that call one of several the answer. */
export const FINAL =
  /\b(?:final(?:ly)?|correct(?:ed|ion)|revised|instead|chosen|pick|choice|decision|answer|response|now)\b/i;

/** Whether a text doubts a command on the line below it. */
export function isDoubted(text: string, command: string): boolean {
  const at = text.lastIndexOf(command);
  return at !== -1 && DOUBTS.test(text.slice(at + command.length));
}

/** The text after the last second thought. */
export function inTheEnd(text: string): string {
  return text.replace(RETRACTION, '');
}

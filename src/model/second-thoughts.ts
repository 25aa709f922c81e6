/** Words that take back what was just said. */
export const SECOND_THOUGHT = String.raw`(?:(?:(?:oh|ah|hm+|oops|no|but|well)[,.!]? )+wait\b|(?:(?:oh|ah|hm+|oops|no|but|well)[,.!]? )*(?:wait(?:\s*[,!…—–]|\.\.| (?:no|that)\b| a (?:moment|minute|second)\b)|(?:actually|correction|rather)\b[,:]?|(?:scratch|strike) that\b|on (?:second thoughts?|reflection)\b|never ?mind\b|my mistake\b|let me (?:rethink|reconsider|correct)\b))`;
const RETRACTION = new RegExp(
  String.raw`^[^]*(?:^|[.!?\n]["”’*_)]*\s*)${SECOND_THOUGHT}[\W_]*(?=\p{L})`,
  'iu',
);
const DOUBTS = new RegExp(
  String.raw`^[^\n]*\n\s*(?:${SECOND_THOUGHT}|(?:hm+,? )?no(?:[.!,]|$)|but\b|however\b|forget (?:it|that)\b|(?:that|it|this)\b[^.!?\n]{0,20}(?:\bnot\b|n['’]t\b|\b(?:fail\w*|block\w*|refus\w*|impossible|useless|wrong)\b))`,
  'i',
);

/** Whether a text doubts a command on the line below it. */
export function isDoubted(text: string, command: string): boolean {
  const at = text.lastIndexOf(command);
  return at !== -1 && DOUBTS.test(text.slice(at + command.length));
}

/** The text after the last second thought. */
export function inTheEnd(text: string): string {
  return text.replace(RETRACTION, '');
}

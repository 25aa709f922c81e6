/** What a game says when it refuses, in words that parsers and libraries share; nothing of any one story. */

/** The thing is not there, or has no such name. */
const ABSENT =
  /\b(?:can(?:'|no)t see (?:any|that)|don'?t see|no such|isn'?t (?:any|here)|not (?:any )?here|don'?t know the word|not something you need|any such thing|no \w+ here|did(?:n'?t| not) make sense|need to refer to|(?:don'?t|doesn'?t|not) (?:know|understand|recogni[sz]e) (?:the|that|what)|not see (?:that|any))\b/i;
const TOO_MUCH =
  /\b(?:load|hands? (?:are|is) full|carry(?:ing)? (?:any ?more|too)|too many things|holding too|both hands)\b/i;
const LOCKED = /(?<!un)\b(?:locked|bolted|padlocked|won't open without)\b/i;
const OPEN_ALREADY = /\balready (?:open|unlocked)\b|\bunlocked at the moment\b/i;
const DARK =
  /\b(?:pitch[- ](?:dark|black)|too dark|can(?:'|no)t see a thing|(?:total|complete|utter) darkness)\b/i;
const QUESTION = /\bwhich (?:one )?(?:do|did) you mean|what do you want to|who(?:m)? do you want/i;
const REFUSED =
  /\b(?:can'?t|cannot|won'?t|doesn'?t|don'?t|isn'?t|aren'?t|not|nothing|never|no|unable|impossible|useless|fixed|already|hardly|violence|only)\b/i;

export const saysAbsent = (text: string): boolean => ABSENT.test(text);
/** The thing has no such name anywhere. */
export const saysUnknown = (text: string): boolean =>
  /don'?t know the word|need to refer to/i.test(text);
export const saysTooMuch = (text: string): boolean => TOO_MUCH.test(text);
export const saysLocked = (text: string): boolean => LOCKED.test(text);
/** Of what was to be unlocked. */
export const saysOpen = (text: string): boolean => OPEN_ALREADY.test(text);
/** Whatever else is listed, it is dark where the player is. */
export const isBlind = (text: string): boolean =>
  /^(?:it'?s|it is) (?:now )?(?:too dark|pitch)|likely to be eaten|(?:is|have) (?:now )?(?:gone )?(?:pitch dark|pitch black)\b/im.test(
    text,
  );
export const saysDark = (text: string): boolean => DARK.test(text);
export const asksBack = (text: string): boolean => QUESTION.test(text);
/** A short answer with a word of refusal. */
export const refuses = (text: string): boolean => text.length < 160 && REFUSED.test(text);

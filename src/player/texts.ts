import type { PromptSections } from '../prompts/question.ts';
import { unquote } from '../prompts/quote.ts';
import { thingWords } from './lexicon.ts';

/** What games say, in words that parsers and libraries share; nothing of any one story. */
const SAYS = {
  /** The thing is not there, or has no such name. */
  absent:
    /\b(?:can(?:'|no)t see (?:any|that)|don'?t see|no such|isn'?t (?:any|here)|not (?:any )?here|don'?t know the word|not something you need|any such thing|no \w+ here|did(?:n'?t| not) make sense|need to refer to|(?:don'?t|doesn'?t|not) (?:know|understand|recogni[sz]e) (?:the|that|what)|not see (?:that|any))\b/i,
  unknown: /don'?t know the word|need to refer to/i,
  tooMuch:
    /\b(?:load|hands? (?:are|is) full|carry(?:ing)? (?:any ?more|too)|too many things|holding too|both hands)\b/i,
  locked: /(?<!un)\b(?:locked|bolted|padlocked|won't open without)\b/i,
  /** Of what was to be unlocked. */
  open: /\balready (?:open|unlocked)\b|\bunlocked at the moment\b/i,
  dark: /\b(?:pitch[- ](?:dark|black)|too dark|can(?:'|no)t see a thing|(?:total|complete|utter) darkness)\b/i,
  /** Whatever else is listed, it is dark where the player is. */
  blind:
    /^(?:it'?s|it is) (?:now )?(?:too dark|pitch)|likely to be eaten|(?:is|have) (?:now )?(?:gone )?(?:pitch dark|pitch black)\b/im,
  question: /\bwhich (?:one )?(?:do|did) you mean|what do you want to|who(?:m)? do you want/i,
  no: /\b(?:can'?t|cannot|won'?t|doesn'?t|don'?t|isn'?t|aren'?t|not|nothing|never|no|unable|impossible|useless|fixed|already|hardly|violence|only)\b/i,
};

export function says(what: keyof typeof SAYS, text: string): boolean {
  return SAYS[what].test(text);
}

/** A short answer with a word of refusal. */
export function refuses(text: string): boolean {
  return text.length < 160 && says('no', text);
}

export function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?;])\s+|\n/);
}

/** Whether a text names a word, as a whole word or its plural. */
export function names(text: string, word: string, ending = '(?:e?s)?'): boolean {
  const at = text.indexOf(word);
  if (at === -1) return false;
  return new RegExp(`\\b${word.replaceAll(/[^a-z0-9]/g, '.')}${ending}\\b`).test(text);
}

export type Room = Readonly<ReturnType<typeof readRoom>>;

/** What texts say of a room, in lower case: its description in a section of its own, or in the newest text that has it. */
export function readRoom(sections: PromptSections, name: string, newest: readonly string[]) {
  const kept = [...sections].find(([heading]) => heading.startsWith('Room description'))?.[1];
  const texts = kept === undefined ? newest : [unquote(kept)];
  const paragraphs = texts.map((text) => paragraphsBelow(name.toLowerCase(), text));
  /** The first paragraph after the room's name; below it, things that can mostly be taken. */
  const [scenery = '', ...listed] = paragraphs.find((said) => said !== null) ?? [];
  const listing = listed.join('\n');
  const seen = `${scenery}\n${listing}`;
  /** Words for things that these or the newest text name. */
  const named = thingWords(`${seen}\n${newest[0]?.toLowerCase() ?? ''}`);
  return { scenery, listing, seen, named };
}

/** What stands below the line that begins with a room's name; null where none does. */
function paragraphsBelow(room: string, text: string): readonly string[] | null {
  const lines = text
    .toLowerCase()
    .split('\n')
    .map((line) => line.trim());
  const at = lines.findIndex((line) => line.startsWith(room) && line.length < room.length + 40);
  if (at === -1 || room === '') return null;
  return lines.slice(at + 1).filter((line) => line !== '' && !line.startsWith('['));
}

import {
  announcesOther,
  isNoPlaceholder,
  labelNamesAnswer,
  labelNamesOther,
  wordsIn,
} from './label-words.ts';
import { SECOND_THOUGHT } from './second-thoughts.ts';

/** Tells whether a line can be a command of the story, by its first word. */
export type Begins = (line: string) => boolean;

const LONGEST_LINE = 120;
const MOST_WORDS = 8;

/** What people write before a command: brackets, marks of lists and of the game's prompt. */
const BEFORE = [/^\([^()]*\)\s+/, /^[^\p{L}\p{Nd}]+/u, /^\d+[.):]\s+/];

/** `Type this:`, `**Action:**`, `You>`. */
const LABEL =
  /^((?:[\p{L}\p{M}\p{N}’',!]+ ){0,6}[\p{L}\p{M}\p{N}’']+)[*_]*(?: ?[:>][*_]*\s+|：\s*)/u;

/** What people say before one: "OK,", "I will", "The best action is to". */
const COURTESY = [
  /^(?:ok(?:ay)?|sure|alright|well|then|so|now|next|first)[,.!]\s+/i,
  /^(?:please|(?:the|my) (?:best |next |right )?(?:action|command|move|step) (?:is|would be|will be)(?: to)?)\s+/i,
  /^(?:i(?:['’]ll| will| choose to| want to|(?: woul|['’])d like to| am going to|['’]m going to)|let(?:['’]s| me| us))\s+/i,
];

/** What stands behind one: a reason in brackets, courtesy, quotes, marks, a full stop. */
const BEHIND = /(?:\s*\([^()]*\))?(?: now|,? please)?[^\p{L}\p{N}]*$/iu;

const REASON =
  /\s(?:\([^()]*\)\.?$|(?:[-–—]+|\/\/|#|because|so that|in order to|to (?:see|check|learn|find out) (?:what|if|whether|how|where))\s.*$)/i;

const TAG = /<\/?\w[^<>]*>|\[\/?[A-Z_]+\]/g;

/** Text set apart in bold, italics or backticks, or in quotes after a word that tells to say it. */
const SET_APART =
  /\*\*([^*\n]+)\*\*|`([^`\n]+)`|__([^_\n]+)__|<(?:b|strong|em|code|kbd)>([^<\n]+)<|\b(?:type|enter|say|try|command is|action is):? ["“]([^"“”\n]+)["”]/gi;

/** A heading, or the last words of a line that ends with a colon. */
const ANNOUNCES = /^\s*#+\s.*|^\s*\*\*[^*]+\*\*\s*$|(?:[^\s]+ ){0,2}[^\s]+ ?[:：]\W*$/;

/** A line that tells not to do what follows. */
const DENIES = /^\W*(?:do not|don['’]t|never|avoid|instead of|rather than)\b[^.!?:]*$/i;
const THOUGHTS = /^[^#]*\b(?:think|thought|reason|analy|plan)/i;

/** A text without what it calls history, examples, thoughts and the like, by marks of such a name or by the line above. */
export function withoutOthers(text: string): string {
  let other: string | null = null;
  let isBelow = false;
  const headings = new Set<string>();
  const lines = text
    .replaceAll(MARKED, (whole, name: string) => (labelNamesOther(name) ? '' : whole))
    .split('\n')
    .filter((line) => {
      const announced = DENIES.exec(line)?.[0] ?? ANNOUNCES.exec(line)?.[0];
      if (announced !== undefined) {
        const isOther = DENIES.test(line) || announcesOther(announced);
        [other, isBelow] = [isOther ? line : null, false];
        if (isOther) headings.add(line);
        return true;
      }
      const isOver = line.trim() === '' ? isBelow : THOUGHTS.test(other ?? '') && isLabelled(line);
      if (isOver) other = null;
      isBelow = line.trim() !== '';
      return other === null;
    });
  const end = lines.findLastIndex((line) => line.trim() !== '' && !headings.has(line));
  return lines.slice(0, end + 1).join('\n');
}

function isLabelled(line: string): boolean {
  return labelNamesAnswer(LABEL.exec(withoutMarks(line))?.[1] ?? '');
}

/**
 * The commands that prose gives as the answer: a line of its own at the beginning or end, else what is set apart in the
 * last paragraph, else anywhere. Quotes of the game (`|`) and what a heading of history or thoughts announces are none.
 */
export function commandsIn(text: string, begins: Begins): string[] {
  const told = text
    .replaceAll(/~~[^~\n]*~~|<del>[^]*?<\/del>|<!--[^]*?-->/g, '')
    .replaceAll(/```[^]*?```/g, (block) => (isRetold(block, begins) ? '' : block))
    .replaceAll(MARKED, (whole, name: string) => (saysAnswer(name) ? whole : ''));
  if (isRetold(told, begins)) return [];
  let isOther = false;
  const read = told
    .split('\n')
    .filter((line) => !NO_LINE.test(line) && (isNoPlaceholder(line) || ANNOUNCES.test(line)))
    .flatMap((line, index, lines) => {
      const command = commandOf(line, begins);
      const isCommand =
        command !== undefined && isNoPlaceholder(command) && !/^\s*#|:\W*$/.test(line);
      const announced = index < lines.length - 1 ? ANNOUNCES.exec(line)?.[0] : undefined;
      const announces = announced !== undefined && !isCommand;
      if (announces) isOther = announcesOther(announced);
      else if (command === undefined) isOther = false;
      return isOther || announces ? [] : [{ line, command }];
    });
  const own = read.map(({ command }) => command);
  const [first] = own;
  const last = own.at(-1);
  if (first !== undefined || last !== undefined) {
    const others = read.map(({ line }) => unknownIn(line, begins));
    return [...own, ...others].filter((one) => one !== undefined);
  }
  const inLast = setApart(read.at(-1)?.line ?? '', begins);
  return inLast.length > 0 ? inLast : setApart(read.map(({ line }) => line).join('\n'), begins);
}

/** Text in marks of a name, and the names that only say how it looks. */
const MARKED = /<([\p{L}_-]+)(?: [^<>]*)?>[^]*?<\/\1>/gu;
const LOOKS =
  /^(?:b|i|u|em|strong|code|kbd|samp|pre|tt|p|q|div|span|mark|font|center|h\d|li|ul|ol)$/i;

function saysAnswer(name: string): boolean {
  return LOOKS.test(name) || labelNamesAnswer(name);
}

/** What quotes the game, opens or closes code, or comments on it. */
const NO_LINE = /^\s*(?:\||```|\/\/)/;

/** Whether a text retells play, by the prompt sign: a line with it is no command, or what the game said stands under it. */
function isRetold(text: string, begins: Begins): boolean {
  const isCommand = (line = '') => commandOf(line, begins) !== undefined;
  const isAnswer = (line = '') => /^\s*[^\s>`]/.test(line) && !isCommand(line);
  return text
    .split('\n')
    .some((line, at, lines) => /^\s*>/.test(line) && (!isCommand(line) || isAnswer(lines[at + 1])));
}

/** The command of a last line whose label calls it the last word. */
export function finalCommand(text: string, begins: Begins): string[] {
  const [last = ''] = /[^\n]*$/.exec(text.trim().replaceAll(/[:：][*_]*\s+/g, ': ')) ?? [];
  const [label = ''] = /^[^:]*:/.exec(last) ?? [];
  return FINAL.test(label) ? [commandOf(last, begins) ?? []].flat() : [];
}

/** The commands in bold, in backticks, or in quotes after a word that tells to say them. */
function setApart(part: string, begins: Begins): string[] {
  return [...part.matchAll(SET_APART)]
    .filter(({ index, 0: whole }) => {
      const [before, behind] = [part.slice(0, index), part.slice(index + whole.length)];
      return isMeant(/^\w/.test(whole) ? `${before}type` : before, behind);
    })
    .map((found) => commandOf(found.slice(1).find((one) => one !== undefined) ?? '', begins))
    .filter((one) => one !== undefined);
}

/** A question, what trails off, and what marks say of it. */
const UNMEANT = /\?["”’*_`]*(?:\s|$)|(?:\.\.|…)\W*$|[,;{}]\s*$|^\W*\[[ x✓✔]?\]|^\W*[❌🚫⛔✗✘👎]/iu;

/** A command behind a label that nobody knows: it may be the answer, or what the model has dropped. */
function unknownIn(line: string, begins: Begins): string | undefined {
  const [label = '', named = ''] = LABEL.exec(withoutMarks(line)) ?? [];
  if (label === '' || labelNamesAnswer(named) || labelNamesOther(named)) return undefined;
  return commandOf(withoutMarks(line).slice(label.length), begins);
}

function withoutMarks(line: string): string {
  return without(BEFORE, line.replaceAll(TAG, ' ').replaceAll(/\s+/g, ' ').trim());
}

/** The command that a short text is, without what stands around it; undefined where it is none. */
export function commandOf(line: string, begins: Begins): string | undefined {
  if (UNMEANT.test(line) || labelNamesOther(/\((?:[^() ]+ ?){1,3}\)\W*$/.exec(line)?.[0] ?? ''))
    return undefined;
  const unmarked = withoutMarks(line);
  const [label = '', named] = LABEL.exec(unmarked) ?? [];
  if (named !== undefined && !labelNamesAnswer(named)) return undefined;
  const bare = without(COURTESY, unmarked.slice(label.length).replace(/^[^\p{L}\p{N}]+/u, ''));
  const command = once(strippedProse(bare).replace(BEHIND, ''), begins);
  return isOneCommand(command, begins) ? command : undefined;
}

/** A sentence about a command. */
const STATES = /^(?!wh)\S+ .*\b(?:is|was|are|were|did|does|had|has|fail\w*)\b/i;

function isOneCommand(line: string, begins: Begins): boolean {
  const isShort = line.length <= LONGEST_LINE && line.split(/\s+/).length <= MOST_WORDS;
  const isPlain = /^\p{L}(?:[\p{L}\d ,'’-]| "[^"]*"(?![^ ,]))*$/u.test(line);
  const [, other] = line.split(/,? or /i);
  return (
    isShort &&
    isPlain &&
    !STATES.test(line) &&
    begins(line) &&
    (other === undefined || !begins(other))
  );
}

function without(marks: readonly RegExp[], line: string): string {
  return marks.reduce((rest, mark) => rest.replace(mark, ''), line);
}

/** A command that stands twice without a space between, as streams double it: `TAKE SACKTAKE SACK`. */
function once(command: string, begins: Begins): string {
  const [, one] = /^(.{2,}?)\1+$/i.exec(command) ?? [];
  const isWord = !command.includes(' ') && begins(command);
  return one !== undefined && begins(one) && !isWord ? one.trim() : command;
}

/** A value without the quotes, emphasis and final stop around it, and without a reason in brackets behind it. */
export function strippedProse(value: string): string {
  return value
    .trim()
    .replace(REASON, '')
    .replace(/^[\s"'`*_“”‘’>«]+|[\s"'`*_“”‘’».,;\]}>\p{Extended_Pictographic}\uFE0F]+$/gu, '');
}

/** Words close before an object that say so of it. */
const AGAINST_OBJECT =
  /(?:\b(?:not|never|avoid\w*|instead of|rather than|if|unless|refus\w*|reject\w*|discard\w*|tried|previous\w*|earlier|draft|example|sample|options?|candidates?|possibl[ey]|could|might|like|schema|format)|n['’]t)\b(?:\W+\w+){0,3}\W*$|\b(?:if|unless)\b[^.!?\n]*$/i;

/** Words before a command that is to be played, and before and behind one that is not. What begins anew after a comma is. */
const MEANT =
  /(?:^|[.!?]\s*|\b(?:i|we|let['’]s|try|type|enter|use|do|go|so|now|then|and|or|next|best|step|action|command|move|choose|should|must|first|instead|progress)\b[^.!?\n]*)$/i;
const SPOKEN_AGAINST =
  /(?:\b(?:no|not|cannot|never|avoid|instead of|rather than|without|over|tried|did|went|last|mistake|useless|pointless|stuck|after|if|for example|such as)\b|e\.g\.|n['’]t\b)(?:(?!, (?:i|let|type|enter|try|but|so|use|then)\b)[^.!?\n]){0,60}$/i;
const FAILS = String.raw`(?:\?|\b(?:fail\w*|already|before|(?:did|does|do|has|have|had|will)(?: not|n['’]t)|(?:is|was|were|would|leads?|led)(?:n['’]t)?(?! (?:(?:the|my) )?(?:best|right|next|answer|action|command|move|choice|reply))|no effect)\b)`;
const FAILED = new RegExp(String.raw`^[^.!?\n]{0,15}${FAILS}`, 'i');

/** Whether prose that stands around a command tells that it is to be played. */
function isMeant(before: string, behind: string): boolean {
  return MEANT.test(before) && !SPOKEN_AGAINST.test(before) && !FAILED.test(behind);
}

/**
 * What the texts before and behind an object make of it: the last word, no answer, or neither. What counts before it is
 * what stands in its line, or announces it.
 */
export function proseStanding(text: string, behind: string): 'final' | 'unmeant' | null {
  const [, line = '', gap = ''] =
    /([^\n}]*?)(\s*(?:```\w*\s*)?)$/.exec(text.slice(-LONGEST_LINE)) ?? [];
  const before = gap.includes('\n') && !ANNOUNCES.test(line) ? '' : line;
  if (AGAINST_OBJECT.test(before) || TAKEN_BACK.test(behind)) return 'unmeant';
  return FINAL.test(before) ? 'final' : null;
}

const TAKEN_BACK = new RegExp(String.raw`^(?:[^\w\n]*${FAILS}|\W*(?:\?|${SECOND_THOUGHT}))`, 'i');

export function callsFinal(key: string): boolean {
  return FINAL.test(wordsIn(key));
}

/** Words that call one of several the answer. */
const FINAL =
  /\b(?:final(?:ly)?|correct(?:ed|ion)|revised|instead|chosen|pick|choice|decision|answer|response|now)\b/i;

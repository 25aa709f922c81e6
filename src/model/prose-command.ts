import {
  announcesOther,
  isNoPlaceholder,
  labelNamesAnswer,
  labelNamesOther,
} from './label-words.ts';
import { ANNOUNCES, FINAL, LONGEST_LINE, isMeantInProse } from './prose-standing.ts';

/** Tells whether a line can be a command of the story, by its first word. */
export type Begins = (line: string) => boolean;

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

/** A line across the page: what was announced above it, and came, ends there. */
const RULE = /^\s*([-*_=])(?:\s*\1){2,}\s*$/;

/** A heading with a line under it. */
const UNDERLINED = /^[ \t]*([^\s|>#-].*)\n(?:={3,}|-{3,})[ \t]*$/gm;

/** A line that tells not to do what follows. */
const DENIES = /^\W*(?:do not|don['’]t|never|avoid|instead of|rather than)\b[^.!?:]*$/i;
const THOUGHTS = /^[^#]*\b(?:think|thought|reason|analy|plan)/i;

/** A text without what it calls history, examples, thoughts and the like, by marks of such a name or by the line above. */
export function withoutOthers(text: string): string {
  let other: string | null = null;
  let isBelow = false;
  let ended: string | null = null;
  const headings = new Set<string>();
  const closed = new Set<string>();
  const lines = text
    .replaceAll(UNDERLINED, '# $1')
    .replaceAll(MARKED, (whole, name: string) => (labelNamesOther(name) ? '' : whole))
    .split('\n')
    .filter((line) => {
      const isOther = isOtherAnnounced(line);
      if (isOther !== undefined) {
        [other, isBelow] = [isOther ? line : null, false];
        if (isOther) headings.add(line);
        return true;
      }
      const isOver = line.trim() === '' ? isBelow : THOUGHTS.test(other ?? '') && isLabelled(line);
      if (isOver) [ended, other] = [other, null];
      isBelow = line.trim() !== '';
      if (ended !== null && RULE.test(line)) closed.add(ended);
      if (isBelow) ended = null;
      return other === null;
    });
  const end = lines.findLastIndex((line) => line.trim() !== '' && !headings.has(line));
  return lines
    .slice(0, end + 1)
    .filter((line) => !closed.has(line))
    .join('\n');
}

/** Whether a line announces something that is no answer; undefined if it announces nothing. */
function isOtherAnnounced(line: string): boolean | undefined {
  if (DENIES.test(line)) return true;
  const announced = ANNOUNCES.exec(line)?.[0];
  return announced === undefined ? undefined : announcesOther(announced);
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
  if ((own[0] ?? own.at(-1)) !== undefined) {
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
      return isMeantInProse(/^\w/.test(whole) ? `${before}type` : before, behind);
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

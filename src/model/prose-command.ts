import { FINAL, isMeant, isSaid, namesAnswer, namesOther } from './answer-words.ts';

/** Tells whether a line can be a command of the story, by its first word. */
export type Begins = (line: string) => boolean;

const LONGEST_LINE = 120;
const MOST_WORDS = 8;

/** What people write before a command: brackets, marks of lists and of the game's prompt. */
const BEFORE = [/^\([^()]*\)\s+/, /^[^\p{L}\p{N}]+/u, /^\d+[.):]\s+/];

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
export const ANNOUNCES = /^\s*#+\s.*|^\s*\*\*[^*]+\*\*\s*$|(?:[^\s]+ ){0,2}[^\s]+:\W*$/;

/**
 * The commands that prose gives as the answer, as people would read it: a line of its own at the beginning or end, else
 * what is set apart in the last paragraph, else anywhere. A line that begins with `|` quotes the game; a heading, or a line
 * that ends with a colon, announces what follows, which is no answer under history or thoughts.
 */
export function commandsIn(text: string, begins: Begins): string[] {
  let isOther = false;
  const read = text
    .replaceAll(/~~[^~\n]*~~|<del>[^]*?<\/del>|<!--[^]*?-->/g, '')
    .split('\n')
    .filter((line) => !/^\s*(?:\||```)/.test(line) && (isSaid(line) || ANNOUNCES.test(line)))
    .flatMap((line, index, lines) => {
      const command = commandOf(line, begins);
      const isCommand = command !== undefined && isSaid(command) && !/^\s*#|:\W*$/.test(line);
      const announced = index < lines.length - 1 ? ANNOUNCES.exec(line)?.[0] : undefined;
      const announces = announced !== undefined && !isCommand;
      if (announces) isOther = namesOther(announced);
      else if (command === undefined) isOther = false;
      return isOther || announces ? [] : [{ line, command }];
    });
  const own = read.map(({ command }) => command);
  const [first] = own;
  const last = own.at(-1);
  if (first !== undefined || last !== undefined) return own.filter((one) => one !== undefined);
  const inLast = setApart(read.at(-1)?.line ?? '', begins);
  return inLast.length > 0 ? inLast : setApart(read.map(({ line }) => line).join('\n'), begins);
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
const UNMEANT = /\?["”’*_`]*(?:\s|$)|(?:\.\.|…)\W*$|^\W*\[x\]|^\W*[❌🚫⛔✗✘👎]/iu;

/** The command that a short text is, without what stands around it; undefined where it is none. */
export function commandOf(line: string, begins: Begins): string | undefined {
  if (UNMEANT.test(line) || namesOther(/\((?:[^() ]+ ?){1,3}\)\W*$/.exec(line)?.[0] ?? ''))
    return undefined;
  const unmarked = without(BEFORE, line.replaceAll(TAG, ' ').trim());
  const [label = '', named] = LABEL.exec(unmarked) ?? [];
  if (named !== undefined && !namesAnswer(named)) return undefined;
  const bare = without(COURTESY, unmarked.slice(label.length).replace(/^[^\p{L}\p{N}]+/u, ''));
  const command = once(stripped(bare).replace(BEHIND, ''), begins);
  return isOneCommand(command, begins) ? command : undefined;
}

function isOneCommand(line: string, begins: Begins): boolean {
  const isShort = line.length <= LONGEST_LINE && line.split(/\s+/).length <= MOST_WORDS;
  const isPlain = /^\p{L}(?:[\p{L}\d ,'’-]| "[^"]*"(?![^ ,]))*$/u.test(line);
  const [, other] = line.split(/,? or /i);
  return isShort && isPlain && begins(line) && (other === undefined || !begins(other));
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
export function stripped(value: string): string {
  return value
    .trim()
    .replace(REASON, '')
    .replace(/^[\s"'`*_“”‘’>«]+|[\s"'`*_“”‘’».,;\]}>\p{Extended_Pictographic}\uFE0F]+$/gu, '');
}

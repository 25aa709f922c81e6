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

/** Characters before a command: brackets, list marks and the game's prompt. */
const BEFORE = [
  /^[([][^()[\]]*[)\]]\s+/,
  /^[^\p{L}\p{Nd}]+/u,
  /^(?:\d+[.):]|[a-d]\))\s+/,
  // A reason before a label.
  /^(?:as|because|given|now that|since)\b[^.:!?]*,\s+(?=[^,.:!?]*:\s)/i,
];

/** `Type this:`, `**Action:**`, `You>`. */
const LABEL =
  /^((?:[\p{L}\p{M}\p{N}’',!]+ ){0,6}[\p{L}\p{M}\p{N}’']+)[*_]*(?: ?[:>][*_]*\s+|：\s*)/u;

/** Words before a command: "OK,", "I will", "The best action is to". */
const COURTESY = [
  /^(?:ok(?:ay)?|sure|alright|well|then|so|now|next|first)[,.!]\s+/i,
  /^(?:please|(?:the|my) (?:best |next |right )?(?:action|command|move|step) (?:is|would be|will be)(?: to)?)\s+/i,
  /^(?:i(?:['’]ll| will| choose to| want to|(?: woul|['’])d like to| am going to|['’]m going to|(?: have|['’]ve) decided to)|we(?:['’]ll| will)|let(?:['’]s| me| us))\s+/i,
];

/** Text after a command: a reason in brackets, courtesy, quotes, marks, a full stop. */
const BEHIND = /(?:\s*\([^()]*\))?(?: now|,? please)?[^\p{L}\p{N}]*$/iu;

const REASON =
  /\s(?:\([^()]*\)\.?$|(?:[-–—]+|\/\/|#|because|so that|in order to|to (?:see|check|learn|find out) (?:what|if|whether|how|where))\s.*$)/i;

const TAG = /<\/?\w[^<>]*>|\[\/?[A-Z_]+\]/g;

/** A few words in brackets before or behind a command. */
const ASIDE = /^[^\p{L}\p{N}([]*[([](?:[^()[\] ]+ ?){1,3}[)\]]|\((?:[^() ]+ ?){1,3}\)\W*$/gu;

/** Text in bold, italics or backticks, or in quotes after a word that means to type it. */
const SET_APART =
  /\*\*([^*\n]+)\*\*|`([^`\n]+)`|__([^_\n]+)__|<(?:b|strong|em|code|kbd)>([^<\n]+)<|\b(?:type|enter|try|(?:command|action|answer|move|choice) is):? ["“]([^"“”\n]+)["”]/gi;

/** A line across the page ends what was announced above it. */
const RULE = /^\s*([-*_=])(?:\s*\1){2,}\s*$/;

/** A heading with a line under it. */
const UNDERLINED = /^[ \t]*([^\s|>#-].*)\n(?:={3,}|-{3,})[ \t]*$/gm;

/** A line that forbids what follows. */
const DENIES = /^\W*(?:do not|don['’]t|never|avoid|instead of|rather than)\b[^.!?:]*$/i;
const THOUGHTS = /^[^#]*\b(?:think|thought|reason|analy|plan)/i;

/** A text without history, examples, thoughts and the like, as marked by their names or announced by the line above. */
export function withoutOthers(text: string, begins: Begins): string {
  let other: string | null = null;
  let isBelow = false;
  let ended: string | null = null;
  const headings = new Set<string>();
  const closed = new Set<string>();
  const lines = text
    .replaceAll(UNDERLINED, (whole, head: string) =>
      commandOf(head, begins) === undefined ? `# ${head}` : whole,
    )
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

/** Whether a line announces something that is no answer. Undefined if it announces nothing. */
function isOtherAnnounced(line: string): boolean | undefined {
  if (DENIES.test(line)) return true;
  const announced = ANNOUNCES.exec(line)?.[0];
  return announced === undefined ? undefined : announcesOther(announced);
}

function isLabelled(line: string): boolean {
  return labelNamesAnswer(LABEL.exec(withoutMarks(line))?.[1] ?? '');
}

/**
 * The commands that prose gives as the answer: a line of its own at the beginning or end, else marked text in the last
 * paragraph, else anywhere. Quotes of the game (`|`) and text under a heading of history or thoughts are left out.
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
    const named = read.findLastIndex(
      ({ line, command }) => command !== undefined && isLabelled(line),
    );
    const others = read.slice(named + 1).map(({ line }) => unknownIn(line, begins));
    return [...own, ...others].filter((one) => one !== undefined);
  }
  const inLast = setApart(read.at(-1)?.line ?? '', begins);
  return inLast.length > 0 ? inLast : setApart(read.map(({ line }) => line).join('\n'), begins);
}

/** Text in tags with a name. Tags for looks alone have the names below. */
const MARKED = /<([\p{L}_-]+)(?: [^<>]*)?>[^]*?<\/\1>/gu;
const LOOKS =
  /^(?:b|i|u|em|strong|code|kbd|samp|pre|tt|p|q|div|span|mark|font|center|h\d|li|ul|ol)$/i;

function saysAnswer(name: string): boolean {
  return LOOKS.test(name) || labelNamesAnswer(name);
}

/** Quotes of the game, code fences and comments. */
const NO_LINE = /^\s*(?:\||```|\/\/)/;

/** Whether a text retells play, as the prompt sign shows: the game's answer follows on its line. */
function isRetold(text: string, begins: Begins): boolean {
  const isCommand = (line = '') => commandOf(line, begins) !== undefined;
  const isAnswer = (line = '') => /^\s*[^\s>`]/.test(line) && !isCommand(line);
  return text.split('\n').some((line, at, lines) => /^\s*>/.test(line) && isAnswer(lines[at + 1]));
}

/** The command of a last line whose label calls it final. */
export function finalCommand(text: string, begins: Begins): string[] {
  const [last = ''] = /[^\n]*$/.exec(text.trim().replaceAll(/[:：][*_]*\s+/g, ': ')) ?? [];
  const [label = ''] = /^[^:]*:/.exec(last) ?? [];
  return FINAL.test(label) ? [commandOf(last, begins) ?? []].flat() : [];
}

/** The commands in bold, in backticks, or in quotes after a word that means to type them. */
function setApart(part: string, begins: Begins): string[] {
  return [...part.matchAll(SET_APART)]
    .filter(({ index, 0: whole }) => {
      const [before, behind] = [part.slice(0, index), part.slice(index + whole.length)];
      return isMeantInProse(/^\w/.test(whole) ? `${before}type` : before, behind);
    })
    .map((found) => commandOf(found.slice(1).find((one) => one !== undefined) ?? '', begins))
    .filter((one) => one !== undefined);
}

/** A question, a text that trails off, or one with marks of denial. */
const UNMEANT =
  /\?["”’*_`]*(?:\s|$)|(?:\.\.|…)\W*$|[,;{}]\s*$|\((?:(?:already )?done|(?:if|unless|when)\b[^()]*)\)\W*$|^\W*\[[ x✓✔]?\]|^\W*[❌🚫⛔✗✘👎]/iu;

/** A command after an unknown label. It may be the answer, or one that the model has dropped. */
function unknownIn(line: string, begins: Begins): string | undefined {
  const [label = '', named = ''] = LABEL.exec(withoutMarks(line)) ?? [];
  if (label === '' || labelNamesAnswer(named) || labelNamesOther(named)) return undefined;
  return commandOf(withoutMarks(line).slice(label.length), begins);
}

function withoutMarks(line: string): string {
  return without(BEFORE, line.replaceAll(TAG, ' ').replaceAll(/\s+/g, ' ').trim());
}

/** The command in a short text, without what stands around it. Undefined if there is none. */
export function commandOf(line: string, begins: Begins): string | undefined {
  if (UNMEANT.test(line) || line.match(ASIDE)?.some(labelNamesOther) === true) return undefined;
  const unmarked = withoutMarks(line);
  const [label = '', named] = LABEL.exec(unmarked) ?? [];
  if (named !== undefined && !labelNamesAnswer(named)) return undefined;
  const bare = without(COURTESY, unmarked.slice(label.length).replace(/^[^\p{L}\p{N}]+/u, ''));
  const command = once(strippedProse(bare), begins);
  return isOneCommand(command, begins) ? command : undefined;
}

/** A statement about a command. */
const STATES = /^(?!wh)\S+ .*\b(?:is|was|are|were|did|does|had|has|fail\w*)\b/i;

function isOneCommand(line: string, begins: Begins): boolean {
  const isShort = line.length <= LONGEST_LINE && line.split(/\s+/).length <= MOST_WORDS;
  const isPlain = /^(?:\p{L}(?:[\p{L}\d ,'’-]| "[^"]*"(?![^ ,]))*|\d{1,2})$/u.test(line);
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

/** Halves a command that streams have doubled without a space: `TAKE SACKTAKE SACK`. */
function once(command: string, begins: Begins): string {
  const [, one] = /^(.{2,}?)\1+$/i.exec(command) ?? [];
  const isWord = !command.includes(' ') && begins(command);
  return one !== undefined && begins(one) && !isWord ? one.trim() : command;
}

/** A value without quotes, emphasis and courtesy around it, and without a reason after it. */
export function strippedProse(value: string): string {
  return value
    .trim()
    .replace(REASON, '')
    .replace(/^[\s"'`*_“”‘’>«]+/u, '')
    .replace(BEHIND, '');
}

import * as z from 'zod';
import { canonicalAction } from '../domain/command.ts';

/** The field of a reply that alone makes an answer: a command of the player. */
export interface Essential {
  /** What the field may be called, its own name first. */
  readonly names: readonly [string, ...string[]];
  /** Whether a line can be a command of the story, by its first word. */
  readonly begins: (line: string) => boolean;
  /** A command that can be played now, for an example. */
  readonly example?: string | undefined;
}

const LONGEST_LINE = 120;
const MOST_WORDS = 8;

/** What people write before a command: `2.`, `- [ ]`, `Type this:`, `I will`, and the game's prompt. */
const BEFORE = [
  /^\([^()]*\)\s+/,
  /^[^\p{L}\p{N}]+/u,
  /^\d+[.):]\s+/,
  /^(?:[\p{L}\p{N}’']+ ){0,3}[\p{L}\p{N}’']+(?: ?[:>]\s+|：\s*)/u,
  /^(?:ok(?:ay)?|sure|alright|well|then|so|now|next|first)[,.!]\s+/i,
  /^(?:i(?:['’]ll| will| choose to| want to|(?: woul|['’])d like to| am going to|['’]m going to)|let(?:['’]s| me| us))\s+/i,
];

/** What stands behind one: a reason in brackets, courtesy, quotes, marks, a full stop. */
const BEHIND = /(?:\s*\([^()]*\))?(?: now|,? please)?[^\p{L}\p{N}]*$/iu;

const REASON = /\s(?:\([^()]*\)\.?$|(?:[-–—]+|\/\/|#|because|so that|in order to)\s.*$)/i;

const TAG = /<\/?\w[^<>]*>|\[\/?[A-Z_]+\]/g;

/** A quote, bold or code that a text ends inside of: it was cut there. */
const OPEN_END = /(?:^|[\s:=(])(?:"[^"\n]*|`[^`\n]*|'[^'\n]*|“[^”\n]*|‘[^’\n]*|«[^»\n]*)$/;

/** Words that call one of several the answer. */
export const FINAL =
  /\b(?:final(?:ly)?|correct(?:ed|ion)|instead|chosen|pick|choice|decision|answer|response|now)\b/i;

/** Text set apart in bold, italics or backticks, or in quotes after a word that tells to say it. */
const SET_APART =
  /\*\*([^*\n]+)\*\*|`([^`\n]+)`|__([^_\n]+)__|<(?:b|strong|em|code|kbd)>([^<\n]+)<|\b(?:type|enter|say|try|command is|action is):? ["“]([^"“”\n]+)["”]/gi;

/** What stands before and behind a command that is not meant. */
const SPOKEN_AGAINST =
  /\b(?:not|never|avoid|don['’]t|instead of|rather than|without|tried|after|if)\b[^.!?\n]{0,30}$/i;
const FAILED =
  /^[^.!?\n]{0,15}\b(?:fail\w*|already|(?:did|does|do|has|have|had|was|is|will|would)(?: not|n['’]t)|no effect)\b/i;

/**
 * The different values that a reply in no object says plainly: none, one, or several, which say nothing. Of a text that
 * was cut only a field that is whole counts.
 */
export function freeFormValues(text: string, { names, begins }: Essential, wasCut: boolean) {
  const name = nameOf(names);
  const readers =
    wasCut || OPEN_END.test(text)
      ? [() => matches(text, wholeField(name)).map(unescaped)]
      : [
          ...formsNamed(name).map((form) => () => matches(text, form)),
          () => commandsIn(text, begins),
        ];
  for (const read of readers) {
    const values = read().map(stripped).filter(isSaid);
    const different = new Map(values.toReversed().map((value) => [canonicalAction(value), value]));
    if (different.size > 0) return [...different.values()];
  }
  return [];
}

/** What a field may be called: by one of its names, or such a name with a word before it. */
function nameOf(names: Essential['names']): string {
  const before = '(?:next|my|the|your|best|chosen|selected|final)';
  return `(?:${before}[ _-]?)?(?:${names.join('|')})`;
}

/** The key of an object that is meant as the field; undefined where there is none. */
export function keyNamed(value: object, names: Essential['names']): string | undefined {
  const meant = new RegExp(`^${nameOf(names)}$`, 'i');
  const keys = [...names, ...Object.keys(value).filter((key) => meant.test(key))];
  return keys.find((key) => {
    const one: unknown = Reflect.get(value, key);
    return typeof onlyOne(one) === 'string' || Array.isArray(one);
  });
}

/** The only entry of a list, or of an object that holds one text. */
export function onlyOne(value: unknown): unknown {
  const [first, ...others] = Object.values(Object(value));
  const isSole = others.length === 0 && (Array.isArray(value) || typeof first === 'string');
  return typeof value === 'object' && isSole && first !== undefined ? first : value;
}

/** The plain forms of a field, the likeliest to be meant first. */
function formsNamed(name: string): readonly RegExp[] {
  return [
    new RegExp(`<${name}>(?:<!\\[CDATA\\[)?([^<>\\]]+)[\\]>]*</${name}>`, 'gi'),
    new RegExp(`<parameter[= ](?:name=)?["']?${name}["']?>([^<>]+)</parameter>`, 'gi'),
    // `act(action="wait")`, and keys and values in marks of their own.
    new RegExp(
      `(?:[(,\\s]\\s*${name}\\s*=\\s*["']|<arg_key>${name}</arg_key>\\s*<arg_value>)([^"'<\\n]+)`,
      'gi',
    ),
    // Mathematicians' answers.
    /\\boxed\{(?:\\\w+\{)?([^{}]+)\}/g,
    // A row of a table.
    new RegExp(`^\\s*\\|[*_\\s]*${name}[*_\\s]*\\|([^|\\n]+)\\|`, 'gim'),
    // A label before it.
    new RegExp(
      `^[^\\w\\n"'<{]*${name}[^\\w\\n"'>]*?(?:[:=：→]|\\s[-–—]\\s)[*_\\s]*(\\S[^\\n]*)$`,
      'gim',
    ),
  ];
}

function wholeField(name: string): RegExp {
  return new RegExp(`["']${name}["']\\s*:\\s*"((?:[^"\\\\\\n]|\\\\.)+)"`, 'gi');
}

/** Whether a value is no answer: it says so, is a placeholder, or repeats the description of the field. */
export function isNoAnswer(value: string, schema: z.ZodType, { names }: Essential): boolean {
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  const described = (shape[names[0]] as z.ZodType | undefined)?.description ?? '';
  return !isSaid(value) || canonicalAction(value) === canonicalAction(described);
}

/** Words of which placeholders are made: `your command here`, `TBD`. */
const PLACEHOLDER =
  /^(?:(?:your|the|a|an|one|single|next|exact|exactly|insert|no|string|text|tbd|todo|unknown|placeholder|action|command|goes|here|max|characters)(?: |$))+$/i;

const NOTHING =
  /^(?:<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}|none|null|nil|n\/a|nothing|x{3,}|undefined)\.?$/i;

function isSaid(value: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(value)) return false;
  const words = value.replaceAll(/[^\p{L} ]+/gu, '').trim();
  if (PLACEHOLDER.test(words) && !/^no$/i.test(words)) return false;
  return !NOTHING.test(value.trim());
}

/**
 * The commands that prose gives as the answer, as people would read it: a line of its own at the beginning or end, else
 * what is set apart in the last paragraph, else anywhere. A line that begins with `|` quotes the game; a heading, or a line
 * that ends with a colon, announces the next.
 */
function commandsIn(text: string, begins: Essential['begins']): string[] {
  const lines = text.split('\n').filter((line) => isSaid(line) && !/^\s*(?:\||```)/.test(line));
  const own = lines.map((line, index) => {
    const announces = index < lines.length - 1 && /^\s*#+\s|:\s*$/.test(line);
    return announces ? undefined : commandOf(line, begins);
  });
  const [first] = own;
  const last = own.at(-1);
  const [label = ''] = /^[^:]*:/.exec(lines.at(-1) ?? '') ?? [];
  if (last !== undefined && FINAL.test(label)) return [last];
  if (first !== undefined || last !== undefined) return own.filter((one) => one !== undefined);
  const setApart = (part: string) =>
    [...part.matchAll(SET_APART)]
      .filter(({ index, 0: whole }) => {
        const [before, behind] = [part.slice(0, index), part.slice(index + whole.length)];
        return !SPOKEN_AGAINST.test(before) && !FAILED.test(behind);
      })
      .map((found) => commandOf(found.slice(1).find((one) => one !== undefined) ?? '', begins))
      .filter((one) => one !== undefined);
  const inLast = setApart(lines.at(-1) ?? '');
  return inLast.length > 0 ? inLast : setApart(lines.join('\n'));
}

/** The command that a short text is, without what stands around it; undefined where it is none. */
export function commandOf(line: string, begins: Essential['begins']): string | undefined {
  if (/\?["”’*_`]*(?:\s|$)/.test(line)) return undefined;
  const bare = BEFORE.reduce(
    (rest, before) => rest.replace(before, ''),
    line.replaceAll(TAG, ' ').trim(),
  );
  const command = stripped(bare).replace(BEHIND, '');
  const words = command.split(/\s+/);
  const isShort = command.length <= LONGEST_LINE && words.length <= MOST_WORDS;
  const isPlain = /^\p{L}(?:[\p{L}\d ,'’-]| "[^"]*"(?![^ ,]))*$/u.test(command);
  const [, other] = command.split(/,? or /i);
  const isOne = other === undefined || !begins(other);
  return isShort && isPlain && isOne && begins(command) ? command : undefined;
}

/** A value without the quotes, emphasis and final stop around it, and without a reason in brackets behind it. */
function stripped(value: string): string {
  return value
    .trim()
    .replace(REASON, '')
    .replace(/^[\s"'`*_“”‘’>]+|[\s"'`*_“”‘’.,;]+$/g, '');
}

function unescaped(value: string): string {
  return value.replace(/\\(["\\/])/g, '$1').replace(/\\[nrt]/g, ' ');
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

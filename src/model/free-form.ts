import { canonicalAction, isFreeSpeech } from '../domain/command.ts';
import { fieldOf } from '../domain/json.ts';
import { isNoPlaceholder, labelNamesOther } from './label-words.ts';
import {
  type Begins,
  commandOf,
  commandsIn,
  finalCommand,
  strippedProse,
  withoutOthers,
} from './prose-command.ts';
import { callsFinal, inTheEnd, isDoubted } from './prose-standing.ts';

/** The field that alone makes a reply an answer: a command of the player. */
export interface Essential {
  /** The possible names of the field, its own name first. */
  readonly names: readonly [string, ...string[]];
  /** Whether a line can be a command of the story, by its first word. */
  readonly begins: Begins;
  /** A command that can be played now, for an example. */
  readonly example?: string | undefined;
}

/** A text that ends inside a quote or code was cut there. */
const OPEN_END = /(?:^|[\s:=(])(?:"[^"\n]*|`[^`\n]*|'[^'\n]*|“[^”\n]*|‘[^’\n]*|«[^»\n]*)$/;

/** Whether a text was cut, holds an object, or holds none that can be read. */
export type TextState = 'object' | 'free' | 'cut';

/** The different values that a free-form reply says plainly; several count as none. Of a cut text only whole fields count. */
export function freeFormValues(whole: string, { names, begins }: Essential, state: TextState) {
  const name = nameOf(names);
  const text = withoutOthers(inTheEnd(whole), begins);
  const readers =
    state === 'cut' || endsOpen(text)
      ? [() => wholeFields(text, name)]
      : [
          () => finalCommand(text, begins),
          ...(state === 'object' ? [] : [() => wholeFields(text, name)]),
          ...formsNamed(name).map((form) => () => matches(text, form)),
          () => inTable(text, name),
          () => commandsIn(text, begins),
        ];
  for (const read of readers) {
    const values = read()
      .map((value) => commandMeant(value, begins))
      .filter(isNoPlaceholder);
    // The name of a tool beside its argument is no command.
    const commands = values.length > 1 ? values.filter(begins) : [];
    const meant = commands.length > 0 ? commands : values;
    const different = new Map(meant.toReversed().map((value) => [canonicalAction(value), value]));
    if (different.size > 0)
      return [...different.values()].filter((value) => !isDoubted(text, value));
  }
  return [];
}

function endsOpen(text: string): boolean {
  const [last = ''] = /[^\n]*$/.exec(text) ?? [];
  return OPEN_END.test(last) || last.split('**').length % 2 === 0;
}

/** The pattern of a field's name: one of its names, perhaps with a word before it. */
function nameOf(names: Essential['names']): string {
  const before = '(?:next|my|the|your|best|chosen|selected|revised|corrected|final|game|player)';
  return `(?:${before}[ _-]?)?(?:${names.join('|')})`;
}

/** The key of an object that means the field. Undefined if there is none. */
export function freeFormKey(value: object, names: Essential['names']): string | undefined {
  const meant = new RegExp(`^${nameOf(names)}$`, 'i');
  const own = Object.keys(value).filter((key) => meant.test(key));
  // An early answer may stand beside the final one.
  const keys = [...own.filter(callsFinal), ...names, ...own];
  return keys.find((key) => {
    const one: unknown = Reflect.get(value, key);
    return typeof onlyFreeFormValue(one) === 'string' || Array.isArray(one);
  });
}

/** The only entry of a list, or of an object with one text. The words of a command in parts: `{"verb": "go", …}`. */
export function onlyFreeFormValue(value: unknown): unknown {
  const parts: unknown[] = Object.values(Object(value));
  const [first, ...others] = parts;
  const verb = fieldOf(value, 'verb');
  if (typeof verb === 'string') return [verb, ...restOfCommand(Object(value))].join(' ');
  const isSole = others.length === 0 && (Array.isArray(value) || typeof first === 'string');
  return typeof value === 'object' && isSole && first !== undefined ? first : value;
}

const AFTER_VERB =
  /^(?:adverb|direction|nouns?|objects?|direct_?object|items?|targets?|things?|prep\w*|particle|indirect_?object|second\w*|tool|with|args?|arguments?)$/i;

/** What follows the verb of a command in parts. Reasons and the like stand beside it. */
function restOfCommand(parts: object): readonly string[] {
  return Object.entries(parts).flatMap(([key, part]: [string, unknown]) =>
    AFTER_VERB.test(key) && typeof part === 'string' ? [part] : [],
  );
}

/** The plain forms of a field, the most likely first. */
function formsNamed(name: string): readonly RegExp[] {
  const labelled = (label: string) =>
    new RegExp(
      `^[^\\p{L}\\p{N}\\n"'<{|]*(?:\\d+[.)][\\s*_]*)?${label}[^\\w\\n"'>]*?(?:[:=：→]|\\s[-–—]\\s)[*_\\s]*((?!-\\s[^\\n]*\\n\\s*-\\s)\\S[^\\n]*)$`,
      'gimu',
    );
  return [
    new RegExp(`<${name} value=["']([^"'<>]+)["'] ?/?>`, 'gi'),
    new RegExp(`<${name}>(?:<!\\[CDATA\\[)?([^<>\\]]+)[\\]>]*</${name}>`, 'gi'),
    new RegExp(`<[^<>\\s]+?[= ](?:name=)?["']?${name}["']?(?: [^<>]*)?>([^<>]+)</`, 'gi'),
    // `act(action="wait")`, and keys and values in marks of their own.
    new RegExp(
      `(?:[(,\\s]\\s*${name}\\s*=\\s*["']|<arg_key>${name}</arg_key>\\s*<arg_value>)([^"'<\\n]+)`,
      'gi',
    ),
    // Mathematicians' answers.
    /\\boxed\{(?:\\\w+\{)?([^{}]+)\}/g,
    // `play("wait")` on a line of its own.
    /^[\W\d]*(?:[a-z_]+\.)*(?:act|play|do|send|run|step|command|input|print)\w*\(\s*["']([^"'\n]+)["']\s*\)\W*$/gim,
    // A label before it. `Action: play` names a tool if `Action input: wait` follows.
    labelled(`${name} input`),
    labelled(name),
  ];
}

/** The value in a table: in the column of that name, else in the row. */
function inTable(text: string, name: string): string[] {
  const isName = new RegExp(`^[*_\\s]*${name}[*_\\s]*$`, 'i');
  const isOther = (cell: string) => /^\s*[\p{L}_]+\s*$/u.test(cell) && labelNamesOther(cell);
  const rows = [...text.matchAll(/^\s*\|(.+)\|\s*$/gm)]
    .map(([, row = '']) => row.split('|'))
    .filter((row, at) => at === 0 || !row.some(isOther));
  const [head = [], rule = [], ...body] = rows;
  const isHeaded = rule.length > 0 && rule.every((cell) => /^[\s:-]+$/.test(cell));
  const column = isHeaded ? head.findIndex((cell) => isName.test(cell)) : -1;
  const cells =
    column === -1
      ? rows.filter(([key = '']) => isName.test(key)).map(([, value]) => value)
      : body.map((row) => row[column]);
  return cells.filter((cell) => cell !== undefined);
}

/** Fields with their names in quotes, whole ones only. */
function wholeFields(text: string, name: string): string[] {
  const field = new RegExp(`["']${name}["']\\s*(?:=>|[:=])\\s*"((?:[^"\\\\\\n]|\\\\.)+)"`, 'gi');
  return matches(text, field).map((value) =>
    value.replace(/\\(["\\/])/g, '$1').replace(/\\[nrt]/g, ' '),
  );
}

/** The command in the value of a field. A speech, or a text that is read as no command, stays unchanged. */
function commandMeant(value: string, begins: Begins): string {
  const bare = strippedProse(value);
  return isFreeSpeech(bare) ? bare : (commandIn(value, begins) ?? bare);
}

/** The commands in the text of a field: one, or each of several. */
export function freeFormCommands(said: string, begins: Begins): readonly string[] {
  const value = inTheEnd(said);
  const parts = value.split(/\n|[|/]|,? or /i).filter((part) => isNoPlaceholder(part));
  const commands = parts.flatMap((part) => commandOf(part, begins) ?? []);
  return commands.length > 1 ? commands : [commandIn(value, begins) ?? value];
}

/** The command in a field's text, which may be a player's sentence, or brackets after another language. */
function commandIn(value: string, begins: Begins): string | undefined {
  const [, inBrackets = ''] = /\(([^()]+)\)\W*$/.exec(value) ?? [];
  const readings = [value, value.replace(/^i /i, ''), inBrackets];
  return readings.flatMap((one) => commandOf(one, begins) ?? [])[0];
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

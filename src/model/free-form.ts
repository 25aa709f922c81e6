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

/** Longest line that can be an answer by itself. */
const LONGEST_LINE = 120;
const MOST_WORDS = 8;

/** What people write before a command: `2.`, `- [ ]`, `Type this:`, `I will`, and the game's prompt. */
const BEFORE = [
  /^[^\p{L}\p{N}]+/u,
  /^\d+[.):]\s+/,
  /^(?:[\p{L}’']+ ){0,3}[\p{L}’']+:\s+/u,
  /^(?:i(?:['’]ll| will| choose to| want to| am going to|['’]m going to)|let(?:['’]s| me| us))\s+/i,
];

/** What stands behind one: quotes, marks, a full stop. */
const BEHIND = /[^\p{L}\p{N}]+$/u;

/** Text set apart in bold, italics, quotes or backticks. */
const SET_APART = /\*\*([^*\n]+)\*\*|`([^`\n]+)`|__([^_\n]+)__/g;

/**
 * The different values that a reply in no object says plainly: none, one, or several, which say nothing. Of a text that
 * was cut only a field that is whole counts.
 */
export function freeFormValues(
  text: string,
  { names, begins }: Essential,
  wasCut: boolean,
): readonly string[] {
  const name = `(?:next[ _-]?|my |the |chosen |final )?(?:${names.join('|')})`;
  const readers = wasCut
    ? [() => matches(text, wholeField(name)).map(unescaped)]
    : [
        () => matches(text, new RegExp(`<${name}>([^<>]+)</${name}>`, 'gi')),
        () => matches(text, parameterNamed(name)),
        () => matches(text, labelNamed(name)),
        () => commandsIn(text, begins),
      ];
  for (const read of readers) {
    const values = read().map(stripped).filter(isSaid);
    const different = new Map(values.toReversed().map((value) => [canonicalAction(value), value]));
    if (different.size > 0) return [...different.values()];
  }
  return [];
}

function wholeField(name: string): RegExp {
  return new RegExp(`["']${name}["']\\s*:\\s*"((?:[^"\\\\\\n]|\\\\.)+)"`, 'gi');
}

function parameterNamed(name: string): RegExp {
  return new RegExp(`<parameter[= ](?:name=)?["']?${name}["']?>([^<>]+)</parameter>`, 'gi');
}

function labelNamed(name: string): RegExp {
  return new RegExp(`^[^\\w\\n"'<{]*${name}[^\\w\\n"'>]*?[:=][*_\\s]*(\\S[^\\n]*)$`, 'gim');
}

/** Whether a value is no answer: it says so, is a placeholder, or repeats the description of the field. */
export function isNoAnswer(value: string, schema: z.ZodType, { names }: Essential): boolean {
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  const described = (shape[names[0]] as z.ZodType | undefined)?.description ?? '';
  return !isSaid(value) || canonicalAction(value) === canonicalAction(described);
}

function isSaid(value: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(value)) return false;
  return !/^(?:<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}|none|null|nil|n\/a|undefined)\.?$/i.test(
    value.trim(),
  );
}

/**
 * The commands that prose gives as the answer, as people would read it: a line of its own at the beginning or end, else
 * what is set apart in the last paragraph, else anywhere. A line that begins with `|` quotes the game; one that ends with a
 * colon announces the next.
 */
function commandsIn(text: string, begins: Essential['begins']): string[] {
  const lines = text.split('\n').filter((line) => isSaid(line) && !/^\s*(?:\||```)/.test(line));
  const own = lines.map((line, index) => {
    const announces = index < lines.length - 1 && line.trim().endsWith(':');
    return announces ? undefined : commandOf(line, begins);
  });
  const [first] = own;
  const last = own.at(-1);
  if (first !== undefined || last !== undefined) return own.filter((one) => one !== undefined);
  const setApart = (part: string) =>
    [...part.matchAll(SET_APART)]
      .map((found) => commandOf(found[1] ?? found[2] ?? found[3] ?? '', begins))
      .filter((one) => one !== undefined);
  const inLast = setApart(lines.at(-1) ?? '');
  return inLast.length > 0 ? inLast : setApart(lines.join('\n'));
}

/** The command that a short text is, without what stands around it; undefined where it is none. */
function commandOf(line: string, begins: Essential['begins']): string | undefined {
  const bare = BEFORE.reduce((rest, before) => rest.replace(before, ''), line.trim());
  const command = stripped(bare).replace(BEHIND, '');
  const words = command.split(/\s+/);
  const isShort = command.length <= LONGEST_LINE && words.length <= MOST_WORDS;
  const isPlain = /^[\p{L}][\p{L}\d ,'"’-]*$/u.test(command);
  return isShort && isPlain && begins(command) ? command : undefined;
}

/** A value without the quotes, emphasis and final stop around it. */
function stripped(value: string): string {
  return value.trim().replace(/^[\s"'`*_“”‘’>]+|[\s"'`*_“”‘’.,;]+$/g, '');
}

function unescaped(value: string): string {
  return value.replace(/\\(["\\/])/g, '$1').replace(/\\[nrt]/g, ' ');
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

import { painted, isPaintedStream } from '../domain/painted.ts';
import { visibleText } from '../domain/text.ts';
import { answerWidth, fitText, noteWidth, wrapWords } from './layout.ts';
import { type Output, type World } from './world.ts';

/** Characters that JSON leaves unchanged and a terminal would obey. */
const OBEYED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The answer of a command to a person. All else goes to stderr. Nothing in it can steer a terminal. */
export function print(world: World, text: string): void {
  world.stdout.write(ended(visibleText(worded(world, text))));
}

/** The same for lines of any length, which are broken between words. */
export function printWrapped(world: World, text: string): void {
  print(world, fitText(text, answerWidth(world)));
}

/** Prints the answer of a command to a person, in colour if the terminal supports it. */
export function printPainted(world: World, text: string): void {
  write(world, world.stdout, text);
}

/** A note beside the answer. Nothing if the command is quiet. An indented line is for pasting and stays one line. */
export function printNote(world: World, text: string): void {
  world.onNote?.(text);
  if (world.isQuiet === true) return;
  const width = noteWidth(world);
  const lines = text.split('\n').map((line) => (/^\s/.test(line) ? line : wrapWords(line, width)));
  write(world, world.stderr, lines.join('\n'));
}

function write(world: World, stream: Output, text: string): void {
  const seen = ended(visibleText(worded(world, text)));
  stream.write(isPaintedStream(stream, world.environment) ? painted(seen) : seen);
}

/** Prints the answer of a command as JSON on one line. */
export function printJson(world: World, value: unknown): void {
  world.stdout.write(`${worded(world, printedJson(value))}\n`);
}

/** JSON that is safe on a terminal. The values are unchanged. */
export function printedJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replaceAll(OBEYED, escaped);
}

/** Text unchanged, for a file that was requested on standard output. */
export function printRaw(world: World, content: string | Uint8Array): void {
  world.stdout.write(content);
}

function worded({ reword }: World, text: string): string {
  return reword === undefined ? text : reword(text);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

import { painted, takesColour } from '../domain/painted.ts';
import { visibleText } from '../domain/text.ts';
import type { Surroundings } from '../run/settings.ts';
import { fitText, WIDEST, wrapWords } from './layout.ts';

type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

export type Input = NodeJS.ReadableStream & {
  readonly isTTY?: boolean;
  destroy?(): unknown;
};

/** What the program reaches of its process: streams, environment, signals. Tests pass their own. */
export interface World extends Surroundings {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly isQuiet?: boolean;
  /** Changes messages: a temporary folder gets the name that people know. */
  readonly reword?: (text: string) => string;
  /** Receives every note, also those that `--quiet` hides. */
  readonly onNote?: (text: string) => void;
  /** Calls back on SIGINT, SIGTERM and SIGHUP until the returned function is called. */
  readonly onSignal: (listener: (signal: NodeJS.Signals) => void) => () => void;
}

/** What JSON leaves as it is though a terminal would obey it. */
const OBEYED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const LEAST_COLUMNS = 10;

/** Width of the terminal. Some terminals say 0. */
export function columnsOf({ stdout, environment }: World): number {
  const told = [stdout.columns, Number(environment['COLUMNS'] ?? '')];
  return Math.max(LEAST_COLUMNS, told.find((columns) => (columns ?? 0) > 0) ?? 80);
}

/** How wide an answer may be: as the terminal, or as who reads it says in COLUMNS, as `watch` does; else without a limit. */
export function widthOf(world: World, otherwise = Infinity): number {
  const isRead = world.stdout.isTTY === true || Number(world.environment['COLUMNS'] ?? '') > 0;
  return isRead ? columnsOf(world) : otherwise;
}

/** How wide a message beside an answer may be. */
export function noteWidth(world: World): number {
  return widthOf({ ...world, stdout: world.stderr });
}

/** How wide help is: as the terminal, also where a pager shows it there; else 96 columns. */
export function helpWidth(world: World): number {
  const { stdout, stderr } = world;
  return widthOf({ ...world, stdout: stdout.isTTY === true ? stdout : stderr }, WIDEST);
}

/** The answer of a command to a person; everything else goes to stderr. Nothing in it can steer a terminal. */
export function print(world: World, text: string): void {
  world.stdout.write(ended(visibleText(worded(world, text))));
}

/** The same for lines of any length, which are broken between words. */
export function printWrapped(world: World, text: string): void {
  print(world, fitText(text, widthOf(world)));
}

export function printPainted(world: World, text: string): void {
  write(world, world.stdout, text);
}

/** What a person should know beside the answer; nothing when the command is to be quiet. An indented line is for pasting and stays one. */
export function note(world: World, text: string): void {
  world.onNote?.(text);
  if (world.isQuiet === true) return;
  const width = noteWidth(world);
  const lines = text.split('\n').map((line) => (/^\s/.test(line) ? line : wrapWords(line, width)));
  write(world, world.stderr, lines.join('\n'));
}

function write(world: World, stream: Output, text: string): void {
  const seen = ended(visibleText(worded(world, text)));
  stream.write(takesColour(stream, world.environment) ? painted(seen) : seen);
}

export function printJson(world: World, value: unknown): void {
  world.stdout.write(`${worded(world, jsonText(value))}\n`);
}

/** JSON that can be looked at on a terminal; the values are unchanged. */
export function jsonText(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replaceAll(OBEYED, escaped);
}

/** Text as it is, for a file that was asked for on standard output. */
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

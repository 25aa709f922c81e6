import { createInterface, type Interface } from 'node:readline';
import { NotFoundError, StorageError } from '../../domain/errors.ts';
import { readChunks } from '../../storage/read-file.ts';
import type { World } from '../world.ts';

/** The purpose of a line: a command of the game, or an answer to another question. */
type Typed = 'command' | 'file' | 'yes or no';

/** A person who types lines. Each purpose has its own history, and Ctrl-C or Ctrl-D only cancels the question. */
export class Keyboard {
  readonly #world: World;
  readonly #isSeen: boolean;
  readonly #unhear: () => void;
  readonly #histories: Record<Typed, string[]> = {
    command: [],
    file: [],
    'yes or no': [],
  };
  /** Lines that came before a question for them. */
  readonly #ahead: string[] = [];
  #kind: Typed = 'command';
  #lines: Interface;
  #tell: ((line: string | null) => void) | null = null;
  #isOver = false;
  /** Whether one reader of the input makes room for the next. */
  #isChanging = false;
  #stoppedBy: NodeJS.Signals | null = null;

  constructor(world: World) {
    this.#world = world;
    this.#isSeen = world.stdin.isTTY === true;
    this.#lines = this.#open();
    this.#unhear = world.onSignal((signal) => this.#signalled(signal));
  }

  get stoppedBy(): NodeJS.Signals | null {
    return this.#stoppedBy;
  }

  /** The next line. Null if there are no more, or if the question was cancelled. */
  ask(prompt: string, kind: Typed = 'command'): Promise<string | null> {
    if (kind !== this.#kind) {
      this.#kind = kind;
      if (!this.#isOver) this.#reopen();
    }
    if (this.#isSeen && !this.#isOver) {
      this.#lines.setPrompt(prompt);
      this.#lines.prompt();
    } else if (!this.#isOver) this.#lines.resume();
    const typed = this.#ahead.shift();
    if (typed !== undefined || this.#isOver) return Promise.resolve(typed ?? null);
    return new Promise((resolve) => (this.#tell = resolve));
  }

  close(): void {
    this.#unhear();
    this.#end();
  }

  #open(): Interface {
    const { stdin: input, stderr: output } = this.#world;
    const terminal = this.#isSeen && output.isTTY === true;
    const history = this.#histories[this.#kind];
    const lines = createInterface({ input, output, terminal, history: [...history] });
    lines.on('line', (line) => this.#typed(line));
    lines.on('history', (now) => history.splice(0, Infinity, ...now));
    lines.on('SIGINT', () => this.#signalled('SIGINT'));
    lines.on('close', () => this.#isChanging || this.#closed());
    return lines;
  }

  #reopen(): void {
    this.#isChanging = true;
    this.#lines.close();
    this.#isChanging = false;
    this.#lines = this.#open();
  }

  #typed(line: string): void {
    if (this.#tell === null) {
      this.#ahead.push(line);
      return;
    }
    // Typed text waits in the terminal until the next question.
    this.#lines.pause();
    this.#answer(line);
  }

  #answer(line: string | null): void {
    const tell = this.#tell;
    this.#tell = null;
    tell?.(line);
  }

  #signalled(signal: NodeJS.Signals): void {
    if (signal === 'SIGINT' && this.#isAnswering()) {
      this.#takeBack();
      return;
    }
    this.#stoppedBy ??= signal;
    this.#end();
  }

  /** The input ended; on a terminal by Ctrl-D. */
  #closed(): void {
    const hasMore =
      (this.#world.stdin as { readonly readableEnded?: boolean }).readableEnded !== true;
    if (this.#isSeen && hasMore && this.#isAnswering()) this.#takeBack();
    else this.#end();
  }

  #isAnswering(): boolean {
    return this.#kind !== 'command' && this.#tell !== null;
  }

  #takeBack(): void {
    this.#world.stderr.write('\n');
    this.#kind = 'command';
    this.#reopen();
    this.#answer(null);
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#lines.close();
    this.#answer(null);
  }
}

/** Longer than any command. A file without a line end by then is no file of commands. */
const LONGEST_LINE = 65_536;

/** Commands from a file, a pipe or, for `-`, standard input, each at once, without # lines. Rejects with NotFoundError. */
export async function* readCommands(world: World, file: string): AsyncGenerator<string> {
  const chunks = file === '-' ? world.stdin : readChunks(file);
  try {
    for await (const line of linesOf(chunks, LONGEST_LINE)) {
      if (line.length > LONGEST_LINE) throw noCommands(file);
      if (!line.startsWith('#')) yield line;
    }
  } catch (cause) {
    if (!(cause instanceof StorageError)) throw cause;
    throw noCommands(file, cause);
  }
}

/** The lines of a stream, each as soon as it is complete. Of a longer line only its start, still longer than `most`. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array | string>,
  most: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let isCut = false;
  for await (const chunk of chunks) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield* isCut ? lines.slice(1) : lines;
    isCut &&= lines.length === 0;
    if (rest.length > most && !isCut) {
      yield rest;
      isCut = true;
    }
    if (isCut) rest = '';
  }
  rest += decoder.decode();
  if (rest !== '' && !isCut) yield rest;
}

function noCommands(file: string, cause?: StorageError): NotFoundError {
  const source = file === '-' ? 'standard input' : file;
  const reason = cause?.message ?? `${source} has a line that is too long to be a command.`;
  return new NotFoundError(
    `There are no commands to read: ${reason} Check --commands, or pipe them in with --commands -.`,
    { cause },
  );
}

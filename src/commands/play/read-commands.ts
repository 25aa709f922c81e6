import { NotFoundError, StorageError } from '../../domain/errors.ts';
import { readChunks } from '../../storage/read-file.ts';
import type { World } from '../world.ts';

/** Longer than any command; a file without a line end by then is not a file of commands. */
const LONGEST_LINE = 65_536;

/**
 * Commands from a file, a pipe, or standard input for `-`: one per line, each as soon as its line is whole. Lines that
 * start with # are left out, blank lines stay, and a last line needs no line end. Rejects with NotFoundError when there
 * is nothing that can be read as commands.
 */
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

/**
 * The lines of a stream, each as soon as it is whole. Of a line longer than `most` only the start comes, at once; it is longer
 * than `most`, too.
 */
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

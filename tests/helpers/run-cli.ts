import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { main } from '../../src/cli.ts';
import type { Input, World } from '../../src/commands/world.ts';
import { QUICK_END } from './workdir.ts';

export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs one command line in this process, with its own streams, folder and environment. */
export async function runCli(
  args: readonly string[],
  place: {
    readonly cwd: string;
    readonly environment?: Readonly<Record<string, string>>;
    /** What is typed, or the stream itself. */
    readonly stdin?: string | Input;
    /** Width of the terminal that it is seen at; absent where nobody sees it. */
    readonly columns?: number;
    /** Called with each whole line of the answer as it comes. */
    readonly onLine?: (line: string) => void;
    /** The same for what it says beside its answer. */
    readonly onComplaint?: (line: string) => void;
    /** Called with the listener, so that a test can send signals. */
    readonly onListening?: (listener: (signal: NodeJS.Signals) => void) => void;
  },
): Promise<CliResult> {
  const [stdout, stderr] = [collector(), collector()];
  if (place.onLine !== undefined) createInterface(stdout.stream).on('line', place.onLine);
  if (place.onComplaint !== undefined) createInterface(stderr.stream).on('line', place.onComplaint);
  const world: World = {
    cwd: place.cwd,
    environment: { ...QUICK_END, ...place.environment },
    stdin: typeof place.stdin === 'object' ? place.stdin : Readable.from([place.stdin ?? '']),
    stdout: stdout.stream,
    stderr: stderr.stream,
    onSignal(listener) {
      place.onListening?.(listener);
      return () => undefined;
    },
  };
  if (place.columns !== undefined) {
    Object.assign(world.stdin, { isTTY: true });
    Object.assign(world.stdout, { isTTY: true, columns: place.columns });
  }
  const code = await main(args, world);
  return { code, out: stdout.text(), err: stderr.text() };
}

function collector() {
  const chunks: Buffer[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const MAIN = path.resolve(import.meta.dirname, '../../helpers/run-main.ts');
const BUILT = path.join(ROOT, 'bin/zorkgpt.js');

/** Nothing that the program does makes code of text. */
export const NO_GENERATED_CODE = '--disallow-code-generation-from-strings';

/** The program from its sources, and as it is installed. */
export const FROM_SOURCE: readonly string[] = [
  ...[NO_GENERATED_CODE, '--import', import.meta.resolve('tsx'), MAIN],
];
export const FROM_BUILD: readonly string[] = [NO_GENERATED_CODE, BUILT];

/** The program as it is built, which starts twice as fast, as long as nothing that it is built from is newer. */
export function newestProgram(): readonly string[] {
  const entry = path.join(ROOT, 'dist/cli.js');
  const built = existsSync(entry) ? statSync(entry).mtimeMs : 0;
  const sources = readdirSync(path.join(ROOT, 'src'), { recursive: true, withFileTypes: true });
  const files = sources
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const recipe = ['bin/build.js', 'package.json'].map((name) => path.join(ROOT, name));
  const isStale = [...files, ...recipe].some((file) => statSync(file).mtimeMs > built);
  return isStale ? FROM_SOURCE : FROM_BUILD;
}

/** A running command line in a process of its own. */
export interface CliChild {
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<CliEnd>;
}

export interface CliEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the program with its own folder and environment. */
export function startCli(
  args: readonly string[],
  place: {
    readonly cwd: string;
    readonly environment?: Readonly<Record<string, string>>;
    /** As another user, which only the superuser can. */
    readonly uid?: number;
  },
  program: readonly string[] = FROM_SOURCE,
): CliChild {
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: place.cwd,
    env: { PATH: process.env['PATH'] ?? '', ...place.environment },
    ...(place.uid !== undefined && { uid: place.uid, gid: place.uid }),
  });
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (output.err += text));
  return {
    kill: (signal) => void child.kill(signal),
    ended: once(child, 'close').then(([code, signal]: unknown[]) => ({
      ...output,
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
    })),
  };
}

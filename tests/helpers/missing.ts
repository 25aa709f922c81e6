import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const NOTES = 'missing.txt';

/** Notes what this machine lacks, so that a test is skipped; it is told of once, at the end. */
export function missing(what: string): void {
  appendFileSync(path.join(tmpdir(), NOTES), `${what}\n`);
}

/** One line for everything that was missing; null when nothing was. */
export function missingLine(temporaryRoot: string): string | null {
  const file = path.join(temporaryRoot, NOTES);
  if (!existsSync(file)) return null;
  const all = new Set(readFileSync(file, 'utf8').trimEnd().split('\n'));
  return `Skipped, for this machine lacks it: ${[...all].sort().join(', ')}.`;
}

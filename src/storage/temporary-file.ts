import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ProcessIdentity, isProvablyDead, parseIdentity } from './process-identity.ts';

const SUFFIX = '.tmp';

const RANDOM = /^[0-9a-f]{16}$/;

/** A new unused name beside `target` that tells which process made it: `<name>.<owner>.<random>.tmp`. */
export function temporaryPath(target: string, owner: string): string {
  return `${target}.${owner}.${randomBytes(8).toString('hex')}${SUFFIX}`;
}

/** Whether a name belongs to a file in the making. */
export function isTemporary(name: string): boolean {
  return name.endsWith(SUFFIX) && RANDOM.test(name.split('.').at(-2) ?? '');
}

/** Removes half-made files of provably dead processes beside `target`, by the identity in their names. */
export function sweepTemporaries(target: string, self: ProcessIdentity): void {
  const folder = dirname(target);
  const prefix = `${basename(target)}.`;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix) || !name.endsWith(SUFFIX)) continue;
    const parts = name.slice(prefix.length, -SUFFIX.length).split('.');
    // A lock in the making is named after the lock: `<name>.lock.<owner>.<random>.tmp`.
    const [owner = '', random = '', ...rest] = parts[0] === 'lock' ? parts.slice(1) : parts;
    if (rest.length > 0 || !RANDOM.test(random)) continue;
    const identity = parseIdentity(owner);
    if (identity === null || !isProvablyDead(identity, self)) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { unlessBroken } from '../domain/errors.ts';
import { sha256 } from './bytes.ts';
import { storageErrno } from './storage.ts';

/** Identifies a process even if its pid is reused, by start time, machine, boot and pid namespace. `0` is unknown. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process. */
  readonly start: string;
  /** Digest of host name and machine id. */
  readonly host: string;
  /** Digest of the boot id. */
  readonly boot: string;
  /** Number of the pid namespace: two containers may both have a pid 7. */
  readonly namespace: string;
}

const FORM = /^(\d{1,10})-(\d{1,20})-([0-9a-f]{1,8})-([0-9a-f]{1,8})-(\d{1,20})$/;
let current: ProcessIdentity | undefined;

/** The identity of this process, found once. */
export function currentIdentity(): ProcessIdentity {
  current ??= {
    pid: process.pid,
    start: processStart(process.pid) ?? '0',
    host: digest(`${hostname()}\n${readOptional('/etc/machine-id') ?? ''}`),
    boot: digest(readOptional('/proc/sys/kernel/random/boot_id')),
    namespace: /\d+/.exec(optional(() => readlinkSync('/proc/self/ns/pid')) ?? '')?.[0] ?? '0',
  };
  return current;
}

/** `pid-start-host-boot-namespace`, fit for a file name. Inverse of `parseIdentity`. */
export function formatIdentity(identity: ProcessIdentity): string {
  const { pid, start, host, boot, namespace } = identity;
  return `${pid}-${start}-${host}-${boot}-${namespace}`;
}

/** Inverse of `formatIdentity`. Null for any other text. */
export function parseIdentity(text: string): ProcessIdentity | null {
  const match = FORM.exec(text);
  if (match === null) return null;
  const [, pid = '', start = '', host = '', boot = '', namespace = ''] = match;
  return { pid: Number(pid), start, host, boot, namespace };
}

/**
 * Whether `owner` is certain to have ended, as seen from `self`: its machine was restarted, or its pid is gone, a zombie, or
 * belongs to a process with another start. A process of another host or pid namespace is never dead by this rule. Clocks and
 * file ages play no part.
 */
export function isProvablyDead(owner: ProcessIdentity, self: ProcessIdentity): boolean {
  if (owner.host !== self.host) return false;
  if (owner.boot !== self.boot) return readOptional('/etc/machine-id') !== null;
  if (owner.namespace !== self.namespace) return false;
  if (!pidExists(owner.pid)) return true;
  const start = processStart(owner.pid);
  return start === 'ended' || (start !== null && owner.start !== '0' && start !== owner.start);
}

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that it runs under another user.
    return storageErrno(error) !== 'ESRCH';
  }
}

/** The start of a process in ticks. `ended` if it only waits to be reaped, null if unknown. */
function processStart(pid: number): string | null {
  const stat = readOptional(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The second field is the program's name in parentheses, which may have blanks and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return 'ended';
  return fields[19] ?? null;
}

function digest(text: string | null): string {
  return text === null ? '0' : sha256(text).slice(0, 8);
}

function readOptional(file: string): string | null {
  return optional(() => readFileSync(file, 'utf8'));
}

/** A fact that only some systems tell. Null on the others. */
function optional(read: () => string): string | null {
  return unlessBroken(read, Error);
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { builtChild } from '../../helpers/build-programs.ts';

export const FAULT_PRELOAD = path.resolve(import.meta.dirname, '../../fixtures/fault-preload.cjs');

/** A running child script; its printed lines are promises that it made. */
export class Child {
  readonly process: ChildProcess;
  readonly lines: string[] = [];
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  errors = '';
  ended = false;
  #rest = '';

  constructor(child: ChildProcess) {
    this.process = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const parts = (this.#rest + text).split('\n');
      this.#rest = parts.pop() ?? '';
      this.lines.push(...parts);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    // `close` and not `exit`: what was printed before the end must be counted.
    this.exited = once(child, 'close').then(([code, signal]: unknown[]) => {
      this.ended = true;
      return { code: code as number | null, signal: signal as NodeJS.Signals | null };
    });
  }

  /** Waits until it has printed `countWords` lines; fails with its errors when it ends before. */
  async printed(count: number): Promise<void> {
    while (this.lines.length < count) {
      if (this.ended) throw new Error(`The child ended early: ${this.errors}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** Asks it to come to its end. */
  finish(): void {
    this.process.stdin?.end('stop\n');
  }
}

/** Starts `tests/storage/children/<script>.ts`, as it was built. */
export function startChild(
  script: string,
  args: readonly (string | number)[],
  options: { preload?: string; env?: Record<string, string>; uid?: number } = {},
): Child {
  const preload = options.preload === undefined ? [] : ['-r', options.preload];
  const child = spawn(process.execPath, [...preload, builtChild(script), ...args.map(String)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  // A killed child closes the pipe under our words to it.
  child.stdin.on('error', () => undefined);
  return new Child(child);
}

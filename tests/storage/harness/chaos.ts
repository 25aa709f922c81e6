import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDurableFile } from '../../../src/storage/durable-file.ts';
import { startChild, type Child } from './child.ts';
import { addMissingLines, linesOf } from './lines.ts';

/** What happened to a file and to those who wrote to it. */
export interface ChaosResult {
  /** Lines of which a writer was told that they are stored. */
  readonly acknowledged: readonly string[];
  /** Lines in the file at the end. */
  readonly stored: readonly string[];
  readonly kills: number;
  readonly stops: number;
}

/** `writers` processes add `countWords` lines each, every other one by the path `also`; nobody disturbs them. */
export async function undisturbed(
  path: string,
  writers: number,
  count: number,
  also = path,
): Promise<ChaosResult> {
  const children = Array.from({ length: writers }, (_, i) =>
    startChild('writer', [i % 2 === 0 ? path : also, `writer${i}`, count, 0]),
  );
  await endOf(children);
  return resultOf(path, children, { kills: 0, stops: 0 });
}

/** Writers are killed and stopped at random moments while they write; a killed one is replaced by another. */
export async function killedAndStopped(
  path: string,
  plan: { writers: number; kills: number; stops: number; longestStopMs: number },
  random: () => number,
): Promise<ChaosResult> {
  const all: Child[] = [];
  const start = (): Child => {
    const child = startChild('writer', [path, `writer${all.length}`, 1_000_000, 8]);
    all.push(child);
    return child;
  };
  const running = Array.from({ length: plan.writers }, start);
  const faults = [
    ...Array<'kill'>(plan.kills).fill('kill'),
    ...Array<'stop'>(plan.stops).fill('stop'),
  ].sort(() => random() - 0.5);
  for (const fault of faults) {
    const victim = await oneThatWrites(running, random);
    await sleep(random() * 6);
    if (fault === 'kill') {
      victim.process.kill('SIGKILL');
      await victim.exited;
      running[running.indexOf(victim)] = start();
    } else {
      victim.process.kill('SIGSTOP');
      await sleep(random() * plan.longestStopMs);
      victim.process.kill('SIGCONT');
    }
  }
  for (const child of running) await child.printed(1);
  for (const child of running) child.finish();
  await endOf(running);
  return resultOf(path, all, { kills: plan.kills, stops: plan.stops });
}

async function oneThatWrites(running: readonly Child[], random: () => number): Promise<Child> {
  for (;;) {
    const writing = running.filter((child) => child.lines.length > 0);
    const victim = writing[Math.floor(random() * writing.length)];
    if (victim !== undefined) return victim;
    await sleep(5);
  }
}

/**
 * A person saves from an editor that was opened before some of the writers' commits; both ways of saving in turn.
 * `unseen` are the saves that met a writer between its last look at the file and its rename, where no system call that
 * Node has could notice another rename.
 */
export async function savedByHand(
  path: string,
  plan: { writers: number; saves: number; openMs: number },
  random: () => number,
): Promise<
  ChaosResult & { readonly saved: readonly string[]; readonly unseen: readonly string[] }
> {
  const children = Array.from({ length: plan.writers }, (_, i) =>
    startChild('writer', [path, `writer${i}`, 1_000_000, 12, 'keep']),
  );
  for (const child of children) await child.printed(1);
  const saved: string[] = [];
  const moments = new Map<string, readonly [bigint, bigint]>();
  while (saved.length < plan.saves) {
    const opened = linesOf(readFileSync(path));
    await sleep(random() * plan.openMs);
    const edit = `person:${saved.length}`;
    // An editor puts the new line anywhere and keeps the rest as it was opened.
    opened.splice(Math.floor(random() * opened.length), 0, edit);
    const start = process.hrtime.bigint();
    save(path, `${opened.join('\n')}\n`, saved.length % 2 === 0);
    moments.set(edit, [start, process.hrtime.bigint()]);
    saved.push(edit);
    // Nobody opens the file again within the few milliseconds that merging a late save may take.
    await sleep(20 + random() * 30);
  }
  for (const child of children) child.finish();
  await endOf(children);
  const gaps = children.flatMap((child) => gapsOf(child.errors));
  const unseen = saved.filter((edit) => {
    const [start, end] = moments.get(edit) ?? [0n, 0n];
    return gaps.some((gap) => gap.start < end && start < gap.end);
  });
  return { ...(await resultOf(path, children, { kills: 0, stops: 0 })), saved, unseen };
}

function gapsOf(errors: string): { start: bigint; end: bigint }[] {
  return [...errors.matchAll(/^gap (\d+) (\d+)$/gm)].map(([, start = '0', end = '0']) => ({
    start: BigInt(start),
    end: BigInt(end),
  }));
}

function save(path: string, text: string, byRename: boolean): void {
  if (!byRename) return writeFileSync(path, text);
  writeFileSync(`${path}~`, text);
  return renameSync(`${path}~`, path);
}

async function endOf(children: readonly Child[]): Promise<void> {
  for (const child of children) {
    const { code, signal } = await child.exited;
    if (code !== 0) throw new Error(`A writer ended with ${code ?? signal}: ${child.errors}`);
  }
}

async function resultOf(
  path: string,
  children: readonly Child[],
  faults: { kills: number; stops: number },
): Promise<ChaosResult> {
  // The clean restart after everything: takes over what the last killed writer held.
  const file = openDurableFile(path);
  await file.update((bytes) => addMissingLines(bytes, ['restart']));
  const stored = linesOf(file.read()).filter((line) => line !== 'restart');
  return { acknowledged: children.flatMap((child) => child.lines), stored, ...faults };
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openDurableFile } from '../../../src/storage/durable-file.ts';
import { FAULT_PRELOAD, startChild } from './child.ts';
import { leftovers } from './leftovers.ts';
import { addMissingLines, linesOf } from './lines.ts';

/** What the fault preload is told. */
export interface FaultPlan {
  readonly root: string;
  readonly at: number;
  readonly action: string;
  readonly hook?: () => void;
}

/** One disk call that went wrong during one update that adds the line `new`. */
export interface FaultCase {
  readonly action: string;
  readonly at: number;
  readonly call: string;
  readonly folder: string;
  readonly acknowledged: boolean;
  readonly error: { readonly code: string | null; readonly message: string } | null;
}

/** Content before the update: enough for a short write to matter. */
export const OLD_LINES = Array.from({ length: 400 }, (_, i) => `old line ${i} ${'x'.repeat(40)}`);

/** Runs an update once for each disk call that it makes, with that call going wrong. */
export async function runFaults(root: string, actions: readonly string[]): Promise<FaultCase[]> {
  const child = startChild('fault-matrix', [root, actions.join(',')], { preload: FAULT_PRELOAD });
  const { code } = await child.exited;
  if (code !== 0) throw new Error(`The child ended with ${code}: ${child.errors}`);
  return child.lines.map((line) => JSON.parse(line) as FaultCase);
}

/** What a case left behind, and what a clean restart makes of it. */
export async function aftermath(found: FaultCase): Promise<{
  before: 'old' | 'new' | 'damaged';
  leftBefore: string[];
  afterRestart: string[];
  leftAfter: string[];
}> {
  const file = path.join(found.folder, 'Memories.md');
  const text = readFileSync(file, 'utf8');
  const old = OLD_LINES.map((line) => `${line}\n`).join('');
  const before = text === old ? 'old' : text === `${old}new\n` ? 'new' : 'damaged';
  const leftBefore = leftovers(found.folder);
  const reopened = openDurableFile(file);
  await reopened.update((bytes) => addMissingLines(bytes, ['after']));
  return {
    before,
    leftBefore,
    afterRestart: linesOf(reopened.read()),
    leftAfter: readdirSync(found.folder).filter(
      (name) => !/^Memories\.md(\.backup|~)?$/.test(name),
    ),
  };
}

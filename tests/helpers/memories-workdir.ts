import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCli, type CliResult } from './run-cli.ts';
import { makePlace } from './workdir.ts';

/** A Memories.md of two rooms with a believed, a doubted and a superseded memory. */
export const MEMORIES = `# Location Memories

## Location 79: Behind House
**Visits:** 3 | **Episodes:** 1, 2

### Memories

**[SUCCESS - PERMANENT] Open and enter window** *(Ep1, T23-24, +10)*
The window opens with effort.

**[FAILURE - PERMANENT - SUPERSEDED] Window is locked** *(Ep1, T20)*
[Superseded at T24 by "Open and enter window"]
~~It does not move.~~

**[DANGER - CORE - TENTATIVE] Glass** *(Ep2, T3, -1)*
It cuts.

---

## Location 0: Nowhere
**Visits:** 1 | **Episodes:** 1

### Memories

**[NOTE - PERMANENT] Dark \u001b[31mhere** *(Ep1, T1, +0)*
A light is needed.

---
`;

/** A folder with a configuration and, in `play`, what was learnt of the shipped story. */
export function workdir(memories: string | null = MEMORIES): string {
  const { cwd, workdir } = makePlace();
  if (memories !== null) writeFileSync(path.join(workdir, 'Memories.md'), memories);
  return cwd;
}

export function json(text: string): unknown {
  return JSON.parse(text) as unknown;
}

/** Runs `zorkgpt memories ...`. */
export function memories(cwd: string, ...args: string[]): Promise<CliResult> {
  return runCli(['memories', ...args], { cwd });
}

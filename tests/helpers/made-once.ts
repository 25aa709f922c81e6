import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A folder that the first fills that asks for it: all test processes have one temporary folder. */
export async function madeOnce(
  name: string,
  make: (folder: string) => void | Promise<void>,
): Promise<string> {
  const root = path.join(tmpdir(), name);
  const [made, done, failed] = ['made', 'done', 'failed'].map((one) => path.join(root, one)) as [
    string,
    string,
    string,
  ];
  if (mkdirSync(root, { recursive: true }) !== undefined) {
    try {
      mkdirSync(made);
      await make(made);
      mkdirSync(done);
    } catch (error) {
      mkdirSync(failed);
      throw error;
    }
  }
  while (!existsSync(done)) {
    if (existsSync(failed))
      throw new Error(`${name} could not be made; the first that asked for it says why.`);
    await sleep(50);
  }
  return made;
}

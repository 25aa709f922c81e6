import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder that holds this program's package.json, whether it runs from source or as built. */
const INSTALLATION = folderOfPackage(import.meta.dirname);

/** Absolute path of a file that is installed with this program, from its path in the package. */
export function installedFile(...parts: readonly string[]): string {
  return path.join(INSTALLATION, ...parts);
}

function folderOfPackage(start: string): string {
  let folder = start;
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`There is no package.json above ${start}.`);
    folder = parent;
  }
  return folder;
}

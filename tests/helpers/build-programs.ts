import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CHILDREN = path.join(ROOT, 'tests/storage/children');
/** Below `node_modules`, so that the packages are found that are not part of a bundle. */
const BUILT_CHILDREN = path.join(ROOT, 'node_modules/.cache/zorkgpt-tests');

/** Where `buildPrograms` leaves `tests/storage/children/<script>.ts`. */
export function builtChild(script: string): string {
  return path.join(BUILT_CHILDREN, `${script}.js`);
}

/** Builds the program and the scripts of the tests once: from sources each child starts half a second later. */
export function buildPrograms(): void {
  execFileSync(process.execPath, [path.join(ROOT, 'bin/build.js')], { stdio: 'inherit' });
  buildSync({
    entryPoints: readdirSync(CHILDREN).map((name) => path.join(CHILDREN, name)),
    outdir: BUILT_CHILDREN,
    entryNames: '[name]',
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
  });
}

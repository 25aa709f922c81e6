import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vitest/config';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = path.join(ROOT, 'src');
/** Below `node_modules`, so that the packages are found, and Node itself loads what is there. */
const BUILT = path.join(ROOT, 'node_modules/.cache/zorkgpt-tests/src');

/** Leads imports of `src` to modules for Node made of it. What Vite makes of a module runs an eighth slower. */
export const BUILT_SOURCES: Plugin = {
  name: 'built-sources',
  enforce: 'pre',
  // Before anything is loaded: what runs before the tests may import sources, too.
  configResolved: buildSources,
  resolveId(wanted, importer) {
    if (importer === undefined || !wanted.startsWith('.')) return undefined;
    const file = path.relative(SOURCES, path.resolve(path.dirname(importer), wanted));
    return file.startsWith('..') ? undefined : path.join(BUILT, asScript(file));
  },
};

/** Makes a module for Node of each file of `src`. Writes only what changed: another run may be reading. */
async function buildSources(): Promise<void> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const { outputFiles } = await build({
    entryPoints: files
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.join(SOURCES, file)),
    outdir: BUILT,
    outbase: SOURCES,
    write: false,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [
      {
        name: 'apart',
        setup({ onResolve }) {
          onResolve({ filter: /^\..*\.ts$/ }, (one) => ({
            path: asScript(one.path),
            external: true,
          }));
        },
      },
    ],
  });
  for (const { path: file, contents } of outputFiles) {
    if (existsSync(file) && readFileSync(file).equals(contents)) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    // A name of its own first: what another run reads, or another checkout shares by hard links, stays as it is.
    const made = `${file}.${process.pid}`;
    writeFileSync(made, contents);
    renameSync(made, file);
  }
}

function asScript(file: string): string {
  return file.replace(/\.ts$/, '.js');
}

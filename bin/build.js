// Builds dist/. Zod is part of it, without what is not used: its other half costs a third of a command's start-up.
// Nothing is removed: a run that goes on meanwhile still loads modules of the build it began with. Names tell content.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadBundler } from './bundler.js';

const { build } = await loadBundler();

const root = path.join(import.meta.dirname, '..');
const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const BUNDLED = ['zod'];
const outdir = path.join(root, 'dist');

const { metafile } = await build({
  entryPoints: [path.join(root, 'src/cli.ts'), path.join(root, 'src/index.ts')],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  metafile: true,
  // A tenth of a command's start-up is reading what is loaded; names stay for who reports an error.
  minifyWhitespace: true,
  external: Object.keys(dependencies).filter((name) => !BUNDLED.includes(name)),
});

/** Names of the files that this build wrote into dist/. */
export const built = Object.keys(metafile.outputs).map((file) => path.basename(file));

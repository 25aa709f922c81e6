// Builds dist/. Zod is part of it, without what is not used: its other half costs a third of a command's start-up.
// Nothing is removed: a run that goes on meanwhile still loads modules of the build it began with. Names tell content.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.join(import.meta.dirname, '..');
const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const outdir = path.join(root, 'dist');

await build({
  entryPoints: [path.join(root, 'src/cli.ts')],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: Object.keys(dependencies).filter((name) => name !== 'zod'),
});

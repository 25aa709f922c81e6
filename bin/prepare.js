// Runs after npm installs this project from its sources. Without the tools of development there is nothing to build with.
import { existsSync } from 'node:fs';
import path from 'node:path';

const hasTools = existsSync(path.join(import.meta.dirname, '../node_modules/esbuild'));
if (hasTools) await import('./build.js');

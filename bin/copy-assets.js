// The compiler copies TypeScript only; prompts and page assets are read as text at run time.
import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ASSET = /\.(md|css|js)$/;
const root = path.join(import.meta.dirname, '..');

for (const folder of ['prompts', 'report', 'commands/help-topics']) {
  const from = path.join(root, 'src', folder);
  for (const name of readdirSync(from, { withFileTypes: true })) {
    if (!name.isFile() || !ASSET.test(name.name)) continue;
    cpSync(path.join(from, name.name), path.join(root, 'dist', folder, name.name));
  }
}

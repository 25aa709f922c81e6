/** What `npm test` tries in a sample only, in full: properties, damaged stories. Ends with what vitest ends with. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const TESTS = path.resolve(import.meta.dirname, '..');
const isRepeated = (file: string) => /'fast-check'|\brepeats\(/.test(readFileSync(file, 'utf8'));
const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .map((name) => path.join(TESTS, name))
  .filter((file) => file.endsWith('.test.ts') && isRepeated(file));
const vitest = ['vitest', 'run', '--test-timeout=0', '--reporter=dot', ...files];
const { status } = spawnSync('npx', vitest, {
  stdio: 'inherit',
  env: { ...process.env, ZORKGPT_SOAK: '1' },
});
process.exitCode = status ?? 1;

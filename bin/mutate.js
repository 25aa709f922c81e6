/**
 * `npm run mutate FOLDER [LOT]`: plants faults in a folder or a file of `src`, one at a time, runs the tests of that folder that
 * come by it, and lists those that no test notices. About a hundred faults are drawn, the same for the same lot; without a name
 * a lot has that of today's date, and with the name `all` every fault is tried, which takes hours. What the program says in
 * words is left as it is, and so is what is computed when a module loads; tests of whole programs are not run.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';

const DRAWN = 100;

const [place = '', name = new Date().toISOString().slice(0, 10)] = process.argv.slice(2);
const sources = path.posix.join('src', place);
const isFile = statSync(sources).isFile();
const tests = path.posix.join('tests', isFile ? path.posix.dirname(place) : place);

/** A line of code has one mutant, more or less. */
function lineCount() {
  const files = isFile
    ? [sources]
    : readdirSync(sources, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => path.join(sources, name));
  return files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length, 0);
}

const share = name === 'all' ? 1 : DRAWN / lineCount();

await new Stryker({
  mutate: [path.posix.join(sources, isFile ? '' : '**/*.ts')],
  mutator: { excludedMutations: ['StringLiteral'] },
  disableTypeChecks: false,
  // It would be rewritten with an interface that TypeScript 7 does not have.
  tsconfigFile: 'none',
  plugins: ['@stryker-mutator/*', path.join(import.meta.dirname, 'mutant-lot.js')],
  checkers: ['lot'],
  lot: { name, share },
  testRunner: 'vitest',
  vitest: { dir: tests, related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  // Git, the formatter and the linter leave such a name alone.
  tempDirName: '.mutants.tmp',
  ignorePatterns: ['game_files/*', '!game_files/story'],
  reporters: ['progress-append-only', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 90, low: 80, break: 80 },
}).runMutationTest();

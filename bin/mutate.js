/**
 * `npm run mutate FOLDER`: plants faults in a folder or a file of `src`, one at a time, runs the tests of that folder that
 * come by it, and lists those that no test notices. Without a folder it takes all, for hours. What the program says in words
 * is left as it is, and so is what is computed when a module loads; tests of whole programs are not run. Results are kept:
 * only what changed is tried again.
 */
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';

const [place = ''] = process.argv.slice(2);
const isFile = place.endsWith('.ts');
const tests = path.posix.join('tests', isFile ? path.posix.dirname(place) : place);

await new Stryker({
  mutate: [path.posix.join('src', place, isFile ? '' : '**/*.ts')],
  mutator: { excludedMutations: ['StringLiteral'] },
  disableTypeChecks: false,
  // It would be rewritten with an interface that TypeScript 7 does not have.
  tsconfigFile: 'none',
  testRunner: 'vitest',
  vitest: { dir: tests, related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  incremental: true,
  incrementalFile: `node_modules/.cache/mutants/${place.replaceAll('/', '-') || 'all'}.json`,
  // Git, the formatter and the linter leave such a name alone.
  tempDirName: '.mutants.tmp',
  ignorePatterns: ['game_files/*', '!game_files/story'],
  reporters: ['progress-append-only', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 90, low: 80, break: 80 },
}).runMutationTest();

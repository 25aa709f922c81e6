import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BUILT_SOURCES } from './tests/helpers/built-sources.ts';

/** Planted faults are tried by the hundred, in threads, which take no flags of the engine. */
const plantsFaults = process.env['STRYKER_MUTATOR_WORKER'] !== undefined;

const SLOW = '/** @module-tag slow */';
const TESTS = path.join(import.meta.dirname, 'tests');

/** Files that are slow as a whole. Where they are left out they are not loaded either, which would take as long as the rest. */
function slowFiles(): readonly string[] {
  return readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => readFileSync(path.join(TESTS, name), 'utf8').startsWith(SLOW))
    .map((name) => `**/${name.replaceAll(path.sep, '/')}`);
}

const leavesOutSlow = plantsFaults || process.argv.includes('--tags-filter=!slow');

/** Whoever changes sources while tests go on, or plants faults in them, needs them as they are. */
const loadsBuiltSources = !plantsFaults && process.argv.includes('run');

export default defineConfig({
  plugins: loadsBuiltSources ? [BUILT_SOURCES] : [],
  test: {
    dir: 'tests',
    globalSetup: 'tests/helpers/global-setup.ts',
    setupFiles: 'tests/helpers/property-runs.ts',
    exclude: [...configDefaults.exclude, ...(leavesOutSlow ? slowFiles() : [])],
    maxWorkers: '100%',
    tags: [
      {
        name: 'slow',
        description: 'Takes long or runs the whole program: left out by npm run test:quick.',
      },
    ],
    ...(plantsFaults && { tagsFilter: ['!slow'] }),
    // A worker keeps its modules from file to file, which halves the time that all of them take.
    pool: 'forks',
    isolate: false,
    // What a file became for the tests is kept by its content: a run after the first spends an eighth less.
    experimental: { fsModuleCache: true },
    // A worker makes much that is soon forgotten; with more room for it, less is collected.
    execArgv: plantsFaults ? [] : ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    unstubGlobals: true,
    // No claim depends on how fast a machine is; this only ends what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

import { defineConfig } from 'vitest/config';

/** Planted faults are tried by the hundred, in threads, which take no flags of the engine. */
const plantsFaults = process.env['STRYKER_MUTATOR_WORKER'] !== undefined;

export default defineConfig({
  test: {
    dir: 'tests',
    globalSetup: 'tests/helpers/global-setup.ts',
    setupFiles: 'tests/helpers/property-runs.ts',
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
    // A worker makes much that is soon forgotten; with more room for it, less is collected.
    execArgv: plantsFaults ? [] : ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    unstubGlobals: true,
    // No claim depends on how fast a machine is; this only ends what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    dir: 'tests',
    globalSetup: 'tests/helpers/global-setup.ts',
    maxWorkers: '100%',
    // A worker keeps its modules from file to file, which halves the time that all of them take.
    pool: 'forks',
    isolate: false,
    unstubGlobals: true,
    // No claim depends on how fast a machine is; this only ends what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

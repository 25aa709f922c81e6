import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    dir: 'tests',
    globalSetup: 'tests/helpers/global-setup.ts',
    maxWorkers: '100%',
    // No claim depends on how fast a machine is; this only ends what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

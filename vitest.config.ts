// All tests that need no browser; those of the server share one PostgreSQL.
import { defineConfig } from 'vitest/config';
import { aliases } from './web/build/aliases.ts';
import { cataloguePlugin } from './web/build/catalogue-plugin.ts';

export default defineConfig({
  // Tests of the page import the modules that its build makes.
  plugins: [cataloguePlugin()],
  resolve: { alias: aliases },
  test: {
    include: [
      'contract/**/*.test.ts',
      'client/**/*.test.ts',
      'engines/**/*.test.ts',
      'tools/**/*.test.ts',
      'server/**/*.test.ts',
      'web/**/*.test.ts',
      'ui/**/*.test.ts',
      'checks/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/ground/**/*.test.ts',
    ],
    globalSetup: ['scripts/install-ffmpeg.ts', 'server/testing/database.ts'],
    // Sets the time limits of each test file.
    setupFiles: ['scripts/test-limits.ts'],
    teardownTimeout: 60_000,
    maxWorkers: 2,
  },
});

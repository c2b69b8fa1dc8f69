// All tests that need no browser; those of the server share one PostgreSQL.
import { join, relative } from 'node:path';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { limitsOf, quick } from './scripts/test-limits.ts';
import { aliases } from './web/build/aliases.ts';
import { cataloguePlugin } from './web/build/catalogue-plugin.ts';

// Each test file has a process of its own, and many start the product: what Node has compiled for one, the next ones reuse.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/compiled-for-tests');

const isQuick = ({ moduleId }: TestSpecification) =>
  limitsOf(relative(import.meta.dirname, moduleId).replaceAll('\\', '/')) === quick;

/** Without times of an earlier run, vitest takes large files first. A short file about clips or models takes a minute, and would end alone. */
class QuickOnesLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(file => !isQuick(file)), ...sorted.filter(isQuick)];
  }
}

export default defineConfig({
  // Tests of the page import the modules that its build makes.
  plugins: [cataloguePlugin()],
  resolve: { alias: aliases },
  test: {
    include: [
      'contract/**/*.test.ts',
      'client/**/*.test.ts',
      'cli/**/*.test.ts',
      'engines/**/*.test.ts',
      'tools/**/*.test.ts',
      'server/**/*.test.ts',
      'web/**/*.test.ts',
      'ui/**/*.test.ts',
      'checks/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    globalSetup: ['scripts/install-ffmpeg.ts', 'server/testing/found-ffmpeg.ts', 'server/testing/database.ts'],
    setupFiles: ['scripts/test-setup.ts'],
    teardownTimeout: 60_000,
    sequence: { sequencer: QuickOnesLast },
    // One more than the two cores that this is meant for: nearly half of the server's tests' time is waiting, for processes that end and for limits.
    maxWorkers: 3,
    // Garbage is collected without helper threads, which take time from busy cores, and seldom: most tests end before they fill 32 MB.
    execArgv: ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=64'],
  },
});

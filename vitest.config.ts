// All tests that need no browser; those of the server share one PostgreSQL.
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { limitsOf, quick } from './scripts/test-limits.ts';
import { needsOwnProcess } from './scripts/test-processes.ts';
import { aliases } from './web/build/aliases.ts';
import { cataloguePlugin } from './web/build/catalogue-plugin.ts';

// Many tests start the product: what Node has compiled for one, the next ones reuse.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/compiled-for-tests');

const isQuick = ({ moduleId }: TestSpecification) =>
  limitsOf(relative(import.meta.dirname, moduleId).replaceAll('\\', '/')) === quick;

/**
 * Without times of an earlier run, vitest takes large files first, and of all those with a process of their own. Here tests of the server come first,
 * which mostly wait, beside journeys that compute; then engines and tools, of which a short file may take a minute; and last what is quick.
 */
class WaitingOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = (file: TestSpecification) => (isQuick(file) ? 2 : file.project.name === 'together' ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

const folders = ['contract', 'client', 'cli', 'engines', 'tools', 'server', 'web', 'ui', 'scripts', 'bench'];
const include = folders.map(folder => `${folder}/**/*.test.ts`);
const found = globSync(include, { cwd: import.meta.dirname, exclude: ['**/node_modules/**'] });
const apart = found.filter(file =>
  needsOwnProcess(file.replaceAll('\\', '/'), readFileSync(join(import.meta.dirname, file), 'utf8')),
);
const globalSetup = ['scripts/install-ffmpeg.ts', 'server/testing/found-ffmpeg.ts', 'server/testing/database.ts'];

export default defineConfig({
  // Tests of the page import the modules that its build makes.
  plugins: [cataloguePlugin()],
  resolve: { alias: aliases },
  test: {
    projects: [
      { test: { name: 'apart', include: apart, globalSetup } },
      // Loading the modules of the server takes one and a half seconds of CPU, so its tests share processes.
      {
        test: {
          name: 'together',
          include,
          exclude: [...configDefaults.exclude, ...apart],
          globalSetup,
          isolate: false,
        },
      },
      { test: { name: 'checks', include: ['checks/**/*.test.ts'], isolate: false } },
    ],
    setupFiles: ['scripts/test-setup.ts'],
    teardownTimeout: 60_000,
    sequence: { sequencer: WaitingOnesFirst },
    // One more than the two cores that this is meant for: nearly half of the server's tests' time is waiting, for processes that end and for limits.
    maxWorkers: 3,
    // Garbage is collected without helper threads, which take time from busy cores, and seldom: most tests end before they fill 32 MB.
    execArgv: ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=64'],
  },
});

// The vitest of one tree, started by `npm run mutants` and kept: its PostgreSQL, and what it compiled, serve every fault. Each message asks for files of
// tests in their order, one after the other, and the answer is the first that fails.
import path from 'node:path';
import { createVitest } from 'vitest/node';

/** From the parent. */
export interface Question {
  /** The file with a fault, from the root of the tree. That of the question before is sound again. */
  readonly faulty: string | undefined;
  readonly tests: readonly string[];
}

/** To the parent: for each file of tests as it begins; then the end. */
export type Message =
  | { readonly kind: 'begins'; readonly test: string }
  | { readonly kind: 'ended'; readonly failed: string | undefined };

const say = (message: Message) => process.send?.(message);

// Without watching: what changes is said.
const vitest = await createVitest({ watch: false, bail: 1, maxWorkers: 1, reporters: [{}], cache: false });
const leave = () => {
  // A test in an endless loop does not end.
  setTimeout(() => process.exit(), 5000).unref();
  void vitest.close().finally(() => process.exit());
};
process.once('SIGTERM', leave);
process.once('disconnect', leave);

async function passes(test: string): Promise<boolean> {
  // What failed in an earlier run would count against `bail`.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const specifications = await vitest.globTestSpecifications([test]);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  if (testModules.length === 0) throw new Error(`${test} has no tests.`);
  return unhandledErrors.length === 0 && testModules.every(module => module.ok());
}

let before: string | undefined;

async function answer({ faulty, tests }: Question): Promise<void> {
  for (const file of [before, faulty]) if (file !== undefined) vitest.invalidateFile(path.resolve(file));
  before = faulty;
  for (const test of tests) {
    say({ kind: 'begins', test });
    if (await passes(test)) continue;
    say({ kind: 'ended', failed: test });
    return;
  }
  say({ kind: 'ended', failed: undefined });
}

process.on('message', (question: Question) => void answer(question));

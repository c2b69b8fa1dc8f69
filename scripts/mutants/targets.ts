// What `npm run mutants` plants faults into: the code in which a fault costs money, files or safety, with the tests that have to see it.
import { posix } from 'node:path';

/** Files, and the files of tests that look for a fault in any of them: a fault that is not seen costs the time of all. */
export interface Part {
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

const of = (folder: string, files: string, tests: string): Part => ({
  files: files.split(' ').map(name => `${folder}/${name}.ts`),
  // Names with a slash lie elsewhere in the server.
  tests: tests.split(' ').map(name => posix.join(name.includes('/') ? 'server/src' : folder, `${name}.test.ts`)),
});

/** Rooms by name, each of one or several parts. */
export const targets: Readonly<Record<string, readonly Part[]>> = {
  ledger: [
    of('server/src/points', 'rights', 'rights charges'),
    of('server/src/points', 'charges', 'books charges unpaid revisions wallet-locks api-keys/month'),
    of('server/src/points', 'batch-charges', 'tasks/pipelines/pipeline-money'),
    of('server/src/points', 'store ledger term-store', 'books charges orders/refunds'),
  ],
  locks: [
    of('server/src/tasks', 'turn-store queue-store', 'turns turn-seconds admission ./lanes'),
    of('server/src/tasks', 'owner-store', 'lock-order pages accounts/visitor-tasks'),
    of('server/src/tasks', 'worker-queries', 'turns turn-seconds work/registry'),
  ],
  confinement: [
    of('server/src/work', 'confinement', 'walls weak-systems confinement'),
    of('server/src/work', 'scratch', 'scratch confinement'),
    of('server/src/work', 'accounts', 'accounts'),
  ],
  names: [
    {
      files: [
        'contract/file-names.ts',
        'server/src/adapters/objects-names.ts',
        'server/src/adapters/objects-disposition.ts',
      ],
      tests: ['server/src/adapters/objects-names.test.ts', 'server/src/adapters/objects.test.ts'],
    },
  ],
  prices: [
    {
      files: ['contract/prices.ts', 'server/src/content/prices.ts'],
      tests: ['server/src/content/prices.test.ts', 'server/src/points/rights.test.ts'],
    },
  ],
};

// What `npm run mutants` plants faults into: the code in which a fault costs money, files or safety, with the tests that have to see it.

export interface Target {
  readonly files: readonly string[];
  /** Test files, those that usually see a fault first at the start. */
  readonly tests: readonly string[];
}

export const targets = {
  ledger: {
    files: ['store', 'ledger', 'charges', 'batch-charges', 'term-store', 'rights'].map(
      name => `server/src/points/${name}.ts`,
    ),
    tests: ['charges', 'rights', 'revisions', 'records', 'unpaid', 'free-results', 'storm'].map(
      name => `server/src/points/${name}.test.ts`,
    ),
  },
  locks: {
    files: [
      'server/src/tasks/turn-store.ts',
      'server/src/tasks/queue-store.ts',
      'server/src/tasks/owner-store.ts',
      'server/src/tasks/worker-queries.ts',
    ],
    tests: [
      ...['turns', 'turn-seconds', 'lock-order', 'pages', 'tasks'].map(name => `server/src/tasks/${name}.test.ts`),
      'server/src/work/registry.test.ts',
    ],
  },
  confinement: {
    files: ['confinement', 'scratch', 'accounts'].map(name => `server/src/work/${name}.ts`),
    tests: ['scratch', 'accounts', 'confinement', 'weak-systems'].map(name => `server/src/work/${name}.test.ts`),
  },
  names: {
    files: [
      'contract/file-names.ts',
      'server/src/adapters/objects-names.ts',
      'server/src/adapters/objects-disposition.ts',
    ],
    tests: ['server/src/adapters/objects-names.test.ts', 'server/src/adapters/objects.test.ts'],
  },
  prices: {
    files: ['contract/prices.ts', 'server/src/content/prices.ts'],
    tests: ['server/src/content/prices.test.ts', 'server/src/points/rights.test.ts'],
  },
} satisfies Record<string, Target>;

// How long a test, a hook and a wait of `expect.poll` may take before they count as broken, by what lies in a folder. A test that does more real work
// than its neighbours sets a limit of its own.

interface Limits {
  readonly testMs: number;
  /** Shorter than a test's, so that a wait that fails says what it saw. */
  readonly pollMs: number;
}

/** Nothing real is slow: the slowest test takes 8 s while others occupy the machine. */
export const quick: Limits = { testMs: 30_000, pollMs: 20_000 };
/** A server with its database and small pictures: 22 s at most, likewise. */
const service: Limits = { testMs: 120_000, pollMs: 60_000 };
/** Models, clips, processes that are killed, whole starts: far above what any takes, since a busy machine is no failure. */
const work: Limits = { testMs: 600_000, pollMs: 120_000 };

const rules: readonly (readonly [RegExp, Limits])[] = [
  [/^(contract|ui|web|scripts|bench)\//, quick],
  [/^server\/src\/(work|links)\/|^server\/src\/[^/]+$|^server\/src\/points\/attacks/, work],
  [/^(server|client|cli)\//, service],
];

/** The limits of a test file, by its path from the root. */
export const limitsOf = (file: string): Limits => rules.find(([folder]) => folder.test(file))?.[1] ?? work;

// Which tests look for a fault first: those that saw its neighbours, and among these the quick ones.

/** A fault that a file of tests has seen. */
export interface Seen {
  readonly file: string;
  readonly line: number;
  readonly by: string;
}

/** Lines within which a fault is likely to be seen by the same tests. */
const near = 20;

/**
 * The tests in the order of what a second of each is worth. A fault of the same file counts more the nearer it lies, one of another file a little, and
 * one is given to each, for tests that have not had their turn.
 */
export function orderTests(
  { file, line, tests }: Pick<Seen, 'file' | 'line'> & { readonly tests: readonly string[] },
  seen: readonly Seen[],
  seconds: ReadonlyMap<string, number>,
): string[] {
  const weigh = (one: Seen) => (one.file === file ? 1 / (1 + Math.abs(one.line - line) / near) : 0.05);
  const worth = (test: string) =>
    (0.2 + seen.filter(({ by }) => by === test).reduce((sum, one) => sum + weigh(one), 0)) /
    Math.max(seconds.get(test) ?? 1, 0.1);
  return [...tests].sort((a, b) => worth(b) - worth(a));
}

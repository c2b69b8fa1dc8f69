// Every bench in bench/run.ts has a section in docs/bench.md, and every section a bench.
import type { Tree } from './tree.ts';

const benches = 'bench/run.ts';
const page = 'docs/bench.md';

const listNames = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

export function findBenchFaults(tree: Tree): string[] {
  const named = listNames(tree.get(benches) ?? '', /^ {2}'?([\w-]+)'?: async \(\) => \(await import\(/gm);
  const told = listNames(tree.get(page) ?? '', /^## (.+)$/gm);
  if (named.length === 0) return [`${benches} lists no bench that this check can read. Instead: correct the check.`];
  return [
    ...named
      .filter(name => !told.includes(name))
      .map(name => `${page} has no section "${name}". Instead: run it, and write down its figures.`),
    ...told
      .filter(name => !named.includes(name))
      .map(
        name => `${page} has a section "${name}" without a bench. Instead: delete it, or list the bench in ${benches}.`,
      ),
  ];
}

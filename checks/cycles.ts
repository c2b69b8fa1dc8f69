// No two files of the product import each other, neither directly nor through others, not even for types.
import { linkFiles } from './syntax.ts';
import { productCode, type Tree } from './tree.ts';

/** Each cycle once, as the path around it. */
export function findCycles(tree: Tree): string[] {
  const links = linkFiles(tree, productCode(tree));
  const done = new Set<string>();
  const path: string[] = [];
  const cycles: string[] = [];
  const visit = (file: string) => {
    const start = path.indexOf(file);
    if (start >= 0) {
      const around = [...path.slice(start), file].join(' → ');
      cycles.push(`${around}: a cycle. Instead: move what both need into a third file that imports neither.`);
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const next of links.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of links.keys()) visit(file);
  return cycles;
}

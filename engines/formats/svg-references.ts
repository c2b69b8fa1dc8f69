// Counts the rendered elements of a drawing, each as often as it is referenced: a few lines that reference each other ten times over make billions.

/** Maximum depth of elements nested in or referencing one another; no drawing program comes near it. */
const maxChain = 2000;

interface Node {
  /** Ids referenced by a link or by a fill, a filter, a mask, a marker … */
  readonly links: readonly string[];
  readonly children: Node[];
  /** Number of rendered elements including all descendants; undefined until it is known, NaN while it is being counted. */
  drawn: number | undefined;
}

interface Count {
  open: (id: string | undefined, links: readonly string[]) => void;
  close: () => void;
  /** Throws when the drawing as a whole has too many. */
  finish: () => void;
}

/** Is called for each element as it opens and closes. Throws the result of `refuse` as soon as there are more than `max`. */
export function countDrawn(max: number, refuse: () => Error): Count {
  const root: Node = { links: [], children: [], drawn: undefined };
  const byId = new Map<string, Node>();
  const path = [root];
  let elements = 0;
  function drawn(node: Node, depth = 0): number {
    if (depth > maxChain) throw refuse();
    // An element that references itself is rendered once: the renderer breaks the cycle.
    if (Number.isNaN(node.drawn)) return 0;
    if (node.drawn !== undefined) return node.drawn;
    node.drawn = Number.NaN;
    let sum = 1;
    for (const child of node.children) sum += drawn(child, depth + 1);
    for (const id of node.links) {
      const target = byId.get(id);
      if (target) sum += drawn(target, depth + 1);
    }
    node.drawn = sum;
    return sum;
  }
  return {
    open(id, links) {
      if (++elements > max) throw refuse();
      const node: Node = { links, children: [], drawn: undefined };
      path.at(-1)!.children.push(node);
      path.push(node);
      if (id !== undefined && !byId.has(id)) byId.set(id, node);
    },
    close: () => void path.pop(),
    finish() {
      if (drawn(root) > max) throw refuse();
    },
  };
}

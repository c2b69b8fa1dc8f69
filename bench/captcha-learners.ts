// Attackers that learn from challenges they were told the answers of: one weighs features, the other grows small trees on them.

/** What is known of each hole, as numbers; the same ones for each. */
export interface Lesson {
  readonly features: readonly Float32Array[];
  /** Which hole is right. */
  readonly right: number;
}

/** Says of each hole how likely it is the right one. */
export type Learned = (features: readonly Float32Array[]) => number[];

const dot = (a: Float32Array, b: Float32Array) => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};

export function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const raised = scores.map(score => Math.exp(score - most));
  const sum = raised.reduce((a, b) => a + b, 0);
  return raised.map(value => value / sum);
}

/** Logistic regression over the holes of a challenge: each feature has one weight. */
export function learnWeights(lessons: readonly Lesson[], epochs = 40): Learned {
  const weights = new Float32Array(lessons[0]!.features[0]!.length);
  for (let epoch = 0; epoch < epochs; epoch++) {
    const rate = 0.1 / (1 + epoch / 4);
    for (const { features, right } of lessons) {
      const shares = softmax(features.map(each => dot(each, weights)));
      for (const [hole, each] of features.entries()) {
        const off = (hole === right ? 1 : 0) - shares[hole]!;
        for (let i = 0; i < weights.length; i++) weights[i]! += rate * (off * each[i]! - 1e-4 * weights[i]!);
      }
    }
  }
  return features => features.map(each => dot(each, weights));
}

/** A question and what follows from its answer, or a score. */
type Tree = { readonly feature: number; readonly below: number; readonly yes: Tree; readonly no: Tree } | number;

const ask = (tree: Tree, row: Float32Array): number =>
  typeof tree === 'number' ? tree : ask(row[tree.feature]! < tree.below ? tree.yes : tree.no, row);

interface Row {
  readonly features: Float32Array;
  off: number;
  weight: number;
}

const worth = (off: number, weight: number) => off ** 2 / (weight + 5);

function findQuestion(rows: readonly Row[], limits: readonly (readonly number[])[]) {
  let best = { gain: 1e-3, feature: -1, below: 0 };
  const total = rows.reduce((sum, row) => ({ off: sum.off + row.off, weight: sum.weight + row.weight }), {
    off: 0,
    weight: 0,
  });
  for (const [feature, list] of limits.entries()) {
    const [offs, weights] = [new Float64Array(list.length + 1), new Float64Array(list.length + 1)];
    for (const { features, off, weight } of rows) {
      let at = 0;
      while (at < list.length && features[feature]! >= list[at]!) at++;
      offs[at]! += off;
      weights[at]! += weight;
    }
    let [off, weight] = [0, 0];
    for (const [i, below] of list.entries()) {
      off += offs[i]!;
      weight += weights[i]!;
      const gain = worth(off, weight) + worth(total.off - off, total.weight - weight) - worth(total.off, total.weight);
      if (gain > best.gain) best = { gain, feature, below };
    }
  }
  return { ...best, score: total.off / (total.weight + 5) };
}

function growTree(rows: readonly Row[], limits: readonly (readonly number[])[], depth: number): Tree {
  const { feature, below, score } = findQuestion(rows, limits);
  if (depth === 0 || feature < 0) return score;
  const isYes = (row: Row) => row.features[feature]! < below;
  return {
    feature,
    below,
    yes: growTree(rows.filter(isYes), limits, depth - 1),
    no: growTree(
      rows.filter(row => !isYes(row)),
      limits,
      depth - 1,
    ),
  };
}

/** Gradient boosting: each small tree mends what those before it got wrong. */
export function growTrees(lessons: readonly Lesson[], count = 50, rate = 0.2): Learned {
  const rows = lessons.map(({ features }) => features.map((each): Row => ({ features: each, off: 0, weight: 0 })));
  const scores = rows.map(each => each.map(() => 0));
  const all = rows.flat();
  const limits = Array.from(all[0]!.features, (_, i) => {
    const sorted = all.map(row => row.features[i]!).sort((a, b) => a - b);
    return [...new Set(Array.from({ length: 11 }, (_, k) => sorted[Math.floor(((k + 1) * sorted.length) / 12)]!))];
  });
  const trees: Tree[] = [];
  for (let i = 0; i < count; i++) {
    for (const [k, { right }] of lessons.entries())
      for (const [hole, share] of softmax(scores[k]!).entries()) {
        rows[k]![hole]!.off = (hole === right ? 1 : 0) - share;
        rows[k]![hole]!.weight = share * (1 - share);
      }
    const tree = growTree(all, limits, 3);
    trees.push(tree);
    for (const [k, each] of rows.entries())
      for (const [hole, row] of each.entries()) scores[k]![hole]! += rate * ask(tree, row.features);
  }
  return features => features.map(each => trees.reduce<number>((sum, tree) => sum + ask(tree, each), 0));
}

// Logistic regression: how probably a person rejects a result, from a few numbers about it.

/** A result that a person saw. */
export interface Judged {
  /** Of its photograph. */
  readonly name: string;
  readonly isRejected: boolean;
  /** What is known about it, after a 1. */
  readonly numbers: readonly number[];
}

/** Holds the weights near 0, as samples are few. */
const decay = 1;
const rounds = 30;

/** Solves a system of linear equations by elimination: `rows` have the right side as their last number. */
function solve(rows: number[][]): number[] {
  const count = rows.length;
  for (let column = 0; column < count; column++) {
    const best = rows.slice(column).reduce((a, b) => (Math.abs(b[column]!) > Math.abs(a[column]!) ? b : a));
    rows.splice(rows.indexOf(best), 1);
    rows.splice(column, 0, best);
    for (const row of rows) {
      if (row === best) continue;
      const factor = row[column]! / best[column]!;
      for (let at = column; at <= count; at++) row[at]! -= factor * best[at]!;
    }
  }
  return rows.map((row, at) => row[count]! / row[at]!);
}

export const probability = (weights: readonly number[], numbers: readonly number[]): number =>
  1 / (1 + Math.exp(-numbers.reduce((sum, value, at) => sum + value * weights[at]!, 0)));

/** Logistic regression by Newton's method; the decay of a weight is relative to the deviation of its sign. The first number is the bias. */
export function regress(samples: readonly Judged[]): number[] {
  const length = samples[0]!.numbers.length;
  const variances = Array.from({ length }, (_, at) => {
    const mean = samples.reduce((sum, { numbers }) => sum + numbers[at]!, 0) / samples.length;
    return samples.reduce((sum, { numbers }) => sum + (numbers[at]! - mean) ** 2, 0) / samples.length;
  });
  let weights = new Array<number>(length).fill(0);
  for (let round = 0; round < rounds; round++) {
    const rows = Array.from({ length }, (_, row) =>
      Array.from({ length: length + 1 }, (__, at) => (at === row ? decay * variances[row]! : 0)),
    );
    for (const row of rows.keys()) rows[row]![length] = decay * variances[row]! * weights[row]!;
    for (const { isRejected, numbers } of samples) {
      const risk = probability(weights, numbers);
      for (let row = 0; row < length; row++) {
        for (let at = 0; at < length; at++) rows[row]![at]! += risk * (1 - risk) * numbers[row]! * numbers[at]!;
        rows[row]![length]! += (risk - Number(isRejected)) * numbers[row]!;
      }
    }
    const step = solve(rows);
    weights = weights.map((weight, at) => weight - step[at]!);
  }
  return weights;
}

/** For each photograph the weights that the others give. */
export const regressWithout = (samples: readonly Judged[]): Map<string, number[]> =>
  new Map(
    [...new Set(samples.map(({ name }) => name))].map(name => [
      name,
      regress(samples.filter(one => one.name !== name)),
    ]),
  );

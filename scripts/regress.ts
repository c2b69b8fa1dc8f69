// Logistic regression: how probably a person rejects a result, from a few numbers about it.
import { solvePositive } from 'engines/pixels/solve-positive.ts';

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

export const probability = (weights: readonly number[], numbers: readonly number[]): number =>
  1 / (1 + Math.exp(-numbers.reduce((sum, value, at) => sum + value * weights[at]!, 0)));

/** Logistic regression by Newton's method; the decay of a weight is relative to the deviation of its sign. The first number is the bias. */
function regress(samples: readonly Judged[]): number[] {
  const length = samples[0]!.numbers.length;
  const variances = Array.from({ length }, (_, at) => {
    const mean = samples.reduce((sum, { numbers }) => sum + numbers[at]!, 0) / samples.length;
    return samples.reduce((sum, { numbers }) => sum + (numbers[at]! - mean) ** 2, 0) / samples.length;
  });
  let weights = new Array<number>(length).fill(0);
  for (let round = 0; round < rounds; round++) {
    const matrix = new Float64Array(length * length);
    const right = new Float64Array(length);
    for (let row = 0; row < length; row++) {
      matrix[row * length + row] = decay * variances[row]!;
      right[row] = decay * variances[row]! * weights[row]!;
    }
    for (const { isRejected, numbers } of samples) {
      const risk = probability(weights, numbers);
      for (let row = 0; row < length; row++) {
        for (let at = 0; at < length; at++)
          matrix[row * length + at]! += risk * (1 - risk) * numbers[row]! * numbers[at]!;
        right[row]! += (risk - Number(isRejected)) * numbers[row]!;
      }
    }
    const step = solvePositive(matrix, right);
    weights = weights.map((weight, at) => weight - step[at]!);
  }
  return weights;
}

/** For each photograph the weights that the others give. */
const regressWithout = (samples: readonly Judged[]): Map<string, number[]> =>
  new Map(
    [...new Set(samples.map(({ name }) => name))].map(name => [
      name,
      regress(samples.filter(one => one.name !== name)),
    ]),
  );

/** Prints the weights, and how many results are unsure, each judged by the weights that the other photographs give. */
export function reportFit<T extends Judged>(
  samples: readonly T[],
  names: string,
  isUnsure: (sample: T, weights: readonly number[]) => boolean,
): void {
  const [bias, ...weights] = regress(samples).map(weight => weight.toFixed(3));
  console.log(`weights of ${names}: ${weights.join(', ')}; bias ${bias}`);
  const without = regressWithout(samples);
  for (const isRejected of [true, false]) {
    const all = samples.filter(one => one.isRejected === isRejected);
    const unsure = all.filter(one => isUnsure(one, without.get(one.name)!));
    console.log(`${isRejected ? 'rejected' : 'good'}: ${unsure.length} of ${all.length} unsure`);
  }
}

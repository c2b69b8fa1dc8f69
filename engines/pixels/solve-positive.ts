// Small systems of linear equations, as the normal equations of a fit by least squares.

/** Solves a symmetric positive definite system of n equations by Gaussian elimination: n x n numbers, row by row, which are overwritten, and n. */
export function solvePositive(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const solution = right.slice();
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const factor = matrix[j * n + i]! / matrix[i * n + i]!;
      for (let k = i; k < n; k++) matrix[j * n + k]! -= factor * matrix[i * n + k]!;
      solution[j]! -= factor * solution[i]!;
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) solution[i]! -= matrix[i * n + k]! * solution[k]!;
    solution[i]! /= matrix[i * n + i]!;
  }
  return solution;
}

// Compares the fast Fourier transform with plain sums.
import { expect, test } from 'vitest';
import { correlateWithSelf } from './fourier.ts';

test('the autocorrelation equals the cyclic sum of dot products at every shift', () => {
  const [width, height] = [8, 4];
  const x = Float32Array.from({ length: width * height }, (_, i) => ((i * 37) % 11) - 5);
  const y = Float32Array.from({ length: width * height }, (_, i) => ((i * 53) % 7) - 3);
  const plain = [...x.keys()].map(shift => {
    const [u, v] = [shift % width, Math.floor(shift / width)];
    let sum = 0;
    for (let i = 0; i < x.length; i++) {
      const j = ((Math.floor(i / width) + v) % height) * width + (((i % width) + u) % width);
      sum += x[i]! * x[j]! + y[i]! * y[j]!;
    }
    return sum;
  });
  const fast = correlateWithSelf(x.slice(), y.slice(), width, height);
  for (const [shift, sum] of plain.entries()) expect(fast[shift]).toBeCloseTo(sum, 2);
});

// Compares the cosine transform with its definition, and inverts it.
import { expect, test } from 'vitest';
import { restoreBlock, transformBlock } from './cosine.ts';

const levels = Float32Array.from({ length: 64 }, (_, i) => (i * i * 37) % 251);

test('every coefficient equals the sum that defines it', () => {
  const block = Float32Array.from(levels);
  transformBlock(block);
  const share = (k: number) => (k === 0 ? Math.sqrt(1 / 8) : 0.5);
  for (let v = 0; v < 8; v++)
    for (let u = 0; u < 8; u++) {
      let sum = 0;
      for (let y = 0; y < 8; y++)
        for (let x = 0; x < 8; x++)
          sum +=
            levels[y * 8 + x]! *
            Math.cos(((2 * x + 1) * u * Math.PI) / 16) *
            Math.cos(((2 * y + 1) * v * Math.PI) / 16);
      expect(block[v * 8 + u]).toBeCloseTo(sum * share(u) * share(v), 2);
    }
});

test('a transform and its inverse restore the levels', () => {
  const block = Float32Array.from(levels);
  transformBlock(block);
  restoreBlock(block);
  for (const [i, level] of levels.entries()) expect(block[i]).toBeCloseTo(level, 2);
});

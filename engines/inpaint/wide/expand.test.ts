// The kernel's alpha expansion finds the optimum, compared with brute force.

import { xorshift32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { startShiftKernel } from './shift-kernel.ts';

const [width, height] = [12, 12];
const [across, down] = [3, 3];
const never = 1e9;

test('no subset of nodes that take the label costs less than the expansion', () => {
  const random = xorshift32(11);
  for (let round = 0; round < 30; round++) {
    const kernel = startShiftKernel(100_000);
    const plane = kernel.shorts(width * height * 8).map(() => 0);
    const features = kernel.shorts(width * height * 8);
    features.set(plane.map(() => Math.floor(random() * 80)));
    const isKnown = kernel.bytes(width * height).fill(1);
    const count = across * down;
    const points = kernel.ints(count * 2);
    const [right, below, labels] = [kernel.ints(count), kernel.ints(count), kernel.ints(count)];
    const [costs, alphaCosts] = [kernel.floats(count), kernel.floats(count)];
    const own = [0, 1, 2].map(() => Array.from({ length: count }, () => Math.floor(random() * 300)));
    for (let node = 0; node < count; node++) {
      const [x, y] = [node % across, Math.floor(node / across)];
      points.set([x, y], node * 2);
      right[node] = x < across - 1 ? node + 1 : -1;
      below[node] = y < down - 1 ? node + across : -1;
      labels[node] = Math.floor(random() * 2);
      costs[node] = own[labels[node]!]![node]!;
      alphaCosts[node] = node === 4 ? never : own[2]![node]!;
    }
    const shifts = kernel.ints(6);
    shifts.set([3, 0, 0, 5, 6, 6]);
    const seam = (node: number, a: number, b: number) => {
      const from = (label: number) =>
        ((points[node * 2 + 1]! + shifts[label * 2 + 1]!) * width + points[node * 2]! + shifts[label * 2]!) * 8;
      let squares = 0;
      for (let number = 0; number < 8; number++)
        squares += (features[from(a) + number]! - features[from(b) + number]!) ** 2;
      return Math.sqrt(squares);
    };
    const measure = (list: ArrayLike<number>) => {
      let sum = 0;
      for (let node = 0; node < count; node++) {
        sum += own[list[node]!]![node]!;
        for (const other of [right[node]!, below[node]!])
          if (other >= 0 && list[node] !== list[other])
            sum += seam(node, list[node]!, list[other]!) + seam(other, list[node]!, list[other]!);
      }
      return sum;
    };
    const start = [...labels];
    let min = Number.POSITIVE_INFINITY;
    for (let choice = 0; choice < 2 ** count; choice++)
      if (!(choice & 16)) min = Math.min(min, measure(start.map((label, node) => (choice & (1 << node) ? 2 : label))));
    kernel.run.expand(
      features.byteOffset,
      isKnown.byteOffset,
      width,
      height,
      points.byteOffset,
      right.byteOffset,
      below.byteOffset,
      labels.byteOffset,
      costs.byteOffset,
      alphaCosts.byteOffset,
      count,
      shifts.byteOffset,
      2,
      1e6,
      never,
      kernel.ints(count).byteOffset,
      kernel.bytes(count * 78 + 1024).byteOffset,
    );
    expect(measure(labels)).toBeLessThan(min + 3);
  }
});

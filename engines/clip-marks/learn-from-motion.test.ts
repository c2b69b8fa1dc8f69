// The opacity of a mark is learnt from the motion of the scene, even where two of the mark's colours meet.
import { expect, test } from 'vitest';
import { fitBlend } from './learn-from-motion.ts';
import { darkDisc, distanceAt, drawRun, height, opacity, width } from './test-moving-mark.ts';

test('where two colours of a mark meet, its opacity is not mistaken for a mixture of them', () => {
  const distances = Float32Array.from({ length: width * height }, (_, i) =>
    distanceAt(i % width, Math.floor(i / width)),
  );
  const shape = Uint8Array.from(distances, distance => (distance < darkDisc.ringRadius + 2 ? 1 : 0));
  const fitted = fitBlend([drawRun(60)], shape, undefined)!;
  const errors: number[] = [];
  for (const [i, distance] of distances.entries())
    if (fitted.isKnown[i] && Math.abs(distance - darkDisc.discRadius) < 4)
      errors.push(Math.abs(fitted.opacity[i]! - opacity));
  expect(errors.length).toBeGreaterThan(500);
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.02);
});

test('the opacity of a mark is learnt as far in as its middle, however thick it is', () => {
  const size = { width: 264, height: 216 };
  const radius = 50;
  const mark = { ...darkDisc, discRadius: radius - 8, ringRadius: radius };
  const distanceFrom = (i: number) => Math.hypot((i % size.width) - 132, Math.floor(i / size.width) - 108);
  const shape = Uint8Array.from({ length: size.width * size.height }, (_, i) => (distanceFrom(i) < radius + 2 ? 1 : 0));
  const fitted = fitBlend([drawRun(60, mark, size)], shape, undefined)!;
  const middle = [...shape.keys()].filter(i => distanceFrom(i) < radius / 3);
  expect(middle.filter(i => !fitted.isKnown[i])).toEqual([]);
  const errors = middle.map(i => Math.abs(fitted.opacity[i]! - opacity));
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.01);
});

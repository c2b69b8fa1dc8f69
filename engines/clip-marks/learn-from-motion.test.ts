// The opacity of a mark is learnt from the motion of the scene, even where two of the mark's colours meet.
import { expect, test } from 'vitest';
import { fitBlend } from './learn-from-motion.ts';
import { discRadius, distanceAt, drawRun, height, opacity, ringRadius, width } from './test-moving-mark.ts';

test('where two colours of a mark meet, its opacity is not mistaken for a mixture of them', () => {
  const distances = Float32Array.from({ length: width * height }, (_, i) =>
    distanceAt(i % width, Math.floor(i / width)),
  );
  const shape = Uint8Array.from(distances, distance => (distance < ringRadius + 2 ? 1 : 0));
  const fitted = fitBlend([drawRun(60)], shape, undefined)!;
  const errors: number[] = [];
  for (const [i, distance] of distances.entries())
    if (fitted.isKnown[i] && Math.abs(distance - discRadius) < 4) errors.push(Math.abs(fitted.opacity[i]! - opacity));
  expect(errors.length).toBeGreaterThan(500);
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.02);
});

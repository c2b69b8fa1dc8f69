// A piece of different brightness fades out at the rim of the hole where the image is smooth.

import { xorshift32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { openScene } from './contour-scene.ts';
import { joinPieces } from './join.ts';
import { openStage } from './stage.ts';

const [width, height, left] = [200, 120, 90];
const [middleX, middleY, radius] = [140, 60, 24];

/** Fills a round hole in the bright part of an image from its dark part, and returns the median step of luma across the rim. */
function stepAtRim(noise: number): number {
  const random = xorshift32(2);
  const colours = new Uint8Array(width * height * 3);
  const isHole = new Uint8Array(width * height);
  const isInside = (x: number, y: number) => Math.hypot(x - middleX, y - middleY) < radius;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      if (isInside(x, y)) isHole[pixel] = 1;
      else colours.fill((x < left ? 60 : 160) + noise * (random() - 0.5), pixel * 3, pixel * 3 + 3);
    }
  const stage = openStage(openScene({ width, height, colours, isHole }, Int32Array.from(isHole)), {
    group: 1,
    window: { left: 0, top: 0, right: width, bottom: height },
    size: 0,
    passes: 1,
    scratchBytes: 0,
  });
  const map = { labels: Int32Array.from(isHole, hole => hole - 1), shifts: [{ dx: -95, dy: 0 }] };
  const joined = joinPieces(stage, map, { depth: radius, seamWeight: 1 });
  const filled = Float32Array.from(isHole, (_, pixel) => colours[pixel * 3]!);
  let slot = 0;
  isHole.forEach((hole, pixel) => {
    if (hole) filled[pixel] = joined[3 * slot++]!;
  });
  const steps: number[] = [];
  for (let pixel = 0; pixel + 1 < isHole.length; pixel++)
    if (isHole[pixel] !== isHole[pixel + 1]) steps.push(Math.abs(filled[pixel]! - filled[pixel + 1]!));
  return steps.sort((a, b) => a - b)[steps.length >> 1]!;
}

test('a jump at the rim is softened in a smooth image, and stays sharp where texture hides it', () => {
  expect(stepAtRim(2)).toBeLessThan(14);
  expect(stepAtRim(90)).toBeGreaterThan(18);
});

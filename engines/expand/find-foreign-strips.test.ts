// Tests which part of an expanded image is compared with which, and that the matting network tells a piece of a face from ground that goes on.
import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { openPicture, readPixels } from '../image.ts';
import { subjectEye } from '../inpaint/signs/eyes.ts';
import type { Canvas } from '../inpaint/signs/shrink-canvas.ts';
import { describedCells, describedSide } from '../matte/describe-cells.ts';
import type { Pixels } from '../pixels/plane.ts';
import { measureForeignStrips } from './find-foreign-strips.ts';
import type { Sides } from './sides.ts';

const none: Sides = { left: 0, right: 0, top: 0, bottom: 0 };

/** An image of 400 × 300 on its larger canvas. Red is 250 in the new area and less the further inside, 20 in the middle. */
function draw({ left, right, top, bottom }: Sides): Canvas {
  const [width, height] = [400 + left + right, 300 + top + bottom];
  const colours = new Uint8Array(width * height * 3).fill(128);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const inside = Math.min(x - left, left + 399 - x, y - top, top + 299 - y);
      colours[(y * width + x) * 3] = inside < 0 ? 250 : inside < 45 ? 150 : 20;
    }
  const sources = new Int32Array(width * height).fill(-1);
  return { width, height, inner: { left, top, width: 400, height: 300 }, colours, sources };
}

/** Sees the red of the middle of each cell as an angle: what is new at 45 degrees from what is beside it, and what is far inside between them. */
const redEye = {
  margin: 0,
  describe: async ({ data }: Pixels) =>
    Array.from({ length: describedCells ** 2 }, (_, cell) => {
      const [x, y] = [cell % describedCells, Math.floor(cell / describedCells)].map(at => (at + 0.5) * 32) as [
        number,
        number,
      ];
      const red = data[(y * describedSide + x) * 3]!;
      if (red > 200) return Float32Array.of(1, 0);
      return red > 60 ? Float32Array.of(Math.SQRT1_2, Math.SQRT1_2) : Float32Array.of(0.96, 0.28);
    }),
};

test('each strip is compared with what lies beside it inside the frame, not with what lies further in or in another strip', async () => {
  for (const sides of [
    { ...none, left: 60 },
    { ...none, right: 60 },
    { ...none, top: 45 },
    { ...none, bottom: 45 },
    { left: 60, right: 0, top: 45, bottom: 0 },
    { left: 0, right: 60, top: 0, bottom: 45 },
  ])
    expect(await measureForeignStrips(draw(sides), redEye)).toBeCloseTo(1 - Math.SQRT1_2, 5);
});

test('the most foreign strip counts, and narrow ones are not looked at', async () => {
  const canvas = draw({ ...none, left: 60, right: 60 });
  const { width, colours } = canvas;
  // At the right the frame has the colour of the strip.
  for (let y = 0; y < 300; y++) for (let x = 300; x < 460; x++) colours[(y * width + x) * 3] = 250;
  expect(await measureForeignStrips(canvas, redEye)).toBeCloseTo(1 - Math.SQRT1_2, 5);
  for (let y = 0; y < 300; y++) for (let x = 60; x < 160; x++) colours[(y * width + x) * 3] = 250;
  expect(await measureForeignStrips(canvas, redEye)).toBeCloseTo(0, 5);
  expect(await measureForeignStrips(draw({ ...none, left: 27, top: 27 }), redEye)).toBe(undefined);
});

test('a face beside grass is more foreign than grass', async () => {
  const photo = await readPixels((await openPicture(photos.womanRed)).start(), 3);
  const random = mulberry32(7);
  const grass = draw({ ...none, right: 100 });
  for (let at = 0; at < grass.colours.length; at += 3) {
    const noise = 40 * (random() - 0.5);
    grass.colours.set([70 + noise, 120 + noise, 50 + noise], at);
  }
  const colours = Uint8Array.from(grass.colours);
  for (let y = 0; y < 200; y++) {
    const from = ((y + 100) * photo.width + 200) * 3;
    colours.set(photo.data.subarray(from, from + 300), ((50 + y) * grass.width + 400) * 3);
  }
  const ground = (await measureForeignStrips(grass, subjectEye))!;
  const face = (await measureForeignStrips({ ...grass, colours }, subjectEye))!;
  expect(ground).toBeLessThan(0.5);
  expect(face).toBeGreaterThan(0.65);
});

// Tests that the network for everyday things still tells them apart after its graph was translated.
import { expect, test } from 'vitest';
import { photos } from '../../../bench/photos.ts';
import { describedCells, describedSide } from '../../matte/describe-cells.ts';
import { sharp } from '../../sharp.ts';
import { thingEye } from './eyes.ts';

/** What the network makes of the middle of a photograph. */
async function describeMiddle(photo: string): Promise<Float32Array> {
  const data = await sharp(photo)
    .resize(describedSide, describedSide, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
  const cells = await thingEye.describe({ data, width: describedSide, height: describedSide });
  expect(cells).toHaveLength(describedCells ** 2);
  expect(Math.hypot(...cells[0]!)).toBeCloseTo(1, 5);
  return cells[(describedCells / 2) * describedCells + describedCells / 2]!;
}

const likeness = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0);

test('a face is more like another face than like a chair, a forest or the sea', async () => {
  const face = await describeMiddle(photos.womanRed);
  expect(likeness(face, await describeMiddle(photos.manCap))).toBeGreaterThan(0.7);
  for (const other of [photos.chair, photos.forest, photos.sea])
    expect(likeness(face, await describeMiddle(other))).toBeLessThan(0.5);
});

// Tests what the network does to photographs that were taken with shaking hands, and to sharp ones.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RawPixels } from 'engines/formats/decode-dib.ts';
import { sharp } from 'engines/sharp.ts';
import { comparePixels, cutMiddle } from 'engines/test-photos.ts';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { sharpenOptions } from './contract.ts';
import { runs } from './run.ts';

const timeout = 900_000;
const side = 256;
/** Pixels at the border that are not compared: what the camera saw there came from outside. */
const border = 24;

async function sharpen(pixels: RawPixels, options: z.input<typeof sharpenOptions> = {}) {
  const { width, height, channels } = pixels;
  const path = join(await makeTestFolder(), 'picture.png');
  await writeFile(path, await sharp(pixels.data, { raw: { width, height, channels } }).png().toBuffer());
  const { bytes, output } = await tryRun(runs.sharpen, sharpenOptions, options, { inputs: { imageUrl: path } });
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return {
    made: { data, width: info.width, height: info.height, channels: info.channels as 3 | 4 },
    meta: output.meta,
  };
}

/** Moves the camera along an arc while the picture is taken: no straight line, so that its spectrum has no zeros. */
function shake({ data, width, height, channels }: RawPixels, radius: number): RawPixels {
  const steps = Array.from({ length: 48 }, (_, i) => (i / 47) * 1.8);
  const path = steps.map(turn => [Math.round(radius * Math.cos(turn)), Math.round(radius * Math.sin(turn))] as const);
  const out = Buffer.from(data);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (const [across, down] of path) {
          const column = Math.min(width - 1, Math.max(0, x + across - (radius >> 1)));
          const row = Math.min(height - 1, Math.max(0, y + down - (radius >> 1)));
          sum += data[(row * width + column) * channels + channel]!;
        }
        out[(y * width + x) * channels + channel] = sum / path.length;
      }
  return { data: out, width, height, channels };
}

function withoutAlpha({ data, width, height }: RawPixels): RawPixels {
  const colours = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) colours.set(data.subarray(4 * i, 4 * i + 3), 3 * i);
  return { data: colours, width, height, channels: 3 };
}

const cut = async (path: string) => (await cutMiddle(path, side, side)) as RawPixels;
/** The best likeness over small shifts: where on its path the camera is said to have been is arbitrary. */
function compareShifted(made: RawPixels, truth: RawPixels): number {
  let best = 0;
  for (let down = -4; down <= 4; down++)
    for (let across = -4; across <= 4; across++) {
      const shifted = Buffer.alloc(truth.data.length);
      for (let y = 4; y < side - 4; y++) {
        const from = ((y + down) * side + 4 + across) * 3;
        shifted.set(made.data.subarray(from, from + (side - 8) * 3), (y * side + 4) * 3);
      }
      best = Math.max(best, comparePixels({ ...made, data: shifted } as never, truth as never, border));
    }
  return best;
}

/** Columns at the left that are transparent. */
const clear = 16;

// Half the strength, at which the whole change is known as well, since it is twice as much. A network that runs once more takes half a minute.
test('a photograph taken with shaking hands gains 3 dB, with its colours and transparency', { timeout }, async () => {
  const truth = await cut(photos.friendsStairs);
  const shaken = shake(truth, 9);
  const data = Buffer.alloc(side * side * 4, 255);
  for (let i = 0; i < side * side; i++) {
    data.set(shaken.data.subarray(3 * i, 3 * i + 3), 4 * i);
    if (i % side < clear) data[4 * i + 3] = 0;
  }
  const before: RawPixels = { data, width: side, height: side, channels: 4 };
  const half = await sharpen(before, { blurStrength: 25 });
  expect(half.meta).toMatchObject({ engine: 'maxim', warnings: [] });
  const made = withoutAlpha(half.made);
  for (let i = 0; i < made.data.length; i++)
    made.data[i] = Math.min(255, Math.max(0, 2 * made.data[i]! - shaken.data[i]!));
  // At another strength, the change twice would miss the truth on either side.
  expect(compareShifted(made, truth) - compareShifted(shaken, truth)).toBeGreaterThan(3);
  const meanOf = (pixels: Uint8Array, channel: number) =>
    pixels.reduce((sum, level, i) => sum + (i % 3 === channel && (i / 3) % side >= clear ? level : 0), 0) /
    (side * (side - clear));
  for (const channel of [0, 1, 2])
    expect(Math.abs(meanOf(made.data, channel) - meanOf(shaken.data, channel))).toBeLessThan(2);
  for (let i = 3; i < data.length; i += 4) expect(half.made.data[i]).toBe(data[i]);
});

test.each([
  ['map', 'already-sharp'],
  // Most of this part of the photograph is out of focus.
  ['friendsBar', 'blur-unsure'],
] as const)('%s is left alone, pixel by pixel, and the result says: %s', { timeout }, async (name, warning) => {
  const truth = await cut(photos[name]);
  const { made, meta } = await sharpen(truth);
  expect(meta?.warnings).toEqual([warning]);
  expect(made.data.equals(truth.data)).toBe(true);
});

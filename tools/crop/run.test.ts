// Tests which part of the image a cropped, rotated, mirrored or straightened file shows.
import { sharp } from 'engines/sharp.ts';
import { expectColours, fixture, lookAt, quarters, refusalOf } from 'engines/test-pictures.ts';
import { grips, moveFrame, pullFrame, shapeFrame, whole } from 'ui/picture/move-frame.ts';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { tryRun } from '../test-run.ts';
import { type CropOptions, cropOptions, turns } from './contract.ts';
import { resultSize, shapeCrop } from './frame.ts';
import { runs } from './run.ts';
import { chooseRatio, firstOptions, mirrorBy, turnBy } from './settings.ts';

type Asked = z.input<typeof cropOptions>;
const crop = (name: string, options: Asked) =>
  tryRun(runs.crop, cropOptions, options, { inputs: { imageUrl: fixture(name) } });

/** The colours of the quarters: top left, top right, bottom left, bottom right. */
const [a, b, c, d] = quarters.map(colour => [...colour, 255]) as [number[], number[], number[], number[]];

test.each([
  [{ turn: 90 }, [c, a, d, b], [32, 64]],
  [{ turn: 180 }, [d, c, b, a], [64, 32]],
  [{ turn: 270 }, [b, d, a, c], [32, 64]],
  [{ mirror: true }, [b, a, d, c], [64, 32]],
  [{ flip: true }, [c, d, a, b], [64, 32]],
  [{ turn: 90, mirror: true }, [a, c, b, d], [32, 64]],
  [{ left: 0.5, width: 0.5, top: 0.25, height: 0.5 }, [b, b, d, d], [32, 16]],
  [{ turn: 90, left: 0.5, width: 0.5 }, [a, a, b, b], [16, 64]],
] as const)('%o', async (options, colours, [width, height]) => {
  const { file, bytes } = await crop('plain.png', options);
  expect([file.width, file.height, file.name]).toEqual([width, height, 'plain-crop.png']);
  expectColours(await lookAt(bytes), colours, 2);
});

test.each(['plain.jpg', 'plain.webp', 'plain.heic', 'plain.svg', 'portrait-exif-6.jpg'])(
  '%s keeps its format',
  async name => {
    const { bytes } = await crop(name, { left: 0.1, width: 0.8, top: 0.1, height: 0.8 });
    expectColours(await lookAt(bytes), [a, b, c, d], 12);
  },
);

test.each([7, -20, 45])('straightening by %i degrees leaves no empty corner and keeps the centre', async angle => {
  const { bytes } = await crop('plain.png', { angle, format: 'png' });
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(info.width / info.height).toBeCloseTo(2, 0);
  const alphas = data.filter((_, i) => i % 4 === 3);
  expect(Math.min(...alphas)).toBe(255);
  const dark = data.filter((level, i) => i % 4 < 3 && level < 12).length;
  expect(dark).toBe(0);
});

test.each(['animated-3-frames.gif', 'animated-3-frames.webp'])(
  '%s stays an animation if it is only cropped',
  async name => {
    const { bytes } = await crop(name, { width: 0.5 });
    const [before, after] = [await sharp(fixture(name)).metadata(), await sharp(bytes).metadata()];
    expect([after.pages, after.delay, after.width]).toEqual([3, before.delay, before.width / 2]);
    const turned = await crop(name, { turn: 90 });
    expect(turned.output.meta?.warnings).toContain('first-frame-only');
  },
);

test.each([
  ['1:1', {}, [a, b, c, d], [32, 32]],
  ['16:9', {}, [a, b, c, d], [57, 32]],
  ['9:16', {}, [a, b, c, d], [18, 32]],
  ['own', {}, [a, b, c, d], [64, 32]],
  // The ratio is that of the result, after the rotation.
  ['16:9', { turn: 90 }, [c, a, d, b], [32, 18]],
  // Half as large as the largest, around the part's centre, and within the image.
  ['1:1', { left: 0.5, width: 0.5, height: 0.5 }, [b, b, b, b], [16, 16]],
  ['2:3', { left: 0.9, top: 0.9 }, [d, d, d, d], [2, 3]],
] as const)('a crop to %s of %o', async (ratio, options, colours, [width, height]) => {
  const { file, bytes } = await crop('plain.png', { ratio, ...options });
  expect([file.width, file.height]).toEqual([width, height]);
  expectColours(await lookAt(bytes), colours, 2);
});

test('broken files and empty crops are refused; a crop beyond the edge is clipped', async () => {
  expect(await refusalOf(crop('truncated.jpg', { turn: 90 }))).toBe('FILE_CORRUPT');
  for (const options of [{ width: 0 }, { left: 1 }, { turn: 45 }, { angle: 50 }])
    expect(cropOptions.safeParse(options).success).toBe(false);
  const { file } = await crop('plain.png', { left: 0.75, width: 1 });
  expect([file.width, file.height]).toEqual([16, 32]);
});

describe('the crop on the page', () => {
  const box = { left: 0.2, top: 0.3, width: 0.4, height: 0.4 };
  const isInside = ({ left, top, width, height }: typeof box) =>
    left >= -1e-9 && top >= -1e-9 && left + width <= 1 + 1e-9 && top + height <= 1 + 1e-9 && width > 0 && height > 0;

  test('moves within the frame', () => {
    expect(moveFrame(box, 1, -1)).toEqual({ ...box, left: 0.6, top: 0 });
  });

  test.each(grips)(
    'a handle at %o stays within the frame, freely or with a ratio, and keeps the opposite side',
    grip => {
      for (const ratio of [undefined, 1, 0.5, 2.5])
        for (const [dx, dy] of [
          [0.1, 0.1],
          [-2, -2],
          [2, 2],
          [0.3, -0.1],
        ] as const) {
          const start = ratio === undefined ? box : shapeFrame(box, ratio);
          const now = pullFrame(start, grip, dx, dy, { ratio });
          expect(isInside(now), `${ratio} ${dx} ${dy}`).toBe(true);
          if (ratio !== undefined) expect(now.width / now.height).toBeCloseTo(ratio, 5);
          if (grip.x === 1) expect(now.left).toBeCloseTo(start.left, 9);
          if (grip.x === -1) expect(now.left + now.width).toBeCloseTo(start.left + start.width, 9);
        }
    },
  );

  test('a ratio selects the largest possible crop', () => {
    expect(chooseRatio(firstOptions, '1:1', { width: 400, height: 200 })).toMatchObject({
      left: 0.25,
      width: 0.5,
      top: 0,
      height: 1,
    });
    expect(shapeFrame(whole, 1)).toEqual(whole);
  });

  test('a crop drawn in a ratio stays as drawn, and another image gets it in its own shape', () => {
    const [wide, upright] = [
      { width: 400, height: 300 },
      { width: 300, height: 400 },
    ];
    const options = { ...firstOptions, ...chooseRatio(firstOptions, '1:1', wide) };
    const drawn = moveFrame(shapeCrop(options, wide), -0.05, 0);
    expect(shapeCrop({ ...options, ...drawn }, wide)).toEqual({
      left: expect.closeTo(0.075),
      top: 0,
      width: expect.closeTo(0.75),
      height: 1,
    });
    expect(resultSize(wide, { ...options, ...drawn })).toEqual({ width: 300, height: 300 });
    expect(resultSize(upright, { ...options, ...drawn })).toEqual({ width: 300, height: 300 });
    // Without a ratio the crop stays where it is seen.
    expect(chooseRatio({ ...firstOptions, ratio: '1:1' }, 'free', wide)).toMatchObject({ left: 0.125, width: 0.75 });
  });

  test('rotating and mirroring on the page keep the same part of the picture', async () => {
    const start: CropOptions = { ...firstOptions, left: 0.5, width: 0.5, top: 0, height: 0.5 };
    for (const mirrors of [[], ['mirror'], ['flip'], ['mirror', 'flip']] as const)
      for (const quarter of [90, -90] as const) {
        let settings = start;
        for (const way of mirrors) settings = { ...settings, ...mirrorBy(settings, way) };
        for (const _ of turns) {
          expectColours(await lookAt((await crop('plain.png', settings)).bytes), [b, b, b, b], 2);
          settings = { ...settings, ...turnBy(settings, quarter) };
        }
      }
  });
});

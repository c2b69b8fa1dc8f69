// Unfinished drawings become small JPEGs, whatever was sent, or nothing.
import { maxPreview } from 'contract/drawing.ts';
import { expect, test } from 'vitest';
import { makeDrawingPreview } from './drawing-preview.ts';
import { sharp } from './sharp.ts';

/** Left half red, right half blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d02020' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#2020d0' } }, gravity: 'east' },
  ]);

async function read(jpeg: Uint8Array | undefined) {
  const { data, info } = await sharp(jpeg!).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  return { info, at };
}

test.for(['png', 'jpeg', 'webp'] as const)('a %s becomes a small JPEG without metadata', async format => {
  const bytes = await halves(768, 512)
    .toFormat(format)
    .withExif({ IFD0: { Copyright: 'nobody' } })
    .toBuffer();
  const jpeg = await makeDrawingPreview(bytes);
  const { info, at } = await read(jpeg);
  expect([info.width, info.height, info.channels]).toEqual([maxPreview.side, 128, 3]);
  const metadata = await sharp(jpeg!).metadata();
  expect(metadata.format).toBe('jpeg');
  expect(metadata).not.toHaveProperty('exif');
  for (const [x, red, blue] of [
    [20, 208, 32],
    [170, 32, 208],
  ] as const) {
    expect(Math.abs(at(x, 64)[0]! - red)).toBeLessThan(12);
    expect(Math.abs(at(x, 64)[2]! - blue)).toBeLessThan(12);
  }
});

test('a small one keeps its size, and a transparent one has a ground', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const bytes = await sharp({ create: { width: 40, height: 60, channels: 4, background: clear } })
    .png()
    .toBuffer();
  const { info, at } = await read(await makeDrawingPreview(bytes));
  expect([info.width, info.height]).toEqual([40, 60]);
  expect(at(20, 30)).toEqual([128, 128, 128]);
});

test('noise, the worst that a first step can be, still fits', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const;
  const bytes = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer();
  const jpeg = await makeDrawingPreview(bytes);
  expect(jpeg!.length).toBeLessThanOrEqual(maxPreview.bytes);
  expect((await read(jpeg)).info.width).toBe(maxPreview.side);
});

test('what is no picture, or too large, is nothing', async () => {
  const good = await halves(256, 256).png().toBuffer();
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="12"><rect width="9" height="9"/></svg>',
  );
  const bomb = await sharp({ create: { width: 2100, height: 2000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const bad = [
    svg,
    bomb,
    good.subarray(0, 60),
    Buffer.alloc(0),
    Buffer.from('garbage'),
    await halves(64, 64).gif().toBuffer(),
  ];
  for (const bytes of bad) expect(await makeDrawingPreview(bytes)).toBeUndefined();
});

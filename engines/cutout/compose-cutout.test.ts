// Composition of cutouts: masks, backgrounds, shadows, outlines and crops, by their pixels.
import { describe, expect, it, test } from 'vitest';
import { sharp } from '../sharp.ts';
import { type ComposedCutout, type CutoutRequest, composeCutout } from './compose-cutout.ts';

const width = 200;
const height = 120;
/** A red box with hard edges on a blue wall with a bright lower half. */
const box = { x: 70, y: 30, w: 60, h: 50 };
const data = new Uint8Array(width * height * 3);
const alpha = new Uint8Array(width * height);
for (let y = 0, i = 0; y < height; y++) {
  for (let x = 0; x < width; x++, i++) {
    const isIn = x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h;
    alpha[i] = isIn ? 255 : 0;
    data.set(isIn ? [200, 30, 30] : y < 60 ? [40, 60, 180] : [200, 220, 250], i * 3);
  }
}

const compose = (wishes: Partial<CutoutRequest>) =>
  composeCutout({ pixels: { data, width, height }, alpha, returnType: 'rgba', ...wishes });

const at = ({ data: pixels, width: w, channels }: ComposedCutout, x: number, y: number) => [
  ...pixels.subarray((y * w + x) * channels, (y * w + x + 1) * channels),
];

test('rgba contains only the subject', async () => {
  const made = await compose({});
  expect([made.width, made.height, made.channels]).toEqual([width, height, 4]);
  expect([at(made, 100, 50), at(made, 10, 10), at(made, 100, 100)]).toEqual([
    [200, 30, 30, 255],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
});

test('mask is the unchanged matte', async () => {
  const made = await compose({ returnType: 'mask' });
  expect(made.channels).toBe(1);
  expect(Buffer.from(made.data).equals(Buffer.from(alpha))).toBe(true);
});

describe('a background', () => {
  it('is white by default, and any colour or gradient', async () => {
    expect(at(await compose({ returnType: 'composite' }), 5, 5)).toEqual([255, 255, 255]);
    const coloured = await compose({ returnType: 'composite', background: { kind: 'colour', colour: '#102030' } });
    expect([at(coloured, 5, 5), at(coloured, 100, 50)]).toEqual([
      [16, 32, 48],
      [200, 30, 30],
    ]);
    const running = await compose({
      returnType: 'composite',
      background: { kind: 'gradient', from: '#000000', to: '#ff0000' },
    });
    expect([at(running, 0, 0), at(running, 0, height - 1)]).toEqual([
      [0, 0, 0],
      [255, 0, 0],
    ]);
  });

  it('may be an image, which fills the canvas', async () => {
    const start = () => sharp({ create: { width: 30, height: 30, channels: 3, background: '#08c060' } });
    const made = await compose({ returnType: 'composite', background: { kind: 'picture', start } });
    for (const [x, y] of [
      [0, 0],
      [199, 119],
      [0, 119],
    ] as const)
      expect(at(made, x, y)).toEqual([8, 192, 96]);
  });

  it("may be the image's own background out of focus, without a ghost of the subject", async () => {
    const made = await compose({ returnType: 'composite', background: { kind: 'blur', strength: 100 } });
    const [red, , blue] = at(made, 66, 45) as [number, number, number];
    expect(blue).toBeGreaterThan(150);
    expect(red).toBeLessThan(90);
    expect(at(made, 100, 50)).toEqual([200, 30, 30]);
    // The edge between the halves is soft now.
    const [above, below] = [at(made, 10, 57)[0]!, at(made, 10, 62)[0]!];
    expect(below - above).toBeLessThan(60);
    expect(below).toBeGreaterThan(above);
  });
});

test('a drop shadow falls to the lower right, black and soft, and leaves the subject unchanged', async () => {
  const made = await compose({ shadow: { kind: 'drop', strength: 100 } });
  const [right, left] = [at(made, 131, 60)[3]!, at(made, 66, 40)[3]!];
  expect(right).toBeGreaterThan(left + 30);
  expect(at(made, 131, 60).slice(0, 3)).toEqual([0, 0, 0]);
  expect(at(made, 100, 50)).toEqual([200, 30, 30, 255]);
  expect(at(made, 5, 5)[3]).toBe(0);
});

test("a ground shadow lies at the subject's foot; a subject that is cut off at the bottom gets a drop shadow", async () => {
  const standing = await compose({ shadow: { kind: 'ground', strength: 100 } });
  expect(at(standing, 100, 81)[3]).toBeGreaterThan(60);
  expect(at(standing, 100, 26)[3]).toBeLessThan(20);
  const cut = alpha.map((value, i) => (i >= 80 * width && i % width >= 70 && i % width < 130 ? 255 : value));
  const falling = await compose({ alpha: cut, shadow: { kind: 'ground', strength: 100 } });
  expect(at(falling, 131, 60)[3]).toBeGreaterThan(30);
});

test('an outline of the given width surrounds the subject', async () => {
  const made = await compose({ outline: { widthPercent: 3, colour: '#ffee00' } });
  expect(at(made, 100, 27)).toEqual([255, 238, 0, 255]);
  expect(at(made, 100, 20)[3]).toBe(0);
  expect(at(made, 100, 31)).toEqual([200, 30, 30, 255]);
});

describe('a crop', () => {
  it('keeps the margin around the subject, also beyond the image where the subject does not touch the border', async () => {
    const made = await compose({ crop: { marginPercent: 100 } });
    expect([made.width, made.height]).toEqual([60 * 3, 50 + 120]);
    expect(at(made, 60, 60)).toEqual([200, 30, 30, 255]);
    expect(at(made, 0, 0)[3]).toBe(0);
    const mask = await compose({ returnType: 'mask', crop: { marginPercent: 100 } });
    expect([at(mask, 60, 60), at(mask, 59, 60), at(mask, 119, 109), at(mask, 120, 109)]).toEqual([
      [255],
      [0],
      [255],
      [0],
    ]);
  });

  it('adds no margin where the image cuts off the subject, and a blurred background stays inside the image', async () => {
    const touching = alpha.map((value, i) => (i < 80 * width && i % width >= 70 && i % width < 130 ? 255 : value));
    const made = await compose({ alpha: touching, crop: { marginPercent: 10 } });
    expect([made.width, made.height]).toEqual([60 + 16, 80 + 8]);
    expect(at(made, 8, 0)[3]).toBe(255);
    const background = { kind: 'blur', strength: 10 } as const;
    const blurred = await compose({ returnType: 'composite', background, crop: { marginPercent: 100 } });
    expect([blurred.width, blurred.height]).toEqual([60 * 3, height]);
  });
});

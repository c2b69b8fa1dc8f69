// Tests that every pixel of a collage follows the layout that the page previews.
import { join } from 'node:path';
import { sharp } from 'engines/sharp.ts';
import { expectColours, fixture, lookAt, quarters, refusalOf } from 'engines/test-pictures.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { collageOptions, type View } from './contract.ts';
import { findWindow, innerSize, layOut, panView, type Size, viewFaces, wholeView, zoomView } from './lay-out.ts';
import { runs } from './run.ts';
import { type layoutNames, layoutsFor } from './templates.ts';

type Asked = z.input<typeof collageOptions>;

const make = (paths: readonly string[], options: Asked) =>
  tryRun(runs.collage, collageOptions, options, { lists: { list: paths } });

/** Red increases to the right, green downwards, and blue identifies the image. */
const colourAt = (x: number, y: number, { width, height }: Size, number: number) => [
  20 + (x / width) * 200,
  20 + (y / height) * 200,
  number * 60,
];

async function drawSlope(size: Size, number: number): Promise<string> {
  const { width, height } = size;
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.set(colourAt(x + 0.5, y + 0.5, size, number).map(Math.round), (y * width + x) * 3);
  const path = join(await makeTestFolder(), `slope-${number}.png`);
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(path);
  return path;
}

async function readResult(bytes: Buffer) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (Math.floor(y) * info.width + Math.floor(x)) * 4;
    return [...data.subarray(start, start + 4)];
  };
  return { width: info.width, height: info.height, at };
}

const sizes = [
  { width: 320, height: 200 },
  { width: 180, height: 300 },
  { width: 260, height: 260 },
  { width: 400, height: 120 },
];
const views: View[] = [
  wholeView,
  { zoom: 2.5, x: 0.9, y: 0.2 },
  { zoom: 1, x: 0, y: 1 },
  { zoom: 1.4, x: 0.3, y: 0.6 },
];

describe.each([
  { layout: 'grid', ratio: '4:5' },
  { layout: '4-left', ratio: '16:9' },
  { layout: '4-turning', ratio: '1:1' },
  { layout: 'column', ratio: '1:1' },
  { layout: 'row', ratio: '1:1' },
  { layout: 'scattered', ratio: '3:2' },
] as const)('laid out as $layout', ({ layout, ratio }) => {
  test('each cell shows the part of its image that the page previews', async () => {
    const paths = await Promise.all(sizes.map(drawSlope));
    const options: Asked = {
      layout,
      ratio,
      views,
      gap: 0.03,
      border: 0.02,
      background: '#0000ff',
      size: 240,
      format: 'png',
    };
    const { file, bytes } = await make(paths, options);
    const result = await readResult(bytes);
    const laid = layOut(sizes, collageOptions.parse(options), 240);
    expect([result.width, result.height]).toEqual([Math.round(laid.width), Math.round(laid.height)]);
    expect(file).toMatchObject({ type: 'png', name: 'slope-0-collage.png', width: result.width });
    let compared = 0;
    for (const [index, cell] of laid.cells.entries()) {
      const inner = innerSize(cell);
      const seen = findWindow(sizes[index]!, inner, views[index]!);
      const turn = (cell.angle * Math.PI) / 180;
      for (const [across, down] of [
        [0.5, 0.5],
        [0.1, 0.15],
        [0.9, 0.2],
        [0.15, 0.85],
        [0.85, 0.9],
      ] as const) {
        const [dx, dy] = [(across - 0.5) * inner.width, (down - 0.5) * inner.height];
        const x = cell.left + cell.width / 2 + dx * Math.cos(turn) - dy * Math.sin(turn);
        const y = cell.top + cell.height / 2 + dx * Math.sin(turn) + dy * Math.cos(turn);
        const isCovered = laid.cells.slice(index + 1).some(other => {
          const reach = 4;
          const [farX, farY] = [x - other.left - other.width / 2, y - other.top - other.height / 2];
          return Math.hypot(farX, farY) < Math.hypot(other.width, other.height) / 2 + reach;
        });
        if (isCovered && cell.angle !== 0) continue;
        const wanted = colourAt(seen.left + across * seen.width, seen.top + down * seen.height, sizes[index]!, index);
        expectColours([result.at(x, y)], [wanted], 6);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(8);
  });
});

test('gaps, border and corners show the background; frames of scattered images are white', async () => {
  const paths = await Promise.all(sizes.map(drawSlope));
  const look = { gap: 0.05, border: 0.05, radius: 0.1, background: '#0000ff', size: 240, format: 'png' } as const;
  const grid = await readResult((await make(paths, look)).bytes);
  for (const [x, y] of [
    [120, 60],
    [60, 120],
    [5, 120],
    [235, 235],
    [13, 13],
    [227, 13],
  ] as const)
    expect(grid.at(x, y)).toEqual([0, 0, 255, 255]);
  expect(grid.at(60, 13)[2]).toBeLessThan(20);
  const wall = await readResult((await make(paths, { ...look, layout: 'scattered', radius: 0, size: 260 })).bytes);
  const [cell] = layOut(sizes.slice(0, 4), collageOptions.parse({ ...look, layout: 'scattered' }), 260).cells;
  const turn = (cell!.angle * Math.PI) / 180;
  const up = cell!.height / 2 - cell!.frame / 2;
  const middle = [cell!.left + cell!.width / 2, cell!.top + cell!.height / 2] as const;
  expect(wall.at(middle[0] + up * Math.sin(turn), middle[1] - up * Math.cos(turn))).toEqual([255, 255, 255, 255]);
});

test('a photograph with an EXIF orientation is upright, and a transparent background stays transparent', async () => {
  const { bytes, output } = await make([fixture('portrait-exif-6.jpg'), fixture('portrait-exif-1.jpg')], {
    layout: 'row',
    gap: 0,
    border: 0.1,
    background: 'transparent',
    format: 'webp',
  });
  const whole = await readResult(bytes);
  expect(whole.at(0, 0)[3]).toBe(0);
  const edge = Math.round(whole.height * 0.1);
  const half = { left: edge, top: edge, height: whole.height - 2 * edge, width: Math.floor(whole.width / 2) - edge };
  expectColours(await lookAt(await sharp(bytes).extract(half).png().toBuffer()), quarters, 30);
  expect(output.meta?.warnings).toEqual([]);
});

test('the image with the most pixels is not enlarged, and the size of the result is limited', async () => {
  const paths = [await drawSlope({ width: 100, height: 50 }, 0), await drawSlope({ width: 60, height: 60 }, 1)];
  const wide = await make(paths, { layout: 'column', gap: 0, border: 0, size: 4000 });
  expect([wide.file.width, wide.file.height]).toEqual([100, 150]);
  const long = Array.from({ length: 30 }, () => paths[1]!);
  const thin = await make([await drawSlope({ width: 600, height: 4 }, 0), ...long.slice(1)], {
    layout: 'column',
    gap: 0,
    border: 0,
    format: 'webp',
  });
  expect(thin.file.height).toBeLessThanOrEqual(16_383);
  expect(thin.output.meta?.warnings).toEqual(['dimensions-reduced']);
});

test('an image that is not placed shows its face, where the page previews it', async () => {
  // The head is at the upper end of a tall picture, so that the middle would show the body alone.
  const tall = join(await makeTestFolder(), 'tall.png');
  const size = { width: 500, height: 1500 };
  await sharp(photos.womanRed)
    .extend({ bottom: size.height - 500, background: '#808080' })
    .png()
    .toFile(tall);
  const found = await tryRun(runs.findFaces, z.object({}), {}, { inputs: { imageUrl: tall } });
  const faces = found.output.meta!.faces as Parameters<typeof viewFaces>[2];
  expect(faces).toHaveLength(1);
  const options: Asked = { layout: 'grid', ratio: '1:1', gap: 0, border: 0, size: 500, format: 'png' };
  const [cell] = layOut([size], collageOptions.parse(options), 500).cells;
  const view = viewFaces(size, cell!, faces);
  expect(findWindow(size, cell!, view).top).toBeLessThan(faces[0]!.y * size.height);
  const placed = await make([tall], { ...options, views: [view] });
  const left = [(await make([tall], options)).bytes, (await make([tall], { ...options, views: [null] })).bytes];
  for (const bytes of left) expect(bytes.equals(placed.bytes)).toBe(true);
  expect((await make([tall], { ...options, views: [wholeView] })).bytes.equals(placed.bytes)).toBe(false);
});

test('a broken image among valid ones is refused', async () => {
  expect(await refusalOf(make([fixture('plain.jpg'), fixture('truncated.jpg')], {}))).toBe('FILE_CORRUPT');
});

describe('layouts', () => {
  const rest = { gap: 0.02, border: 0.03, radius: 0, ratio: '3:4' } as const;

  test('cells fill the frame except for gaps and border, without overlap, for every number of images', () => {
    for (let count = 1; count <= 30; count++)
      for (const layout of layoutsFor(count).filter(name => name !== 'scattered')) {
        const pictures = Array.from({ length: count }, (_, index) => sizes[index % sizes.length]!);
        const { width, height, cells } = layOut(pictures, { ...rest, layout }, 900);
        expect(cells, layout).toHaveLength(count);
        const isApart = cells.every((a, i) =>
          cells.every(
            (b, j) =>
              i === j ||
              a.left + a.width + 17.9 <= b.left ||
              b.left + b.width + 17.9 <= a.left ||
              a.top + a.height + 17.9 <= b.top ||
              b.top + b.height + 17.9 <= a.top,
          ),
        );
        expect(isApart, `${layout} of ${count}`).toBe(true);
        expect(Math.min(...cells.map(cell => Math.min(cell.left, cell.top)))).toBeCloseTo(27);
        expect(Math.max(...cells.map(cell => cell.left + cell.width))).toBeCloseTo(width - 27);
        expect(Math.max(...cells.map(cell => cell.top + cell.height))).toBeCloseTo(height - 27);
      }
  });

  test('a template for a different number of images is laid out as a grid', () => {
    const lay = (layout: (typeof layoutNames)[number]) => layOut(sizes, { ...rest, layout }, 900);
    expect(lay('5-left')).toEqual(lay('grid'));
    expect(lay('4-left')).not.toEqual(lay('grid'));
  });

  test('scattered images stay inside the frame', () => {
    for (let count = 2; count <= 30; count++) {
      const pictures = Array.from({ length: count }, (_, index) => sizes[index % sizes.length]!);
      const { width, height, cells } = layOut(pictures, { ...rest, layout: 'scattered' }, 900);
      for (const cell of cells) {
        expect(cell.left + cell.width / 2).toBeGreaterThan(0);
        expect(cell.left + cell.width / 2).toBeLessThan(width);
        expect(cell.top).toBeGreaterThan(-0.1 * height);
        expect(Math.min(cell.width, cell.height)).toBeGreaterThan(0);
      }
    }
  });

  test('zooming keeps the centre of the visible part, and dragging follows the pointer', () => {
    const picture = { width: 400, height: 300 };
    const cell = { width: 100, height: 100 };
    const near = zoomView(picture, cell, { zoom: 2, x: 0.3, y: 0.8 }, 4);
    const middleOf = (view: View) => {
      const { left, top, width, height } = findWindow(picture, cell, view);
      return [left + width / 2, top + height / 2];
    };
    expect(middleOf(near)[0]).toBeCloseTo(middleOf({ zoom: 2, x: 0.3, y: 0.8 })[0]!);
    expect(middleOf(near)[1]).toBeCloseTo(middleOf({ zoom: 2, x: 0.3, y: 0.8 })[1]!);
    const before = findWindow(picture, cell, near);
    const after = findWindow(picture, cell, panView(picture, cell, near, 10, -5));
    // At four times the filling scale, a pixel covers 4/3 units of the cell.
    expect(after.left - before.left).toBeCloseTo(-10 / (4 / 3));
    expect(after.top - before.top).toBeCloseTo(5 / (4 / 3));
  });
});

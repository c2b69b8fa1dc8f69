// Tests position and look of marks in the result.
import { textOptions } from 'contract/mark/options.ts';
import { placeMark } from 'contract/mark/place.ts';
import { makeCell } from 'contract/mark/tile.ts';
import { wishesOf } from 'contract/mark/wishes.ts';
import { sharp } from 'engines/sharp.ts';
import { fixture, refusalOf } from 'engines/test-pictures.ts';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { tryRun } from '../test-run.ts';
import { markOptions } from './contract.ts';
import { runs } from './run.ts';
import { type Asked, drawAsShown, drawCorner, drawPlain, findChange, mark } from './test-marks.ts';

/** Returns the text as the page receives it: its ink in white, and its dimensions. */
async function showText(options: z.input<typeof textOptions>) {
  const { bytes, file, output } = await tryRun(runs.inkText, textOptions, options, {});
  const shape = { width: file.width!, height: file.height!, unit: Number(output.meta?.emPixels) };
  const ink = await sharp(bytes).extractChannel(0).raw().toBuffer();
  const white = await sharp({ create: { ...shape, channels: 3, background: '#ffffff' } })
    .joinChannel(ink, { raw: { ...shape, channels: 1 } })
    .png()
    .toBuffer();
  return { shape, white };
}

function expectSamePlace(seen: Awaited<ReturnType<typeof findChange>>, shown: typeof seen, tolerance = 1) {
  for (const side of ['left', 'top', 'right', 'bottom'] as const)
    expect(Math.abs(seen[side] - shown[side]), `${side}: ${seen[side]} for ${shown[side]}`).toBeLessThanOrEqual(
      tolerance,
    );
  expect(Math.hypot(seen.x - shown.x, seen.y - shown.y)).toBeLessThan(0.6);
}

test.each([
  { name: 'in its corner', options: { fontSize: 0.1 } },
  { name: 'small', options: { fontSize: 0.03, position: 'top-left' } },
  { name: 'turned', options: { rotate: 30, position: 'center', fontSize: 0.12 } },
  { name: 'dragged and turned', options: { rotate: -17.3, position: 'top-left', offsetX: 0.513, offsetY: 0.377 } },
  { name: 'in a box', options: { markX: 0.12, markY: 0.3, markW: 0.7, markH: 0.2, rotate: 200 } },
  { name: 'light and wide', options: { fontWeight: 300, letterSpacing: 0.3, align: 'left', position: 'left' } },
] satisfies { name: string; options: Asked }[])('a text is where the page shows it: $name', async ({ options }) => {
  const text = { ...options, markContent: '图匠 Pixwright\n© <b>&amp;' };
  const base = await drawPlain(901, 600);
  const { bytes } = await mark(base, { ...text, opacity: 1 });
  const { fontWeight, align, letterSpacing } = markOptions.parse(options);
  const { shape, white } = await showText({ markContent: text.markContent, fontWeight, align, letterSpacing });
  const placed = placeMark({ width: 901, height: 600 }, shape, wishesOf(markOptions.parse(text)));
  const shown = await drawAsShown(base, white, placed);
  const seen = await findChange(bytes, base);
  expect(seen.changed).toBeGreaterThan(500);
  expectSamePlace(seen, await findChange(shown, base));
});

test('a large mark is rendered at its size, not upscaled', async () => {
  const base = await drawPlain(1500, 1500, '#000000');
  const { bytes } = await mark(base, {
    markContent: '图',
    fontSize: 0.9,
    position: 'center',
    opacity: 1,
    format: 'png',
  });
  // Upscaling leaves wide soft edges; at its own size, hardly any pixel is between ink and background.
  const { data } = await sharp(bytes).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  const between = data.reduce((count, value) => count + (value > 24 && value < 231 ? 1 : 0), 0);
  const inked = data.reduce((count, value) => count + (value >= 231 ? 1 : 0), 0);
  expect(inked).toBeGreaterThan(500_000);
  expect(between / inked).toBeLessThan(0.025);
});

test('an image mark keeps its aspect ratio, its transparency and its orientation', async () => {
  const [base, corner] = [await drawPlain(640, 480), await drawCorner()];
  const options: Asked = {
    markType: 'image',
    markX: 0.25,
    markY: 0.25,
    markW: 0.5,
    markH: 0.25,
    opacity: 1,
    rotate: 90,
  };
  const { bytes } = await mark(base, options, corner);
  const placed = placeMark(
    { width: 640, height: 480 },
    { width: 120, height: 80, unit: 120 },
    wishesOf(markOptions.parse(options)),
  );
  expect(placed).toMatchObject({ width: 180, height: 120, centre: { x: 320, y: 180 } });
  const pixel = async (x: number, y: number) => [
    ...(await sharp(bytes).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()),
  ];
  // A clockwise quarter turn moves the foot of the L from the lower right to the lower left.
  expect(await pixel(320 - 40, 180 + 80)).toEqual([255, 0, 0]);
  expect(await pixel(320 + 40, 180 + 80)).toEqual([48, 48, 48]);
  expect(await findChange(bytes, base)).toMatchObject({ left: 260, right: 380, top: 90, bottom: 270 });
});

test('opacity blends, and pixels outside the mark are unchanged', async () => {
  const base = await drawPlain(400, 300, '#204060');
  const options: Asked = { markType: 'image', imageSize: 0.4, opacity: 0.5, position: 'top-left', margin: 0 };
  const { bytes } = await mark(base, options, await drawCorner());
  const [marked, plain] = await Promise.all([bytes, base].map(from => sharp(from).raw().toBuffer()));
  expect(Math.max(...[144, 32, 48].map((value, c) => Math.abs(marked![c]! - value)))).toBeLessThanOrEqual(1);
  for (let i = 0; i < plain!.length; i += 3) {
    const [x, y] = [(i / 3) % 400, Math.floor(i / 3 / 400)];
    if (x >= 120 || y >= 80) expect(marked!.compare(plain!, i, i + 3, i, i + 3)).toBe(0);
  }
});

test('a mark without opacity changes nothing, and the run says so', async () => {
  const base = await drawPlain(60, 40, '#204060');
  const at = async (opacity: number) => {
    const { bytes, output } = await mark(base, { markType: 'image', imageSize: 0.4, opacity }, await drawCorner());
    return [(await findChange(bytes, base)).changed > 0, output.hasNoEffect];
  };
  expect([await at(0), await at(0.5)]).toEqual([
    [false, true],
    [true, false],
  ]);
});

test.each([
  ['white on white', '#ffffff', {}, true, true],
  ['white on light grey', '#f4f4f4', {}, true, undefined],
  ['white on white, repeated', '#ffffff', { tile: true }, true, true],
  ['white on white with an outline', '#ffffff', { outlineWidth: 0.05 }, false, undefined],
  ['in the automatic color', '#ffffff', { color: 'auto' }, false, undefined],
  ['white on grey, turned', '#808080', { rotate: 40, position: 'center' }, false, undefined],
  ['too long for its width', '#303030', { markContent: '水印文字'.repeat(40) }, true, undefined],
] satisfies [string, string, Asked, boolean, true | undefined][])(
  'a mark that can hardly be seen is told: %s',
  async (_, background, options, isTold, isUnchanged) => {
    const { output } = await mark(await drawPlain(600, 400, background), { markContent: '图匠', ...options });
    expect(output.meta?.warnings).toEqual(isTold ? ['mark-hardly-seen'] : []);
    expect(output.hasNoEffect || undefined).toBe(isUnchanged);
  },
);

test('tiling covers the whole image in equal steps, with one mark at the given position', async () => {
  const base = await drawPlain(700, 500);
  const options: Asked = {
    markType: 'image',
    imageSize: 0.15,
    opacity: 1,
    tile: true,
    tileGap: 0.05,
    rotate: -30,
    position: 'center',
  };
  const { bytes } = await mark(base, options, await drawCorner());
  const picture = { width: 700, height: 500 };
  const placed = placeMark(picture, { width: 120, height: 80, unit: 120 }, wishesOf(markOptions.parse(options)));
  const { steps } = makeCell(placed, 0.05 * 500);
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const red = (x: number, y: number) => data[(y * 700 + x) * info.channels]!;
  for (let y = 0; y + steps.y < 500; y += 3)
    for (let x = 0; x + steps.x < 700; x += 3) {
      expect(red(x, y)).toBe(red(x + steps.x, y));
      expect(red(x, y)).toBe(red(x + steps.x / 2, y + steps.y));
    }
  const alone = await mark(base, { ...options, tile: false }, await drawCorner());
  const one = await sharp(alone.bytes).raw().toBuffer();
  let inked = 0;
  for (let i = 0; i < one.length; i += 3) {
    if (one[i]! < 250) continue;
    inked += 1;
    expect(data[i]!).toBeGreaterThan(200);
  }
  expect(inked).toBeGreaterThan(700);
  // Each quarter of the image has about the same amount of the mark.
  const seen = await findChange(bytes, base);
  expect(Math.hypot(seen.x - 350, seen.y - 250)).toBeLessThan(20);
});

test('sizes can be in pixels and opacity in percent, and an unknown font gives a warning', async () => {
  const base = await drawPlain(800, 400);
  const text: Asked = { markContent: '图匠', position: 'top-left', margin: 0 };
  const inPixels = await mark(base, { ...text, fontSize: 100, opacity: 40, font: 'Arial' });
  const inShares = await mark(base, { ...text, fontSize: 0.25, opacity: 0.4 });
  expect(inPixels.bytes.equals(inShares.bytes)).toBe(true);
  expect((await findChange(inPixels.bytes, base)).bottom).toBeGreaterThan(80);
  expect(inPixels.output.meta?.warnings).toEqual(['font-replaced']);
  expect(inShares.output.meta?.warnings).toEqual([]);
});

test('a mark file without text is an image mark, with or without markType', async () => {
  const [base, corner] = [await drawPlain(300, 200), await drawCorner()];
  const said = await mark(base, { markType: 'image', opacity: 1 }, corner);
  expect((await mark(base, { opacity: 1 }, corner)).bytes.equals(said.bytes)).toBe(true);
  expect(await refusalOf(mark(base, { markContent: 'and words' }, corner))).toBe('MARK_ONLY_ONE');
});

test('several marks are drawn in their order, each with its own look', async () => {
  const base = await drawPlain(300, 200, '#000000');
  const [red, blue] = [await drawPlain(60, 60, '#ff0000'), await drawPlain(60, 60, '#0000ff')];
  const { bytes, output } = await tryRun(
    runs.mark,
    markOptions,
    {
      markType: 'image',
      imageSize: 0.5,
      position: 'center',
      opacity: 1,
      more: [
        { markType: 'image', picture: 1, imageSize: 0.25, position: 'center', opacity: 1 },
        { markType: 'image', picture: 0, imageSize: 0.25, position: 'top-left', margin: 0, opacity: 0.5 },
        { markContent: '图匠', position: 'bottom-right', opacity: 1 },
      ],
      format: 'png',
    },
    { inputs: { imageUrl: base, markUrl: red }, lists: { markUrls: [red, blue] } },
  );
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  expect(at(150, 100)).toEqual([0, 0, 255]);
  expect(at(150, 60)).toEqual([255, 0, 0]);
  expect(at(20, 20)).toEqual([128, 0, 0]);
  const corner = await sharp(bytes).extract({ left: 220, top: 150, width: 80, height: 50 }).stats();
  expect(corner.channels[1]!.max).toBe(255);
  expect(output.meta?.warnings).toEqual([]);
});

test('several marks are drawn on every frame of an animation, and a missing image is refused', async () => {
  const red = await drawPlain(40, 40, '#ff0000');
  const look = { markType: 'image', imageSize: 0.3, opacity: 1, margin: 0 } as const;
  const ask = (picture: number) =>
    tryRun(
      runs.mark,
      markOptions,
      { ...look, position: 'top-left', more: [{ ...look, picture, position: 'bottom-right' }] },
      { inputs: { imageUrl: fixture('animated-3-frames.gif'), markUrl: red }, lists: { markUrls: [red] } },
    );
  const { bytes } = await ask(0);
  for (const page of [0, 1, 2]) {
    const { data, info } = await sharp(bytes, { page }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    for (const at of [0, data.length - 3]) {
      expect(data[at], `${info.width}`).toBeGreaterThan(220);
      expect(data[at + 1]).toBeLessThan(40);
    }
  }
  expect(await refusalOf(ask(1))).toBe('MARK_PICTURE_MISSING');
});

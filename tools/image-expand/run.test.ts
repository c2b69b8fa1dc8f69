// Tests expanded files: the image at its place with unchanged bytes, and refusals from the size alone.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DrawQuestion } from 'contract/asked-servers.ts';
import type { AskForPictures } from 'contract/run.ts';
import { hasDoubt } from 'contract/warnings.ts';
import { writeRedFinder } from 'engines/matte/test-matte-network.ts';
import { sharp } from 'engines/sharp.ts';
import { fixture, refusalOf } from 'engines/test-pictures.ts';
import { grips, moveFrame, pullFrame, type Rectangle } from 'ui/picture/move-frame.ts';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { expandOptions, maxShare, ratios } from './contract.ts';
import { planSides } from './plan-sides.ts';
import { runs } from './run.ts';
import {
  chooseRatio,
  firstSettings,
  frameOf,
  payloadOf,
  type Settings,
  setSide,
  sidesOf,
  takeFrame,
  turnRatio,
} from './settings.ts';

type Asked = z.input<typeof expandOptions>;
const expand = (path: string, options: Asked) =>
  tryRun(runs.expand, expandOptions, options, { inputs: { imageUrl: path } });
const pixelsOf = (source: string | Buffer) => sharp(source).ensureAlpha().raw().toBuffer();

test('with pixels for each side, the image is unchanged and keeps its metadata', async () => {
  const path = join(await makeTestFolder(), 'camera.jpg');
  await sharp(fixture('plain.png'))
    .resize(64, 40, { fit: 'fill' })
    .withExif({ IFD0: { Copyright: 'Ada' } })
    .jpeg({ quality: 95 })
    .toFile(path);
  const free_expand_pixel = { left: 7, right: 9, top: 5, bottom: 0 };
  const { file, bytes, output, steps } = await expand(path, { free_expand_pixel, format: 'png' });
  expect([file.name, file.width, file.height]).toEqual(['camera-expanded.png', 80, 45]);
  expect(output.meta).toEqual({ engine: 'pieces', sides: free_expand_pixel, warnings: [] });
  expect((await sharp(bytes).metadata()).exif!.includes('Ada')).toBe(true);
  const inside = await sharp(bytes).extract({ left: 7, top: 5, width: 64, height: 40 }).ensureAlpha().raw().toBuffer();
  expect(inside.equals(await pixelsOf(path))).toBe(true);
  expect(steps.map(([percent]) => percent)).toEqual([...steps.map(([percent]) => percent)].sort((a, b) => a - b));
  expect(steps.at(-1)![0]).toBe(100);
});

test.each([
  [{ width: 80, height: 50 }, [80, 50]],
  [{ width: 90, alignX: 0 }, [90, 32]],
  [{ ratio: '1:1' }, [64, 64]],
  [{ ratio: '16:9', grow: 1.2 }, [77, 43]],
  [{ share: { top: 0.5 } }, [64, 48]],
] as const)('%j of a picture of 64 x 32', async (options, size) => {
  const { file } = await expand(fixture('plain.png'), options);
  expect([file.width, file.height]).toEqual(size);
});

test('a rotated photograph is expanded upright, a transparent image stays transparent, an animation gives its first frame', async () => {
  const turned = await expand(fixture('portrait-exif-6.jpg'), { share: { right: 0.25 } });
  expect(turned.file.height).toBeGreaterThan(turned.file.width!);
  const path = join(await makeTestFolder(), 'cut.png');
  const cut = Buffer.alloc(60 * 40 * 4);
  for (let i = 0; i < 60 * 40; i++) if (i % 60 > 15 && i % 60 < 45) cut.set([20, 90, 160, 255], i * 4);
  await writeFile(
    path,
    await sharp(cut, { raw: { width: 60, height: 40, channels: 4 } })
      .png()
      .toBuffer(),
  );
  const { bytes } = await expand(path, { free_expand_pixel: { left: 10, right: 10 } });
  const pixels = await pixelsOf(bytes);
  expect([pixels[3], pixels[(20 * 80 + 40) * 4 + 3], pixels[79 * 4 + 3]]).toEqual([0, 255, 0]);
  const flat = await expand(path, { free_expand_pixel: { left: 10 }, format: 'jpg' });
  expect(flat.output.meta?.warnings).toEqual(['transparency-flattened']);
  const moving = await expand(fixture('animated-3-frames.gif'), { share: { left: 0.2 } });
  expect(moving.output.meta?.warnings).toContain('first-frame-only');
});

test('a far expansion gets a warning', async () => {
  const { output } = await expand(fixture('plain.png'), { share: { right: 0.6 } });
  expect(output.meta?.warnings).toEqual(['far-out']);
});

test('a result that may be wrong says so and is free, but not one that goes far out anyway', async () => {
  const folder = await makeTestFolder();
  const [path, matte] = [join(folder, 'bar.png'), join(folder, 'red.onnx')];
  await writeRedFinder(matte);
  const bar = await sharp({ create: { width: 80, height: 50, channels: 3, background: '#dc1414' } })
    .png()
    .toBuffer();
  await sharp({ create: { width: 200, height: 100, channels: 3, background: '#808080' } })
    .composite([{ input: bar, left: 120, top: 25 }])
    .png()
    .toFile(path);
  const warningsOf = async (options: Asked) => {
    const context = { inputs: { imageUrl: path }, models: { matte } };
    return (await tryRun(runs.expand, expandOptions, options, context)).output.meta!.warnings!;
  };
  const unsure = await warningsOf({ share: { right: 0.25 } });
  expect([unsure, hasDoubt(unsure)]).toEqual([['expansion-unsure'], true]);
  expect(await warningsOf({ share: { left: 0.25 } })).toEqual([]);
  const far = await warningsOf({ share: { right: 0.5 } });
  expect([far, hasDoubt(far)]).toEqual([['far-out'], false]);
});

test('far beyond the frame a drawing server draws, and the image itself is unchanged', async () => {
  const asked: DrawQuestion[] = [];
  // A server that draws stripes where it may, and returns the rest darker than it got it.
  const askForPictures: AskForPictures = async question => {
    asked.push(question);
    const { data: start, info } = await sharp(question.file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const mask = await sharp(question.mask).raw().toBuffer();
    expect([info.width, info.height]).toEqual([question.width, question.height]);
    const data = start.map((value, i) => {
      const isDrawn = mask[Math.floor(i / 3) * 4 + 3]! === 0;
      return isDrawn && (Math.floor(i / 3) % info.width) % 128 > 95 ? 250 : Math.max(0, value - 20);
    });
    const raw = { width: info.width, height: info.height, channels: 3 as const };
    const png = await sharp(data, { raw }).png().toBuffer();
    return { status: 200, body: JSON.stringify({ images: [png.toString('base64')] }) };
  };
  const path = join(await makeTestFolder(), 'sea.png');
  await sharp(photos.sea).resize(300, 200, { fit: 'cover' }).png().toFile(path);
  // What the subject is does not matter here, and the built-in network takes seconds to find it.
  const matte = `${path}.onnx`;
  await writeRedFinder(matte);
  const ask = (options: Asked) =>
    tryRun(runs.expand, expandOptions, options, { inputs: { imageUrl: path }, models: { matte }, askForPictures });
  const share = { left: 0.2, right: 1 };
  const { bytes, file, output } = await ask({ share, prompt: 'a lighthouse' });
  expect([file.width, file.height, output.meta]).toEqual([
    660,
    200,
    { engine: 'server', sides: { left: 60, right: 300, top: 0, bottom: 0 }, warnings: [] },
  ]);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ width: 1536, height: 1024, count: 1 });
  expect(asked[0]!.prompt).toMatch(/^a lighthouse, /);
  const inside = await sharp(bytes)
    .extract({ left: 60, top: 0, width: 300, height: 200 })
    .ensureAlpha()
    .raw()
    .toBuffer();
  expect(inside.equals(await pixelsOf(path))).toBe(true);
  // The stripes are there, and the level continues that of the image although the server returned all of it darker.
  const meanOf = async (left: number) => {
    const column = sharp(bytes).extract({ left, top: 0, width: 2, height: 200 }).greyscale();
    return (await sharp(await column.png().toBuffer()).stats()).channels[0]!.mean;
  };
  const means = await Promise.all(Array.from({ length: 120 }, (_, i) => meanOf(420 + i * 2)));
  expect(Math.max(...means) - Math.min(...means)).toBeGreaterThan(60);
  const atFrame = await meanOf(358);
  for (const left of [360, 364, 368]) expect(Math.abs(atFrame - (await meanOf(left)))).toBeLessThan(8);
  const near = await ask({ share: { left: 0.2 } });
  const kept = await ask({ share, modelId: 'builtin' });
  expect([near.output.meta?.engine, kept.output.meta?.engine, asked.length]).toEqual(['pieces', 'pieces', 1]);
  const always = await ask({ share: { left: 0.2 }, modelId: 'server' });
  expect([always.output.meta?.engine, asked.length]).toEqual(['server', 2]);
});

test('a drawing server that is missing, or answers with another shape, is reported', async () => {
  const path = fixture('plain.png');
  expect(await refusalOf(expand(path, { ratio: '1:1', modelId: 'server' }))).toBe('DRAW_NOT_CONFIGURED');
  const png = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#204080' } })
    .png()
    .toBuffer();
  const askForPictures: AskForPictures = async () => ({
    status: 200,
    body: JSON.stringify({ images: [png.toString('base64')] }),
  });
  const wide = { share: { left: 1, right: 1 } };
  const context = { inputs: { imageUrl: path }, askForPictures };
  expect(await refusalOf(tryRun(runs.expand, expandOptions, wide, context))).toBe('DRAW_FAILED');
});

test('impossible sizes are refused from the size alone', async () => {
  const path = fixture('plain.png');
  expect(await refusalOf(expand(path, {}))).toBe('EXPAND_MISSING');
  expect(await refusalOf(expand(path, { free_expand_pixel: {} }))).toBe('EXPAND_MISSING');
  expect(await refusalOf(expand(path, { width: 63, height: 400 }))).toBe('EXPAND_SMALLER');
  expect(await refusalOf(expand(path, { free_expand_pixel: { left: 129 } }))).toBe('EXPAND_TOO_FAR');
  expect(await refusalOf(expand(fixture('truncated.jpg'), { ratio: '1:1', grow: 1.5 }))).toBe('FILE_CORRUPT');
  expect(() => planSides({ width: 9000, height: 9000 }, expandOptions.parse({ ratio: '1:1', grow: 1.2 }))).toThrow(
    'EXPANDED_TOO_LARGE',
  );
  const hostile = [
    { free_expand_pixel: { left: -1 } },
    { free_expand_pixel: { left: 0.5 } },
    { free_expand_pixel: { left: 1e9 } },
    { share: { left: maxShare + 0.1 } },
    { share: { left: Number.NaN } },
    { width: 0 },
    { ratio: '5:7' },
    { ratio: '1:1', grow: 0.5 },
    { alignX: 2 },
  ];
  for (const options of hostile) expect(expandOptions.safeParse(options).success, JSON.stringify(options)).toBe(false);
});

describe('the frame on the page', () => {
  const picture = { width: 400, height: 300 };
  const area = ({ left, top, width, height }: Rectangle): Rectangle => ({
    left: (left + maxShare) / 5,
    top: (top + maxShare) / 5,
    width: width / 5,
    height: height / 5,
  });
  const inner = area({ left: 0, top: 0, width: 1, height: 1 });

  test.each(grips)('dragged at %o it contains the picture, stays within its limits, and keeps its ratio', grip => {
    for (const ratio of ratios)
      for (const isFree of [true, false])
        for (const [dx, dy] of [
          [0.05, 0.03],
          [-0.5, -0.5],
          [0.6, 0.6],
          [-0.02, 0.3],
        ] as const) {
          const settings = { ...firstSettings, ...chooseRatio(isFree ? 'free' : ratio) };
          const shape = isFree ? undefined : ((Number(ratio.split(':')[0]) / Number(ratio.split(':')[1])) * 3) / 4;
          const start = area(frameOf(settings, picture));
          const now = pullFrame(start, grip, dx, dy, { ratio: shape, inner });
          expect(now.left).toBeGreaterThan(-1e-9);
          expect(now.left + now.width).toBeLessThan(1 + 1e-9);
          // Sides are whole pixels, so the start may be off by one.
          expect(now.left).toBeLessThan(inner.left + 2e-3);
          expect(now.top).toBeLessThan(inner.top + 2e-3);
          expect(now.left + now.width).toBeGreaterThan(inner.left + inner.width - 2e-3);
          expect(now.top + now.height).toBeGreaterThan(inner.top + inner.height - 2e-3);
          if (shape) expect(now.width / now.height).toBeCloseTo(shape, 5);
        }
  });

  test('moves around the picture and always contains it', () => {
    const frame = area(frameOf(firstSettings, picture));
    const moved = moveFrame(frame, 1, -1, inner);
    expect(moved.left).toBeCloseTo(inner.left, 9);
    expect(moved.top + moved.height).toBeCloseTo(inner.top + inner.height, 9);
  });

  test('the page shows the sides that the server adds, for each ratio and position', () => {
    for (const ratio of ratios)
      for (const alignX of [0, 0.3, 1]) {
        const settings: Settings = { ...firstSettings, ratio, alignX, grow: 1.1 };
        const options = expandOptions.parse(payloadOf(settings));
        expect(planSides(picture, options)).toEqual(sidesOf(settings, picture));
        const frame = frameOf(settings, picture);
        expect((frame.width * 400) / (frame.height * 300)).toBeCloseTo(
          Number(ratio.split(':')[0]) / Number(ratio.split(':')[1]),
          1,
        );
        const back = { ...settings, ...takeFrame(settings, frame, picture) };
        expect(sidesOf(back, picture).left).toBeCloseTo(sidesOf(settings, picture).left, -0.5);
      }
  });

  test('numbers set one side and free the frame; a ratio can be swapped', () => {
    const start: Settings = { ...firstSettings, ...chooseRatio('16:9') };
    const now = { ...start, ...setSide(start, 'bottom', 33, picture) };
    expect(sidesOf(now, picture)).toEqual({ ...sidesOf(start, picture), bottom: 33 });
    expect([turnRatio('16:9'), turnRatio('1:1'), turnRatio('free'), turnRatio('3:4')]).toEqual([
      '9:16',
      undefined,
      undefined,
      '4:3',
    ]);
  });
});

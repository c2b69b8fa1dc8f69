// Tests removal from real files: unmarked pixels are unchanged, and marked ones become the surroundings or the restored image.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  blendMark,
  compareInside,
  decode,
  drawMark,
  encodeJpeg,
  maskOf,
  readPhoto,
} from 'engines/same-mark/test-marks.ts';
import { sharp } from 'engines/sharp.ts';
import { fixture, refusalOf } from 'engines/test-pictures.ts';
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { findOptions, removeOptions } from './contract.ts';
import { runs } from './run.ts';

const width = 240;
const height = 150;
const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="#fff">
  <path d="M60 55h10v40h-10zM84 55h36v10h-26v8h20v10h-20v12h-10zM132 55l18 40 18-40h-10l-8 20-8-20z"/></svg>`;
const names = ['chair', 'sea', 'forest', 'phone', 'map', 'strawberries'] as const;

const pixelsOf = (path: string | Buffer) => sharp(path).ensureAlpha().raw().toBuffer();
const remove = (inputs: Record<string, string>, options: object, lists = {}) =>
  tryRun(runs.remove, removeOptions, options, { inputs, lists });

/** Returns the paths of JPEG files with the mark, the clean pixels of the first, and the path of a mask. */
async function makeSet(strength = 0.4) {
  const folder = await makeTestFolder();
  const mark = await drawMark(shape, strength);
  const cleans = await Promise.all(names.map(name => readPhoto(photos[name], width, height)));
  const paths = await Promise.all(
    cleans.map(async (clean, k) => {
      const path = join(folder, `${names[k]}.jpg`);
      await writeFile(path, await encodeJpeg(blendMark(clean, mark)));
      return path;
    }),
  );
  const mask = maskOf(mark, width, 2);
  const maskPath = join(folder, 'mask.png');
  const white = Buffer.from(mask.map(value => value * 255));
  await sharp(white, { raw: { width, height, channels: 1 } })
    .png()
    .toFile(maskPath);
  return { paths, cleans, mask, maskPath, folder };
}

test('a box is filled from its surroundings; all other pixels and the EXIF are unchanged', async () => {
  const { paths, cleans } = await makeSet(0);
  const path = join(await makeTestFolder(), 'camera.jpg');
  await sharp(paths[1]!)
    .withExif({ IFD0: { Copyright: 'Ada' } })
    .jpeg({ quality: 95 })
    .toFile(path);
  const box = { x: 100.5, y: 60, w: 30, h: 20 };
  const { bytes, file, output, steps } = await remove({ imageUrl: path }, { coordinates: [box] });
  expect([file.name, file.width, file.height]).toEqual(['camera-clean.png', width, height]);
  expect(output.meta).toEqual({ engine: 'patches', warnings: [] });
  expect((await sharp(bytes).metadata()).exif!.includes('Ada')).toBe(true);
  const [before, after] = [await pixelsOf(path), await pixelsOf(bytes)];
  let [outside, inside] = [0, 0];
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isIn = x >= 100 && x < 131 && y >= 60 && y < 80;
    const isChanged = before.compare(after, i * 4, i * 4 + 4, i * 4, i * 4 + 4) !== 0;
    if (isIn) inside += isChanged ? 1 : 0;
    else outside += isChanged ? 1 : 0;
  }
  expect(outside).toBe(0);
  expect(inside).toBeGreaterThan(300);
  const boxed = Uint8Array.from(cleans[1]!.data.subarray(0, width * height), (_, i) =>
    i % width >= 100 && i % width < 131 && i >= 60 * width && i < 80 * width ? 1 : 0,
  );
  expect(compareInside((await decode(bytes)).data, cleans[1]!.data, boxed)).toBeGreaterThan(20);
  expect(steps.length).toBeGreaterThan(4);
});

/** Walls of several colours that meet above a floor: nothing shows what is behind a thing before them. */
const drawRooms = (across: number, down: number, thing = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}">
    <svg width="${across}" height="${down}" viewBox="0 0 160 120"><rect width="55" height="75" fill="#c8c8be"/>
    <rect x="55" width="25" height="75" fill="#283c8c"/><rect x="80" width="28" height="75" fill="#e6963c"/>
    <rect x="108" width="52" height="75" fill="#3c783c"/><rect y="75" width="160" height="45" fill="#785032"/></svg>${thing}</svg>`;

test('what was filled with a guess that hardly fits is said to be unsure', async () => {
  const path = join(await makeTestFolder(), 'rooms.png');
  await sharp(Buffer.from(drawRooms(160, 120)))
    .png()
    .toFile(path);
  const { output } = await remove({ imageUrl: path }, { coordinates: [{ x: 55, y: 35, w: 50, h: 50 }] });
  expect(output.meta).toMatchObject({ warnings: ['filling-unsure'] });
});

/** The rooms above, twice as large, where a ball has an ear that a brush over the ball does not reach: 1 for each pixel of it beside the brush. */
async function makeBall() {
  const [across, down] = [320, 240];
  const folder = await makeTestFolder();
  const [path, brushPath] = [join(folder, 'ball.png'), join(folder, 'brush.png')];
  const ball = '<circle cx="155" cy="120" r="44" fill="#d81ea0"/><path d="M155 111h58v18h-58z" fill="#d81ea0"/>';
  const brush = new Uint8Array(across * down);
  const ear = new Uint8Array(across * down);
  for (let i = 0; i < brush.length; i++) {
    const [x, y] = [(i % across) - 155, Math.floor(i / across) - 120];
    if (Math.hypot(x, y) < 48) brush[i] = 255;
    else if (x > 0 && x < 58 && y > -9 && y < 9) ear[i] = 1;
  }
  await sharp(Buffer.from(drawRooms(across, down, ball)))
    .png()
    .toFile(path);
  await sharp(brush, { raw: { width: across, height: down, channels: 1 } })
    .png()
    .toFile(brushPath);
  return { path, brushPath, brush, ear };
}

test('what the brush missed of a thing stays and is said, and is removed only if that is wanted', async () => {
  const { path, brushPath, brush, ear } = await makeBall();
  const inputs = { imageUrl: path, imageBrushUrl: brushPath };
  const before = await pixelsOf(path);
  const isKept = (pixels: Buffer) => (i: number) => pixels.readUInt32LE(i * 4) === before.readUInt32LE(i * 4);
  const kept = await remove(inputs, {});
  expect(kept.output.meta!.warnings).toEqual(['thing-left']);
  const after = await pixelsOf(kept.bytes);
  expect([...brush.keys()].filter(i => !brush[i]).every(isKept(after))).toBe(true);
  const whole = await remove(inputs, { includesRest: true });
  expect(whole.output.meta!.warnings).toContain('rest-removed');
  const changed = [...ear.keys()].filter(i => ear[i]);
  expect(changed.length).toBeGreaterThan(150);
  expect(changed.some(isKept(await pixelsOf(whole.bytes)))).toBe(false);
});

test('a painted mask of another size is stretched to the image', async () => {
  const { paths, folder } = await makeSet(0);
  const maskPath = join(folder, 'small.png');
  const half = Buffer.alloc(4 * 2);
  half[1] = 255;
  await sharp(half, { raw: { width: 4, height: 2, channels: 1 } })
    .png()
    .toFile(maskPath);
  const { bytes } = await remove({ imageUrl: paths[0]!, imageBrushUrl: maskPath }, {});
  const [before, after] = [await pixelsOf(paths[0]!), await pixelsOf(bytes)];
  const changed = { x: [width, 0], y: [height, 0] };
  for (let i = 0; i < width * height; i++) {
    if (before.compare(after, i * 4, i * 4 + 4, i * 4, i * 4 + 4) === 0) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    changed.x = [Math.min(changed.x[0]!, x), Math.max(changed.x[1]!, x)];
    changed.y = [Math.min(changed.y[0]!, y), Math.max(changed.y[1]!, y)];
  }
  expect(changed.x[0]).toBeGreaterThanOrEqual(60);
  expect(changed.x[1]).toBeLessThan(120);
  expect(changed.y[1]).toBeLessThan(75);
  expect(changed.x[1]! - changed.x[0]!).toBeGreaterThan(50);
});

test('transparency is kept, and filled under the mark', async () => {
  const path = join(await makeTestFolder(), 'glass.png');
  const glass = Buffer.alloc(80 * 60 * 4);
  for (let i = 0; i < 80 * 60; i++) glass.set([200, 30, 30, i % 80 < 60 ? 0 : 255], i * 4);
  for (let y = 25; y < 35; y++) for (let x = 20; x < 40; x++) glass.set([255, 255, 255, 255], (y * 80 + x) * 4);
  await sharp(glass, { raw: { width: 80, height: 60, channels: 4 } })
    .png()
    .toFile(path);
  const { bytes } = await remove({ imageUrl: path }, { coordinates: [{ x: 18, y: 23, w: 24, h: 14 }] });
  const after = await pixelsOf(bytes);
  expect(after[(30 * 80 + 30) * 4 + 3]).toBe(0);
  expect(after[(30 * 80 + 70) * 4 + 3]).toBe(255);
});

test('a photograph with an EXIF orientation is processed upright', async () => {
  const { file, bytes } = await remove(
    { imageUrl: fixture('portrait-exif-6.jpg') },
    { coordinates: [{ x: 2, y: 2, w: 6, h: 6 }] },
  );
  expect(file.height).toBeGreaterThan(file.width!);
  expect((await sharp(bytes).metadata()).orientation ?? 1).toBe(1);
});

test('in a set with the same mark, the pixels under it are restored', async () => {
  const { paths, cleans, mask, maskPath } = await makeSet();
  const [own, ...others] = paths;
  const inputs = { imageUrl: own!, imageBrushUrl: maskPath };
  const undone = await remove(inputs, {}, { sameMarkUrls: others });
  expect(undone.output.meta).toEqual({ engine: 'unblend', warnings: [] });
  const filled = await remove(inputs, {});
  const quality = async (bytes: Buffer) => compareInside((await decode(bytes)).data, cleans[0]!.data, mask);
  expect(await quality(undone.bytes)).toBeGreaterThan((await quality(filled.bytes)) + 3);
  const [before, after] = [await pixelsOf(own!), await pixelsOf(undone.bytes)];
  let outside = 0;
  for (let i = 0; i < mask.length; i++)
    if (!mask[i] && before.compare(after, i * 4, i * 4 + 4, i * 4, i * 4 + 4) !== 0) outside++;
  expect(outside).toBe(0);
});

test('what is marked beside the shared mark is filled, and the warning says so', async () => {
  const { paths, maskPath } = await makeSet();
  const [own, ...others] = paths;
  for (const [w, engine] of [
    [30, 'unblend'],
    [220, 'patches'],
  ] as const) {
    const beside = { coordinates: [{ x: 10, y: 2, w, h: 16 }] };
    const { output } = await remove({ imageUrl: own!, imageBrushUrl: maskPath }, beside, { sameMarkUrls: others });
    expect(output.meta).toEqual({ engine, warnings: ['mark-partly-common'] });
  }
});

test('images that share no mark, have other sizes or are broken are filled, with a warning', async () => {
  const { paths, folder } = await makeSet(0);
  const larger = join(folder, 'larger.jpg');
  await sharp(paths[2]!).resize(300, 200).toFile(larger);
  const others = [paths[1]!, paths[3]!, larger, fixture('truncated.png')];
  // As narrow as a line of writing, which no network fills.
  const area = { coordinates: [{ x: 60, y: 55, w: 90, h: 12 }] };
  const { output } = await remove({ imageUrl: paths[0]! }, area, { sameMarkUrls: others });
  expect(output.meta).toMatchObject({ engine: 'patches', warnings: expect.arrayContaining(['no-common-mark']) });
});

test('a call without an area is refused', async () => {
  const { paths, folder } = await makeSet(0);
  expect(await refusalOf(remove({ imageUrl: paths[0]! }, {}))).toBe('MASK_EMPTY');
  const outside = { coordinates: [{ x: 5000, y: 5000, w: 10, h: 10 }] };
  expect(await refusalOf(remove({ imageUrl: paths[0]! }, outside))).toBe('MASK_EMPTY');
  const black = join(folder, 'black.png');
  await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } }).toFile(black);
  expect(await refusalOf(remove({ imageUrl: paths[0]!, imageBrushUrl: black }, {}))).toBe('MASK_EMPTY');
});

test("text is found as boxes and as a mask of the image's size", async () => {
  const { output, bytes, file } = await tryRun(runs.mask, findOptions, {}, { inputs: { imageUrl: photos.astronaut } });
  expect(output.boxes!.some(({ kind }) => kind === 'text')).toBe(true);
  expect([file.type, file.width, file.height]).toEqual(['png', 778, 514]);
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const box = output.boxes![0]!;
  let [within, all] = [0, 0];
  for (let i = 0; i < info.width * info.height; i++) {
    if (data[i * info.channels] === 0) continue;
    const [x, y] = [i % info.width, Math.floor(i / info.width)];
    all++;
    if (output.boxes!.some(b => x >= b.x && x < b.x + b.w && y >= b.y && y < b.y + b.h)) within++;
  }
  expect(all).toBeGreaterThan(500);
  expect(within).toBe(all);
  const located = await tryRun(runs.locate, findOptions, {}, { inputs: { imageUrl: photos.astronaut } });
  expect(located.output.files).toEqual([]);
  expect(located.output.boxes![0]).toEqual(box);
});

test('an image in a wide gamut keeps its profile and every pixel outside the area', async () => {
  const path = fixture('display-p3.jpg');
  const { bytes, output } = await remove({ imageUrl: path }, { coordinates: [{ x: 0, y: 0, w: 6, h: 6 }] });
  const untouched = (picture: string | Buffer) =>
    sharp(picture).keepIccProfile().extract({ left: 8, top: 8, width: 56, height: 24 }).raw().toBuffer();
  expect((await sharp(bytes).metadata()).icc).toEqual((await sharp(path).metadata()).icc);
  expect(await untouched(bytes)).toEqual(await untouched(path));
  expect(output.meta?.warnings).toEqual([]);
});

test('removals one after another equal as many runs, each on the result of the one before', async () => {
  const folder = await makeTestFolder();
  const picture = join(folder, 'photo.png');
  const photo = await readPhoto(photos.strawberries, width, height);
  await sharp(Buffer.from(photo.data), { raw: { width, height, channels: 3 } })
    .png()
    .toFile(picture);
  /** The second area overlaps the first, so that it is filled from what the first has left. */
  const areas = [
    { left: 60, top: 40, width: 40, height: 30 },
    { left: 85, top: 50, width: 40, height: 30 },
  ];
  const maskPaths = await Promise.all(
    areas.map(async (area, step) => {
      const file = join(folder, `mask-${step}.png`);
      const white = { create: { width: area.width, height: area.height, channels: 3 as const, background: '#fff' } };
      await sharp({ create: { width, height, channels: 3, background: '#000' } })
        .composite([{ input: await sharp(white).png().toBuffer(), left: area.left, top: area.top }])
        .png()
        .toFile(file);
      return file;
    }),
  );
  const [firstMask, secondMask] = maskPaths as [string, string];
  const chained = await remove({ imageUrl: picture, imageBrushUrl: secondMask }, {}, { earlierBrushUrls: [firstMask] });
  const first = await remove({ imageUrl: picture, imageBrushUrl: firstMask }, {});
  const between = join(folder, 'between.png');
  await writeFile(between, first.bytes);
  const second = await remove({ imageUrl: between, imageBrushUrl: secondMask }, {});
  expect((await pixelsOf(chained.bytes)).equals(await pixelsOf(second.bytes))).toBe(true);
  // Progress covers both removals and never goes back.
  const percents = chained.steps.map(([percent]) => percent);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  const atOnce = await remove(
    { imageUrl: picture, imageBrushUrl: firstMask },
    { coordinates: [{ x: 85, y: 50, w: 40, h: 30 }] },
  );
  expect((await pixelsOf(atOnce.bytes)).equals(await pixelsOf(second.bytes))).toBe(false);
});

// Tests animations from real files: frames, their order, delays, size and pixels.
import { join } from 'node:path';
import { sharp } from 'engines/sharp.ts';
import { fixture, refusalOf } from 'engines/test-pictures.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import { h264, lookAtQuarters, makeClip, whyNoClips } from 'engines/video/test-clips.ts';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { clipOptions, filmOptions, makeOptions, splitOptions } from './contract.ts';

import { runs, sizeOf } from './run.ts';
import { orderFrames } from './timing.ts';

const make = (files: string[], options = {}) => tryRun(runs.make, makeOptions, options, { lists: { list: files } });
const moving = fixture('animated-3-frames.gif');

/** Returns the mean colour of every frame. */
async function coloursOf(bytes: Buffer): Promise<number[][]> {
  const { pages = 1 } = await sharp(bytes).metadata();
  const frames = Array.from({ length: pages }, (_, page) => sharp(bytes, { page }).removeAlpha().stats());
  return (await Promise.all(frames)).map(({ channels }) => channels.slice(0, 3).map(({ mean }) => Math.round(mean)));
}
const near = (seen: number[], wanted: number[], tolerance = 6) =>
  seen.every((v, i) => Math.abs(v - wanted[i]!) <= tolerance);

/** The frames of the fixture are red, green and blue. */
const [red, green, blue] = [
  [220, 40, 40],
  [40, 180, 60],
  [40, 60, 220],
] as const;

test('stills become frames in their order, each with its delay', async () => {
  const files = [photos.womanRed, photos.manCap, photos.womanGreen];
  const { bytes, file, output } = await make(files, { width: 100, delayMs: 300, delays: [null, 1000, null], loop: 2 });
  const metadata = await sharp(bytes, { animated: true }).metadata();
  expect(metadata).toMatchObject({
    format: 'gif',
    pages: 3,
    pageHeight: 100,
    width: 100,
    loop: 2,
    delay: [300, 1000, 300],
  });
  expect(file).toMatchObject({ name: 'woman-red-animation.gif', width: 100, height: 100, durationSeconds: 1.6 });
  expect(output.meta).toMatchObject({ frames: 3, warnings: [] });
  const colours = await coloursOf(bytes);
  for (const [index, path] of files.entries()) {
    const { channels } = await sharp(await sharp(path).resize(100, 100).toBuffer()).stats();
    expect(
      near(
        colours[index]!,
        channels.map(({ mean }) => mean),
        3,
      ),
      `frame ${index}`,
    ).toBe(true);
  }
});

test('the palette of a photograph keeps a PSNR of 34 dB', async () => {
  const { bytes } = await make([photos.strawberries], { width: 400 });
  const read = (input: Buffer | string) => sharp(input).resize(400).removeAlpha().raw().toBuffer();
  const [a, b] = await Promise.all([read(bytes), read(photos.strawberries)]);
  const mse = a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0) / a.length;
  expect(10 * Math.log10(255 ** 2 / mse)).toBeGreaterThan(34);
});

test('an animation keeps its delays, backwards and as a boomerang', async () => {
  const plain = await make([moving]);
  expect((await sharp(plain.bytes, { animated: true }).metadata()).delay).toEqual([100, 200, 300]);
  const turned = await make([moving], { reverse: true, boomerang: true });
  expect((await sharp(turned.bytes, { animated: true }).metadata()).delay).toEqual([300, 200, 100, 200]);
  const colours = await coloursOf(turned.bytes);
  [blue, green, red, green].forEach((colour, index) => {
    expect(near(colours[index]!, [...colour], 14), `${index}: ${colours[index]}`).toBe(true);
  });
});

test('stills and animations can be combined, as WebP too', async () => {
  const { bytes } = await make([moving, fixture('plain.png')], { format: 'webp', loop: false });
  const metadata = await sharp(bytes, { animated: true }).metadata();
  expect(metadata).toMatchObject({ format: 'webp', pages: 4, loop: 1, delay: [100, 200, 300, 500] });
});

test('the background, or transparency, surrounds images that do not fill the frame', async () => {
  const corner = async (options: object) => {
    const { bytes } = await make([photos.womanRed], { width: 90, height: 40, ...options });
    const { data } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return [...data.subarray(0, 4)];
  };
  const blueish = await corner({ background: '#1020f0' });
  expect(near(blueish, [16, 32, 240, 255], 4), String(blueish)).toBe(true);
  expect((await corner({ background: 'transparent' }))[3]).toBe(0);
  expect((await corner({ background: '#1020f0', fit: 'cover' }))[2]).not.toBeGreaterThan(236);
});

test('a size limit is met, and warnings say how', async () => {
  const files = [photos.baboon, photos.map, photos.forest];
  const free = await make(files, { width: 140 });
  expect(free.bytes.length).toBeGreaterThan(30 * 1024);
  const { bytes, output } = await make(files, { width: 140, maxKb: 15 });
  expect(bytes.length).toBeLessThanOrEqual(15 * 1024);
  expect(output.meta?.warnings).toEqual(['colours-reduced', 'quality-reduced', 'dimensions-reduced']);
  expect((await sharp(bytes).metadata()).width).toBeLessThan(140);
});

test('splitting gives a complete image for every frame', async () => {
  const { output } = await tryRun(runs.split, splitOptions, {}, { inputs: { imageUrl: moving } });
  expect(output.files.map(({ name }) => name)).toEqual([1, 2, 3].map(n => `animated-3-frames-${n}.png`));
  expect(output.meta).toMatchObject({ frames: 3, delaysMs: [100, 200, 300] });
  for (const [page, file] of output.files.entries()) {
    const own = await sharp(moving, { page }).ensureAlpha().raw().toBuffer();
    expect(await sharp(file.path).ensureAlpha().raw().toBuffer()).toEqual(own);
  }
});

test('only the chosen frames are extracted, in their order and with their own numbers', async () => {
  const ask = (frames: number[]) => tryRun(runs.split, splitOptions, { frames }, { inputs: { imageUrl: moving } });
  const { output } = await ask([3, 1, 3, 400]);
  expect(output.files.map(({ name }) => name)).toEqual([1, 3].map(n => `animated-3-frames-${n}.png`));
  const seen = await Promise.all(output.files.map(async file => (await sharp(file.path).stats()).channels));
  expect(
    near(
      seen[0]!.slice(0, 3).map(({ mean }) => mean),
      [...red],
    ),
  ).toBe(true);
  expect(
    near(
      seen[1]!.slice(0, 3).map(({ mean }) => mean),
      [...blue],
    ),
  ).toBe(true);
  expect(await refusalOf(ask([9]))).toBe('FRAMES_MISSING');
});

test('the sheet shows every frame in its cell', async () => {
  const { output, bytes } = await tryRun(runs.film, filmOptions, {}, { inputs: { imageUrl: moving } });
  const { columns, rows, cell } = output.meta as {
    columns: number;
    rows: number;
    cell: { width: number; height: number };
  };
  expect([output.meta?.frames, columns, rows]).toEqual([3, 2, 2]);
  for (const [index, colour] of [red, green, blue].entries()) {
    const left = (index % columns) * cell.width;
    const top = Math.floor(index / columns) * cell.height;
    const { channels } = await sharp(
      await sharp(bytes)
        .extract({ left, top, ...cell })
        .png()
        .toBuffer(),
    ).stats();
    expect(
      near(
        channels.slice(0, 3).map(({ mean }) => mean),
        [...colour],
        12,
      ),
    ).toBe(true);
  }
});

const many = Array.from({ length: 30 }, () => [photos.womanRed, photos.manCap]).flat();

test.each([
  [
    'a still',
    () => tryRun(runs.split, splitOptions, {}, { inputs: { imageUrl: fixture('plain.webp') } }),
    'NOT_ANIMATED',
  ],
  [
    'too many pixels',
    () =>
      make(
        Array.from({ length: 60 }, () => photos.peaks),
        { width: 4000, height: 4000 },
      ),
    'FRAMES_TOO_MANY',
  ],
  ['a size nothing can have', () => make(many, { width: 20, maxKb: 10 }), 'TARGET_SIZE_IMPOSSIBLE'],
  ['a broken file among good ones', () => make([photos.manCap, fixture('truncated.jpg')]), 'FILE_CORRUPT'],
])('%s is refused', async (_name, work, code) => {
  expect(await refusalOf(work())).toBe(code);
});

test('sizes follow the options, by default the first image', () => {
  const options = makeOptions.parse({});
  expect(sizeOf({ width: 1600, height: 1200 }, options)).toEqual({ width: 800, height: 600 });
  expect(sizeOf({ width: 160, height: 120 }, options)).toEqual({ width: 160, height: 120 });
  expect(sizeOf({ width: 1600, height: 1200 }, { ...options, height: 300 })).toEqual({ width: 400, height: 300 });
});

test('a boomerang of one frame has one frame', () => {
  expect(orderFrames(1, { reverse: true, boomerang: true })).toEqual([0]);
  expect(orderFrames(2, { reverse: false, boomerang: true })).toEqual([0, 1]);
});

test('a size that fewer colours reach keeps the dimensions, the delays and the picture', async () => {
  const files = Array.from({ length: 12 }, () => photos.womanRed);
  const free = await make([...files, photos.manCap], { width: 200, delayMs: 70 });
  const maxKb = Math.floor((free.bytes.length / 1024) * 0.6);
  const { bytes, file } = await make([...files, photos.manCap], { width: 200, delayMs: 70, maxKb });
  expect(bytes.length).toBeLessThanOrEqual(maxKb * 1024);
  expect(file.width).toBe(200);
  const [before, after] = await Promise.all(
    [free.bytes, bytes].map(each => sharp(each, { animated: true }).removeAlpha().raw().toBuffer()),
  );
  const squares = before!.reduce((sum, level, at) => sum + (level - after![at]!) ** 2, 0);
  expect(10 * Math.log10((255 * 255 * before!.length) / squares)).toBeGreaterThan(26);
  expect((await sharp(bytes).metadata()).delay).toEqual(new Array(13).fill(70));
});

test('a delay shorter than browsers support becomes the shortest supported one', async () => {
  const { bytes, file } = await make([photos.womanRed, photos.manCap], { width: 40, delayMs: 5 });
  expect((await sharp(bytes, { animated: true }).metadata()).delay).toEqual([20, 20]);
  expect(file.durationSeconds).toBe(0.04);
});

test('delays that are no multiples of 10 ms add up in a GIF', async () => {
  const files = [photos.womanRed, photos.manCap, photos.womanGreen, photos.womanRed];
  const { bytes, file } = await make(files, { width: 40, delayMs: 35 });
  expect((await sharp(bytes, { animated: true }).metadata()).delay).toEqual([40, 30, 40, 30]);
  expect(file.durationSeconds).toBe(0.14);
});

test('the background colour can be a name', async () => {
  const { bytes } = await make([photos.womanRed, photos.manCap], { width: 120, height: 40, background: 'navy' });
  const corner = await sharp(bytes).removeAlpha().extract({ left: 5, top: 5, width: 1, height: 1 }).raw().toBuffer();
  expect(near([...corner], [0, 0, 128])).toBe(true);
});

describe.skipIf(whyNoClips)('clips', () => {
  const makeOf = (path: string, options: z.input<typeof makeOptions>) =>
    tryRun(runs.make, makeOptions, options, { inputs: { videoUrl: path } });
  /** Two seconds: red, then blue. */
  const changing = 'color=c=0xdc2828:s=160x90:r=25:d=1[a];color=c=0x283cdc:s=160x90:r=25:d=1[b];[a][b]concat=n=2:v=1';

  test('part of a clip becomes an animation with the requested frame rate', async () => {
    const path = makeClip({ folder: await makeTestFolder(), name: 'film.mkv', picture: changing, seconds: 2 });
    const { bytes, file } = await makeOf(path, { start: 0.5, end: 1.5, fps: 10, width: 80 });
    expect(file).toMatchObject({ name: 'film-animation.gif', width: 80, height: 45, durationSeconds: 1 });
    const metadata = await sharp(bytes, { animated: true }).metadata();
    expect(metadata).toMatchObject({ pages: 10, loop: 0, delay: new Array(10).fill(100) });
    const names = (await coloursOf(bytes)).map(colour => 'rgb'[colour.indexOf(Math.max(...colour))]).join('');
    expect(names).toBe('rrrrrbbbbb');
    const back = await makeOf(path, { end: 0.3, fps: 10, reverse: true, boomerang: true, delayMs: 50 });
    expect(await sharp(back.bytes, { animated: true }).metadata()).toMatchObject({ pages: 4, delay: [50, 50, 50, 50] });
  });

  test.each([7, 12, 15, 24])('plays as fast as the clip at %i frames per second', async fps => {
    const path = makeClip({ folder: await makeTestFolder(), name: 'film.mp4', picture: changing, seconds: 2 });
    for (const format of ['gif', 'webp'] as const) {
      const { bytes, file } = await makeOf(path, { fps, width: 40, format, reverse: format === 'webp' });
      const { delay = [], pages } = await sharp(bytes, { animated: true }).metadata();
      const written = delay.reduce((sum, ms) => sum + ms, 0);
      expect([written, file.durationSeconds], format).toEqual([2000, 2]);
      // Frames that look alike may be one in a WebP.
      if (format === 'gif') expect([pages, Math.max(...delay) - Math.min(...delay) <= 10]).toEqual([2 * fps, true]);
    }
  });

  test('ends with the part, between two frames', async () => {
    const path = makeClip({ folder: await makeTestFolder(), name: 'film.mp4', picture: changing, seconds: 2 });
    const { file } = await makeOf(path, { end: 1.27, fps: 10, width: 40 });
    expect(file.durationSeconds).toBe(1.27);
  });

  test('a part in which no frame begins becomes the frame on display, as long as the part', async () => {
    const folder = await makeTestFolder();
    const film = makeClip({ folder, name: 'film.mp4', picture: changing, seconds: 2 });
    const end = await makeOf(film, { start: 1.97, end: 1.99 });
    expect(near((await coloursOf(end.bytes))[0]!, [40, 60, 220])).toBe(true);
    expect(near((await coloursOf((await makeOf(film, { start: 1.99 })).bytes))[0]!, [40, 60, 220])).toBe(true);
    const slides = makeClip({ folder, name: 'slides.mp4', picture: 'color=0xdc2828:s=160x90:r=1/4:d=8', seconds: 8 });
    const still = await makeOf(slides, { start: 1, end: 3 });
    expect(still.file.durationSeconds).toBe(2);
    expect(near((await coloursOf(still.bytes))[0]!, [220, 40, 40])).toBe(true);
  });

  test('an animation from a clip stays below a maximum size, and fits a frame of another aspect ratio as requested', async () => {
    const path = makeClip({ folder: await makeTestFolder(), name: 'b.mp4', picture: 'testsrc2=s=160x90:r=25:d=1' });
    const small = await makeOf(path, { maxKb: 30 });
    expect(small.bytes.length).toBeLessThanOrEqual(30 * 1024);
    expect(small.output.meta?.warnings).not.toEqual([]);
    const framed = await makeOf(path, { width: 60, height: 60, fit: 'contain', background: '#ff8800', end: 0.2 });
    const { data } = await sharp(framed.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(near([...data.subarray(0, 3)], [255, 136, 0])).toBe(true);
  });

  test('parts that are too long or outside the clip are refused', async () => {
    const folder = await makeTestFolder();
    const long = makeClip({ folder, name: 'l.mp4', picture: 'color=s=16x16:r=1:d=70', sound: null, args: h264 });
    expect(await refusalOf(makeOf(long, {}))).toBe('GIF_TOO_LONG');
    expect(await refusalOf(makeOf(long, { start: 60, end: 20 }))).toBe('CLIP_RANGE_EMPTY');
    expect(await refusalOf(makeOf(long, { end: 59, fps: 1, width: 4000 }))).toBe('FRAMES_TOO_MANY');
  });

  const show = (files: string[], options: z.input<typeof clipOptions>) =>
    tryRun(runs.clip, clipOptions, options, { lists: { list: files } });
  /** Returns the mean colour of the clip at a time in seconds. */
  const colourAt = (path: string, seconds: number) => {
    const all = lookAtQuarters(path, seconds);
    return [0, 1, 2].map(channel => all.reduce((sum, colour) => sum + colour[channel]!, 0) / 4);
  };
  const flat = async (folder: string, name: string, background: string) => {
    const path = join(folder, name);
    await sharp({ create: { width: 61, height: 41, channels: 3, background } })
      .png()
      .toFile(path);
    return path;
  };

  test('images become a clip with the requested duration each, with or without cross-fades', async () => {
    const folder = await makeTestFolder();
    const files = [await flat(folder, 'a.png', '#dc2828'), await flat(folder, 'b.png', '#283cdc')];
    const faded = await show(files, { secondsEach: 1, fadeSeconds: 0.4 });
    expect(faded.file).toMatchObject({ name: 'a-clip.mp4', width: 60, height: 40 });
    const facts = await probeClip({ path: faded.file.path, type: 'mp4' });
    expect(facts.seconds).toBeCloseTo(2, 1);
    expect(facts.streams).toMatchObject([{ codec: 'h264', pixelFormat: 'yuv420p', framesPerSecond: 25 }]);
    const { path } = faded.file;
    expect(near(colourAt(path, 0.3), [220, 40, 40], 14)).toBe(true);
    expect(near(colourAt(path, 0.8), [130, 50, 130], 26)).toBe(true);
    expect(near(colourAt(path, 1.9), [40, 60, 220], 14)).toBe(true);
    const cut = await show(files, { secondsEach: 0.6, fadeSeconds: 0, reverse: true });
    expect((await probeClip({ path: cut.file.path, type: 'mp4' })).seconds).toBeCloseTo(1.2, 1);
    expect(near(colourAt(cut.file.path, 0.5), [40, 60, 220], 14)).toBe(true);
    expect(near(colourAt(cut.file.path, 0.7), [220, 40, 40], 14)).toBe(true);
    expect(await refusalOf(show(new Array(20).fill(files[0]), { secondsEach: 60 }))).toBe('CLIP_TOO_LONG');
  });
});

// Tests drawings of whole files: sizes, crops, formats, engines, warnings and refusals.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DrawQuestion } from 'contract/asked-servers.ts';
import type { AskForPictures } from 'contract/run.ts';
import { findFaces } from 'engines/faces/faces.ts';
import { sharp } from 'engines/sharp.ts';
import { fixture } from 'engines/test-pictures.ts';
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { chooseFrame, longestSide } from './choose-frame.ts';
import { type AnimeOptions, animeOptions, imageAnime } from './contract.ts';
import { unpackFaces } from './pack-faces.ts';
import { runs } from './run.ts';

const small = { width: 200, height: 200 };
const draw = (path: string, options: Partial<AnimeOptions>, more: object = {}) =>
  tryRun(runs.draw, animeOptions, options, { inputs: { image_url: path }, ...more });

test('a portrait is drawn and named after its look, and the result reports its engine', async () => {
  const { output, file, bytes } = await draw(photos.womanRed, { styleId: 'comic', ...small });
  expect([file.name, file.width, file.height]).toEqual(['woman-red-comic.jpg', 200, 200]);
  expect(output.meta).toEqual({ engine: 'builtin', styleId: 'comic', faces: 1, seeds: [0], warnings: [] });
  const { format, exif } = await sharp(bytes).metadata();
  expect([format, exif]).toEqual(['jpeg', undefined]);
});

test('a square avatar shows the head and the shoulders', async () => {
  const { file, bytes } = await draw(photos.womanGreen, { styleId: 'cel', crop: 'head', width: 320, height: 320 });
  expect(file.width).toBe(file.height);
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [face] = await findFaces({ data, width: info.width, height: info.height });
  expect(face!.box.h / info.height).toBeGreaterThan(0.3);
  expect(face!.box.h / info.height).toBeLessThan(0.6);
  expect(face!.crown[1]).toBeGreaterThan(-0.05 * info.height);
});

test('without a face the whole image is drawn, with a warning', async () => {
  const whole = await draw(photos.strawberries, { styleId: 'manga', width: 210, height: 140 });
  expect(whole.output.meta).toMatchObject({ faces: 0, warnings: ['no-face'] });
  const head = await draw(photos.strawberries, { styleId: 'manga', crop: 'head', ...small });
  expect(head.output.meta?.warnings).toEqual(['no-face-crop']);
});

test.each([
  ['the whole image at strength 0', 1100, { strength: 0 }, true],
  ['a small image, which is enlarged', 300, { strength: 0 }, false],
  ['a square of the image', 1100, { strength: 0, ...small }, false],
  ['a drawing', 1100, {}, false],
] as const)('%s: the run says whether it had an effect', async (_, width, options, hasNoEffect) => {
  const path = join(await makeTestFolder(), 'plain.png');
  await sharp({ create: { width, height: 40, channels: 3, background: '#508050' } }).toFile(path);
  expect((await draw(path, options)).output.hasNoEffect).toBe(hasNoEffect);
});

test('the size of a drawing has an upper and a lower limit for any aspect ratio', () => {
  const drawn = (width: number, height: number) => chooseFrame({ width, height }, [], { crop: 'none' }).drawn;
  expect(drawn(4000, 3000)).toEqual({ width: longestSide, height: 1200 });
  expect(drawn(500, 400)).toEqual({ width: 1024, height: 819 });
  expect(drawn(1, 1)).toEqual({ width: 3, height: 3 });
  expect(drawn(16_000, 3)).toEqual({ width: longestSide, height: 1 });
  // A browser's bitmap has its sides as getters.
  class Bitmap {
    get width() {
      return 1200;
    }
    get height() {
      return 600;
    }
  }
  expect(chooseFrame(new Bitmap(), [], { crop: 'none' })).toMatchObject({ width: 1200, height: 600 });
  const wide = chooseFrame({ width: 900, height: 300 }, [], { crop: 'none', width: 64, height: 128 });
  expect([wide.width, wide.height, wide.left, wide.top]).toEqual([150, 300, 375, 0]);
});

test('a photo with an EXIF orientation is drawn upright, and its crop is in upright pixels', async () => {
  const path = join(await makeTestFolder(), 'turned.jpg');
  // A photo taken with the camera on its side: its EXIF orientation rotates it back.
  await writeFile(path, await sharp(photos.womanRed).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer());
  const upright = await draw(photos.womanRed, { styleId: 'pencil', width: 200, height: 120, format: 'png' });
  const turned = await draw(path, { styleId: 'pencil', width: 200, height: 120, format: 'png' });
  expect(turned.output.meta?.faces).toBe(1);
  const [one, two] = await Promise.all([upright, turned].map(({ bytes }) => sharp(bytes).blur(3).raw().toBuffer()));
  expect(one!.reduce((sum, value, i) => sum + Math.abs(value - two![i]!), 0) / one!.length).toBeLessThan(8);
});

test('transparent pixels stay transparent, and become white in a JPG', async () => {
  const size = { width: 80, height: 80 };
  const { bytes, output } = await draw(fixture('transparent.png'), { styleId: 'cel', ...size });
  const alpha = await sharp(bytes).extractChannel(3).raw().toBuffer();
  const before = await sharp(fixture('transparent.png')).resize(80, 80).extractChannel(3).raw().toBuffer();
  expect(alpha.reduce((sum, value, i) => sum + Math.abs(value - before[i]!), 0) / alpha.length).toBeLessThan(3);
  expect(output.meta?.warnings).toEqual(['no-face']);
  const flat = await draw(fixture('transparent.png'), { format: 'jpg', ...size });
  expect(flat.output.meta?.warnings).toEqual(['no-face', 'transparency-flattened']);
});

test.each(['cmyk.jpg', 'grey.jpg', 'grey-alpha.png', 'sixteen-bit.png', 'palette.png', 'plain.heic', 'plain.svg'])(
  '%s is drawn',
  async name => {
    const { bytes } = await draw(fixture(name), { styleId: 'watercolour', width: 64, height: 64 });
    const { width, height, space } = await sharp(bytes).metadata();
    expect([width, height, space]).toEqual([64, 64, 'srgb']);
  },
);

test('several drawings differ, and the same seed gives the same first drawing', async () => {
  const options = { styleId: 'pencil', seed: 9, ...small } as const;
  const { output, bytes } = await draw(photos.manCap, { ...options, count: 2 });
  expect(output.files.map(({ name }) => name)).toEqual(['man-cap-pencil-1.jpg', 'man-cap-pencil-2.jpg']);
  expect(output.meta?.seeds).toEqual([9, 10]);
  expect((await readFile(output.files[1]!.path)).equals(bytes)).toBe(false);
  expect((await draw(photos.manCap, options)).bytes.equals(bytes)).toBe(true);
});

test('options outside their limits are refused', () => {
  const refused = [
    { styleId: 'oil' },
    { strength: 1.01 },
    { strength: Number.NaN },
    { lineWeight: 0 },
    { count: 5 },
    { width: 8, height: 8 },
    { width: 4096 },
    { seed: -1 },
    { crop: 'free' },
    { prompt: 'x'.repeat(2001) },
  ];
  for (const one of refused) expect(animeOptions.safeParse(one).success, JSON.stringify(one)).toBe(false);
});

test('engines that this server does not have are refused', async () => {
  for (const modelId of ['network', 'server'] as const)
    await expect(draw(photos.womanRed, { modelId })).rejects.toMatchObject({ code: 'DRAW_NOT_CONFIGURED' });
});

test('a drawing server receives the photo and a prompt for the look, once', async () => {
  const png = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#204080' } })
    .png()
    .toBuffer();
  const asked: DrawQuestion[] = [];
  const starts: (readonly [number | undefined, number | undefined])[] = [];
  const askForPictures: AskForPictures = async question => {
    asked.push(question);
    const { width, height } = await sharp(question.file).metadata();
    starts.push([width, height]);
    return { status: 200, body: JSON.stringify({ images: [png.toString('base64')] }) };
  };
  const options = { styleId: 'ink-wash', prompt: 'with a fan', strength: 0.5, ...small } as const;
  const { output, file } = await draw(photos.womanRed, options, { askForPictures });
  expect([file.name, file.width, file.height]).toEqual(['woman-red-ink-wash.jpg', 200, 200]);
  // It drew 4:3 where a square was asked for.
  expect(output.meta).toMatchObject({ engine: 'server', styleId: 'ink-wash', warnings: ['drawn-in-other-size'] });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ width: 256, height: 256, count: 1 });
  expect(asked[0]!.prompt).toMatch(/ink wash.*, with a fan$/);
  expect(asked[0]!.strength).toBeCloseTo(0.325);
  expect(starts).toEqual([[256, 256]]);
  const own = await draw(photos.womanRed, { ...options, modelId: 'builtin' }, { askForPictures });
  expect([own.output.meta?.engine, asked.length]).toEqual(['builtin', 1]);
});

test('a drawing of a server has the requested size and format, the transparency of the photo, and its warnings', async () => {
  const red = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#c02020' } })
    .png()
    .toBuffer();
  const images = [red.toString('base64'), red.toString('base64')];
  const askForPictures = async () => ({ status: 200, body: JSON.stringify({ images }) });
  const ask = (options: Partial<AnimeOptions>) =>
    draw(
      fixture('transparent.png'),
      { styleId: 'cel', width: 80, height: 80, count: 2, ...options },
      { askForPictures },
    );
  const { bytes, output } = await ask({ format: 'webp' });
  expect(output.files.map(({ name, type, width, height }) => [name, type, width, height])).toEqual([
    ['transparent-cel-1.webp', 'webp', 80, 80],
    ['transparent-cel-2.webp', 'webp', 80, 80],
  ]);
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const before = await sharp(fixture('transparent.png')).resize(80, 80).extractChannel(3).raw().toBuffer();
  const off = before.reduce((sum, value, i) => sum + Math.abs(value - data[i * 4 + 3]!), 0) / before.length;
  expect(off).toBeLessThan(3);
  const opaque = before.indexOf(255);
  expect(data[opaque * 4]).toBeGreaterThan(180);
  expect(output.meta?.warnings).toEqual([]);
  const flat = await ask({ format: 'jpg', crop: 'head' });
  expect(flat.file.type).toBe('jpg');
  expect(flat.output.meta?.warnings).toEqual(['no-face-crop', 'transparency-flattened']);
});

test('the background is one colour or blurred, and the person is unchanged', async () => {
  const size = { width: 240, height: 240 };
  const wishes = { styleId: 'cel', format: 'png', ...size } as const;
  const read = async (options: Partial<AnimeOptions>) => {
    const { bytes, output } = await draw(photos.womanRed, { ...wishes, ...options });
    expect(output.meta?.warnings).toEqual([]);
    return sharp(bytes).removeAlpha().raw().toBuffer();
  };
  const [kept, plain, blurred] = [
    await read({}),
    await read({ background: 'colour', backgroundColour: '#a9d8f5' }),
    await read({ background: 'blur' }),
  ];
  const meanOf = (rows: Buffer, [left, top, right, bottom]: readonly [number, number, number, number]) => {
    const sums = [0, 0, 0];
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++)
        for (const channel of [0, 1, 2]) sums[channel]! += rows[(y * 240 + x) * 3 + channel]!;
    return sums.map(sum => sum / ((right - left) * (bottom - top)));
  };
  const corner = [0, 0, 50, 60] as const;
  expect(meanOf(plain, corner)).toEqual([0xa9, 0xd8, 0xf5]);
  const sweater = [90, 205, 150, 235] as const;
  for (const rows of [plain, blurred])
    meanOf(rows, sweater).forEach((value, channel) => {
      expect(Math.abs(value - meanOf(kept, sweater)[channel]!)).toBeLessThan(14);
    });
  // Edges in the background: the lit windows beside the head lose theirs.
  const edges = (rows: Buffer) => {
    let sum = 0;
    for (let y = 70; y < 120; y++)
      for (let x = 1; x < 60; x++) sum += Math.abs(rows[(y * 240 + x) * 3]! - rows[(y * 240 + x - 1) * 3]!);
    return sum;
  };
  expect(edges(blurred)).toBeLessThan(0.75 * edges(kept));
});

test('the page receives the same matte as the run uses', async () => {
  const { bytes, file } = await tryRun(
    runs.find,
    imageAnime.calls[1].options,
    { matte: true },
    { inputs: { image_url: photos.womanRed } },
  );
  const data = await sharp(bytes).extractChannel(0).raw().toBuffer();
  expect([file.width, file.height]).toEqual([500, 500]);
  expect([data[20 * 500 + 20], data[450 * 500 + 250]]).toEqual([0, 255]);
});

test('faces are found for the preview of the page', async () => {
  const { output } = await tryRun(
    runs.find,
    imageAnime.calls[1].options,
    {},
    { inputs: { image_url: photos.womanRed } },
  );
  expect(output.files).toEqual([]);
  const [mesh, ...others] = unpackFaces(output.meta?.faces as number[][], { width: 500, height: 500 });
  expect(others).toEqual([]);
  // Position of the left eye, measured on the photo by hand.
  expect(Math.hypot(mesh![159]![0] - 208, mesh![159]![1] - 214)).toBeLessThan(8);
});

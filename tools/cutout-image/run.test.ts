// Tests the whole run: formats, backgrounds, corrections and images without a subject; mostly with a small test network, and once with the built-in
// one.
import { join } from 'node:path';
import { writeRedFinder } from 'engines/matte/test-matte-network.ts';
import { sharp } from 'engines/sharp.ts';
import { fixture, refusalOf } from 'engines/test-pictures.ts';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { backgroundIds, isPhotoId } from './backgrounds.ts';
import { type CutoutCallOptions, cutoutOptions } from './contract.ts';
import { drawBackground } from './draw-background.ts';
import { runs } from './run.ts';

let folder: string;
let matte: string;
let redBox: string;
beforeEach(async () => {
  folder = await makeTestFolder();
  matte = join(folder, 'red.onnx');
  redBox = join(folder, 'box.png');
  await writeRedFinder(matte, { side: 64 });
  await draw(redBox, '#2840c8', [{ colour: '#dc1e1e', left: 60, top: 30, width: 80, height: 50 }]);
});

async function draw(
  path: string,
  ground: string,
  boxes: { colour: string; left: number; top: number; width: number; height: number }[],
) {
  const layers = boxes.map(({ colour, left, top, width, height }) => ({
    input: { create: { width, height, channels: 3 as const, background: colour } },
    left,
    top,
  }));
  await sharp({ create: { width: 200, height: 120, channels: 4, background: ground } })
    .composite(layers)
    .toFile(path);
}

const cut = (options: Partial<CutoutCallOptions> = {}, inputs: Record<string, string> = {}) =>
  tryRun(runs.cut, cutoutOptions, options, { inputs: { imageUrl: redBox, ...inputs }, models: { matte } });

async function look(bytes: Buffer, ...places: [x: number, y: number][]) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => [
    ...data.subarray((y * info.width + x) * info.channels, (y * info.width + x + 1) * info.channels),
  ]);
}

const inside: [number, number] = [100, 55];
const outside: [number, number] = [10, 10];

test('without options the result is a PNG of the subject on a transparent background', async () => {
  const { file, bytes, output, steps } = await cut();
  expect(file).toMatchObject({ name: 'box-cutout.png', type: 'png', width: 200, height: 120 });
  expect(await look(bytes, inside, outside)).toEqual([
    [220, 30, 30, 255],
    [0, 0, 0, 0],
  ]);
  expect(output.meta).toEqual({ engine: 'operator:red.onnx', returnType: 'rgba', warnings: [] });
  expect(steps.length).toBeGreaterThan(4);
});

test('a stroke that keeps does not show what is transparent in the image itself', async () => {
  const half = join(folder, 'half.png');
  const clear = { create: { width: 100, height: 120, channels: 4 as const, background: '#000000' } };
  await sharp(redBox)
    .ensureAlpha()
    .composite([{ input: clear, left: 100, top: 0, blend: 'dest-out' }])
    .toFile(half);
  const stroke = join(folder, 'stroke.png');
  await draw(stroke, '#000000', [{ colour: '#ffffff', left: 80, top: 90, width: 40, height: 20 }]);
  const given = join(folder, 'given.png');
  await draw(given, '#000000', [{ colour: '#ffffff', left: 60, top: 30, width: 40, height: 50 }]);
  const smaller = join(folder, 'smaller.png');
  await sharp(given).resize(100, 60).toFile(smaller);
  for (const matteUrl of [undefined, given, smaller]) {
    const { bytes } = await cut({}, { imageUrl: half, keepUrl: stroke, ...(matteUrl && { matteUrl }) });
    const [painted, beyond] = await look(bytes, [90, 100], [110, 100]);
    expect([painted![3], beyond![3]], matteUrl).toEqual([255, 0]);
  }
});

describe('kinds and formats', () => {
  it('a mask is a greyscale image', async () => {
    const { file, bytes } = await cut({ returnType: 'mask' });
    expect(file.name).toBe('box-mask.png');
    expect((await sharp(bytes).metadata()).channels).toBe(1);
    expect(await look(bytes, inside, outside)).toEqual([
      [255, 255, 255],
      [0, 0, 0],
    ]);
  });

  it('a background, jpg or the option itself makes a composite', async () => {
    const [[, blue]] = [await look((await cut({ backgroundColor: '#0000ff' })).bytes, inside, outside)];
    expect(blue).toEqual([0, 0, 255]);
    const jpg = await cut({ format: 'jpg' });
    expect(jpg.file.name).toBe('box-cutout.jpg');
    expect((await look(jpg.bytes, outside))[0]!.every(value => value > 250)).toBe(true);
    expect(await look((await cut({ returnType: 'composite' })).bytes, outside)).toEqual([[255, 255, 255]]);
  });

  it('webp keeps transparency, jpg without a background is refused', async () => {
    const { bytes } = await cut({ format: 'webp' });
    expect((await look(bytes, outside))[0]![3]).toBe(0);
    expect(await refusalOf(cut({ returnType: 'rgba', format: 'jpg' }))).toBe('TRANSPARENCY_UNSUPPORTED');
  });

  it('an uploaded background is used, and a broken one is refused', async () => {
    const { bytes } = await cut({}, { backgroundUrl: fixture('plain.jpg') });
    const [topLeft] = await look(bytes, [20, 20]);
    expect(topLeft![0]).toBeGreaterThan(180);
    expect(topLeft![2]).toBeLessThan(90);
    expect(await refusalOf(cut({}, { backgroundUrl: fixture('truncated.png') }))).toBe('FILE_CORRUPT');
  });

  it.each(backgroundIds.filter(isPhotoId))('the photograph %s covers the whole background', async backgroundId => {
    const { bytes } = await cut({ backgroundId });
    const [subject, ...corners] = await look(bytes, inside, [1, 1], [198, 1], [1, 118], [198, 118]);
    expect(subject![0]).toBeGreaterThan(180);
    for (const [red, , , alpha = 255] of corners) expect([red! >= 0, alpha]).toEqual([true, 255]);
    // The corners differ, so the background is a drawing, not one colour.
    expect(new Set(corners.map(corner => corner.join())).size).toBeGreaterThan(1);
  });

  it('crops to the subject and draws an outline and a shadow', async () => {
    const { file } = await cut({ crop: 'subject', cropMargin: 10, shadow: 'drop', outlineWidth: 2 });
    expect([file.width, file.height]).toEqual([96, 66]);
  });
});

test.each(backgroundIds.filter(id => !isPhotoId(id)))(
  'the background %s covers images of any aspect ratio',
  async id => {
    for (const [width, height] of [
      [300, 40],
      [40, 300],
    ] as const) {
      const { svg } = drawBackground(id, width, height, 300);
      const { data, info } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height, info.channels]).toEqual([width, height, 4]);
      expect(data.filter((value, i) => i % 4 === 3 && value < 255).length).toBe(0);
    }
  },
);

describe('corrections', () => {
  it('keep strokes add an object up to its edge, and erase strokes remove it', async () => {
    const twoBoxes = join(folder, 'two.png');
    await draw(twoBoxes, '#2840c8', [
      { colour: '#dc1e1e', left: 20, top: 30, width: 60, height: 50 },
      { colour: '#28a03c', left: 120, top: 30, width: 60, height: 50 },
    ]);
    const [keep, erase] = [join(folder, 'keep.png'), join(folder, 'erase.png')];
    await draw(keep, '#000000', [{ colour: '#ffffff', left: 130, top: 40, width: 40, height: 30 }]);
    await draw(erase, '#000000', [{ colour: '#ffffff', left: 30, top: 40, width: 40, height: 30 }]);
    const before = await cut({}, { imageUrl: twoBoxes });
    const after = await cut({}, { imageUrl: twoBoxes, keepUrl: keep, eraseUrl: erase });
    const places: [number, number][] = [
      [50, 55],
      [28, 38],
      [150, 55],
      [172, 72],
      [100, 55],
    ];
    const alphas = async (bytes: Buffer) =>
      (await look(bytes, ...places)).map(([, , , alpha]) => (alpha! >= 250 ? 255 : alpha));
    expect(await alphas(before.bytes)).toEqual([255, 255, 0, 0, 0]);
    expect(await alphas(after.bytes)).toEqual([0, 0, 255, 255, 0]);
  });
});

test('either of two disconnected objects can be kept alone, and the result reports it', async () => {
  const twoBoxes = join(folder, 'two.png');
  await draw(twoBoxes, '#2840c8', [
    { colour: '#dc1e1e', left: 20, top: 20, width: 80, height: 80 },
    { colour: '#dc1e1e', left: 130, top: 30, width: 50, height: 60 },
  ]);
  const places: [number, number][] = [
    [60, 60],
    [155, 60],
  ];
  const tryExtent = async (extent: CutoutCallOptions['extent']) => {
    const { bytes, output } = await cut({ extent }, { imageUrl: twoBoxes });
    return [...(await look(bytes, ...places)).map(([, , , alpha]) => alpha), output.meta!.warnings];
  };
  expect(await tryExtent('usual')).toEqual([255, 255, ['several-subjects']]);
  expect(await tryExtent('largest')).toEqual([255, 0, ['one-kept']]);
  expect(await tryExtent('second')).toEqual([0, 255, ['one-kept']]);
});

describe('an image in which nothing stands out', () => {
  /** For the network of these tests it is half a subject. */
  const faint = '#7d4040';
  const drawFaint = async (box: { width: number; height: number }) => {
    const path = join(folder, 'faint.png');
    await draw(path, '#2840c8', [{ colour: faint, left: 40, top: 30, ...box }]);
    return path;
  };

  it('gets a warning, unless a stroke says what the subject is', async () => {
    const imageUrl = await drawFaint({ width: 120, height: 60 });
    expect((await cut({}, { imageUrl })).output.meta!.warnings).toEqual(['subject-unsure']);
    const keepUrl = join(folder, 'keep.png');
    await draw(keepUrl, '#000000', [{ colour: '#ffffff', left: 60, top: 40, width: 40, height: 30 }]);
    expect((await cut({}, { imageUrl, keepUrl })).output.meta!.warnings).not.toContain('subject-unsure');
  });

  it('is refused if next to nothing would be left of it', async () => {
    expect(await refusalOf(cut({}, { imageUrl: await drawFaint({ width: 4, height: 2 }) }))).toBe('SUBJECT_NOT_FOUND');
  });
});

describe('a given matte', () => {
  it('is used without running the network', async () => {
    const given = join(folder, 'given.png');
    await draw(given, '#000000', [{ colour: '#ffffff', left: 0, top: 0, width: 100, height: 120 }]);
    const { bytes, output } = await cut({}, { matteUrl: given });
    expect((await look(bytes, [20, 20], [180, 20])).map(([, , , alpha]) => alpha)).toEqual([255, 0]);
    expect(output.meta).toEqual({ returnType: 'rgba', warnings: [] });
  });

  it('of another size is refined at the edges of the image, and strokes correct it', async () => {
    const small = join(folder, 'small.png');
    const [keep, whole] = [join(folder, 'keep.png'), join(folder, 'whole.png')];
    await draw(whole, '#000000', [{ colour: '#ffffff', left: 60, top: 30, width: 80, height: 50 }]);
    await sharp(whole).resize(50, 30, { kernel: 'linear' }).toFile(small);
    await draw(keep, '#000000', [{ colour: '#ffffff', left: 0, top: 0, width: 20, height: 20 }]);
    const { bytes } = await cut({ strokesSpread: false }, { matteUrl: small, keepUrl: keep });
    const places: [number, number][] = [
      [100, 55],
      [62, 32],
      [138, 78],
      [57, 55],
      [100, 26],
      [10, 10],
      [30, 30],
    ];
    expect((await look(bytes, ...places)).map(([, , , alpha]) => Math.round(alpha! / 10))).toEqual([
      26, 26, 25, 0, 0, 26, 0,
    ]);
  });
});

describe('unusual images', () => {
  it('an image without a subject is refused unless keep strokes are painted', async () => {
    await writeRedFinder(matte, { side: 64, isBlind: true });
    expect(await refusalOf(cut())).toBe('SUBJECT_NOT_FOUND');
    const keep = join(folder, 'keep.png');
    await draw(keep, '#000000', [{ colour: '#ffffff', left: 90, top: 50, width: 20, height: 10 }]);
    expect((await look((await cut({}, { keepUrl: keep })).bytes, inside))[0]![3]).toBe(255);
  });

  it('transparent pixels stay transparent', async () => {
    const holed = join(folder, 'holed.png');
    const hole = Buffer.from('<svg width="200" height="120"><rect x="90" y="45" width="20" height="20"/></svg>');
    await sharp(redBox)
      .ensureAlpha()
      .composite([{ input: hole, blend: 'dest-out' }])
      .png()
      .toFile(holed);
    const [center, beside] = await look((await cut({}, { imageUrl: holed })).bytes, inside, [70, 55]);
    expect([center![3], beside]).toEqual([0, [220, 30, 30, 255]]);
  });

  it.each(['truncated.png'])('%s is refused', async name => {
    expect(await refusalOf(cut({}, { imageUrl: fixture(name) }))).toBe('FILE_CORRUPT');
  });

  it('an image with an EXIF orientation becomes upright, and an animation gets a warning', async () => {
    await writeRedFinder(matte, { side: 64 });
    const turned = await cut({ returnType: 'mask' }, { imageUrl: fixture('portrait-exif-6.jpg') });
    expect([turned.file.width, turned.file.height]).toEqual([32, 64]);
  });
});

test('the built-in network finds the woman in a photograph', async () => {
  const inputs = { imageUrl: photos.womanRed };
  const { output, bytes } = await tryRun(runs.cut, cutoutOptions, { returnType: 'mask' }, { inputs });
  expect(output.meta).toMatchObject({ engine: 'isnet', warnings: [] });
  const { data } = await sharp(bytes).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  const share = data.reduce((sum, value) => sum + value, 0) / data.length / 255;
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.8);
  expect(await look(bytes, [250, 225], [10, 10])).toEqual([
    [255, 255, 255],
    [0, 0, 0],
  ]);
});

// Tests product images on real files: sizes, scenes, prompts, products without a background, and refusals.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sceneIds, sceneNames } from 'contract/scenes.ts';
import { sharp } from 'engines/sharp.ts';
import { fixture } from 'engines/test-pictures.ts';
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { askBackground } from './ask-background.ts';
import { chooseScene } from './choose-scene.ts';
import { productOptions } from './contract.ts';
import { holdPlace } from './place-limits.ts';
import { runs } from './run.ts';
import { shopSizes } from './shop-sizes.ts';

const small = { width: 200, height: 200 } as const;

/** A red bottle on a transparent image with wide margins. */
async function makeBottle(): Promise<string> {
  const path = join(await makeTestFolder(), 'bottle.png');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect x="110" y="60" width="80" height="180" rx="12" fill="#c03020"/></svg>`;
  await writeFile(path, await sharp(Buffer.from(svg)).png().toBuffer());
  return path;
}

const attempt = async (options: object, inputs: Readonly<Record<string, string>> = {}) =>
  tryRun(runs.stage, productOptions, { ...small, ...options }, { inputs: { imageUrl: await makeBottle(), ...inputs } });

const read = async (bytes: Buffer) => {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3),
  ];
  return { at, width: info.width, height: info.height, channels: info.channels };
};

test('an image with a transparent background is not matted again, and its product is placed in the middle of the scene', async () => {
  const { output, bytes, file } = await attempt({ backgroundType: 'sweep-blue', format: 'png', lightMatch: 0 });
  expect(output.meta).toMatchObject({ scene: 'sweep-blue', background: 'scene', warnings: [] });
  expect(output.meta?.engine).toBeUndefined();
  expect(file).toMatchObject({ name: 'bottle-product.png', type: 'png', width: 200, height: 200 });
  const { at } = await read(bytes);
  expect(at(100, 120)).toEqual([192, 48, 32]);
  const [red, , blue] = at(10, 100);
  expect(blue!).toBeGreaterThan(red! + 15);
});

test('two products in one photograph are told', async () => {
  const path = join(await makeTestFolder(), 'two.png');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="220" height="120"><rect width="220" height="120" fill="#2840c8"/><rect x="20" y="20" width="80" height="80" fill="#dc1e1e"/><rect x="130" y="30" width="50" height="60" fill="#dc1e1e"/></svg>`;
  await writeFile(path, await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer());
  const { output } = await tryRun(runs.stage, productOptions, small, { inputs: { imageUrl: path } });
  expect(output.meta!.warnings).toEqual(['several-subjects']);
});

test('a product that the photograph cuts off is told, and one that stands on its lower edge or arrives without a background is not', async () => {
  const folder = await makeTestFolder();
  const write = async (name: string, rect: string, ground: string) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200">${ground}<rect ${rect} fill="#fff"/></svg>`;
    await writeFile(join(folder, name), await sharp(Buffer.from(svg)).png().toBuffer());
    return join(folder, name);
  };
  const black = '<rect width="200" height="200"/>';
  const warningsOf = async (inputs: Readonly<Record<string, string>>) =>
    (await tryRun(runs.stage, productOptions, small, { inputs })).output.meta!.warnings;
  const warningsAt = async (x: number, y: number) => {
    const path = await write('product.png', `x="${x}" y="${y}" width="80" height="80"`, black);
    return warningsOf({ imageUrl: path, matteUrl: path });
  };
  expect(await warningsAt(120, 60)).toContain('product-cut-off');
  expect(await warningsAt(0, 60)).toContain('product-cut-off');
  expect(await warningsAt(60, 0)).toContain('product-cut-off');
  expect(await warningsAt(60, 120)).not.toContain('product-cut-off');
  const cut = await write('cut.png', 'x="120" y="60" width="80" height="80"', '');
  expect(await warningsOf({ imageUrl: cut })).not.toContain('product-cut-off');
});

test('the network cuts out a photograph once: a later run starts from the matte', async () => {
  const path = join(await makeTestFolder(), 'photo.jpg');
  await sharp(photos.womanRed).resize(260).toFile(path);
  const options = { ...small, backgroundType: 'studio-white', withLayer: true } as const;
  const first = await tryRun(runs.stage, productOptions, options, { inputs: { imageUrl: path } });
  expect(first.output.meta?.engine).toBeTypeOf('string');
  const box = first.output.meta?.product as {
    x: number;
    y: number;
    w: number;
    h: number;
    width: number;
    height: number;
  };
  expect([box.width, box.height]).toEqual([260, 260]);
  const layer = await sharp(first.output.layerPath).metadata();
  expect([layer.width, layer.height, layer.hasAlpha]).toEqual([box.w, box.h, true]);
  const alone = await sharp(first.output.layerPath).extractChannel(3).png().toBuffer();
  const matte = join(await makeTestFolder(), 'matte.png');
  await sharp({ create: { width: 260, height: 260, channels: 3, background: '#000' } })
    .composite([{ input: await sharp(alone).toColourspace('b-w').png().toBuffer(), left: box.x, top: box.y }])
    .png()
    .toFile(matte);
  const second = await tryRun(runs.stage, productOptions, options, { inputs: { imageUrl: path, matteUrl: matte } });
  expect(second.output.meta?.engine).toBeUndefined();
  const [a, b] = [await read(first.bytes), await read(second.bytes)];
  for (const [x, y] of [
    [100, 120],
    [20, 20],
    [100, 60],
  ] as const)
    for (let k = 0; k < 3; k++) expect(Math.abs(a.at(x, y)[k]! - b.at(x, y)[k]!)).toBeLessThan(24);
});

test.each(['jpg', 'png', 'webp'] as const)('%s has exactly the requested size', async format => {
  const { output, bytes } = await attempt({ format, width: 333, height: 222 });
  const metadata = await sharp(bytes).metadata();
  expect([metadata.width, metadata.height, metadata.hasAlpha]).toEqual([333, 222, false]);
  expect(output.files[0]).toMatchObject({ width: 333, height: 222, type: format });
});

test('the product is moved, enlarged and rotated', async () => {
  const redness = async (place: object) => {
    const { bytes } = await attempt({ backgroundType: 'sweep-sage', format: 'png', place });
    const { at, width, height } = await read(bytes);
    const found: [number, number][] = [];
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) if (at(x, y)[0]! > at(x, y)[1]! + 70) found.push([x, y]);
    const [xs, ys] = [found.map(([x]) => x), found.map(([, y]) => y)];
    return {
      x: (Math.min(...xs) + Math.max(...xs)) / 2,
      bottom: Math.max(...ys),
      width: Math.max(...xs) - Math.min(...xs),
      height: Math.max(...ys) - Math.min(...ys),
    };
  };
  const start = await redness({});
  const moved = await redness({ right: 0.1, down: -0.1, zoom: 0.5 });
  expect(moved.x - start.x).toBeCloseTo(20, -1);
  expect(start.bottom - moved.bottom).toBeGreaterThanOrEqual(18);
  expect(moved.height / start.height).toBeCloseTo(0.5, 1);
  const turned = await redness({ turn: 90 });
  expect(turned.width).toBeGreaterThan(turned.height * 1.7);
});

test('without a drawing server, the prompt selects the scene that it names, and the result reports it', async () => {
  const { output } = await attempt({ prompt: '黑色大理石台面' });
  expect(output.meta).toMatchObject({ scene: 'marble-black', background: 'scene', warnings: ['scene-by-words'] });
  await expect(attempt({ prompt: 'quantum entropy' })).rejects.toMatchObject({ code: 'DRAW_NOT_CONFIGURED' });
});

test.each([
  ['白色大理石，旁边有窗户', 'marble-white'],
  ['新年喜庆红色背景', 'new-year-red'],
  ['a wooden table in a kitchen', 'pine-kitchen'],
  ['on the beach in summer', 'beach'],
  ['粉色展台', 'podium-pink'],
  ['red silk', 'silk-red'],
  ['霓虹灯', 'neon-ring'],
  ['snowy winter night', 'winter-night'],
  ['soft pink background', 'sweep-pink'],
  ['sunlight and palm shadows on a wall', 'palm-shadow'],
  ['雪地', 'snow'],
  ['城市夜景', 'city-night'],
] as const)('“%s” selects %s', (text, scene) => {
  expect(chooseScene(text)).toBe(scene);
});

test('each scene is found by its own keywords', () => {
  const missed = sceneIds.filter(
    id => chooseScene(sceneNames[id].zh) === undefined && chooseScene(sceneNames[id].en) === undefined,
  );
  expect(missed).toEqual([]);
});

test('the product is placed on the background that the server drew for it', async () => {
  const drawnUrl = join(await makeTestFolder(), 'drawn.png');
  await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2060a0' } })
    .png()
    .toFile(drawnUrl);
  const { output, bytes } = await attempt({ prompt: '沙滩', format: 'png', lightMatch: 0 }, { drawnUrl });
  expect(output.meta).toMatchObject({ background: 'server', warnings: [] });
  expect(output.meta?.scene).toBeUndefined();
  const { at } = await read(bytes);
  expect([at(5, 5), at(100, 120)]).toEqual([
    [32, 96, 160],
    [192, 48, 32],
  ]);
  // The shadow lies below the bottle's foot.
  expect(at(100, 171)[1]!).toBeLessThan(90);
  await writeFile(drawnUrl, bytes.subarray(0, 600));
  await expect(attempt({ prompt: '沙滩' }, { drawnUrl })).rejects.toMatchObject({ code: 'DRAW_FAILED' });
});

test('only a prompt without a scene is sent to the drawing server, in a size that it supports', () => {
  const asked = askBackground(productOptions.parse({ prompt: '沙滩', width: 3000, height: 1500 }))!;
  expect(asked).toMatchObject({ server: 'draw', count: 1, width: 1536, height: 768 });
  expect(asked.prompt.startsWith('沙滩')).toBe(true);
  expect(askBackground(productOptions.parse({ prompt: '沙滩', width: 200, height: 200 }))).toMatchObject({
    width: 256,
    height: 256,
  });
  // A named scene is rendered even where a server could draw.
  expect(askBackground(productOptions.parse({ prompt: '沙滩', backgroundType: 'beach' }))).toBeUndefined();
  expect(askBackground(productOptions.parse({}))).toBeUndefined();
});

test('invalid options are refused', () => {
  const hostile: object[] = [
    { backgroundType: 'no-such-scene' },
    { backgroundType: '__proto__' },
    { width: 100_000 },
    { height: 0 },
    { width: 200.5 },
    { width: Number.NaN },
    { width: '800' },
    { shadow: Number.NaN },
    { shadow: 101 },
    { lightMatch: -1 },
    { place: { zoom: 0 } },
    { place: { zoom: 1e9 } },
    { place: { right: Number.POSITIVE_INFINITY } },
    { place: { turn: 400 } },
    { place: { right: null } },
    { format: 'svg' },
    { prompt: 'x'.repeat(5000) },
  ];
  for (const options of hostile) expect(productOptions.safeParse(options).success, JSON.stringify(options)).toBe(false);
});

test('an image without a product is refused, and a small product gets a warning', async () => {
  const empty = join(await makeTestFolder(), 'empty.png');
  await sharp({ create: { width: 80, height: 80, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toFile(empty);
  await expect(tryRun(runs.stage, productOptions, small, { inputs: { imageUrl: empty } })).rejects.toMatchObject({
    code: 'SUBJECT_NOT_FOUND',
  });
  const { output } = await tryRun(
    runs.stage,
    productOptions,
    { width: 600, height: 600 },
    { inputs: { imageUrl: fixture('transparent.png') } },
  );
  expect(output.meta?.warnings).toContain('product-enlarged');
});

test('shop sizes are within the limits of the call, and positions are clamped to their limits', () => {
  for (const { id, width, height } of shopSizes)
    expect(productOptions.safeParse({ width, height }).success, id).toBe(true);
  const held = holdPlace({ right: 9, down: -9, zoom: 99, turn: 270 });
  expect(held).toEqual({ right: 0.75, down: -0.75, zoom: 2.5, turn: -90 });
  expect(productOptions.safeParse({ place: held }).success).toBe(true);
});

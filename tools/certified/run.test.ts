// Tests ID photos of real portraits: pixels, head, background, file and sheet follow the rules of the size; unsuitable images are refused.

import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFaces } from 'engines/faces/faces.ts';
import { wearGlasses } from 'engines/faces/test-glasses.ts';
import { readPixels } from 'engines/image.ts';
import { sharp } from 'engines/sharp.ts';
import { fixture, refusalOf } from 'engines/test-pictures.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder, type TriedRun, tryRun } from '../test-run.ts';
import { certifiedOptions } from './contract.ts';
import type { PhotoLayer } from './photo-layer.ts';
import { runs } from './run.ts';

type Options = z.input<typeof certifiedOptions>;

const make = (imageUrl: string, options: Options, more: Record<string, string> = {}) =>
  tryRun(runs.cutPeople, certifiedOptions, options, { inputs: { imageUrl, ...more } });

/** Files that one test leaves for the next; the folders of runs are deleted after each test. */
const kept = mkdtempSync(join(tmpdir(), 'certified-'));
afterAll(() => rmSync(kept, { recursive: true }));

const red = [217, 0, 27];

async function pixelAt(file: string | Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(at, at + info.channels)];
}

const isNear = (seen: number[], wanted: readonly number[], reach: number) =>
  wanted.every((value, i) => Math.abs(value - seen[i]!) <= reach);

describe('a photo', () => {
  let made: TriedRun;
  let sheet: Awaited<ReturnType<ReturnType<typeof sharp>['metadata']>>;
  beforeAll(async () => {
    made = await make(photos.womanRed, {
      spec: 'cn-2-inch',
      backgroundColor: '#d9001b',
      sheet: '6-inch',
      maxKb: 40,
      exactKb: true,
    });
    sheet = await sharp(made.output.files[1]!.path).metadata();
  });

  it('has the requested pixels, dpi and bytes', async () => {
    expect(made.bytes.length).toBe(40 * 1024);
    expect(await sharp(made.bytes).metadata()).toMatchObject({ width: 413, height: 579, density: 300, format: 'jpeg' });
    expect(made.file.name).toBe('woman-red-cn-2-inch.jpg');
  });

  it('has the head within the rule, and reports its position', () => {
    const { head, rule, warnings } = made.output.meta as unknown as {
      head: { head: number; top: number };
      rule: { head: number[]; top: number[] };
      warnings: string[];
    };
    expect(head.head).toBeGreaterThanOrEqual(rule.head[0]!);
    expect(head.head).toBeLessThanOrEqual(rule.head[1]!);
    expect(head.top).toBeGreaterThanOrEqual(rule.top[0]! - 0.004);
    expect(warnings).not.toContain('rule-missed');
  });

  it('has the background in both upper corners and the face in the centre', async () => {
    expect(isNear(await pixelAt(made.bytes, 0.02, 0.02), red, 8)).toBe(true);
    expect(isNear(await pixelAt(made.bytes, 0.98, 0.02), red, 8)).toBe(true);
    const [r, g, b] = await pixelAt(made.bytes, 0.5, 0.36);
    expect(r! > g! && g! > b! && g! > 90).toBe(true);
  });

  it('comes without the layer of the person', () => {
    expect(made.output.layerPath).toBeUndefined();
  });

  it('comes with a sheet of copies', () => {
    expect(made.output.files[1]!.name).toBe('woman-red-cn-2-inch-sheet-6-inch.jpg');
    const { width, height, density } = sheet;
    expect([Math.max(width, height), Math.min(width, height), density]).toEqual([1795, 1205, 300]);
    expect(made.output.meta!.copies).toBe(8);
  });

  it('reports its progress step by step', () => {
    const seen = made.steps.map(([percent]) => percent);
    expect(seen.length).toBeGreaterThan(5);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });
});

describe('the layer of the person', () => {
  const spec = 'cn-1-inch';
  let first: TriedRun;
  const layer = join(kept, 'layer.webp');
  let matte: string;
  beforeAll(async () => {
    first = await make(photos.womanRed, { spec, withLayer: true });
    await copyFile(first.output.layerPath!, layer);
    matte = join(kept, 'matte.png');
    await sharp(layer).extractChannel(3).toFile(matte);
  });

  it('is returned on request, with the position of the photo in it', async () => {
    const { width, height, area, head } = first.output.meta!.layer as PhotoLayer;
    const seen = await sharp(layer).metadata();
    expect([seen.width, seen.height, seen.hasAlpha]).toEqual([width, height, true]);
    expect(area.h).toBeCloseTo(((head.chin - head.crown) * 1) / (first.output.meta!.head as { head: number }).head, 3);
  });

  it('starts the next photo: no network runs, and the photo shows the same person', async () => {
    const again = await make(photos.womanRed, { spec }, { matteUrl: matte });
    expect(again.output.meta!.engine).toBeUndefined();
    const [a, b] = await Promise.all([first.bytes, again.bytes].map(bytes => sharp(bytes).raw().toBuffer()));
    expect(a!.every((value, i) => Math.abs(value - b![i]!) <= 1)).toBe(true);
  });

  it('is rotated and moved by hand, and its edge stays clean', async () => {
    const place = { turn: 10, right: 0.1 };
    const { bytes, output } = await make(
      photos.womanRed,
      { spec, place, backgroundColor: '#ffffff' },
      { matteUrl: matte },
    );
    expect(output.meta!.warnings).not.toContain('rule-missed');
    const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
    // She leans to the right, so the first dark pixel of a row through her hair lies to the left of that in a lower row.
    const start = (y: number) => data.subarray(y * info.width, (y + 1) * info.width).findIndex(value => value < 128);
    const upright = await sharp(
      (await make(photos.womanRed, { spec, backgroundColor: '#ffffff' }, { matteUrl: matte })).bytes,
    )
      .greyscale()
      .raw()
      .toBuffer();
    const before = (y: number) =>
      upright.subarray(y * info.width, (y + 1) * info.width).findIndex(value => value < 128);
    const rows = [0.2, 0.4].map(share => Math.round(share * info.height));
    const lean = (from: (y: number) => number) => from(rows[0]!) - from(rows[1]!);
    expect(lean(start)).toBeGreaterThan(lean(before) + 5);
  });

  it('is corrected by strokes in the frame of the layer', async () => {
    const { width, height } = first.output.meta!.layer as PhotoLayer;
    const keep = join(kept, 'keep.png');
    const box = { create: { width: 80, height: 80, channels: 3 as const, background: '#ffffff' } };
    await sharp({ create: { width, height, channels: 3, background: '#000000' } })
      .composite([{ input: box, left: 4, top: 4 }])
      .toFile(keep);
    const { output } = await make(photos.womanRed, { spec, withLayer: true }, { matteUrl: matte, keepUrl: keep });
    const { data } = await sharp(output.layerPath).extractChannel(3).raw().toBuffer({ resolveWithObject: true });
    expect(data[44 * width + 44]).toBe(255);
    expect(data[20 * width + (width - 10)]).toBe(0);
  });

  it('says that something reaches the edge beside the head, but not what lies beneath the chin', async () => {
    const { width, height, area, head } = first.output.meta!.layer as PhotoLayer;
    const mouth = (head.eyes + head.chin) / 2;
    const warningsWith = async (from: number, to: number) => {
      const rect = `<rect x="0" y="${from}" width="${area.x + 20}" height="${to - from}" fill="#fff"/>`;
      const input = Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rect}</svg>`,
      );
      const painted = join(kept, 'arm.png');
      await sharp(matte).composite([{ input }]).toColourspace('b-w').toFile(painted);
      return (await make(photos.womanRed, { spec }, { matteUrl: painted })).output.meta!.warnings;
    };
    expect(first.output.meta!.warnings).not.toContain('beside-head');
    expect(await warningsWith(head.eyes, mouth)).toContain('beside-head');
    expect(await warningsWith(head.chin, height)).not.toContain('beside-head');
  });

  it('says that a thing is at the head: beside the hair or above it, but not beside the neck', async () => {
    const { width, height, area, head } = first.output.meta!.layer as PhotoLayer;
    const down = head.chin - head.eyes;
    const warningsWith = async (x: number, y: number) => {
      const rect = `<rect x="${x}" y="${y}" width="${down * 0.4}" height="${down * 0.4}" fill="#fff"/>`;
      const input = Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rect}</svg>`,
      );
      const painted = join(kept, 'thing.png');
      await sharp(matte).composite([{ input }]).toColourspace('b-w').toFile(painted);
      return (await make(photos.womanRed, { spec }, { matteUrl: painted })).output.meta!.warnings;
    };
    const aside = area.x + down * 0.1;
    expect(first.output.meta!.warnings).not.toContain('thing-at-head');
    expect(await warningsWith(aside, head.crown)).toContain('thing-at-head');
    expect(await warningsWith(head.middle, area.y)).toContain('thing-at-head');
    expect(await warningsWith(aside, head.chin)).not.toContain('thing-at-head');
  });

  it('says that the body is missing where nothing is left below the chin', async () => {
    const { width, height, head } = first.output.meta!.layer as PhotoLayer;
    const floating = join(kept, 'floating.png');
    const below = {
      create: { width, height: height - Math.ceil(head.chin), channels: 3 as const, background: '#000' },
    };
    await sharp(matte)
      .composite([{ input: below, left: 0, top: Math.ceil(head.chin) }])
      .toColourspace('b-w')
      .toFile(floating);
    expect(first.output.meta!.warnings).not.toContain('body-missing');
    const { output } = await make(photos.womanRed, { spec }, { matteUrl: floating });
    expect(output.meta!.warnings).toContain('body-missing');
  });
});

describe('what is worn', () => {
  it('is told: a cap, and glasses', async () => {
    const bare = await make(photos.manCap, { spec: 'cn-2-inch' });
    expect(bare.output.meta!.warnings).toContain('hat-worn');
    expect(bare.output.meta!.warnings).not.toContain('glasses-worn');
    const worn = join(kept, 'worn.png');
    await writeFile(worn, await wearGlasses(photos.manCap, { line: 0.05, tint: 0 }));
    const { warnings } = (await make(worn, { spec: 'cn-2-inch' })).output.meta!;
    expect(warnings).toContain('glasses-worn');
    expect(warnings).not.toContain('eyes-closed');
  });
});

describe('a photo of two people', () => {
  const spec = 'cn-marriage';

  it('has both heads in the centre of a red background', async () => {
    const both = join(kept, 'both.jpg');
    await sharp({ create: { width: 900, height: 500, channels: 3, background: '#dcdcdc' } })
      .composite([
        { input: await sharp(photos.womanRed).resize(450).toBuffer(), left: 0, top: 50 },
        { input: await sharp(photos.manCap).resize(450).toBuffer(), left: 450, top: 50 },
      ])
      .jpeg({ quality: 95 })
      .toFile(both);
    const { bytes, output } = await make(both, { spec });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 626, height: 413 });
    expect(output.meta!.warnings).not.toContain('rule-missed');
    expect(isNear(await pixelAt(bytes, 0.5, 0.03), red, 12)).toBe(true);
    const faces = await findFaces(await readPixels(sharp(bytes), 3));
    const middles = faces.map(({ box }) => (box.x + box.w / 2) / 626).sort();
    expect(middles).toHaveLength(2);
    expect(Math.abs(middles[0]! + middles[1]! - 1)).toBeLessThan(0.08);
  });

  it('is refused unless there are two faces', async () => {
    expect(await refusalOf(make(photos.womanRed, { spec }))).toBe('FACES_TOO_FEW');
    expect(await refusalOf(make(photos.friendsWindow, { spec }))).toBe('FACES_TOO_MANY');
  });
});

describe('without a size it is a cutout of the people', () => {
  /** Of the man with the cap. What follows the network is tested with it, since the network takes five seconds. */
  let matte: string;
  let transparent: TriedRun;
  beforeAll(async () => {
    transparent = await make(photos.manCap, {});
    matte = join(kept, 'man-cap-matte.png');
    await sharp(transparent.bytes).extractChannel(3).toFile(matte);
  });

  it('transparent', async () => {
    const { bytes, file } = transparent;
    expect(file.name).toBe('man-cap-people.png');
    expect((await pixelAt(bytes, 0.05, 0.05))[3]).toBe(0);
    expect((await pixelAt(bytes, 0.5, 0.6))[3]).toBe(255);
  });

  it('omits objects beside them', async () => {
    const beside = join(await makeTestFolder(), 'beside.png');
    const ball = Buffer.from('<svg width="1000" height="500"><circle cx="800" cy="300" r="150" fill="#1040c0"/></svg>');
    await sharp({ create: { width: 1000, height: 500, channels: 3, background: '#e8e8e8' } })
      .composite([
        { input: photos.manCap, left: 0, top: 0 },
        { input: ball, left: 0, top: 0 },
      ])
      .png()
      .toFile(beside);
    const { bytes, output } = await make(beside, {});
    expect((await pixelAt(bytes, 0.8, 0.6))[3]).toBe(0);
    expect((await pixelAt(bytes, 0.25, 0.6))[3]).toBe(255);
    expect(output.meta?.warnings).toEqual([]);
  });

  it('gives a warning if what was cut out is no person', async () => {
    const { width, height } = await sharp(photos.strawberries).metadata();
    const all = join(await makeTestFolder(), 'all.png');
    await sharp({ create: { width, height, channels: 3, background: '#fff' } }).toFile(all);
    const empty = await make(photos.strawberries, {}, { matteUrl: all });
    expect(empty.output.meta?.warnings).toEqual(['no-person-found']);
  });

  it('keeps the transparent pixels of the input', async () => {
    const pale = join(await makeTestFolder(), 'pale.png');
    await sharp(photos.manCap).ensureAlpha(0.6).png().toFile(pale);
    const alpha = (await pixelAt((await make(pale, {}, { matteUrl: matte })).bytes, 0.5, 0.6))[3]!;
    expect(Math.abs(alpha - 153)).toBeLessThanOrEqual(2);
  });

  it('over a background image', async () => {
    const { bytes } = await make(
      photos.manCap,
      { returnType: 'composite' },
      { matteUrl: matte, backgroundUrl: photos.strawberries },
    );
    const [r, , b] = await pixelAt(bytes, 0.05, 0.05);
    expect(b! > r! + 60).toBe(true);
  });
});

describe('refuses', () => {
  const spec = 'cn-1-inch';

  it('no face, several faces, a face that is cut off, and a tiny one', async () => {
    const folder = await makeTestFolder();
    const cut = join(folder, 'cut.jpg');
    await sharp(photos.womanRed).extract({ left: 250, top: 0, width: 250, height: 500 }).toFile(cut);
    const tiny = join(folder, 'tiny.jpg');
    await sharp(photos.manCap).resize(120).toFile(tiny);
    expect(await refusalOf(make(photos.strawberries, { spec }))).toBe('FACE_NOT_FOUND');
    expect(await refusalOf(make(photos.friendsWindow, { spec }))).toBe('FACES_TOO_MANY');
    expect(await refusalOf(make(cut, { spec }))).toBe('FACE_CUT_OFF');
    expect(await refusalOf(make(tiny, { spec }))).toBe('FACE_TOO_SMALL');
  });

  it('contradictory limits, and a damaged file', async () => {
    expect(await refusalOf(make(photos.womanRed, { spec, minKb: 50, maxKb: 20 }))).toBe('KB_RANGE_EMPTY');
    expect(await refusalOf(make(fixture('truncated.jpg'), { spec }))).toBe('FILE_CORRUPT');
  });

  it('a head whose hair is cut off by the image', async () => {
    const cut = join(await makeTestFolder(), 'cut.jpg');
    await sharp(photos.womanRed).extract({ left: 0, top: 125, width: 500, height: 375 }).toFile(cut);
    expect(await refusalOf(make(cut, { spec }))).toBe('FACE_CUT_OFF');
  });
});

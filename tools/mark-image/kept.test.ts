// Tests watermarked images: kept metadata and formats, warnings, and refusals.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharp } from 'engines/sharp.ts';
import { fixture, refusalOf } from 'engines/test-pictures.ts';
import { expect, test } from 'vitest';
import { makeTestFolder } from '../test-run.ts';
import { type Asked, drawCorner, drawPlain, mark } from './test-marks.ts';

test('the automatic colour contrasts with the image under the mark', async () => {
  const options: Asked = { markContent: 'Pixwright', color: 'auto', opacity: 1, format: 'png' };
  const onWhite = await mark(await drawPlain(400, 300, '#ffffff'), options);
  const onBlack = await mark(await drawPlain(400, 300, '#000000'), options);
  expect((await sharp(onWhite.bytes).stats()).channels[0]!.min).toBeLessThan(30);
  expect((await sharp(onBlack.bytes).stats()).channels[0]!.max).toBeGreaterThan(240);
});

test('a photo keeps its metadata, with the orientation applied, and its wide gamut', async () => {
  const turned = await mark(fixture('portrait-exif-6.jpg'), { markContent: '图' });
  const metadata = await sharp(turned.bytes).metadata();
  expect(metadata.format).toBe('jpeg');
  expect(metadata.exif?.length).toBeGreaterThan(20);
  expect(metadata.orientation ?? 1).toBe(1);
  const bare = await mark(fixture('portrait-exif-6.jpg'), { markContent: '图', keepMetadata: false });
  expect((await sharp(bare.bytes).metadata()).exif).toBeUndefined();

  const options: Asked = { markType: 'image', imageSize: 1, opacity: 1, position: 'bottom-left', margin: 0 };
  const wide = await mark(fixture('display-p3.jpg'), options, await drawCorner());
  const before = await sharp(fixture('display-p3.jpg')).metadata();
  expect((await sharp(wide.bytes).metadata()).icc?.equals(before.icc!)).toBe(true);
  const { data, info } = await sharp(wide.bytes).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const at = ((info.height - 4) * info.width + 4) * 3;
  expect(data[at]).toBeGreaterThan(245);
  expect(Math.max(data[at + 1]!, data[at + 2]!)).toBeLessThan(12);
});

test.each(['gif', 'webp'] as const)('every frame of an animated %s is marked', async type => {
  const red = await drawPlain(40, 40, '#ff0000');
  const options: Asked = { markType: 'image', imageSize: 0.6, opacity: 1, position: 'center' };
  const { bytes, file, output } = await mark(fixture(`animated-3-frames.${type}`), options, red);
  expect(file.type).toBe(type);
  const before = await sharp(fixture(`animated-3-frames.${type}`)).metadata();
  const after = await sharp(bytes).metadata();
  expect(after).toMatchObject({ pages: 3, delay: before.delay, loop: before.loop });
  expect([file.width, file.height]).toEqual([before.width, before.pageHeight ?? before.height]);
  for (const page of [0, 1, 2]) {
    const { data, info } = await sharp(bytes, { page }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3;
    expect(data[at]).toBeGreaterThan(220);
    expect(data[at + 1]).toBeLessThan(40);
  }
  expect(output.meta?.warnings).toEqual([]);
  const still = await mark(fixture(`animated-3-frames.${type}`), { ...options, format: 'jpg' }, red);
  expect(still.output.meta?.warnings).toContain('first-frame-only');
});

test('grey, 16-bit, CMYK and transparent images keep their values', async () => {
  const options: Asked = { markType: 'image', imageSize: 0.5, opacity: 1, position: 'top-left', margin: 0 };
  for (const name of [
    'grey.jpg',
    'grey-alpha.png',
    'sixteen-bit.png',
    'sixteen-bit-p3.png',
    'cmyk.jpg',
    'one-bit.png',
    'palette.png',
    'transparent.png',
  ]) {
    const { bytes } = await mark(fixture(name), options, await drawCorner());
    const { data, info } = await sharp(bytes)
      .withIccProfile('srgb', { attach: false })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (2 * info.width + 2) * 4;
    const off = name.endsWith('.jpg') ? 12 : 3;
    expect(data[at], name).toBeGreaterThanOrEqual(255 - off);
    expect(Math.max(data[at + 1]!, data[at + 2]!), name).toBeLessThanOrEqual(off);
    expect(data[at + 3], name).toBe(255);
    const before = await sharp(fixture(name)).metadata();
    const after = await sharp(bytes).metadata();
    expect(after.hasAlpha, name).toBe(before.hasAlpha);
  }
});

test('only an image that is transparent somewhere loses transparency in a jpg', async () => {
  const opaque = join(await makeTestFolder(), 'opaque.png');
  await sharp({ create: { width: 60, height: 40, channels: 4, background: '#2040a0' } }).toFile(opaque);
  const warningsOf = async (path: string) =>
    (await mark(path, { markContent: 'ok', fontSize: 0.4, format: 'jpg' })).output.meta?.warnings;
  expect(await warningsOf(opaque)).toEqual([]);
  expect(await warningsOf(fixture('transparent.png'))).toEqual(['transparency-flattened']);
});

test('characters that no font contains are left out, with a warning', async () => {
  const base = await drawPlain(400, 300);
  const some = await mark(base, { markContent: 'ok \u{10ABCD}' });
  const none = await mark(base, { markContent: 'ok' });
  expect(some.output.meta?.warnings).toEqual(['signs-missing']);
  expect(none.output.meta?.warnings).toEqual([]);
  expect(some.bytes.equals(none.bytes)).toBe(true);
  expect(await refusalOf(mark(base, { markContent: '\u{10ABCD}' }))).toBe('MARK_SIGNS_MISSING');
});

test('impossible marks are refused', async () => {
  const [base, corner] = [await drawPlain(60, 40), await drawCorner()];
  expect(await refusalOf(mark(base, {}))).toBe('MARK_MISSING');
  expect(await refusalOf(mark(base, { markContent: '\u200b\u2066\u0301' }))).toBe('MARK_MISSING');
  expect(await refusalOf(mark(base, { markContent: ' \n\u0007' }))).toBe('MARK_MISSING');
  expect(await refusalOf(mark(base, { markType: 'image' }))).toBe('MARK_PICTURE_MISSING');
  expect(await refusalOf(mark(base, { markType: 'image', markContent: 'x' }, corner))).toBe('MARK_ONLY_ONE');
  expect(await refusalOf(mark(base, { markContent: 'x' }, corner))).toBe('MARK_ONLY_ONE');
  expect(await refusalOf(mark(base, { markType: 'image' }, fixture('truncated.png')))).toBe('FILE_CORRUPT');
  expect(await refusalOf(mark(fixture('truncated.jpg'), { markContent: 'x' }))).toBe('FILE_CORRUPT');
});

test('extreme marks on extreme images are drawn', async () => {
  const thread = join(await makeTestFolder(), 'thread.png');
  await writeFile(
    thread,
    await sharp({ create: { width: 5000, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  );
  const dot = await drawPlain(1, 1);
  const cases: [string, Asked, string?][] = [
    [dot, { markContent: 'x'.repeat(300), tile: true, outlineWidth: 0.2, shadow: 1, rotate: 45 }],
    [dot, { markType: 'image', tile: true }, thread],
    [
      await drawPlain(300, 200),
      { markType: 'image', imageSize: 2, shadow: 1, rotate: 33, tile: true, tileGap: 0 },
      thread,
    ],
    [await drawPlain(300, 200), { markContent: `${'\u0301'.repeat(200)}a`, fontSize: 1, letterSpacing: 1 }],
    [await drawPlain(300, 200), { markContent: 'beside', offsetX: 20, offsetY: -20 }],
    [await drawPlain(300, 200), { markContent: 'W\n'.repeat(150), letterSpacing: 1 }],
    [await drawPlain(300, 200), { markContent: `W${'\n'.repeat(298)}W`, markW: 0.5 }],
    [await drawPlain(300, 200), { markContent: '\u2e3b'.repeat(300), letterSpacing: 1, markW: 1 }],
  ];
  for (const [base, options, file] of cases) {
    const { file: out } = await mark(base, { opacity: 1, ...options }, file);
    const { width, height } = await sharp(base).metadata();
    expect([out.width, out.height]).toEqual([width, height]);
  }
});

// Tests the conversion of every type into every format by pixels: kept and dropped data, and refusals.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pictureTypes, sniffMedia } from 'contract/media.ts';
import { sharp } from 'engines/sharp.ts';
import {
  differenceOf,
  drawDisc,
  drawThinLines,
  expectColours,
  findHalo,
  fixture,
  lookAt,
  quarters,
  refusalOf,
} from 'engines/test-pictures.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outputFormats } from './contract.ts';
import { nameResult } from './run.ts';
import { convert, listIcon, lookAtResult, readPdf, removeConversions } from './test-conversion.ts';

afterEach(removeConversions);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convert-inputs-'));
});
afterAll(() => rm(folder, { recursive: true }));

const solid = quarters.map(colour => [...colour, 255]);
const tolerances: Record<string, number> = { jpg: 6, webp: 6, avif: 6, pdf: 6 };

describe.each(outputFormats)('into %s', format => {
  it.each(pictureTypes)('from %s', async type => {
    const { file, bytes, meta, output, steps } = await convert(fixture(`plain.${type}`), { format });
    const side = type === 'ico' ? 64 : 32;
    expect(sniffMedia(bytes)).toBe(format);
    expect(file).toMatchObject(
      format === 'ico' ? { type: 'ico', width: 256, height: 256 } : { type: format, width: 64, height: side },
    );
    expect(file.name).toBe(`plain.${format}`);
    expect(meta).toMatchObject({
      inputType: type,
      inputWidth: 64,
      inputHeight: side,
      frames: 1,
      outputBytes: bytes.length,
    });
    if (format === 'ico' && type !== 'ico') {
      // 64 x 32 in a square: the centre of each quarter of the square is transparent or on an edge of the image.
      expectColours(await lookAt(await cropMiddle(bytes)), solid, 4);
    } else expectColours(await lookAtResult(format, bytes), solid, (tolerances[format] ?? 3) + 1);
    expect(Boolean(file.previewPath)).toBe(format === 'tiff' || format === 'pdf');
    expect(Boolean(output.inputPreviewPath)).toBe(type === 'tiff' || type === 'heic');
    if (file.previewPath) expectColours(await lookAt(file.previewPath), solid, 8);
    if (output.inputPreviewPath) expectColours(await lookAt(output.inputPreviewPath), solid, 8);
    expect(steps[0]).toEqual([0, 'reading']);
    expect(steps.at(-1)).toEqual([100, 'writing']);
    expect(steps.map(([percent]) => percent)).toEqual(steps.map(([percent]) => percent).toSorted((a, b) => a - b));
  });
});

function cropMiddle(icon: Buffer): Promise<Buffer> {
  return sharp(listIcon(icon).at(-1)!.body).extract({ left: 0, top: 64, width: 256, height: 128 }).png().toBuffer();
}

describe('orientation', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('%i is applied, and no tag applies it again', async orientation => {
    const path = fixture(`portrait-exif-${orientation}.jpg`);
    for (const keepMetadata of [false, true]) {
      const { file, bytes } = await convert(path, { format: 'jpg', keepMetadata, quality: 92 });
      expect([file.width, file.height]).toEqual([32, 64]);
      expectColours(await lookAt(bytes), solid, 6);
      expect((await sharp(bytes).metadata()).orientation ?? 1).toBe(1);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('%i rotates the page of a PDF', async orientation => {
    const { file, bytes } = await convert(fixture(`portrait-exif-${orientation}.jpg`), { format: 'pdf' });
    expect([file.width, file.height]).toEqual([32, 64]);
    const page = readPdf(bytes);
    expect([page.width, page.height, page.filter]).toEqual([32, 64, 'DCTDecode']);
    // The matrix must map the centre of each stored quarter (y up) to where its colour belongs.
    const [a, b, c, d, e, f] = page.matrix as [number, number, number, number, number, number];
    const stored = await lookAt(sharp(page.stream));
    const middles = [
      [0.25, 0.75],
      [0.75, 0.75],
      [0.25, 0.25],
      [0.75, 0.25],
    ] as const;
    const seen: number[][] = [];
    for (const [i, [u, v]] of middles.entries()) {
      const [x, y] = [a * u + c * v + e, b * u + d * v + f];
      seen[(y > 32 ? 0 : 2) + (x < 16 ? 0 : 1)] = stored[i]!;
    }
    expectColours(seen, solid, 3);
    expectColours(await lookAt(file.previewPath!), solid, 8);
  });
});

it.each(['png', 'gif'] as const)('a palette of a %s is kept in a PNG, exactly', async format => {
  const colours = Buffer.from(Array.from({ length: 64 * 64 }, (_, i) => [(i * 37) % 200, i % 7, (i >> 6) * 3]).flat());
  const drawn = sharp(colours, { raw: { width: 64, height: 64, channels: 3 } }).resize(256, 256, { kernel: 'nearest' });
  const few = await drawn.png({ palette: true, colours: 100, dither: 0 }).toBuffer();
  const path = join(folder, `palette.${format}`);
  await writeFile(path, format === 'png' ? few : await sharp(few).gif({ dither: 0 }).toBuffer());
  const { bytes } = await convert(path, { format: 'png' });
  expect((await sharp(bytes).metadata()).isPalette).toBe(true);
  expect(
    (await sharp(bytes).removeAlpha().raw().toBuffer()).equals(await sharp(path).removeAlpha().raw().toBuffer()),
  ).toBe(true);
});

it('hidden colours do not show at the edges of a WebP', async () => {
  const path = join(folder, 'disc.png');
  await writeFile(path, await drawDisc());
  expect(await findHalo((await convert(path, { format: 'webp' })).bytes)).toBeLessThan(5);
});

it('thin lines keep their colours in a WebP', async () => {
  const lines = await drawThinLines();
  const path = join(folder, 'lines.png');
  await writeFile(path, lines);
  const { bytes } = await convert(path, { format: 'webp', quality: 92 });
  expect(await differenceOf(bytes, lines)).toBeLessThan(7);
});

describe('metadata', () => {
  it.each(['jpg', 'png', 'webp', 'avif', 'tiff', 'pdf'] as const)(
    'is dropped from %s unless it is requested',
    async format => {
      const { bytes } = await convert(fixture('gps-and-xmp.jpg'), { format });
      for (const trace of ['Pixwright', 'xmpmeta', 'Exif']) expect(bytes.includes(trace), trace).toBe(false);
    },
  );

  it.each(['jpg', 'png', 'webp', 'avif'] as const)('is kept in %s, the location only with everything', async format => {
    for (const keepMetadata of [true, 'everything'] as const) {
      const { bytes, meta } = await convert(fixture('gps-and-xmp.jpg'), { format, keepMetadata });
      const { exif, xmp } = await sharp(bytes).metadata();
      expect(exif?.includes('Pixwright')).toBe(true);
      // Tag 0x8825 of the first directory points to the GPS data.
      const hasPosition = !!exif && (exif.includes('88250004', 0, 'hex') || exif.includes('25880400', 0, 'hex'));
      expect(hasPosition).toBe(keepMetadata === 'everything');
      expect(xmp?.includes('xmpmeta')).toBe(true);
      expect(meta.warnings).not.toContain('metadata-dropped');
    }
  });

  it('of a HEIC is kept, and its orientation is reset to upright', async () => {
    const { bytes } = await convert(fixture('exif-says-6-boxes-say-1.heic'), { format: 'jpg', keepMetadata: true });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 64, height: 32, orientation: 1 });
    const kept = await convert(fixture('display-p3.heic'), { format: 'webp', keepMetadata: true });
    expect((await sharp(kept.bytes).metadata()).exif?.includes('Pixwright')).toBe(true);
  });

  it.each(['tiff', 'gif', 'bmp', 'ico', 'pdf'] as const)('that %s does not support causes a warning', async format => {
    const { meta } = await convert(fixture('gps-and-xmp.jpg'), { format, keepMetadata: true });
    expect(meta.warnings).toContain('metadata-dropped');
  });
});

describe('alpha', () => {
  it.each(['jpg', 'bmp', 'pdf'] as const)('shows the background in %s', async format => {
    const { bytes, meta } = await convert(fixture('transparent.png'), { format, background: '#00ff00', quality: 95 });
    const half = [20, 157, 110];
    expectColours(await lookAtResult(format, bytes), [quarters[0]!, quarters[1]!, half, [0, 255, 0]], 8);
    expect(meta.warnings).toContain('transparency-flattened');
  });

  it.each(['png', 'webp', 'avif', 'tiff', 'ico', 'gif'] as const)('is kept in %s', async format => {
    const { bytes, meta } = await convert(fixture('transparent.png'), { format, quality: 95 });
    const look = format === 'ico' ? await lookAt(await cropMiddle(bytes)) : await lookAtResult(format, bytes);
    expect(look[3]![3]).toBe(0);
    expectColours(look.slice(0, 2), solid.slice(0, 2), 4);
    if (format !== 'gif') expect(Math.abs(look[2]![3]! - 128)).toBeLessThanOrEqual(2);
    expect(meta.warnings).not.toContain('transparency-flattened');
  });

  it('that is fully opaque gives no warning', async () => {
    expect((await convert(fixture('plain.svg'), { format: 'jpg' })).meta.warnings).not.toContain(
      'transparency-flattened',
    );
  });
});

describe('icons', () => {
  it('contain the usual sizes, each of them sharp', async () => {
    const { bytes } = await convert(fixture('plain.ico'), { format: 'ico' });
    const entries = listIcon(bytes);
    expect(entries.map(entry => entry.side)).toEqual([16, 24, 32, 48, 64, 128, 256]);
    for (const { side, body } of entries) {
      const isPng = body.toString('latin1', 1, 4) === 'PNG';
      expect(isPng).toBe(side > 48);
      if (isPng) expectColours(await lookAt(body), solid, 4);
      else
        expect([body.readInt32LE(4), body.readInt32LE(8), body.length]).toEqual([
          side,
          side * 2,
          40 + side * side * 4 + Math.ceil(side / 32) * 4 * side,
        ]);
    }
  });

  it('go up to the requested size', async () => {
    const { bytes, file } = await convert(fixture('plain.svg'), { format: 'ico', width: 48 });
    expect(listIcon(bytes).map(entry => entry.side)).toEqual([16, 24, 32, 48]);
    expect(file.width).toBe(48);
  });
});

describe('refusals', () => {
  it.each([
    ['truncated.jpg', 'FILE_CORRUPT'],
    ['truncated.png', 'FILE_CORRUPT'],
    ['claims-more-than-it-holds.bmp', 'FILE_CORRUPT'],
    ['huge-30000x30000.png', 'PIXELS_TOO_MANY'],
    ['claims-30000x30000.ico', 'PIXELS_TOO_MANY'],
  ])('%s: %s', async (name, code) => {
    for (const format of outputFormats) expect(await refusalOf(convert(fixture(name), { format })), format).toBe(code);
  });

  it("bytes that are not an image, under an image's name", async () => {
    const path = join(folder, 'text.png');
    await writeFile(path, 'GIF? No, text.');
    expect(await refusalOf(convert(path, { format: 'jpg' }))).toBe('TYPE_UNSUPPORTED');
  });

  it('a side that the format does not support, before decoding', async () => {
    const path = join(folder, 'long.png');
    await sharp({ create: { width: 17_000, height: 2, channels: 3, background: 'red' } })
      .png()
      .toFile(path);
    for (const format of ['webp', 'avif'] as const)
      expect(await refusalOf(convert(path, { format }))).toBe('SIDE_TOO_LONG');
    expect((await convert(path, { format: 'jpg' })).file.width).toBe(17_000);
    expect((await convert(path, { format: 'webp', width: 1000 })).file.width).toBe(1000);
  });

  it('a result of more than 100 megapixels', async () => {
    const options = { format: 'png', width: 16_000, height: 16_000, fit: 'fill', enlarge: true } as const;
    expect(await refusalOf(convert(fixture('plain.png'), options))).toBe('PIXELS_TOO_MANY');
    const alone = { format: 'png', width: 16_000, enlarge: true } as const;
    expect(await refusalOf(convert(fixture('plain.png'), alone))).toBe('PIXELS_TOO_MANY');
    expect(await refusalOf(convert(fixture('plain.svg'), { format: 'png', width: 16_000 }))).toBe('PIXELS_TOO_MANY');
  });
});

describe('nameResult replaces only the extensions of media files', () => {
  it.each([
    ['photo.HEIC', 'photo.webp'],
    ['holiday.photo.jpeg', 'holiday.photo.webp'],
    ['no-extension', 'no-extension.webp'],
    ['version 1.2', 'version 1.2.webp'],
    ['.png', 'picture.webp'],
    ['', 'picture.webp'],
    ['dots...', 'dots.webp'],
    ['照片.jpg', '照片.webp'],
  ])('%s becomes %s', (before, after) => {
    expect(nameResult(before, 'webp')).toBe(after);
  });
});

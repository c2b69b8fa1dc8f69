// Tests the options of a conversion: size, fit, file size, colours and animation.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPlainSrgb } from 'engines/colour.ts';
import { openPicture } from 'engines/image.ts';
import { sharp } from 'engines/sharp.ts';
import { expectColours, fixture, lookAt, quarters, refusalOf } from 'engines/test-pictures.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { convert, lookAtResult, readPdf, removeConversions } from './test-conversion.ts';

afterEach(removeConversions);

let folder: string;
let noise: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convert-options-'));
  noise = join(folder, 'noise.png');
  await sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png()
    .toFile(noise);
});
afterAll(() => rm(folder, { recursive: true }));

const solid = quarters.map(colour => [...colour, 255]);

describe('size', () => {
  it.each([
    [{ width: 32 }, [32, 16], []],
    [{ height: 8 }, [16, 8], []],
    [{ width: 32, height: 32 }, [32, 16], []],
    [{ width: 32, height: 32, fit: 'fill' }, [32, 32], []],
    [{ width: 16, height: 32, fit: 'cover' }, [16, 32], []],
    [{ width: 32, height: 32, fit: 'contain' }, [32, 32], []],
    [{ width: 640 }, [64, 32], ['not-enlarged']],
    [{ width: 640, fit: 'fill' }, [64, 32], ['not-enlarged']],
    [{ width: 640, enlarge: true }, [640, 320], []],
    [{ width: 128, height: 128, fit: 'fill', enlarge: true }, [128, 128], []],
  ] as const)('%j gives %j', async (options, size, warnings) => {
    const { file, bytes, meta } = await convert(fixture('plain.png'), { format: 'png', ...options });
    expect([file.width, file.height]).toEqual(size);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: size[0], height: size[1] });
    expect(meta.warnings.filter(name => name === 'not-enlarged')).toEqual(warnings);
  });

  it('contain pads with the background, cover crops the sides', async () => {
    const padded = await convert(fixture('plain.png'), {
      format: 'png',
      width: 32,
      height: 32,
      fit: 'contain',
      background: '#102030',
    });
    const { data } = await sharp(padded.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([16, 32, 48]);
    const cropped = await convert(fixture('plain.png'), { format: 'png', width: 32, height: 32, fit: 'cover' });
    expectColours(await lookAt(cropped.bytes), solid, 2);
  });

  it('an SVG is rendered sharply at the requested size, even if its own is smaller', async () => {
    const { file, bytes } = await convert(fixture('plain.svg'), { format: 'png', width: 1280 });
    expect([file.width, file.height]).toEqual([1280, 640]);
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number) => [...data.subarray((100 * 1280 + x) * 3, (100 * 1280 + x) * 3 + 3)];
    // Two pixels from the edge between red and green nothing is blurred.
    expectColours([at(637), at(642)], [quarters[0]!, quarters[1]!], 2);
  });

  it('an image with an EXIF orientation is measured upright', async () => {
    const { file } = await convert(fixture('portrait-exif-6.jpg'), { format: 'jpg', width: 16 });
    expect([file.width, file.height]).toEqual([16, 32]);
  });
});

describe('quality and file size', () => {
  it.each(['jpg', 'webp', 'avif', 'pdf'] as const)('lower quality makes a smaller %s', async format => {
    const fine = await convert(noise, { format, quality: 90 });
    const coarse = await convert(noise, { format, quality: 30 });
    expect(coarse.bytes.length).toBeLessThan(fine.bytes.length * 0.6);
    expect(coarse.meta.quality).toBe(30);
  });

  it.each([
    ['jpg', 12],
    ['webp', 10],
    ['avif', 10],
    ['pdf', 12],
    ['png', 60],
    ['gif', 20],
    ['bmp', 40],
    ['tiff', 60],
    ['ico', 10],
  ] as const)('%s fits into %i KB', async (format, targetKb) => {
    const { bytes, file, meta, steps, output } = await convert(noise, { format, targetKb });
    expect(bytes.length).toBeLessThanOrEqual(targetKb * 1024);
    expect(bytes.length).toBeGreaterThan(targetKb * 1024 * 0.4);
    expect(meta.outputBytes).toBe(bytes.length);
    const isSmaller = file.width! < 300;
    expect(meta.warnings.includes('dimensions-reduced')).toBe(format === 'ico' ? file.width! < 256 : isSmaller);
    expect(steps.filter(([, stage]) => stage === 'working').length).toBeGreaterThan(1);
    expect(output.files).toHaveLength(1);
  });

  it('refuses an impossible target and reports the possible size', async () => {
    const work = convert(noise, { format: 'ico', targetKb: 1 });
    expect(await refusalOf(work)).toBe('TARGET_SIZE_IMPOSSIBLE');
    await expect(work).rejects.toMatchObject({ details: { targetKb: 1, bestKb: 2 } });
  });

  it('a result larger than the input has a warning', async () => {
    const grown = await convert(fixture('plain.webp'), { format: 'bmp' });
    expect(grown.meta.warnings).toContain('bigger-than-input');
    expect((await convert(noise, { format: 'webp' })).meta.warnings).not.toContain('bigger-than-input');
  });
});

describe('colours', () => {
  const profileOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).icc;
  const raw = async (bytes: Buffer) =>
    (await sharp(bytes, { ignoreIcc: true }).toColourspace('srgb').raw().toBuffer()).subarray(0, 3);

  it.each(['display-p3.jpg', 'display-p3.heic', 'sixteen-bit-p3.png'])('of %s become sRGB', async name => {
    const { bytes } = await convert(fixture(name), { format: 'png' });
    expect(await profileOf(bytes)).toBeUndefined();
    expectColours([[...(await raw(bytes))]], [quarters[0]!], 3);
  });

  it.each([
    ['display-p3.jpg', 'webp'],
    ['display-p3.jpg', 'avif'],
    ['display-p3.jpg', 'tiff'],
    ['display-p3.heic', 'jpg'],
    ['sixteen-bit-p3.png', 'png'],
    ['sixteen-bit-p3.png', 'webp'],
  ] as const)('of %s are unchanged in %s with their profile', async (name, format) => {
    const { bytes, file, meta } = await convert(fixture(name), { format, colorProfile: 'keep', quality: 95 });
    expect(await profileOf(bytes)).toEqual((await sharp(await readFile(fixture(name))).metadata()).icc);
    // The red of P3: without a conversion, 220, 40, 40 would be a different red.
    expectColours([[...(await raw(bytes))]], [[202, 59, 50]], 8);
    // One step of a WebP's chroma is four levels of red, and nine once P3's green is sRGB.
    expectColours(await lookAt((await openPicture(file.path)).start()), solid, 10);
    expect(meta.warnings).not.toContain('profile-dropped');
  });

  it.each(['sixteen-bit.png', 'sixteen-bit-p3.png', 'sixteen-bit.tiff', 'pq.avif', 'pq-10-bit.heic'])(
    'keeps the bits of %s where the format has them, and says where not',
    async name => {
      for (const format of ['png', 'tiff', 'avif'] as const) {
        const { bytes, meta } = await convert(fixture(name), { format, width: 24 });
        expect((await sharp(bytes).metadata()).depth, format).toBe('ushort');
        expect(meta.warnings).not.toContain('depth-reduced');
      }
      const { bytes, meta } = await convert(fixture(name), { format: 'webp' });
      expect((await sharp(bytes).metadata()).depth).toBe('uchar');
      expect(meta.warnings).toContain('depth-reduced');
    },
  );

  it('keeps sixteen bits with a kept profile, and writes an sRGB profile with metadata', async () => {
    const deep = await convert(fixture('sixteen-bit-p3.png'), { format: 'tiff', colorProfile: 'keep' });
    expect((await sharp(deep.bytes).metadata()).depth).toBe('ushort');
    const tagged = await convert(fixture('sixteen-bit-p3.png'), { format: 'png', keepMetadata: true });
    const { metadata } = await openPicture(tagged.file.path);
    expect([metadata.hasProfile, isPlainSrgb(metadata)]).toEqual([true, true]);
    expectColours([[...(await raw(tagged.bytes))]], [quarters[0]!], 3);
  });

  it('warns if the format cannot hold the profile', async () => {
    expect((await convert(fixture('display-p3.jpg'), { format: 'gif', colorProfile: 'keep' })).meta.warnings).toContain(
      'profile-dropped',
    );
  });

  it('keeps CMYK in a JPEG and converts it to sRGB in a WebP', async () => {
    const path = join(folder, 'ink.jpg');
    await sharp(fixture('plain.png')).withIccProfile('cmyk').toColourspace('cmyk').jpeg().toFile(path);
    const kept = await convert(path, { format: 'jpg', colorProfile: 'keep' });
    expect(await sharp(kept.bytes).metadata()).toMatchObject({ space: 'cmyk', channels: 4, hasProfile: true });
    const before = await lookAt(path);
    expectColours(await lookAt(kept.bytes), before, 8);
    const shown = await convert(path, { format: 'webp', colorProfile: 'keep', quality: 95 });
    expect(shown.meta.warnings).toContain('profile-dropped');
    expectColours(await lookAt(shown.bytes), before, 8);
  });

  it('keeps greyscale', async () => {
    for (const format of ['jpg', 'png', 'tiff'] as const) {
      const { bytes } = await convert(fixture('grey.jpg'), { format });
      expect((await sharp(bytes).metadata()).channels, format).toBe(1);
    }
    const padded = await convert(fixture('grey.jpg'), {
      format: 'png',
      width: 32,
      height: 32,
      fit: 'contain',
      background: '#ff0000',
    });
    expect([...(await raw(padded.bytes))]).toEqual([255, 0, 0]);
    const flat = await convert(fixture('grey-alpha.png'), { format: 'bmp', background: '#ff0000' });
    expectColours([(await lookAtResult('bmp', flat.bytes))[3]!], [[255, 0, 0]], 0);
  });
});

describe('animation', () => {
  it.each([
    ['gif', 'webp'],
    ['webp', 'gif'],
    ['gif', 'gif'],
    ['webp', 'webp'],
  ] as const)('%s to %s keeps frames, delays and loop', async (from, format) => {
    const { bytes, file, meta } = await convert(fixture(`animated-3-frames.${from}`), { format });
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({
      pages: 3,
      delay: [100, 200, 300],
      loop: 2,
    });
    expect([file.width, file.height, meta.frames]).toEqual([24, 16, 3]);
    expect(meta.warnings).not.toContain('first-frame-only');
    for (const [page, colour] of quarters.slice(0, 3).entries())
      expectColours(await lookAt(sharp(bytes, { page })), [colour, colour, colour, colour], 6);
  });

  it('is resized frame by frame', async () => {
    const { bytes, file } = await convert(fixture('animated-3-frames.gif'), { format: 'webp', width: 12 });
    expect([file.width, file.height]).toEqual([12, 8]);
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({ pages: 3, pageHeight: 8 });
    const blue = quarters[2]!;
    expectColours(await lookAt(sharp(bytes, { page: 2 })), [blue, blue, blue, blue], 6);
  });

  it('gives up colours before pixels to stay below a size', async () => {
    const [width, height, count] = [160, 120, 8];
    // A gradient that moves: every pixel changes in every frame.
    const data = Buffer.alloc(width * height * count * 3, 0);
    for (let at = 0; at < data.length; at += 3) {
      const [x, row] = [(at / 3) % width, Math.floor(at / 3 / width)];
      const [y, frame] = [row % height, Math.floor(row / height)];
      data.set([(x + 9 * frame) % 256, (2 * y + 5 * frame) % 256, (x + y) % 256], at);
    }
    const path = join(folder, 'gradient.webp');
    const raw = { width, height: height * count, channels: 3, pageHeight: height } as const;
    await sharp(data, { raw, animated: true })
      .webp({ lossless: true, delay: Array(count).fill(80), loop: 0 })
      .toFile(path);
    const free = await convert(path, { format: 'gif' });
    const targetKb = Math.floor((free.bytes.length * 0.35) / 1024);
    const { bytes, file, meta } = await convert(path, { format: 'gif', targetKb });
    expect(bytes.length).toBeLessThanOrEqual(targetKb * 1024);
    expect([file.width, file.height]).toEqual([width, height]);
    expect(meta.warnings).toContain('colours-reduced');
    expect(meta.warnings).not.toContain('dimensions-reduced');
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({ pages: count, loop: 0 });
    const smaller = await convert(path, { format: 'gif', targetKb, width: 80 });
    expect(smaller.file.width).toBe(80);
    expect(smaller.bytes.length).toBeLessThanOrEqual(targetKb * 1024);
  });

  it.each(['jpg', 'png', 'avif', 'pdf'] as const)('to %s keeps the first frame, with a warning', async format => {
    const { file, meta } = await convert(fixture('animated-3-frames.gif'), { format });
    expect([file.width, file.height]).toEqual([24, 16]);
    expect(meta.warnings).toContain('first-frame-only');
  });

  it('of more than 400 megapixels in total is refused, but its first frame is converted', async () => {
    const still = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#000' } })
      .gif({ colours: 2, effort: 1 })
      .toBuffer();
    // Repeats the only frame, from its control block to before the trailer, 46 times: 414 megapixels in a few hundred kilobytes.
    const control = still.indexOf(Buffer.from([0x21, 0xf9, 0x04]));
    const frames = Array.from({ length: 46 }, () => still.subarray(control, -1));
    const path = join(folder, 'long.gif');
    await writeFile(path, Buffer.concat([still.subarray(0, control), ...frames, still.subarray(-1)]));
    expect(await refusalOf(convert(path, { format: 'webp' }))).toBe('PIXELS_TOO_MANY');
    expect((await convert(path, { format: 'jpg', width: 30 })).file.width).toBe(30);
  });
});

describe('pdf', () => {
  it('has every page of a TIFF', async () => {
    const { bytes, meta } = await convert(fixture('three-pages.tiff'), { format: 'pdf' });
    expect(bytes.toString('latin1')).toContain('/Count 3');
    expect(meta.warnings).not.toContain('first-frame-only');
    const still = await convert(fixture('three-pages.tiff'), { format: 'png' });
    expect(still.meta.warnings).toContain('first-frame-only');
  });

  it('embeds a JPEG byte for byte, and a PNG row for row', async () => {
    const jpeg = readPdf((await convert(fixture('plain.jpg'), { format: 'pdf' })).bytes);
    expect(jpeg).toMatchObject({ filter: 'DCTDecode', width: 64, height: 32 });
    const scan = (bytes: Buffer) => bytes.subarray(bytes.indexOf(Buffer.from([0xff, 0xda])));
    expect(scan(jpeg.stream).equals(scan(await readFile(fixture('plain.jpg'))))).toBe(true);
    const png = readPdf((await convert(fixture('plain.png'), { format: 'pdf' })).bytes);
    expect(png.filter).toBe('FlateDecode');
    expect((await readFile(fixture('plain.png'))).includes(png.stream)).toBe(true);
  });

  it('stores other lossless images without loss, lossy ones as JPEG', async () => {
    expect(readPdf((await convert(fixture('plain.bmp'), { format: 'pdf' })).bytes).filter).toBe('FlateDecode');
    expect(readPdf((await convert(fixture('plain.webp'), { format: 'pdf' })).bytes).filter).toBe('DCTDecode');
    expect(readPdf((await convert(fixture('plain.png'), { format: 'pdf', quality: 60 })).bytes).filter).toBe(
      'DCTDecode',
    );
  });

  it('limits a page to the size that readers support', async () => {
    const path = join(folder, 'wide.png');
    await sharp({ create: { width: 28_800, height: 100, channels: 3, background: 'red' } })
      .png()
      .toFile(path);
    const { file, bytes } = await convert(path, { format: 'pdf' });
    expect(readPdf(bytes)).toMatchObject({ width: 14_400, height: 50 });
    expect(file.width).toBe(28_800);
  });

  it('embeds a kept profile', async () => {
    const { bytes } = await convert(fixture('display-p3.jpg'), { format: 'pdf', colorProfile: 'keep' });
    expect(readPdf(bytes).dictionary).toContain('/ICCBased 6 0 R');
    const anew = await convert(fixture('display-p3.jpg'), { format: 'pdf', colorProfile: 'keep', width: 32 });
    expect(readPdf(anew.bytes).dictionary).toContain('/DeviceRGB');
    expect(anew.meta.warnings).toContain('profile-dropped');
  });
});

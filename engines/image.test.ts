// Opening pictures: every type, unusual fixtures and every limit, checked by pixels.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pictureTypes } from 'contract/media.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coloursOfCodes } from './formats/declared-colours.ts';
import { makeProfile } from './formats/make-profile.ts';
import { isSeenThrough, openPicture, readPixels, refuseDamage } from './image.ts';
import { sharp } from './sharp.ts';
import { makeHeif, takeCoded } from './test-heif.ts';
import { expectColours, fixture, lookAt, quarters, refusalOf } from './test-pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'image-'));
});
afterAll(() => rm(folder, { recursive: true }));

const solid = quarters.map(colour => [...colour, 255]);

async function open(name: string) {
  const picture = await openPicture(fixture(name));
  return { picture, colours: await lookAt(picture.start()) };
}

describe('openPicture', () => {
  it.each(pictureTypes)('opens %s with its size and colours', async type => {
    const { picture, colours } = await open(`plain.${type}`);
    expect(picture).toMatchObject({ type, width: 64, height: type === 'ico' ? 64 : 32, frames: 1, pages: 1 });
    expectColours(colours, solid, 3);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('applies EXIF orientation %i', async orientation => {
    const { picture, colours } = await open(`portrait-exif-${orientation}.jpg`);
    expect([picture.width, picture.height]).toEqual([32, 64]);
    expectColours(colours, solid, 3);
  });

  it('rotates a HEIC by its own box, not by the EXIF orientation beside it', async () => {
    const turned = await open('portrait-by-rotation-box.heic');
    expect([turned.picture.width, turned.picture.height]).toEqual([32, 64]);
    expectColours(turned.colours, solid, 3);
    const still = await open('exif-says-6-boxes-say-1.heic');
    expect([still.picture.width, still.picture.height]).toEqual([64, 32]);
  });

  it.each([
    'top-down.bmp',
    'eight-bit.bmp',
    'four-bit.bmp',
    'run-length-8.bmp',
    'run-length-4.bmp',
    'v5-header-palette.bmp',
    'fourth-byte-unused.bmp',
    'palette.png',
    'interlaced.png',
    'sixteen-bit.png',
    'sixteen-bit.tiff',
    'sixteen-bit-p3.png',
    'progressive.jpg',
    'display-p3.jpg',
    'display-p3.heic',
    'junk-behind-the-end.jpg',
    'view-box-only.svg',
    'huge-screen.gif',
  ])('reads the right colours from %s', async name => {
    expectColours((await open(name)).colours, solid, 3);
  });

  it('reads sixteen-bit bitmaps to their precision', async () => {
    expectColours((await open('five-six-five.bmp')).colours, solid, 4);
    const one = (await open('one-bit.bmp')).colours;
    expectColours(one, [solid[0]!, solid[1]!, solid[0]!, solid[1]!], 0);
  });

  it('distinguishes hues in CMYK', async () => {
    // Ink cannot reproduce these colours, so only the dominant channel is checked.
    const [red, green, blue] = (await open('cmyk.jpg')).colours as [number[], number[], number[]];
    for (const [i, colour] of [red, green, blue].entries())
      expect(colour.indexOf(Math.max(...colour.slice(0, 3)))).toBe(i);
  });

  it('shows grey by its profile, also where a colour will be painted', async () => {
    const profile = join(folder, 'linear.icc');
    await writeFile(profile, makeProfile(coloursOfCodes(1, 8), 'GRAY'));
    const path = join(folder, 'grey.jpg');
    const grey = sharp({ create: { width: 16, height: 16, channels: 3, background: '#646464' } });
    await grey.toColourspace('b-w').withIccProfile(profile, { attach: true }).jpeg().toFile(path);
    const stored = (await sharp(path).metadata()).icc;
    expect(stored?.toString('latin1', 16, 20)).toBe('GRAY');
    const picture = await openPicture(path);
    const [shown, painted] = [await lookAt(picture.start()), await lookAt(picture.start({ paintsColour: true }))];
    expectColours(painted, shown, 1);
    // Samples of 33 in linear light look like 101.
    expectColours(painted, Array(4).fill([101, 101, 101, 255]), 2);
  });

  it('reads a HEIC whose picture is the coded one, turned', async () => {
    const size = { width: 128, height: 64 };
    const coded = takeCoded(await readFile(fixture('hlg-10-bit.heic')), 'hvc1', [size.width, size.height]);
    const turned = makeHeif(coded, [{ columns: 1, rows: 1, ...size, tile: 1 }]);
    // An identity instead of a grid, and a turn to the left instead of the bit depth, which the coded picture no longer has.
    turned.write('iden', turned.indexOf('grid'), 'latin1');
    const depth = turned.indexOf('pixi');
    turned.write('irot\x01', depth, 'latin1');
    turned[turned.indexOf(Buffer.from([3, 0x81, 2, 3])) + 2] = 3;
    const path = join(folder, 'turned.heic');
    await writeFile(path, turned);
    const picture = await openPicture(path);
    expect([picture.width, picture.height]).toEqual([64, 128]);
    const upright = await sharp(await picture.start().rotate(90).png().toBuffer())
      .raw()
      .toBuffer();
    await writeFile(path, makeHeif(coded, []));
    const asCoded = await (await openPicture(path)).start().raw().toBuffer();
    expect(upright.equals(asCoded)).toBe(true);
  });

  it('reads alpha, and the mask of an icon without alpha', async () => {
    expectColours((await open('transparent.png')).colours, [solid[0]!, solid[1]!, [40, 60, 220, 128], [0, 0, 0, 0]], 1);
    expectColours((await open('alpha-v5.bmp')).colours, [solid[0]!, solid[1]!, solid[2]!, [230, 210, 50, 0]], 0);
    const alphas = (await open('mask-without-alpha.ico')).colours.map(colour => colour[3]);
    expect(alphas).toEqual([255, 0, 255, 0]);
  });

  it('reads alpha of a bitmap whose header has a mask for it, unless all of it is zero', async () => {
    const bytes = await readFile(fixture('alpha-v5.bmp'));
    const [coding, pixelsAt] = [30, bytes.readUInt32LE(10)];
    const path = join(folder, 'alpha.bmp');
    // Without the coding of masks, which then do not count.
    bytes.writeUInt32LE(0, coding);
    await writeFile(path, bytes);
    const colours = await lookAt((await openPicture(path)).start());
    expectColours(colours, [solid[0]!, solid[1]!, solid[2]!, [230, 210, 50, 0]], 0);
    for (let at = pixelsAt + 3; at < bytes.length; at += 4) bytes[at] = 0;
    for (const kind of [0, 3]) {
      bytes.writeUInt32LE(kind, coding);
      await writeFile(path, bytes);
      expectColours(await lookAt((await openPicture(path)).start()), solid, 0);
    }
  });

  it('chooses the entry with the most bits among the largest entries of an icon', async () => {
    const { picture } = await open('plain.ico');
    expect(picture.metadata.format).toBe('png');
  });

  it('counts frames of animations and pages of documents separately', async () => {
    expect(await openPicture(fixture('animated-3-frames.gif'))).toMatchObject({ frames: 3, pages: 1, height: 16 });
    expect(await openPicture(fixture('animated-3-frames.webp'))).toMatchObject({ frames: 3, pages: 1, height: 16 });
    expect(await openPicture(fixture('three-pages.tiff'))).toMatchObject({ frames: 1, pages: 3, height: 16 });
  });

  it('renders an SVG at the requested scale', async () => {
    const picture = await openPicture(fixture('plain.svg'));
    const { width, height } = await readPixels(picture.start({ scale: 10 }), 3);
    expect([width, height]).toEqual([640, 320]);
  });

  it.each([
    ['huge-30000x30000.png', 900],
    ['just-above-100-megapixels.png', 100.1],
    ['claims-20000x20000.bmp', 400],
    ['claims-30000x30000.ico', 900],
  ])('refuses %s from its header', async (name, megapixels) => {
    await expect(openPicture(fixture(name))).rejects.toMatchObject({
      code: 'PIXELS_TOO_MANY',
      details: { megapixels, maxMegapixels: 100 },
    });
  });

  it.each(['claims-more-than-it-holds.bmp', 'points-outside.ico', 'entity-bomb.svg', 'truncated.jpg'])(
    'refuses %s as damaged',
    async name => {
      expect(await refusalOf(openPicture(fixture(name)))).toBe('FILE_CORRUPT');
    },
  );

  it('refuses overlong rows', async () => {
    const path = join(folder, 'wide.png');
    await sharp({ create: { width: 200_001, height: 1, channels: 3, background: 'red' } })
      .png()
      .toFile(path);
    expect(await refusalOf(openPicture(path))).toBe('SIDE_TOO_LONG');
  });

  it('refuses bytes of an unknown type, whatever their name', async () => {
    const path = join(folder, 'hello.png');
    await writeFile(path, 'hello, this is no picture');
    expect(await refusalOf(openPicture(path))).toBe('TYPE_UNSUPPORTED');
    await writeFile(path, '');
    expect(await refusalOf(openPicture(path))).toBe('TYPE_UNSUPPORTED');
    await writeFile(path, '%PDF-1.7 a document');
    expect(await refusalOf(openPicture(path))).toBe('TYPE_UNSUPPORTED');
  });

  it('passes on the error of a missing file', async () => {
    expect(await refusalOf(openPicture(join(folder, 'gone.png')))).toBe('ENOENT');
  });
});

describe('refuseDamage', () => {
  it.each(['jpg', 'png', 'webp', 'gif', 'avif', 'tiff', 'heic', 'bmp'])(
    'refuses a %s that ends too early',
    async type => {
      const whole = await readFile(fixture(`plain.${type}`));
      const path = join(folder, `cut.${type}`);
      await writeFile(path, whole.subarray(0, Math.floor(whole.length * 0.8)));
      const work = async () => {
        const picture = await openPicture(path);
        await refuseDamage(picture, () => readPixels(picture.start(), 3));
      };
      expect(await refusalOf(work())).toBe('FILE_CORRUPT');
    },
  );

  it('passes on errors that the picture did not cause', async () => {
    const picture = await openPicture(fixture('plain.png'));
    const disk = new Error('no space left on device');
    expect(await refusalOf(refuseDamage(picture, () => Promise.reject(disk)))).toBe(disk);
  });
});

describe('isSeenThrough', () => {
  it.each([
    ['transparent.png', true],
    ['circle-on-nothing.svg', true],
    ['animated-3-frames.gif', false],
    ['plain.svg', false],
    ['plain.jpg', false],
  ])('%s: %s', async (name, expected) => {
    expect(await isSeenThrough(await openPicture(fixture(name)))).toBe(expected);
  });
});

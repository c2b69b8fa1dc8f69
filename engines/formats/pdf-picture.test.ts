// Images in a PDF keep everything needed to render them, and no metadata.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sharp } from '../sharp.ts';
import { expectColours, fixture, lookAt, quarters } from '../test-pictures.ts';
import { takeJpeg, takePng } from './pdf-picture.ts';

describe('takeJpeg', () => {
  it.each(['plain.jpg', 'progressive.jpg', 'gps-and-xmp.jpg', 'junk-behind-the-end.jpg'])(
    'keeps the image of %s',
    async name => {
      const taken = takeJpeg(await readFile(fixture(name)));
      expect(taken).toMatchObject({ coding: 'jpeg', width: 64, height: 32, channels: 3, bits: 8 });
      expectColours(await lookAt(taken.data), quarters, 3);
    },
  );

  it('drops EXIF, XMP, profiles and bytes after the end', async () => {
    const found = await readFile(fixture('gps-and-xmp.jpg'));
    expect(found.includes('Exif') && found.includes('xmpmeta')).toBe(true);
    const { data } = takeJpeg(found);
    expect(data.includes('Exif') || data.includes('xmpmeta')).toBe(false);
    expect(takeJpeg(await readFile(fixture('junk-behind-the-end.jpg'))).data.includes('GPSLatitude')).toBe(false);
    expect(takeJpeg(await readFile(fixture('display-p3.jpg'))).data.includes('ICC_PROFILE')).toBe(false);
  });

  it('tells the number of channels, and that CMYK ink is stored inverted', async () => {
    expect(takeJpeg(await readFile(fixture('grey.jpg')))).toMatchObject({ channels: 1, isInverted: false });
    expect(takeJpeg(await readFile(fixture('cmyk.jpg')))).toMatchObject({ channels: 4, isInverted: true });
  });

  it('refuses a file that ends inside a segment', async () => {
    const whole = await readFile(fixture('plain.jpg'));
    expect(() => takeJpeg(whole.subarray(0, 60))).toThrow('FILE_CORRUPT');
  });
});

describe('takePng', () => {
  it('returns rows and palette', async () => {
    expect(takePng(await readFile(fixture('plain.png')))).toMatchObject({ channels: 3, bits: 8, width: 64 });
    expect(takePng(await readFile(fixture('palette.png'))).palette?.length).toBe(12);
  });

  it('refuses alpha, which the rows of a page cannot store', async () => {
    const alpha = await sharp({ create: { width: 2, height: 2, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    expect(() => takePng(alpha)).toThrow('FILE_CORRUPT');
  });
});

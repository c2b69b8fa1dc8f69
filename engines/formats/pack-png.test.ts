// A packed PNG keeps the exact pixels, and photographs are smaller than without a filter.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { sharp } from '../sharp.ts';
import { packPng } from './pack-png.ts';

test.each([1, 3, 4] as const)('pixels of %i channels are unchanged', async channels => {
  const [width, height] = [37, 23];
  const data = Uint8Array.from({ length: width * height * channels }, (_, i) => (i * i * 31 + i * 7) % 256);
  const file = await packPng({ data, width, height, channels });
  const { data: read, info } = await sharp(file)
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width, height, channels });
  expect(read.equals(data)).toBe(true);
});

const portrait = photos.womanRed;

test('a photograph takes at most three quarters of its size without a filter', async () => {
  const { data, info } = await sharp(portrait).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const plain = await sharp(portrait).removeAlpha().png({ compressionLevel: 3 }).toBuffer();
  const packed = await packPng({ data, width, height, channels: 3 });
  expect(packed.length).toBeLessThan(plain.length * 0.75);
});

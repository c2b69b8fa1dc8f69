// Tests that flat areas beside a photograph, such as the bar of a poster, keep their colour in a GIF's palette.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharp } from 'engines/sharp.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { convert, removeConversions } from './test-conversion.ts';

const bar = [192, 48, 32];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flat-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(removeConversions);

it('the bar below a photo stays red', async () => {
  const poster = join(folder, 'poster.jpg');
  const extended = await sharp(photos.womanGreen).extend({ bottom: 120, background: '#c03020' }).png().toBuffer();
  // Each variant samples different pixels for the palette; in these, the bar is easily lost to brown.
  await sharp(extended).flop().withMetadata({ orientation: 2 }).jpeg({ quality: 95 }).toFile(poster);
  const { bytes } = await convert(poster, { format: 'gif' });
  const pixels = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .extract({ left: 0, top: 530, width: 500, height: 80 })
    .raw()
    .toBuffer();
  const mean = bar.map(
    (_, channel) => pixels.reduce((sum, value, i) => sum + (i % 3 === channel ? value : 0), 0) / (pixels.length / 3),
  );
  for (const [channel, value] of mean.entries()) expect(Math.abs(value - bar[channel]!)).toBeLessThan(4);
});

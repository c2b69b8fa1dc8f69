// Logos laid over photographs are seen whole, whether half transparent or opaque; a photograph without one shows none.
import { expect, test } from 'vitest';
import { photos } from '../../../bench/photos.ts';
import { blendMark, decode, drawMark, encodeJpeg, readPhoto } from '../../same-mark/test-marks.ts';
import { seeLogos } from './see-logos.ts';

const [width, height] = [640, 360];
const [wide, high] = [78, 60];
const sign = '<path fill-rule="evenodd" d="M0 0h78v60h-78zM9 9h60v42h-60z"/><path d="M30 17l28 13l-28 13z"/>';

const drawAt = (x: number, y: number, opacity: number) =>
  drawMark(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="#fff"><g transform="translate(${x} ${y})">${sign}</g></svg>`,
    opacity,
  );

test.each([
  ['friendsDark', 24, 22, 0.5],
  ['forest', 536, 24, 0.6],
  ['womanRed', 530, 276, 1],
] as const)('a logo over %s at %d, %d with opacity %d is seen whole', async (name, x, y, opacity) => {
  const photo = await readPhoto(photos[name], width, height);
  const logos = await seeLogos(await decode(await encodeJpeg(blendMark(photo, await drawAt(x, y, opacity)))));
  expect(logos).toHaveLength(1);
  const { box, chance } = logos[0]!;
  expect(chance).toBeGreaterThan(0.7);
  expect(box.x).toBeLessThanOrEqual(x);
  expect(box.y).toBeLessThanOrEqual(y);
  expect(box.x + box.w).toBeGreaterThanOrEqual(x + wide);
  expect(box.y + box.h).toBeGreaterThanOrEqual(y + high);
  expect(box.w * box.h).toBeLessThan(2.3 * wide * high);
});

test.each(['friendsDark', 'forest', 'womanRed', 'strawberries'] as const)('%s shows no logo', async name => {
  expect(await seeLogos(await readPhoto(photos[name], width, height))).toEqual([]);
});

// Tests that an earlier JPEG is found by its quality, wherever its blocks were cut, and none where there was none.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { RawPixels } from '../formats/decode-dib.ts';
import { sharp } from '../sharp.ts';
import { cutMiddle, shrinkPixels } from '../test-photos.ts';
import { findEarlierJpeg } from './earlier-jpeg.ts';

const photo = (name: string) => fileURLToPath(new URL(`../../fixtures/photos/${name}.jpg`, import.meta.url));
/** The photographs came as JPEG themselves; no trace of that is left when they are reduced. */
const makeSmall = async (name: string) => shrinkPixels(await cutMiddle(photo(name), 480, 480), 3);
const small = { face: await makeSmall('woman-green'), code: await makeSmall('code'), sea: await makeSmall('sea') };

const open = ({ data, width, height, channels }: RawPixels) => sharp(data, { raw: { width, height, channels } });
const decode = async (file: Buffer): Promise<RawPixels> => {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 3 };
};
const asJpeg = (pixels: RawPixels, quality: number, mozjpeg = false) =>
  open(pixels).jpeg({ quality, mozjpeg }).toBuffer();
const cut = { left: 3, top: 5, width: 144, height: 140 };

test.each([23, 50, 68, 85])('quality %i, in a screenshot that cuts through its blocks', async quality => {
  for (const pixels of Object.values(small)) {
    const shot = await sharp(await asJpeg(pixels, quality))
      .extract(cut)
      .png()
      .toBuffer();
    expect(findEarlierJpeg(await decode(shot))?.quality).toBe(quality);
  }
});

test('the steps are those of the file, also of mozjpeg', async () => {
  const found = findEarlierJpeg(await decode(await asJpeg(small.face, 40, true)));
  // Of the lowest frequencies at 125 % of the table: 16 becomes 20.
  expect([...found!.luma.subarray(0, 8)]).toEqual([20, 20, 20, 23, 31, 46, 70, 106]);
});

test('a copy that was saved anew, finer than before', async () => {
  const first = sharp(await asJpeg(small.face, 55)).extract(cut);
  expect(findEarlierJpeg(await decode(await first.jpeg({ quality: 90 }).toBuffer()))?.quality).toBe(55);
});

test('none where nothing was compressed, or the picture was reduced since, or it was fine, or too little is left', async () => {
  for (const pixels of Object.values(small)) {
    expect(findEarlierJpeg(pixels)).toBeUndefined();
    const reduced = await sharp(await asJpeg(pixels, 50))
      .resize(131)
      .png()
      .toBuffer();
    expect(findEarlierJpeg(await decode(reduced))).toBeUndefined();
    expect(findEarlierJpeg(await decode(await asJpeg(pixels, 95)))).toBeUndefined();
  }
  const corner = await sharp(await asJpeg(small.face, 50))
    .extract({ left: 0, top: 0, width: 40, height: 40 })
    .png()
    .toBuffer();
  expect(findEarlierJpeg(await decode(corner))).toBeUndefined();
});

test('none in a drawing whose shapes repeat every eight pixels', async () => {
  const stripes = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160"><defs><pattern id="p" width="8" height="8" patternUnits="userSpaceOnUse">
<rect width="8" height="8" fill="#fff"/><rect width="3" height="5" fill="#123"/></pattern></defs><rect width="160" height="160" fill="url(#p)"/></svg>`;
  expect(findEarlierJpeg(await decode(await sharp(Buffer.from(stripes)).png().toBuffer()))).toBeUndefined();
});

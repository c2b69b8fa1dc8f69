// Enlarges small portraits of the ground as people have them: saved as JPEG, cut by a screenshot or another crop, and saved anew. Only the last save is
// in the file; the traces of the first are in the pixels.
import { mulberry32 } from 'contract/random.ts';
import { cleanJpeg } from 'engines/enlarge/clean-jpeg.ts';
import { findEarlierJpeg } from 'engines/enlarge/earlier-jpeg.ts';
import { enlarge } from 'engines/enlarge/enlarge.ts';
import { openNetwork } from 'engines/enlarge/network.ts';
import type { RawPixels } from 'engines/formats/decode-dib.ts';
import { comparePixels, shrinkPixels } from 'engines/test-photos.ts';
import sharp from 'sharp';
import { type Half, listPictures } from './ground/ground.ts';
import { mean } from './numbers.ts';
import type { Bench } from './report.ts';

const scale = 4;
const side = 128;
/** Room for the cut through the blocks. */
const whole = side + 8;
const half: Half = process.env.HALF === 'tune' ? 'tune' : 'judge';

async function decode(file: Buffer): Promise<RawPixels> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 3 };
}

/** A copy, its truth at four times the size, and the quality of its first save. */
async function makeCopy(file: string, seed: number) {
  const random = mulberry32(seed);
  const picture = sharp(file).rotate().flatten({ background: '#fff' }).toColourspace('srgb');
  const large = await picture
    .resize(whole * scale, whole * scale, { fit: 'cover', position: 'attention' })
    .png()
    .toBuffer();
  const small = shrinkPixels(await decode(large), scale);
  const quality = Math.round(45 + 35 * random());
  const [left, top] = [Math.floor(8 * random()), Math.floor(8 * random())];
  const first = await sharp(small.data, { raw: { width: whole, height: whole, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
  const cut = sharp(first).extract({ left, top, width: side, height: side });
  const last = seed % 2 === 0 ? cut.png() : cut.jpeg({ quality: 92 });
  const place = { left: left * scale, top: top * scale, width: side * scale, height: side * scale };
  return {
    fine: small,
    copy: await decode(await last.toBuffer()),
    truth: await decode(await sharp(large).extract(place).png().toBuffer()),
    quality,
    isLossy: seed % 2 === 1,
  };
}

export const benchEnlargeCopies: Bench = async () => {
  const portraits = listPictures().filter(one => one.half === half && one.kind === 'photo' && one.holds.has('face'));
  const network = await openNetwork(undefined, { scale, isLossy: true });
  const [gains, before]: [number[], number[]] = [[], []];
  let [right, wrong] = [0, 0];
  for (const [i, { file, name }] of portraits.entries()) {
    const { fine, copy, truth, quality, isLossy } = await makeCopy(file, i + 1);
    const found = findEarlierJpeg(copy);
    if (found && Math.abs(found.quality - quality) <= 1) right++;
    if (findEarlierJpeg(fine)) wrong++;
    const request = { scale, mode: 'photo', network } as const;
    const asItIs = comparePixels(await enlarge(copy, { ...request, isLossy }), truth);
    const cleaned = found ? await enlarge(cleanJpeg(copy, found), { ...request, isLossy: true }) : undefined;
    before.push(asItIs);
    gains.push(cleaned ? comparePixels(cleaned, truth) - asItIs : 0);
    console.log(`  ${name}: saved at ${quality}, found ${found?.quality}, ${gains.at(-1)!.toFixed(2)} dB`);
  }
  return [
    {
      what: `x4 of ${portraits.length} portraits of 128 pixels of \`${half}\`, saved as JPEG of 45 to 80, cut, and saved anew: quality of the first save found; found where none was`,
      ours: `${right} of ${portraits.length}; ${wrong} of ${portraits.length}`,
      rival: '–',
      aim: '≥ 90 %; 0',
      isMet: right >= 0.9 * portraits.length && wrong === 0,
    },
    {
      what: `x4 of ${portraits.length} portraits of 128 pixels of \`${half}\`, saved as JPEG of 45 to 80, cut, and saved anew: PSNR gained by cleaning what the first save left`,
      ours: `mean ${mean(gains).toFixed(2)}, least ${Math.min(...gains).toFixed(2)} dB`,
      rival: `only the last save is known: mean ${mean(before).toFixed(2)} dB`,
      aim: 'mean ≥ + 0.1 dB, none below − 0.1',
      isMet: mean(gains) >= 0.1 && Math.min(...gains) >= -0.1,
    },
  ];
};

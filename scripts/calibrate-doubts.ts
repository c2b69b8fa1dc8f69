// Fits the weights of engines/inpaint/signs/weigh-signs.ts to the holes of `tune` in bench/ground/holes.tsv: `npm run calibrate-doubts`. It prints them
// and how many fillings they would call unsure, each judged by weights that were fitted without its photograph. With `masks <folder>` it takes
// things out of the photographs instead, and writes a mask and a filling of each, to be sorted by eye. With `brushed` it counts how often the engine as it
// is doubts the fillings of bench/ground/brushed.tsv, to which nothing is fitted.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { inpaint } from 'engines/inpaint/inpaint.ts';
import { inpaintJudged } from 'engines/inpaint/signs/judge-filling.ts';
import { isFillingUnsure, type Looks, type Signs, thinOdds } from 'engines/inpaint/signs/weigh-signs.ts';
import { findMatte } from 'engines/matte/matte.ts';
import { numberComponents } from 'engines/pixels/components.ts';
import { growMask } from 'engines/pixels/morphology.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { sharp } from 'engines/sharp.ts';
import { listBrushed, paintStrokes } from '../bench/ground/brushed.ts';
import { groundPictures } from '../bench/ground/ground.ts';
import { readTable } from '../bench/ground/read-table.ts';
import { openReduced } from '../bench/report-doubts.ts';
import { type Judged, probability, reportFit } from './regress.ts';

const longSide = 1000;
/** Radius of the brush around a thing, relative to the longer side; the most things of a photograph, and the share of it that a mask may cover. */
const brush = 0.02;
const maxThings = 3;
const minShare = 0.012;
const maxShare = 0.26;
const thingAlpha = 128;

const photos = groundPictures({ half: 'tune', kind: 'photo' });

/** Masks of the largest parts of the matte, each under a generous brush: one byte per pixel, 1 where it was painted over. */
async function takeThings(picture: Pixels): Promise<Uint8Array[]> {
  const { width, height } = picture;
  const { alpha } = await findMatte(picture);
  const pieces = numberComponents(
    alpha.map(value => (value >= thingAlpha ? 1 : 0)),
    width,
    'corner',
  );
  const counts = new Map<number, number>();
  for (const piece of pieces) if (piece) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const largest = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 2 * maxThings);
  const masks = largest.map(([piece]) => {
    const mask = new Uint8Array(pieces.length);
    const own = Uint8Array.from(pieces, number => (number === piece ? 1 : 0));
    growMask(own, width, Math.max(6, Math.round(brush * Math.max(width, height))), mask);
    return mask;
  });
  const shareOf = (mask: Uint8Array) => mask.reduce((sum, value) => sum + value, 0) / mask.length;
  return masks.filter(mask => shareOf(mask) >= minShare && shareOf(mask) <= maxShare).slice(0, maxThings);
}

/** Photographs in the order of the hash of their names, so that those of one package are apart. */
async function writeMasks(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const hash = (name: string) => createHash('sha256').update(name).digest('hex');
  const shuffled = photos.toSorted((a, b) => (hash(a.name) < hash(b.name) ? -1 : 1));
  for (const [at, { name, file }] of shuffled.entries()) {
    const picture = await openReduced(file, longSide);
    for (const [which, mask] of (await takeThings(picture)).entries()) {
      const { data, width, height } = await inpaint(picture, mask);
      const stem = path.join(folder, `t${String(at).padStart(3, '0')}${'abc'[which]}`);
      await sharp(
        mask.map(value => value * 255),
        { raw: { width, height, channels: 1 } },
      )
        .toColourspace('b-w')
        .png()
        .toFile(`${stem}.png`);
      await sharp(data, { raw: { width, height, channels: 3 } })
        .png()
        .toFile(`${stem}-filled.png`);
      console.log(`${name}\t${path.basename(stem)}.png`);
    }
  }
}

interface Sample extends Judged {
  readonly signs: Signs;
}

const listNumbers = ({ subject, thing }: Looks): readonly number[] => [1, subject, thing];

async function readSamples(): Promise<Sample[]> {
  const samples: Sample[] = [];
  const files = new Map(photos.map(({ name, file }) => [name, file]));
  for (const { name, hole, verdict } of readTable('holes.tsv')) {
    const file = files.get(name!);
    if (!file) continue;
    const mask = await sharp(path.join('bench/ground/holes', hole!)).extractChannel(0).raw().toBuffer();
    const { signs } = await inpaintJudged(await openReduced(file, longSide), new Uint8Array(mask), { imagines: false });
    console.log(`${hole} ${verdict} ${JSON.stringify(signs)}`);
    if (!signs.looks) continue;
    samples.push({ name: name!, isRejected: verdict === 'rejected', signs, numbers: listNumbers(signs.looks) });
  }
  return samples;
}

const report = (samples: readonly Sample[]): void =>
  reportFit(samples, 'subject, thing', ({ signs }, weights) =>
    isFillingUnsure(signs, looks => probability([...weights, thinOdds], [...listNumbers(looks), Number(looks.isThin)])),
  );

async function reportBrushed(): Promise<void> {
  const judged: { readonly isRejected: boolean; readonly isUnsure: boolean }[] = [];
  for (const { name, file, strokes, isRejected, isImagined } of listBrushed()) {
    const picture = await openReduced(file, longSide);
    const mask = paintStrokes(strokes, picture.width, picture.height);
    const { signs, isUnsure, engine } = await inpaintJudged(picture, mask);
    const verdict = isRejected ? 'rejected' : 'good';
    const isSeen = isImagined === (engine === 'migan');
    console.log(`${name} ${verdict}${isSeen ? '' : ', of another filling'} ${isUnsure} ${JSON.stringify(signs)}`);
    if (isSeen) judged.push({ isRejected, isUnsure });
  }
  for (const isRejected of [true, false]) {
    const all = judged.filter(one => one.isRejected === isRejected);
    const unsure = all.filter(one => one.isUnsure);
    console.log(`${isRejected ? 'rejected' : 'good'}: ${unsure.length} of ${all.length} unsure`);
  }
}

const [task, folder] = process.argv.slice(2);
if (task === 'masks') await writeMasks(folder ?? 'masks');
else if (task === 'brushed') await reportBrushed();
else report(await readSamples());

// How well filling knows when it does not know: 60 things in photographs of `judge`, removed and sorted by a person into good results and ones to reject
// (bench/ground/holes.tsv), before what the engine says of them was looked at.
import path from 'node:path';
import { inpaintJudged } from '../engines/inpaint/signs/judge-filling.ts';
import { sharp } from '../engines/sharp.ts';
import type { Bench } from './report.ts';
import { type Answered, openReduced, reportDoubts } from './report-doubts.ts';

const longSide = 1000;

/** `hole`: a mask of the same size in bench/ground/holes, white where the thing was painted over. */
async function fill(file: string, hole: string): Promise<Answered> {
  const mask = await sharp(path.join(import.meta.dirname, 'ground/holes', hole))
    .extractChannel(0)
    .raw()
    .toBuffer();
  const picture = await openReduced(file, longSide);
  const { signs, isHard, isUnsure, ...made } = await inpaintJudged(picture, new Uint8Array(mask));
  return {
    isDoubted: isHard || isUnsure,
    picture: made,
    title: `${hole} ${path.basename(file)}`,
    signs: { ...signs },
  };
}

export const benchFillDoubts: Bench = () =>
  reportDoubts({
    table: 'holes.tsv',
    of: count => `filling: ${count} things removed from photographs of \`judge\``,
    sheet: 'fill-doubts',
    answer: (file, { hole }) => fill(file, hole!),
  });

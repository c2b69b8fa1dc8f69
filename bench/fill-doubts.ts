// How well filling knows when it does not know: 60 things in photographs of `judge`, removed and sorted by a person into good results and ones to reject
// (bench/ground/holes.tsv), before what the engine says of them was looked at.
import path from 'node:path';
import { inpaintJudged } from '../engines/inpaint/signs/judge-filling.ts';
import { sharp } from '../engines/sharp.ts';
import { groundPictures } from './ground/ground.ts';
import { readTable } from './ground/read-table.ts';
import type { Bench } from './report.ts';
import { captionOf, type Judged, openReduced, reportDoubts } from './report-doubts.ts';

const longSide = 1000;

/** `hole`: a mask of the same size in bench/ground/holes, white where the thing was painted over. */
async function judge(file: string, hole: string, isRejected: boolean): Promise<Judged> {
  const picture = await openReduced(file, longSide);
  const { width, height } = picture;
  const mask = await sharp(path.join(import.meta.dirname, 'ground/holes', hole))
    .extractChannel(0)
    .raw()
    .toBuffer();
  const { signs, isHard, isUnsure, ...made } = await inpaintJudged(picture, new Uint8Array(mask));
  return {
    isRejected,
    isDoubted: isHard || isUnsure,
    shown: {
      picture: Buffer.from(made.data),
      raw: { width, height, channels: 3 },
      caption: captionOf(`${hole} ${path.basename(file)}`, isRejected, { ...signs }),
    },
  };
}

export const benchFillDoubts: Bench = () => {
  const pictures = new Map(groundPictures({ half: 'judge', kind: 'photo' }).map(({ name, file }) => [name, file]));
  return reportDoubts(
    { of: count => `filling: ${count} things removed from photographs of \`judge\``, sheet: 'fill-doubts' },
    readTable('holes.tsv').map(
      ({ name, hole, verdict }) =>
        () =>
          judge(pictures.get(name!)!, hole!, verdict === 'rejected'),
    ),
  );
};

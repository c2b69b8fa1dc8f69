// How well expansion knows when it does not know: photographs of `judge`, expanded by a quarter and sorted by a person into good ones and ones to reject
// (bench/ground/expansions.tsv), before what the engine says of them was looked at. Writes a contact sheet of those on which it is wrong.
import path from 'node:path';
import { isUnsure } from '../engines/expand/doubt.ts';
import { expand } from '../engines/expand/expand.ts';
import type { Sides } from '../engines/expand/sides.ts';
import { groundPictures } from './ground/ground.ts';
import { readTable } from './ground/read-table.ts';
import type { Line } from './report.ts';
import { captionOf, type Judged, openReduced, reportDoubts } from './report-doubts.ts';

const longSide = 1200;
const share = 0.25;

async function judge(file: string, sidesNamed: string, isRejected: boolean): Promise<Judged> {
  const picture = await openReduced(file, longSide);
  const { width, height } = picture;
  const named = new Set(sidesNamed.split(' '));
  const sideOf = (name: keyof Sides, length: number) => (named.has(name) ? Math.round(length * share) : 0);
  const sides = {
    left: sideOf('left', width),
    right: sideOf('right', width),
    top: sideOf('top', height),
    bottom: sideOf('bottom', height),
  };
  const { signs, ...made } = await expand({ ...picture, channels: 3 }, sides, { judges: true });
  const isDoubted = signs !== undefined && isUnsure(signs);
  const caption = captionOf(`${path.basename(file)}, ${sidesNamed}`, isRejected, { ...signs, ...signs?.subject });
  return {
    isRejected,
    isDoubted,
    shown: {
      picture: Buffer.from(made.data),
      raw: { width: made.width, height: made.height, channels: 3 },
      caption,
    },
  };
}

export function benchDoubts(): Promise<Line[]> {
  const pictures = new Map(groundPictures({ half: 'judge', kind: 'photo' }).map(({ name, file }) => [name, file]));
  const of = (count: number) => `expansion by a quarter on one or two sides of ${count} photographs of \`judge\``;
  return reportDoubts(
    { of, sheet: 'expand-doubts' },
    readTable('expansions.tsv').map(
      ({ name, sides, verdict }) =>
        () =>
          judge(pictures.get(name!)!, sides!, verdict === 'rejected'),
    ),
  );
}

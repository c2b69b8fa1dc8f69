// How well expansion knows when it does not know: photographs of `judge`, expanded by a quarter and sorted by a person into good ones and ones to reject
// (bench/ground/expansions.tsv), before what the engine says of them was looked at. Writes a contact sheet of those on which it is wrong.
import path from 'node:path';
import { isUnsure } from '../engines/expand/doubt.ts';
import { type Expanded, expand } from '../engines/expand/expand.ts';
import type { Sides } from '../engines/expand/sides.ts';
import type { Line } from './report.ts';
import { type Answered, openReduced, reportDoubts } from './report-doubts.ts';

const longSide = 1200;
const share = 0.25;

/** Expands a photograph by a quarter on each of the sides that are named, with spaces between them, and judges the result. */
export async function expandQuarter(file: string, sidesNamed: string): Promise<Expanded> {
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
  return expand({ ...picture, channels: 3 }, sides, { judges: true });
}

async function answer(file: string, sidesNamed: string): Promise<Answered> {
  const { signs, ...made } = await expandQuarter(file, sidesNamed);
  return {
    isDoubted: signs !== undefined && isUnsure(signs),
    picture: made,
    title: `${path.basename(file)}, ${sidesNamed}`,
    signs: { steps: signs?.steps, foreign: signs?.foreign, ...signs?.subject },
  };
}

export const benchExpandDoubts = (): Promise<Line[]> =>
  reportDoubts({
    table: 'expansions.tsv',
    of: count => `expansion by a quarter on one or two sides of ${count} photographs of \`judge\``,
    sheet: 'expand-doubts',
    answer: (file, { sides }) => answer(file, sides!),
  });

// How well an engine knows when it does not know: what it says of results that a person has sorted into good ones and ones to reject.
import path from 'node:path';
import type { Pixels } from '../engines/pixels/plane.ts';
import { sharp } from '../engines/sharp.ts';
import { type Shown, writeSheet } from './ground/contact-sheet.ts';
import { groundFolder } from './ground/ground.ts';
import type { Line } from './report.ts';

const leastCaught = 0.9;
const mostFalse = 0.2;

export interface Judged {
  readonly isRejected: boolean;
  readonly isDoubted: boolean;
  readonly shown: Shown;
}

/** Reads a picture of the ground upright, with its longer side reduced to `longSide` pixels. */
export async function openReduced(file: string, longSide: number): Promise<Pixels> {
  const { data, info } = await sharp(file)
    .rotate()
    .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Names what was said of a result in the caption of its cell. */
export const captionOf = (what: string, isRejected: boolean, signs: Readonly<Record<string, unknown>>): string => {
  const told = Object.entries(signs).filter(([, value]) => typeof value === 'number');
  const numbers = told.map(([name, value]) => `${name} ${(value as number).toFixed(2)}`).join(', ');
  return `${what}: ${isRejected ? 'rejected' : 'good'}; ${numbers}`;
};

/** Judges each result in turn, prints it, and writes a contact sheet of those on which the engine is wrong. */
export async function reportDoubts(
  { of, sheet }: { readonly of: (count: number) => string; readonly sheet: string },
  results: Iterable<() => Promise<Judged>>,
): Promise<Line[]> {
  const judged: Judged[] = [];
  for (const judge of results) {
    const one = await judge();
    console.log(`doubt: ${one.isDoubted === one.isRejected ? 'right' : '**wrong**'} ${one.shown.caption}`);
    judged.push(one);
  }
  const wrong = judged.filter(({ isDoubted, isRejected }) => isDoubted !== isRejected);
  const shown = wrong.map(one => one.shown);
  console.log(`Where the doubt is wrong: ${await writeSheet(shown, path.join(groundFolder, 'sheets'), sheet)}`);
  const line = (isRejected: boolean, what: string, aim: string, meets: (part: number) => boolean): Line => {
    const all = judged.filter(one => one.isRejected === isRejected);
    const doubted = all.filter(one => one.isDoubted).length;
    return {
      what: `${of(judged.length)}: ${what}`,
      ours: `${doubted} of ${all.length} (${Math.round((100 * doubted) / all.length)} %)`,
      rival: '–',
      aim,
      isMet: meets(doubted / all.length),
    };
  };
  return [
    line(true, 'of those that a person rejects, said to be unsure', '≥ 90 %', part => part >= leastCaught),
    line(false, 'of the good ones, said to be unsure', '≤ 20 %', part => part <= mostFalse),
  ];
}

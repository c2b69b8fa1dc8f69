// How well expansion knows when it does not know: photographs of `judge`, expanded by a quarter and sorted by a person into good ones and ones to reject
// (bench/ground/expansions.tsv), before what the engine says of them was looked at. Writes a contact sheet of those on which it is wrong.
import path from 'node:path';
import { isUnsure } from '../engines/expand/doubt.ts';
import { expand } from '../engines/expand/expand.ts';
import type { Sides } from '../engines/expand/sides.ts';
import { sharp } from '../engines/sharp.ts';
import { type Shown, writeSheet } from './ground/contact-sheet.ts';
import { groundFolder, groundPictures } from './ground/ground.ts';
import { readTable } from './ground/read-table.ts';
import type { Line } from './report.ts';

const longSide = 1200;
const share = 0.25;
const leastCaught = 0.9;
const mostFalse = 0.2;

interface Judged {
  readonly isRejected: boolean;
  readonly isDoubted: boolean;
  readonly shown: Shown;
}

async function judge(file: string, sidesNamed: string, isRejected: boolean): Promise<Judged> {
  const fit = { fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await sharp(file)
    .rotate()
    .resize(longSide, longSide, fit)
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const named = new Set(sidesNamed.split(' '));
  const sideOf = (name: keyof Sides, length: number) => (named.has(name) ? Math.round(length * share) : 0);
  const sides = {
    left: sideOf('left', width),
    right: sideOf('right', width),
    top: sideOf('top', height),
    bottom: sideOf('bottom', height),
  };
  const { signs, ...made } = await expand({ data, width, height, channels: 3 }, sides, { judges: true });
  const isDoubted = signs !== undefined && isUnsure(signs);
  const told = Object.entries({ ...signs, ...signs?.subject }).filter(([, value]) => typeof value === 'number');
  const numbers = told.map(([name, value]) => `${name} ${(value as number).toFixed(2)}`).join(', ');
  const caption = `${file.split('/').at(-1)}, ${sidesNamed}: ${isRejected ? 'rejected' : 'good'}; ${numbers}`;
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

export async function benchDoubts(): Promise<Line[]> {
  const pictures = new Map(groundPictures({ half: 'judge', kind: 'photo' }).map(({ name, file }) => [name, file]));
  const judged: Judged[] = [];
  for (const { name, sides, verdict } of readTable('expansions.tsv')) {
    const one = await judge(pictures.get(name!)!, sides!, verdict === 'rejected');
    console.log(`doubt: ${one.isDoubted === one.isRejected ? 'right' : '**wrong**'} ${one.shown.caption}`);
    judged.push(one);
  }
  const wrong = judged.filter(({ isDoubted, isRejected }) => isDoubted !== isRejected);
  const sheet = await writeSheet(
    wrong.map(({ shown }) => shown),
    path.join(groundFolder, 'sheets'),
    'expand-doubts',
  );
  console.log(`Where the doubt is wrong: ${sheet}`);
  const line = (isRejected: boolean, what: string, aim: string, meets: (part: number) => boolean): Line => {
    const all = judged.filter(one => one.isRejected === isRejected);
    const doubted = all.filter(one => one.isDoubted).length;
    return {
      what: `expansion by a quarter on one or two sides of ${judged.length} photographs of \`judge\`: ${what}`,
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

// How well an engine knows when it does not know: what it says of results that a person has sorted into good ones and ones to reject.
import path from 'node:path';
import type { Pixels } from '../engines/pixels/plane.ts';
import { sharp } from '../engines/sharp.ts';
import { type Shown, writeSheet } from './ground/contact-sheet.ts';
import { groundFolder, groundPictures, halfOf } from './ground/ground.ts';
import { readTable } from './ground/read-table.ts';
import type { Line } from './report.ts';

const minCaught = 0.9;
const maxFalse = 0.2;

/** A result of the engine: whether it says that it may be wrong, and what it is judged by. */
export interface Answered {
  readonly isDoubted: boolean;
  readonly picture: Pixels;
  /** Names the picture and the wish. */
  readonly title: string;
  /** Numbers among these are shown. */
  readonly signs: Readonly<Record<string, unknown>>;
  /** The column of the table that says what a person thinks of this result; default `verdict`. */
  readonly column?: string;
}

interface Judged {
  readonly isRejected: boolean;
  /** What the column `verdict` says, of the result that comes first. */
  readonly isFirstRejected: boolean;
  readonly isDoubted: boolean;
  readonly shown: Shown;
}

type Row = ReturnType<typeof readTable>[number];

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

function judge({ isDoubted, picture, title, signs, column = 'verdict' }: Answered, row: Row): Judged {
  const verdict = row[column];
  if (verdict !== 'good' && verdict !== 'rejected') throw new Error(`Nobody has judged ${title}`);
  const isRejected = verdict === 'rejected';
  const told = Object.entries(signs).filter(([, value]) => typeof value === 'number');
  const numbers = told.map(([name, value]) => `${name} ${(value as number).toFixed(2)}`).join(', ');
  const { data, width, height } = picture;
  const caption = `${title}: ${isRejected ? 'rejected' : 'good'}; ${numbers}`;
  return {
    isRejected,
    isFirstRejected: row.verdict === 'rejected',
    isDoubted,
    shown: { picture: Buffer.from(data), raw: { width, height, channels: 3 }, caption },
  };
}

interface Doubts {
  /** A list in bench/ground/ with a `name` and a `verdict` in each row. */
  readonly table: string;
  /** What is said of so many results, and the name of the contact sheet. */
  readonly of: (count: number) => string;
  readonly sheet: string;
  /** Asks the engine about a photograph of `judge`. */
  readonly answer: (file: string, row: Row) => Promise<Answered>;
}

/** Judges each result in turn, prints it, and writes a contact sheet of those on which the engine is wrong. */
export async function reportDoubts({ table, of, sheet, answer }: Doubts): Promise<Line[]> {
  const photos = new Map(groundPictures({ half: 'judge', kind: 'photo' }).map(({ name, file }) => [name, file]));
  const judged: Judged[] = [];
  for (const row of readTable(table)) {
    if (halfOf(row.name!) !== 'judge') continue;
    const one = judge(await answer(photos.get(row.name!)!, row), row);
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
  const accepted = (isRejected: (one: Judged) => boolean) => judged.filter(one => !isRejected(one)).length;
  const first = accepted(one => one.isFirstRejected);
  const last = accepted(one => one.isRejected);
  return [
    line(true, 'of those that a person rejects, said to be unsure', '≥ 90 %', part => part >= minCaught),
    {
      what: `${of(judged.length)}: those that a person does not reject`,
      ours: `${last} of ${judged.length}`,
      rival: `the first result of each: ${first}`,
      aim: 'no fewer',
      isMet: last >= first,
    },
    line(false, 'of the good ones, said to be unsure', '≤ 20 %', part => part <= maxFalse),
  ];
}

// Photographs with marks that our own engine drew over them, and the pixels these marks cover: what finding marks is measured on.

import type { Sheet } from 'contract/mark/paint.ts';
import { type PaintedMark, tintCoverage } from 'contract/mark/paint.ts';
import type { Placed } from 'contract/mark/place.ts';
import { layOver, makeLayer } from '../engines/draw-mark/draw-mark.ts';
import { inkToSize, layText } from '../engines/draw-mark/text.ts';
import type { Pixels } from '../engines/pixels.ts';
import { fromPixels } from '../engines/preview.ts';
import { decode, encodeJpeg } from '../engines/same-mark/test-marks.ts';
import { sharp } from '../engines/sharp.ts';

/** A logo: a ring, a bird's wing and a bar; one colour, no letters. */
const logo = (color: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 160" fill="${color}">
  <path fill-rule="evenodd" d="M70 10a60 60 0 1 0 0 120a60 60 0 1 0 0-120zm0 20a40 40 0 1 1 0 80a40 40 0 1 1 0-80z"/>
  <path d="M56 70q46-58 132-46q-24 12-30 30q18-2 26 2q-38 52-128 14z"/><path d="M30 140h150v14h-150z"/></svg>`;
const coloured = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 160">
  <rect x="10" y="10" width="180" height="140" rx="28" fill="#e8322c"/>
  <path d="M40 118l44-72 28 44 20-26 32 54z" fill="#fff"/><circle cx="142" cy="46" r="14" fill="#ffd84a"/></svg>`;

export interface Kind {
  readonly name: string;
  readonly mark: 'logo' | 'coloured' | 'text';
  readonly color: string;
  readonly opacity: number;
  readonly degrees: number;
  /** Of the picture's width; the gap between tiles, too. */
  readonly size: number;
  readonly gap?: number;
  /** Of eight photographs it has to be found on so many. */
  readonly least?: number;
  /** Where the middle of a single mark lies, in shares of the sides. */
  readonly at?: readonly [number, number];
}

const corner = [0.88, 0.86] as const;
const middle = [0.5, 0.5] as const;

export const kinds: readonly Kind[] = [
  {
    name: 'coloured logo, opaque, corner',
    mark: 'coloured',
    color: '',
    opacity: 1,
    degrees: 0,
    size: 0.13,
    at: corner,
  },
  { name: 'logo 0.6, corner', mark: 'logo', color: '#ffffff', opacity: 0.6, degrees: 0, size: 0.14, at: corner },
  { name: 'logo 0.4, corner', mark: 'logo', color: '#ffffff', opacity: 0.4, degrees: 0, size: 0.14, at: corner },
  { name: 'logo 0.5, centre', mark: 'logo', color: '#ffffff', opacity: 0.5, degrees: 0, size: 0.3, at: middle },
  { name: 'logo 0.3, centre', mark: 'logo', color: '#ffffff', opacity: 0.3, degrees: 0, size: 0.3, at: middle },
  { name: 'tiled logo 0.4', mark: 'logo', color: '#ffffff', opacity: 0.4, degrees: 0, size: 0.08, gap: 0.05, least: 8 },
  {
    name: 'tiled logo 0.3, turned 30°',
    mark: 'logo',
    color: '#ffffff',
    opacity: 0.3,
    degrees: -30,
    size: 0.08,
    gap: 0.05,
    least: 8,
  },
  {
    name: 'tiled logo 0.2, turned 30°',
    mark: 'logo',
    color: '#ffffff',
    opacity: 0.2,
    degrees: -30,
    size: 0.08,
    gap: 0.05,
    least: 8,
  },
  {
    name: 'tiled dark logo 0.2',
    mark: 'logo',
    color: '#000000',
    opacity: 0.2,
    degrees: 0,
    size: 0.1,
    gap: 0.06,
    least: 8,
  },
  {
    name: 'tiled text 0.3, turned 30°',
    mark: 'text',
    color: '#ffffff',
    opacity: 0.3,
    degrees: -30,
    size: 0.16,
    gap: 0.05,
    least: 8,
  },
  {
    name: 'tiled grey text 0.25, turned 30°',
    mark: 'text',
    color: '#888888',
    opacity: 0.25,
    degrees: -30,
    size: 0.16,
    gap: 0.05,
    least: 3,
  },
];

async function paint({ mark, color }: Kind, width: number): Promise<Sheet> {
  if (mark === 'text') {
    const look = { text: 'Pixwright 图匠', weight: 500, align: 'left', letterSpacing: 0 } as const;
    const laid = await layText(look);
    const height = Math.round((width * laid.coverage.height) / laid.coverage.width);
    return tintCoverage(await inkToSize(look, laid, width, height), color);
  }
  const svg = mark === 'logo' ? logo(color) : coloured;
  const drawn = sharp(Buffer.from(svg), { density: 300 }).resize(width, Math.round(width * 0.8), { fit: 'fill' });
  const { data, info } = await drawn.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export interface Marked {
  readonly pixels: Pixels;
  /** 1 where the mark shows. */
  readonly truth: Uint8Array;
}

/** The photograph with the mark, once through JPEG. */
export async function putMark(photo: Pixels, kind: Kind): Promise<Marked> {
  const { width, height } = photo;
  const sheet = await paint(kind, Math.round(kind.size * width));
  const painted: PaintedMark = { sheet, inset: 0 };
  const [x, y] = kind.at ?? [0.3, 0.3];
  const centre = { x: Math.round(x * width), y: Math.round(y * height) };
  const placed: Placed = { width: sheet.width, height: sheet.height, centre, degrees: kind.degrees };
  const tileGap = kind.gap === undefined ? undefined : Math.round(kind.gap * width);
  const base = { picture: { width, height }, isAnimated: false, folder: '' };
  const lay = async (data: Uint8Array, opacity: number, isWhite: boolean) => {
    const mark = isWhite ? { ...painted, sheet: { ...sheet, data: whiten(sheet.data) } } : painted;
    const layer = makeLayer({ painted: mark, placed, opacity, tileGap }, base.picture)!;
    const pipeline = fromPixels({ data: Buffer.from(data), width, height, channels: 3 });
    const laid = await (await layOver(pipeline, layer, base)).removeAlpha().raw().toBuffer();
    return { data: laid, width, height };
  };
  const covered = await lay(new Uint8Array(photo.data.length), 1, true);
  const truth = Uint8Array.from({ length: width * height }, (_, i) => (covered.data[i * 3]! > 60 ? 1 : 0));
  const pixels = await decode(await encodeJpeg(await lay(photo.data, kind.opacity, false)));
  return { pixels, truth };
}

const whiten = (data: Uint8Array) => data.map((value, i) => (i % 4 === 3 ? value : 255));

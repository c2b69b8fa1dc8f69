// Photographs with watermarks drawn over them by our own engine, and the pixels that these marks cover: the test data for finding marks.

import type { Placed } from 'contract/mark/place.ts';
import { layOver, makeLayer } from '../engines/draw-mark/draw-mark.ts';
import { inkToSize, layText } from '../engines/draw-mark/text.ts';
import type { Sheet } from '../engines/pixels/paint-mark.ts';
import { type PaintedMark, tintCoverage } from '../engines/pixels/paint-mark.ts';
import type { Pixels } from '../engines/pixels/plane.ts';
import { fromPixels } from '../engines/preview.ts';
import { decode, encodeJpeg } from '../engines/same-mark/test-marks.ts';
import { sharp } from '../engines/sharp.ts';

const star = (points: number, radius: number, inner: number) =>
  Array.from({ length: 2 * points }, (_, k) => {
    const reach = k % 2 === 0 ? radius : inner;
    const angle = (Math.PI * k) / points - Math.PI / 2;
    return `${k === 0 ? 'M' : 'L'}${100 + reach * Math.cos(angle)} ${80 + reach * Math.sin(angle)}`;
  }).join('');
const hole = 'M100 50a30 30 0 1 0 0 60a30 30 0 1 0 0-60z';
const petals = [0, 60, 120, 180, 240, 300]
  .map(turn => `<ellipse cx="100" cy="36" rx="18" ry="32" transform="rotate(${turn} 100 80)"/>`)
  .join('');

/** A gear, a shield with mountains, a heart, a channel's sign, a flower and a nut, 200 x 160. No weights were ever fitted to them. */
const logos: readonly string[] = [
  `<path d="${star(10, 76, 59)}z${hole}"/>`,
  `<path d="M100 4Q140 24 184 24Q190 120 100 158Q10 120 16 24Q60 24 100 4zM100 20Q136 38 170 38Q172 110 100 142Q28 110 30 38Q64 38 100 20z"/>
   <path d="M50 100l34-48l20 28l14-16l32 36z"/>`,
  '<path d="M100 152Q10 90 12 48A44 44 0 0 1 100 40A44 44 0 0 1 188 48Q190 90 100 152z"/>',
  `<path d="M10 10h180v140h-180zM24 24h152v112h-152z"/>
   <path d="M60 42h20v32l36-32h26l-42 37l44 39h-28l-36-33v33h-20z"/>`,
  petals,
  `<path d="M100 2l74 39v78l-74 39l-74-39v-78z${hole}"/>`,
];
const drawLogo = (turn: number, color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 160" fill="${color}" fill-rule="evenodd">${logos[turn % logos.length]}</svg>`;
/** An app icon in three colours. */
const coloured = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 160">
  <rect x="10" y="10" width="180" height="140" rx="28" fill="#e8322c"/>
  <path d="M40 118l44-72 28 44 20-26 32 54z" fill="#fff"/><circle cx="142" cy="46" r="14" fill="#ffd84a"/></svg>`;

export interface Kind {
  readonly name: string;
  /** A logo, or the text to draw. */
  readonly mark: 'logo' | 'coloured' | { readonly text: string };
  readonly color: string;
  readonly opacity: number;
  readonly degrees: number;
  /** Width of the mark as a fraction of the picture's width; `gap` is the gap between tiles in the same unit. */
  readonly size: number;
  readonly gap?: number;
  /** Minimum number of photographs on which it must be found. */
  readonly min?: number;
  /** Centre of a single mark, as fractions of width and height. */
  readonly at?: readonly [number, number];
}

const white = '#ffffff';
const corner = [0.88, 0.86] as const;
const single = { mark: 'logo', color: white, degrees: 0, size: 0.12, at: corner } as const;
const name = { text: 'Pixwright 图匠' };
const word = { color: white, degrees: 0, size: 0.6, at: [0.5, 0.5] } as const;

export const kinds: readonly Kind[] = [
  { ...single, name: 'writing 0.5', mark: name, opacity: 0.5, size: 0.22, min: 4 },
  {
    ...single,
    name: 'date stamp',
    mark: { text: '2024-05-17 18:32' },
    color: '#ff9a2e',
    opacity: 1,
    size: 0.2,
    at: [0.85, 0.93],
    min: 4,
  },
  { ...single, name: 'badge of three colours', mark: 'coloured', opacity: 1, min: 3 },
  { ...single, name: 'white logo 0.7', opacity: 0.7, min: 4 },
  { ...single, name: 'white logo 0.5', opacity: 0.5, min: 4 },
  { ...single, name: 'white logo 0.3', opacity: 0.3, min: 3 },
  { ...single, name: 'white logo 0.4, centre', opacity: 0.4, size: 0.2, at: [0.5, 0.5] },
  { ...word, name: 'PREVIEW 0.4 across the picture', mark: { text: 'PREVIEW' }, opacity: 0.4, min: 5 },
  { ...word, name: 'PREVIEW 0.3, turned 25°', mark: { text: 'PREVIEW' }, opacity: 0.3, degrees: -25, min: 4 },
  { ...word, name: 'Climate 0.5, turned 30°', mark: { text: 'Climate' }, opacity: 0.5, degrees: -30, min: 4 },
  { ...word, name: '样图预览 0.4 across the picture', mark: { text: '样图预览' }, opacity: 0.4, min: 5 },
  { ...single, name: 'tiled logo 0.3, turned 30°', opacity: 0.3, degrees: -30, size: 0.08, gap: 0.05, min: 5 },
];

async function paint({ mark, color }: Kind, turn: number, width: number): Promise<Sheet> {
  if (typeof mark === 'object') {
    const look = { text: mark.text, weight: 500, align: 'left', letterSpacing: 0 } as const;
    const laid = await layText(look);
    const height = Math.round((width * laid.coverage.height) / laid.coverage.width);
    return tintCoverage(await inkToSize(look, laid, width, height), color);
  }
  return drawMarkSheet(mark, color, turn, width);
}

/** A logo `width` pixels wide; `turn` selects one of those in a single colour. */
export async function drawMarkSheet(
  mark: 'logo' | 'coloured',
  color: string,
  turn: number,
  width: number,
): Promise<Sheet> {
  const svg = mark === 'logo' ? drawLogo(turn, color) : coloured;
  const drawn = sharp(Buffer.from(svg), { density: 300 }).resize(width, Math.round(width * 0.8), { fit: 'fill' });
  const { data, info } = await drawn.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export interface Marked {
  readonly pixels: Pixels;
  /** 1 where the mark is visible. */
  readonly truth: Uint8Array;
}

/** The photograph with the mark, after one JPEG compression. `turn` selects the logo. */
export async function putMark(photo: Pixels, kind: Kind, turn: number): Promise<Marked> {
  const { width, height } = photo;
  const sheet = await paint(kind, turn, Math.round(kind.size * width));
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
    const laid = await (await layOver(pipeline, [layer], base)).removeAlpha().raw().toBuffer();
    return { data: laid, width, height };
  };
  const covered = await lay(new Uint8Array(photo.data.length), 1, true);
  const truth = Uint8Array.from({ length: width * height }, (_, i) => (covered.data[i * 3]! > 60 ? 1 : 0));
  const pixels = await decode(await encodeJpeg(await lay(photo.data, kind.opacity, false)));
  return { pixels, truth };
}

const whiten = (data: Uint8Array) => data.map((value, i) => (i % 4 === 3 ? value : 255));

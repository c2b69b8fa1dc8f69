// Marks that lie over pictures and clips beside those of drawn-marks.ts: the mark of a clip platform (icon, name, number), and subtitles.
import { inkToSize, layText } from '../../engines/draw-mark/text.ts';
import { dilate } from '../../engines/pixels/morphology.ts';
import { type Sheet, tintCoverage } from '../../engines/pixels/paint-mark.ts';
import type { Pixels } from '../../engines/pixels/plane.ts';
import { sharp } from '../../engines/sharp.ts';
import { passJpeg } from './recompress.ts';
import type { Spoilt } from './spoilt.ts';

type Random = () => number;

const names = ['小城故事', 'Lily爱旅行', '阿杰的厨房', '山野日记', 'Travel with Ming'];
const spoken = [
  '我们明天一早就出发',
  'I never thought it would be this far',
  '你看，那边的灯都亮了',
  '这条路我走了三年',
];
const pick = <Item>(items: readonly Item[], random: Random): Item => items[Math.floor(random() * items.length)]!;

/** A text in one colour, `height` pixels high in ink. */
export async function drawLine(text: string, height: number, color = '#ffffff'): Promise<Sheet> {
  const look = { text, weight: 700, align: 'left', letterSpacing: 0 } as const;
  const laid = await layText(look);
  const width = Math.round((height * laid.coverage.width) / laid.coverage.height);
  return tintCoverage(await inkToSize(look, laid, width, height), color);
}

/** A note in white with a cyan and a red ghost, as a well-known platform's icon looks. */
const icon = (
  side: number,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 100 100">
  ${[
    [-4, -3, '#25f4ee'],
    [4, 3, '#fe2c55'],
    [0, 0, '#ffffff'],
  ]
    .map(
      ([x, y, fill]) =>
        `<path transform="translate(${x} ${y})" fill="${fill}" d="M52 8h14c1 12 9 20 20 21v14c-8 0-14-2-20-6v29a25 25 0 1 1-25-25l3 .3v15a11 11 0 1 0 8 10.500z"/>`,
    )
    .join('')}</svg>`;

export const readSheet = async (pipeline: ReturnType<typeof sharp>): Promise<Sheet> => {
  const { data, info } = await pipeline.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

const toInput = ({ data, width, height }: Sheet) => ({
  input: Buffer.from(data),
  raw: { width, height, channels: 4 as const },
});

/** Icon, name and number, for a picture whose shorter side is `side`. */
export async function drawDouyinMark(side: number, random: Random): Promise<Sheet> {
  const unit = Math.max(12, Math.round(side * 0.035));
  const name = await drawLine(`@${pick(names, random)}`, unit);
  const number = await drawLine(`抖音号：${Math.floor(1e7 + 9e7 * random())}`, Math.round(unit * 0.85));
  const mark = Math.round(unit * 2.6);
  const gap = Math.round(unit * 0.4);
  const width = mark + gap + Math.max(name.width, number.width);
  const height = Math.max(mark, name.height + gap + number.height);
  const canvas = { width, height, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } };
  const laid = sharp({ create: canvas }).composite([
    { input: Buffer.from(icon(mark)), left: 0, top: 0 },
    { ...toInput(name), left: mark + gap, top: 0 },
    { ...toInput(number), left: mark + gap, top: name.height + gap },
  ]);
  return readSheet(sharp(await laid.png().toBuffer()));
}

/** Blends the sheet over the picture; the mask is 1 where at least a twelfth of it shows. */
export function laySheet({ data, width, height }: Pixels, sheet: Sheet, left: number, top: number, opacity: number) {
  const out = Uint8Array.from(data);
  const mask = new Uint8Array(width * height);
  for (let y = Math.max(0, top); y < Math.min(height, top + sheet.height); y++)
    for (let x = Math.max(0, left); x < Math.min(width, left + sheet.width); x++) {
      const from = ((y - top) * sheet.width + x - left) * 4;
      const share = (sheet.data[from + 3]! / 255) * opacity;
      if (share > 1 / 12) mask[y * width + x] = 1;
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * width + x) * 3 + channel;
        out[at] = Math.round(data[at]! * (1 - share) + sheet.data[from + channel]! * share);
      }
    }
  return { pixels: { data: out, width, height }, mask };
}

/** The corner where the mark of a clip platform stands, which jumps: lower right, upper left. */
export function cornerOf(turn: number, sheet: Sheet, { width, height }: Omit<Pixels, 'data'>) {
  const edge = Math.round(Math.min(width, height) * 0.03);
  const isLow = turn % 2 === 0;
  return {
    left: isLow ? width - sheet.width - edge : edge,
    top: isLow ? height - sheet.height - edge : edge,
  };
}

export async function putDouyinMark(clean: Pixels, random: Random): Promise<Spoilt> {
  const sheet = await drawDouyinMark(Math.min(clean.width, clean.height), random);
  const { left, top } = cornerOf(random() < 0.5 ? 0 : 1, sheet, clean);
  const { pixels, mask } = laySheet(clean, sheet, left, top, 0.8);
  return { pixels: await passJpeg(pixels, 90), clean, mask };
}

/** White writing with a black edge, `width` of the picture at most. */
export async function drawSubtitle(text: string, { width, height }: Omit<Pixels, 'data'>): Promise<Sheet> {
  const ink = await drawLine(text, Math.max(14, Math.round(Math.min(height * 0.055, (width * 0.9) / text.length))));
  const edge = Math.max(1, Math.round(ink.height * 0.08));
  const [wide, high] = [ink.width + 2 * edge, ink.height + 2 * edge];
  const alpha = new Uint8Array(wide * high);
  for (let y = 0; y < ink.height; y++)
    for (let x = 0; x < ink.width; x++) alpha[(y + edge) * wide + x + edge] = ink.data[(y * ink.width + x) * 4 + 3]!;
  const around = dilate(
    alpha.map(value => (value > 96 ? 1 : 0)),
    wide,
    high,
    edge,
  );
  const data = new Uint8Array(wide * high * 4);
  for (let i = 0; i < alpha.length; i++) {
    data.fill(alpha[i]!, i * 4, i * 4 + 3);
    data[i * 4 + 3] = around[i] ? 255 : alpha[i]!;
  }
  return { data, width: wide, height: high };
}

export async function laySubtitles(clean: Pixels, random: Random): Promise<Spoilt> {
  const sheet = await drawSubtitle(pick(spoken, random), clean);
  const left = (clean.width - sheet.width) >> 1;
  const top = Math.round(clean.height * 0.93) - sheet.height;
  const { pixels, mask } = laySheet(clean, sheet, left, top, 1);
  return { pixels: await passJpeg(pixels, 90), clean, mask };
}

// Renders the subtitles shown at one time as an image, with the fonts and the painter used for marks.
import { type Size, shorterEdge } from 'contract/mark/place.ts';
import type { Cue } from 'contract/subtitles/cues.ts';
import { plainText, type Run, readRuns } from 'contract/subtitles/markup.ts';
import type { SubtitleStyle } from 'contract/subtitles/style.ts';
import { loadOnce } from '../load-once.ts';
import { fillSheet, type Laid, putOver, roundCorners } from '../pixels/composite.ts';
import { finishMark, type Sheet } from '../pixels/paint-mark.ts';
import { sharp } from '../sharp.ts';
import { escapeMarkup, findMissing, fontFile, fontName, leaveOutSigns, maxSide } from './text.ts';

/** Maximum width of a line, as a share of the frame's width. */
const widest = 0.92;
/** Maximum height of the subtitles, as a share of the frame's height. */
const tallest = 0.5;
const shadowLook = { shadowColor: '#000000', shadowBlur: 0.06, shadowDistance: 0.04 };
/** Padding of the box around the text, in ems. */
const boxPadding = { across: 0.35, down: 0.16 };

/** Extent of accented Latin capitals above the baseline, and of descenders below it, in ems. */
const ascent = 0.94;
const descent = 0.24;
/** Distance between baselines, in ems: the font's own line height times the factor in the markup. */
const lineHeight = 1.35;

/**
 * Markup of an invisible dot `rise` ems above the baseline (negative: below). libvips crops text to its ink; with a dot at the top of the first line
 * and one at the bottom of the last, lines have the same height whatever their letters.
 */
const strut = (rise: number) => `<span size="1024" alpha="1" rise="${Math.round(rise * 1024)}">.</span>`;

const weightNumbers = (run: Run, weight: SubtitleStyle['fontWeight']) => (run.isBold ? Math.max(weight, 700) : weight);

/** Quotation marks and apostrophes next to Latin letters. The font makes them as wide as Chinese characters, which tears "don’t" apart. */
const latinQuotes = /[‘’“”](?=\p{sc=Latin})|(?<=[\p{sc=Latin}.,!?])[‘’“”]/gu;

const narrow = (markup: string) => markup.replace(latinQuotes, '<span font_features="pwid=1">$&</span>');

/** Returns Pango markup of a text, with special characters in the user's text escaped. */
function writeMarkup(text: string, em: number, color: string, { fontWeight }: SubtitleStyle): string {
  return readRuns(text)
    .map(run => {
      const look = [
        `size="${Math.round(em * 1024)}"`,
        `foreground="${run.color ?? color}"`,
        `weight="${weightNumbers(run, fontWeight)}"`,
        ...(run.isItalic ? ['style="italic"'] : []),
        ...(run.isUnderlined ? ['underline="single"'] : []),
      ];
      return `<span ${look.join(' ')}>${narrow(escapeMarkup(run.text))}</span>`;
    })
    .join('');
}

async function ink(markup: string, em: number, width: number, weight: SubtitleStyle['fontWeight']): Promise<Sheet> {
  const { data, info } = await sharp({
    text: {
      text: `<span line_height="0.92">${markup}</span>`,
      font: `${fontName(weight)} ${em}`,
      fontfile: fontFile(weight),
      dpi: 72, // One point is one pixel.
      align: 'centre',
      width,
      wrap: 'word-char',
      rgba: true,
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.length), width: info.width, height: info.height };
}

const isMissing = new Map<string, boolean>();
const maxKnown = 20_000;

/** Returns which of these characters are in no available font. */
async function lookUpMissing(text: string, weight: SubtitleStyle['fontWeight']): Promise<string[]> {
  const signs = [...new Set(plainText(text))];
  // Read before the cache is emptied, by this call or by another one in the meantime.
  const known = signs.filter(sign => isMissing.get(sign));
  const unknown = signs.filter(sign => !isMissing.has(sign));
  if (unknown.length === 0) return known;
  const look = { text: unknown.join(''), weight, align: 'center', letterSpacing: 0 } as const;
  const missing = new Set([...known, ...(await findMissing(look))]);
  // Bounds the cache, which would otherwise grow with every character ever seen.
  if (isMissing.size > maxKnown) isMissing.clear();
  for (const sign of unknown) isMissing.set(sign, missing.has(sign));
  return signs.filter(sign => missing.has(sign));
}

/** Removes the characters that are in no available font. */
async function dropMissing(text: string, weight: SubtitleStyle['fontWeight']): Promise<string> {
  const missing = await lookUpMissing(text, weight);
  return leaveOutSigns(text, sign => missing.includes(sign));
}

/** Returns the characters of these cues that are in no available font, and are therefore left out of the image. */
export function listMissing(
  cues: readonly Pick<Cue, 'text' | 'second'>[],
  { fontWeight }: Pick<SubtitleStyle, 'fontWeight'>,
): Promise<string[]> {
  return lookUpMissing(cues.map(cue => cue.text + (cue.second ?? '')).join(''), fontWeight);
}

/** Balances the line lengths: uses the narrowest of a few widths that needs no more lines than the widest. */
async function inkEvenly(markup: string, em: number, max: number, weight: SubtitleStyle['fontWeight']): Promise<Sheet> {
  const widest = await ink(markup, em, max, weight);
  for (const share of [0.6, 0.72, 0.84]) {
    if (widest.width <= max * share) break;
    const narrower = await ink(markup, em, Math.floor(max * share), weight);
    if (narrower.height <= widest.height && narrower.width <= max) return narrower;
  }
  return widest;
}

interface Line {
  readonly text: string;
  readonly em: number;
  readonly color: string;
}

/** Returns the requested em in pixels, or a smaller one if the text would otherwise cover too much of the frame. */
function chooseEm(cues: readonly Pick<Cue, 'text' | 'second'>[], frame: Size, style: SubtitleStyle): number {
  const signs = cues.reduce(
    (sum, { text, second = '' }) => sum + plainText(text).length + plainText(second).length * style.secondSize ** 2,
    1,
  );
  const fitting = Math.sqrt((frame.width * widest * frame.height * tallest) / (signs * lineHeight));
  const countLines = (text: string) => plainText(text).split('\n').length;
  const lines = cues.reduce(
    (sum, { text, second = '' }) => sum + countLines(text) + countLines(second) * style.secondSize,
    0,
  );
  const drawable = maxSide / (lines * lineHeight);
  // In a narrow frame each character may take a line of its own.
  const characters = cues.reduce(
    (sum, { text, second = '' }) => sum + plainText(text).length + plainText(second).length * style.secondSize,
    1,
  );
  const min = Math.min(8, Math.floor(maxSide / (characters * lineHeight)));
  return Math.max(1, min, Math.round(Math.min(shorterEdge(frame) * style.size, fitting, drawable)));
}

/** Returns the texts from top to bottom, each with its size. */
function listTexts(cues: readonly Pick<Cue, 'text' | 'second'>[], em: number, style: SubtitleStyle): Line[] {
  const { color, secondColor, secondSize } = style;
  return cues
    .flatMap(({ text, second = '' }) => [
      { text, em, color },
      { text: second, em: em * secondSize, color: secondColor },
    ])
    .filter(({ text }) => plainText(text).trim() !== '');
}

const loadBold = loadOnce(() => ink('<span>.</span>', 16, 100, 700));

/** Paints the text in its colours with outline and shadow, for which `inset` pixels are added around it. */
async function paintTexts(texts: readonly Line[], em: number, frame: Size, style: SubtitleStyle) {
  const parts: string[] = [];
  for (const { text, em, color } of texts)
    parts.push(writeMarkup(await dropMissing(text, style.fontWeight), em, color, style));
  const [first, last] = [texts[0]!.em, texts.at(-1)!.em];
  const markup = `${strut(ascent * first)}${parts.join('\n')}${strut(-descent * last)}`;
  // libvips keeps fonts once they are loaded: with the bold font loaded here, bold words are found whatever the weight of the text.
  await loadBold();
  const plain = await inkEvenly(markup, em, Math.floor(frame.width * widest), style.fontWeight);
  return finishMark(plain, { ...style, ...shadowLook }, em);
}

/** Draws a box behind the text. */
function addBox({ sheet, inset }: { sheet: Sheet; inset: number }, em: number, style: SubtitleStyle) {
  const across = Math.max(inset, Math.round(boxPadding.across * em));
  const down = Math.max(inset, Math.round(boxPadding.down * em));
  const text = { width: sheet.width - 2 * inset, height: sheet.height - 2 * inset };
  const box = fillSheet(text.width + 2 * across, text.height + 2 * down, style.boxColor);
  roundCorners(box, 0.18 * em);
  for (let at = 3; at < box.data.length; at += 4) box.data[at] = Math.round(box.data[at]! * style.box);
  putOver(box, { sheet, left: across - inset, top: down - inset });
  return { sheet: box, across, down };
}

/** Returns a smaller copy, for text that would cover too much of the frame. */
async function shrink({ data, width, height }: Sheet, scale: number): Promise<Sheet> {
  const resized = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(resized.data), width: resized.info.width, height: resized.info.height };
}

type DrawnCue = Pick<Cue, 'text' | 'second' | 'place'>;

/**
 * Draws the cues visible at one time, positioned on a frame of this size; undefined if nothing can be drawn. The corner and the sides are even,
 * because frames store chroma per 2 x 2 pixels.
 */
export async function drawCues(
  cues: readonly DrawnCue[],
  style: SubtitleStyle,
  frame: Size,
): Promise<Laid | undefined> {
  const places = new Set(cues.map(({ place }) => place ?? style.place));
  const laid: Laid[] = [];
  for (const place of places) {
    const here = cues.filter(cue => (cue.place ?? style.place) === place);
    const one = await layCues(here, { ...style, place }, frame);
    if (one) laid.push(one);
  }
  return joinLaid(laid, frame);
}

/** Joins drawings at different places of a frame into one. */
function joinLaid(laid: readonly Laid[], frame: Size): Laid | undefined {
  const [first, ...others] = laid;
  if (!first || others.length === 0) return first;
  const left = Math.min(...laid.map(one => one.left));
  const top = Math.min(...laid.map(one => one.top));
  const right = Math.max(...laid.map(one => one.left + one.sheet.width));
  const bottom = Math.max(...laid.map(one => one.top + one.sheet.height));
  const sheet = fillSheet(right - left, bottom - top, 'transparent');
  for (const one of laid) putOver(sheet, { sheet: one.sheet, left: one.left - left, top: one.top - top });
  return evenOut({ sheet, left, top }, frame);
}

/** Draws cues that are shown at one place, one above the other. */
async function layCues(cues: readonly DrawnCue[], style: SubtitleStyle, frame: Size): Promise<Laid | undefined> {
  const em = chooseEm(cues, frame, style);
  const texts = listTexts(cues, em, style);
  if (texts.length === 0) return undefined;
  const painted = await paintTexts(texts, em, frame, style);
  const { sheet, down } = style.box > 0 ? addBox(painted, em, style) : { sheet: painted.sheet, down: painted.inset };
  const scale = Math.min(1, (frame.height * tallest) / sheet.height);
  const fitted = scale < 1 ? await shrink(sheet, scale) : sheet;
  const edge = Math.round(frame.height * style.margin - down * scale);
  const tops = {
    top: edge,
    middle: Math.round((frame.height - fitted.height) / 2),
    bottom: frame.height - fitted.height - edge,
  };
  return evenOut({ sheet: fitted, left: Math.round((frame.width - fitted.width) / 2), top: tops[style.place] }, frame);
}

/** Clips to the frame, whose sides are even, on even pixels. */
export function evenOut({ sheet, left, top }: Laid, frame: Size): Laid | undefined {
  const even = (value: number) => Math.floor(value / 2) * 2;
  const [fromX, fromY] = [even(Math.max(0, left)), even(Math.max(0, top))];
  const [endX, endY] = [
    even(Math.min(frame.width, left + sheet.width) + 1),
    even(Math.min(frame.height, top + sheet.height) + 1),
  ];
  if (endX <= fromX || endY <= fromY) return undefined;
  const cut = fillSheet(endX - fromX, endY - fromY, 'transparent');
  putOver(cut, { sheet, left: left - fromX, top: top - fromY });
  return { sheet: cut, left: fromX, top: fromY };
}

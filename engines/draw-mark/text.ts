// Renders the text of a mark with the bundled font, so that it looks the same on every machine.

import { type FileHandle, open } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { Shape } from 'contract/mark/place.ts';
import { loadOnce } from '../load-once.ts';
import type { Coverage } from '../pixels/paint-mark.ts';
import { sharp } from '../sharp.ts';

async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, start);
  return bytes;
}

async function findTable(file: FileHandle, tag: string): Promise<number> {
  const count = (await readAt(file, 0, 12)).readUInt16BE(4);
  const records = await readAt(file, 12, count * 16);
  for (let at = 0; at < records.length; at += 16)
    if (records.toString('latin1', at, at + 4) === tag) return records.readUInt32BE(at + 8);
  throw new Error(`the font has no ${tag} table`);
}

/** Reads the character ranges from the font's cmap table, as first and last code points. Throws if it has no subtable of format 12. */
async function readRanges(file: FileHandle): Promise<(readonly [number, number])[]> {
  const table = await findTable(file, 'cmap');
  const count = (await readAt(file, table, 4)).readUInt16BE(2);
  const records = await readAt(file, table + 4, count * 8);
  for (let at = 0; at < records.length; at += 8) {
    const start = table + records.readUInt32BE(at + 4);
    const head = await readAt(file, start, 16);
    if (head.readUInt16BE(0) !== 12) continue;
    const groups = await readAt(file, start + 16, head.readUInt32BE(12) * 12);
    return Array.from({ length: groups.length / 12 }, (_, i) => [
      groups.readUInt32BE(i * 12),
      groups.readUInt32BE(i * 12 + 4),
    ]);
  }
  throw new Error('the font has no cmap of format 12');
}

/** Returns whether the font at `path` has a glyph for a code point. Reads only the cmap table, not the whole file. */
async function readCharacters(path: string): Promise<(codePoint: number) => boolean> {
  const file = await open(path);
  try {
    const ranges = await readRanges(file);
    return codePoint => ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
  } finally {
    await file.close();
  }
}

const files = {
  300: ['Light', '300Light/NotoSansSC_300Light.ttf'],
  400: ['Regular', '400Regular/NotoSansSC_400Regular.ttf'],
  500: ['Medium', '500Medium/NotoSansSC_500Medium.ttf'],
  700: ['Bold', '700Bold/NotoSansSC_700Bold.ttf'],
  900: ['Black', '900Black/NotoSansSC_900Black.ttf'],
} as const;

export interface TextLook {
  readonly text: string;
  readonly weight: keyof typeof files;
  readonly align: 'left' | 'center' | 'right';
  /** In ems. */
  readonly letterSpacing: number;
}

export interface LaidText {
  /** Cropped to the ink. */
  readonly coverage: Coverage;
  readonly emPixels: number;
  /** Characters that are in no available font, and are therefore left out. */
  readonly missing: readonly string[];
}

/** Maximum length of the longest line, in pixels, when a text is measured; determines the em within the limits below. */
const longestLinePixels = 4096;
const measuringEm = { min: 16, max: 256 };
/** Longest side of a rendered text in pixels: cairo, which draws it, refuses more than 32,767. */
export const maxSide = 16_384;
/** Distance between baselines in ems: the font's own line height times `lineHeight`, rounded up. */
const lineEms = 1.75;
const lineHeight = 1.2;
/** Maximum area of rendered text, in pixels: more would cost memory and seconds without a visible gain. */
const maxPixels = 24_000_000;

/** Returns the name by which Pango knows the font. */
export const fontName = (weight: TextLook['weight']): string => `Noto Sans SC ${files[weight][0]}`;

export function fontFile(weight: TextLook['weight']): string {
  const description = findPackageJSON('@expo-google-fonts/noto-sans-sc', import.meta.url);
  if (!description) throw new Error('@expo-google-fonts/noto-sans-sc is not installed');
  return join(dirname(description), files[weight][1]);
}

/** Normalises line breaks and removes control characters, which are not valid in the markup. */
function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replaceAll('\t', '    ')
    .replace(/[^\P{Cc}\n]|\p{Cs}|\p{Cn}/gu, '')
    .replace(/(?<![ \u3000])[ \u3000]+$/gm, '')
    .replace(/^\n+|(?<!\n)\n+$/g, '');
}

/** Escapes the text, since Pango reads markup and the text is untrusted. */
export const escapeMarkup = (text: string) => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);

async function inkText(
  { text, weight, align, letterSpacing }: TextLook,
  em: number,
  fallback = true,
): Promise<Coverage> {
  const spacing = Math.round(letterSpacing * em * 1024);
  const attributes = `letter_spacing="${spacing}" line_height="${lineHeight}" fallback="${fallback}"`;
  const { data, info } = await sharp({
    text: {
      text: `<span ${attributes}>${escapeMarkup(text)}</span>`,
      font: `${fontName(weight)} ${em}`,
      fontfile: fontFile(weight),
      dpi: 72, // One point is one pixel.
      align: align === 'center' ? 'centre' : align,
      wrap: 'none',
    },
  })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const loadCharacters = loadOnce(() => readCharacters(fontFile(400)));

/** Returns the characters that neither the bundled font nor the system's fonts have, which look the same with and without fallback. */
export async function findMissing(look: TextLook): Promise<string[]> {
  const isOurs = await loadCharacters();
  const foreign = [...new Set(look.text)].filter(
    sign => !isOurs(sign.codePointAt(0)!) && !/^[\s\p{Cf}\p{M}]$/u.test(sign),
  );
  const missing: string[] = [];
  for (const sign of foreign) {
    const [ours, any] = await Promise.all(
      [false, true].map(fallback => inkText({ ...look, text: sign, letterSpacing: 0 }, 32, fallback)),
    );
    if (ours!.width === any!.width && Buffer.compare(ours!.data, any!.data) === 0) missing.push(sign);
  }
  return missing;
}

/** Removes these characters, and the accents, vowel signs and joiners attached to them, which would be drawn as boxes on their own. */
export function leaveOutSigns(text: string, isMissing: (sign: string) => boolean): string {
  let isLeftOut = false;
  return [...text]
    .filter(sign => {
      if (!/[\p{M}\p{Cf}]/u.test(sign)) isLeftOut = isMissing(sign);
      return !isLeftOut;
    })
    .join('');
}

function chooseMeasuringEm({ text, letterSpacing }: TextLook): number {
  const longest = Math.max(...text.split('\n').map(line => [...line].length), 1);
  const fitting = longestLinePixels / (longest * (1 + Math.max(0, letterSpacing)));
  const em = Math.floor(Math.min(fitting, maxSide / (text.split('\n').length * lineEms)));
  return Math.min(measuringEm.max, Math.max(measuringEm.min, em));
}

/** Whether a text has more than spaces, invisible characters and accents without a letter. */
const hasInk = (text: string) => /[^\s\p{Cf}\p{M}]/u.test(text);

/**
 * Lays out a text at an em that depends only on the text, so that marks have the same shape on every machine. Refuses with MARK_MISSING if nothing
 * would be visible, and with MARK_SIGNS_MISSING if no font has any of the characters.
 */
export async function layText(look: TextLook): Promise<LaidText> {
  const text = cleanText(look.text);
  if (!hasInk(text)) throw new AppError('MARK_MISSING');
  const missing = await findMissing({ ...look, text });
  const rest = cleanText(leaveOutSigns(text, sign => missing.includes(sign)));
  if (!hasInk(rest)) throw new AppError('MARK_SIGNS_MISSING', { signs: missing.join(' ') });
  const drawn = { ...look, text: rest };
  const emPixels = chooseMeasuringEm(drawn);
  return { coverage: await inkText(drawn, emPixels), emPixels, missing };
}

export const shapeOfText = ({ coverage, emPixels }: LaidText): Shape => ({
  width: coverage.width,
  height: coverage.height,
  unit: emPixels,
});

/** Renders a laid-out text at the resolution that the width requires, and resizes it to exactly `width` by `height` pixels. */
export async function inkToSize(look: TextLook, laid: LaidText, width: number, height: number): Promise<Coverage> {
  const { coverage, emPixels, missing } = laid;
  const wanted = emPixels * Math.max(1, width / coverage.width);
  const max =
    emPixels *
    Math.min(
      Math.sqrt(maxPixels / (coverage.width * coverage.height)),
      maxSide / Math.max(coverage.width, coverage.height),
    );
  const em = Math.floor(Math.min(wanted, max));
  const text = cleanText(leaveOutSigns(cleanText(look.text), sign => missing.includes(sign)));
  const fine = em > emPixels ? await inkText({ ...look, text }, em) : coverage;
  const { data, info } = await sharp(fine.data, { raw: { width: fine.width, height: fine.height, channels: 1 } })
    .resize(width, height, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Writes the coverage as a greyscale PNG, with white ink. */
export async function writeInk({ coverage: { data, width, height } }: LaidText, path: string): Promise<void> {
  await sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toFile(path);
}

// Saves a PNG with a palette if that loses nothing visible: as true colour, half of a picture with a palette is larger than the whole.
import { writeFile } from 'node:fs/promises';
import { type Picture, readPixels } from '../image.ts';
import { reopenOwn } from '../metadata/carry-metadata.ts';
import { openOwn } from '../preview.ts';

/** An average difference of 0..255 that is not visible. */
const maxAverageOff = 2.5;
/** A pixel that is further off than this may be seen, and so can very few of them. */
const maxOff = 24;
const maxShareOff = 0.001;

/** Reads the colours as they cover what is behind them. */
async function readCovering(input: string | Buffer): Promise<Uint8Array> {
  const data = await openOwn(input).toColourspace('srgb').ensureAlpha().raw().toBuffer();
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    if (alpha < 255) for (let k = at; k < at + 3; k++) data[k] = Math.round((data[k]! * alpha) / 255);
  }
  return data;
}

function looksSame(before: Uint8Array, after: Uint8Array): boolean {
  if (after.length !== before.length) return false;
  let squares = 0;
  let farOff = 0;
  for (let at = 0; at < before.length; at += 4) {
    let most = 0;
    for (let k = at; k < at + 4; k++) {
      const off = Math.abs(before[k]! - after[k]!);
      squares += off * off;
      most = Math.max(most, off);
    }
    if (most > maxOff) farOff++;
  }
  return squares / before.length <= maxAverageOff ** 2 && farOff <= (maxShareOff * before.length) / 4;
}

/** sharp makes no smaller palette. */
export const minColours = 2;
const maxColours = 256;
/** Of greys, which need no palette: more are stored as such in as many bytes. */
const maxGreys = 16;
/** Resizing adds the colours of soft edges: few to a drawing of 16 colours. */
const counts = [64, maxColours];

/** Returns the number of colours, or undefined if there are more than `most`. */
function countUpTo(most: number, pixels: Uint8Array): number | undefined {
  const colours = new Set<number>();
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  for (let at = 0; at < words.length && colours.size <= most; at++) colours.add(words[at]!);
  return colours.size <= most ? colours.size : undefined;
}

/** Returns how many colours a drawing, a scan in black and white or the like has; undefined if a palette is too small for them. */
export async function countColours(picture: Picture): Promise<number | undefined> {
  return countUpTo(maxColours, (await readPixels(picture.start(), 4)).data);
}

interface SourceColours {
  readonly isPalette: boolean;
  /** And the file has greys only. */
  readonly isGrey?: boolean;
}

/**
 * Gives the PNG at `path` a palette if it is smaller with it: of a source with a palette if it looks the same, otherwise if no colour changes. Returns
 * the number of its bytes.
 */
export async function keepPalette(path: string, bytes: number, source: SourceColours): Promise<number> {
  const before = await readCovering(path);
  const few = countUpTo(source.isGrey ? maxGreys : maxColours, before);
  if (few === undefined && (!source.isPalette || source.isGrey)) return bytes;
  for (const colours of few ? [Math.max(few, minColours)] : counts) {
    const file = await reopenOwn(path).png({ palette: true, colours, effort: 7 }).toBuffer();
    if (file.length >= bytes) continue;
    const after = await readCovering(file);
    if (!(few ? Buffer.compare(before, after) === 0 : looksSame(before, after))) continue;
    await writeFile(path, file);
    return file.length;
  }
  return bytes;
}

// Reads mattes and painted strokes that are uploaded with an image.
import type { InputFile } from 'contract/run.ts';
import { openPicture, refuseDamage } from '../image.ts';
import { sharp } from '../sharp.ts';
import type { Box } from './subject-box.ts';

/** A painted mask of any size: 0 untouched, 255 painted, width * height. */
export interface Painted {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Strokes are read at this resolution at most; a matte is read in full, since the user has already seen it. */
const maxStrokeSide = 4096;
const maxMatteSide = 16_384;

async function readPainted(input: InputFile | undefined, maxSide: number): Promise<Painted | undefined> {
  if (!input) return undefined;
  const picture = await openPicture(input.path);
  return refuseDamage(picture, async () => {
    const { data, info } = await picture
      .start()
      .flatten({ background: '#000000' })
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  });
}

/** Reads a given matte and both kinds of strokes, white on black or white on transparent, from their input fields. Throws FILE_CORRUPT. */
export async function readPaintedInputs({
  matteUrl,
  keepUrl,
  eraseUrl,
}: Readonly<Record<string, InputFile>>): Promise<Partial<Record<'given' | 'keep' | 'erase', Painted>>> {
  const given = await readPainted(matteUrl, maxMatteSide);
  const keep = await readPainted(keepUrl, maxStrokeSide);
  const erase = await readPainted(eraseUrl, maxStrokeSide);
  return { ...(given && { given }), ...(keep && { keep }), ...(erase && { erase }) };
}

/** Resizes the mask; values stay 0..255. */
export async function resizePainted(painted: Painted, width: number, height: number): Promise<Uint8Array> {
  const { data } = painted;
  if (painted.width === width && painted.height === height) return data;
  const input = Buffer.from(data.buffer, data.byteOffset, data.length);
  return sharp(input, { raw: { width: painted.width, height: painted.height, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

/** The first and last painted pixel between two positions of a mask; undefined when there is none. */
function findEnds(data: Uint8Array, start: number, end: number): readonly [number, number] | undefined {
  let first = start;
  while (first < end && data[first] === 0) first++;
  if (first === end) return undefined;
  let last = end - 1;
  while (data[last] === 0) last--;
  return [first - start, last - start];
}

/** The bounding box of the painted area, in mask pixels; undefined when nothing is painted. */
export function findPainted({ data, width, height }: Painted): Box | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    const ends = findEnds(data, y * width, (y + 1) * width);
    if (!ends) continue;
    left = Math.min(left, ends[0]);
    right = Math.max(right, ends[1]);
    top = Math.min(top, y);
    bottom = y;
  }
  return right < 0 ? undefined : { x: left, y: top, w: right - left + 1, h: bottom - top + 1 };
}

// Composes the frames of a GIF as browsers do. libvips does not: it paints areas black that are transparent when no frame declares a transparent colour
// (docs/decisions/frames.md). Source: GIF89a specification.
import { AppError } from 'contract/errors.ts';
import { maxAnimationPixels, maxPixels } from '../formats/picture-limits.ts';
import { type Area, clipArea, composeFrames, type Disposal, type DrawnFrame } from './canvas.ts';
import type { FrameReader } from './frame-reader.ts';
import { type Compressed, type Indices, readIndices } from './gif-indices.ts';

interface GifFrame extends Omit<Compressed, 'codes'> {
  readonly area: Area;
  readonly disposal: Disposal;
  readonly delayMs: number;
  /** The number of the transparent colour. */
  readonly transparent: number | undefined;
  /** Red, green and blue of each colour. */
  readonly palette: Uint8Array;
  /** Where the sub-blocks with the pixels begin in the file. */
  readonly codesAt: number;
}

const screenBytes = 13;
const extension = 0x21;
const graphicControl = 0xf9;
const imageSeparator = 0x2c;

/** 4 is written by old programs that mean 3. */
const disposals: readonly Disposal[] = ['keep', 'keep', 'clear', 'restore', 'restore'];

interface Palette {
  readonly colours: Uint8Array;
  readonly end: number;
}

function readPalette(bytes: Buffer, flags: number, at: number): Palette | undefined {
  if ((flags & 0x80) === 0) return undefined;
  const end = at + 3 * 2 ** ((flags & 7) + 1);
  return { colours: bytes.subarray(at, end), end };
}

/** Returns where the sub-blocks that begin at `at` end; undefined when the file ends first. */
function skipBlocks(bytes: Buffer, at: number): number | undefined {
  let next = at;
  for (let length = bytes[next]; length !== undefined; length = bytes[next]) {
    next += length + 1;
    if (length === 0) return next;
  }
  return undefined;
}

function joinBlocks(bytes: Buffer, start: number): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let at = start, length = bytes[at]!; length > 0; length = bytes[at]!) {
    blocks.push(bytes.subarray(at + 1, at + 1 + length));
    at += length + 1;
  }
  return Buffer.concat(blocks);
}

type Control = Pick<GifFrame, 'disposal' | 'transparent' | 'delayMs'>;
const noControl: Control = { disposal: 'keep', transparent: undefined, delayMs: 0 };

function readControl(bytes: Buffer, at: number): Control {
  const flags = bytes[at + 3] ?? 0;
  const transparent = (flags & 1) === 0 ? undefined : bytes[at + 6];
  const delayMs = at + 6 < bytes.length ? bytes.readUInt16LE(at + 4) * 10 : 0;
  return { disposal: disposals[(flags >> 2) & 7] ?? 'keep', transparent, delayMs };
}

/** Lists the frames that the file contains completely. */
function listFrames(bytes: Buffer): GifFrame[] {
  const global = readPalette(bytes, bytes[10] ?? 0, screenBytes);
  const frames: GifFrame[] = [];
  let control = noControl;
  for (let at = global?.end ?? screenBytes; at < bytes.length; ) {
    if (bytes[at] === extension) {
      if (bytes[at + 1] === graphicControl) control = readControl(bytes, at);
      const end = skipBlocks(bytes, at + 2);
      if (end === undefined) break;
      at = end;
    } else if (bytes[at] === imageSeparator && at + 10 < bytes.length) {
      const [left, top, width, height] = [1, 3, 5, 7].map(offset => bytes.readUInt16LE(at + offset)) as [
        number,
        number,
        number,
        number,
      ];
      const flags = bytes[at + 9]!;
      const local = readPalette(bytes, flags, at + 10);
      const codeAt = local?.end ?? at + 10;
      const end = skipBlocks(bytes, codeAt + 1);
      if (end === undefined) break;
      frames.push({
        ...control,
        area: { left, top, width, height },
        width,
        height,
        isInterlaced: (flags & 0x40) !== 0,
        palette: local?.colours ?? global?.colours ?? new Uint8Array(0),
        codeBits: bytes[codeAt]!,
        codesAt: codeAt + 1,
      });
      control = noControl;
      at = end;
    } else break;
  }
  return frames;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const covers = ({ left, top, width, height }: Area, canvas: Size) =>
  left === 0 && top === 0 && width === canvas.width && height === canvas.height;

/** Pixels of two colours are written with two bits. */
const fewestColours = 4;

/**
 * Whether libvips composes the frames as browsers do: all lie on the canvas and have a palette for every number, and where pixels are transparent, a
 * frame declares a transparent colour.
 */
function isPlain(frames: readonly GifFrame[], canvas: Size): boolean {
  if (!frames.some(({ transparent }) => transparent !== undefined) && !covers(frames[0]!.area, canvas)) return false;
  return frames.every(
    ({ area: { left, top, width, height }, disposal, transparent, codeBits, palette }, number) =>
      left + width <= canvas.width &&
      top + height <= canvas.height &&
      2 ** codeBits <= Math.max(fewestColours, palette.length / 3) &&
      (disposal === 'keep' || transparent !== undefined || number === frames.length - 1),
  );
}

/** Colours as 32-bit numbers in the byte order of the machine; those that the palette lacks are black, the transparent one is 0. */
function packColours({ palette, transparent }: GifFrame): Uint32Array {
  const bytes = new Uint8Array(256 * 4);
  for (let colour = 0; colour < 256; colour++) {
    if (colour === transparent) continue;
    bytes.set(palette.subarray(colour * 3, colour * 3 + 3), colour * 4);
    bytes[colour * 4 + 3] = 255;
  }
  return new Uint32Array(bytes.buffer);
}

function paint(canvas: Uint32Array, frame: GifFrame, { indices, drawn }: Indices, { width, height }: Size): void {
  const colours = packColours(frame);
  const { left, top, width: across, height: down } = clipArea(frame.area, width, height);
  for (let y = 0; y < down; y++) {
    const from = y * frame.width;
    const to = (top + y) * width + left;
    for (let x = 0; x < across && from + x < drawn; x++) {
      const index = indices[from + x]!;
      if (index !== frame.transparent) canvas[to + x] = colours[index]!;
    }
  }
}

/** A byte holds no larger number of a colour. */
const maxCodeBits = 8;

/** Frames may be larger than the canvas, so its size limits nothing. */
function checkAreas(frames: readonly GifFrame[]): void {
  const areas = frames.map(({ width, height }) => width * height);
  const isHuge =
    areas.some(area => area > maxPixels) || areas.reduce((sum, area) => sum + area, 0) > maxAnimationPixels;
  if (isHuge) throw new AppError('FILE_CORRUPT', { why: 'frames beyond the canvas' });
}

export interface GifReader extends FrameReader {
  /** Whether libvips, which needs less memory, composes these frames correctly. */
  readonly isPlain: boolean;
  /** Whether a frame may have transparent pixels. */
  readonly hasAlpha: boolean;
}

/** Reads a GIF whose canvas has this size. Throws FILE_CORRUPT. */
export function readGif(bytes: Buffer, size: Size, loop: number): GifReader {
  const frames = listFrames(bytes);
  if (frames.length === 0) throw new AppError('FILE_CORRUPT', { why: 'frames' });
  const draw = (frame: GifFrame): DrawnFrame => ({
    ...frame,
    drawOn: canvas => {
      const { codeBits, codesAt } = frame;
      if (codeBits > maxCodeBits) throw new AppError('FILE_CORRUPT', { why: 'code size' });
      paint(canvas, frame, readIndices({ ...frame, codes: joinBlocks(bytes, codesAt) }), size);
    },
  });
  function* drawn(): Generator<DrawnFrame> {
    for (const frame of frames) yield draw(frame);
  }
  return {
    count: frames.length,
    delaysMs: frames.map(({ delayMs }) => delayMs),
    loop,
    isPlain: isPlain(frames, size),
    hasAlpha:
      !covers(frames[0]!.area, size) ||
      frames.some(({ transparent, disposal }) => transparent !== undefined || disposal !== 'keep'),
    compose: async count => {
      checkAreas(frames.slice(0, count));
      return composeFrames(drawn(), { ...size, count });
    },
  };
}

// Decides what a frame of a GIF stores: the smallest area that changes, and in it the pixels that change enough to be seen.
import type { Palette } from './choose-palette.ts';
import { compressIndices, type Strings } from './compress-indices.ts';
import { createMatcher, distanceOf, packColour } from './match-colours.ts';

/** How far colours may be from those of the frame, as distances of red, green and blue. */
export interface Tolerance {
  /** A pixel that shows a colour this near stays as it is. */
  readonly still: number;
  /** A pixel may take another colour this near where that makes the file smaller. */
  readonly lossy: number;
}

/** A palette with the functions that use it. */
export interface PaletteUse {
  readonly palette: Palette;
  readonly match: (colour: number) => number;
  readonly packed: Int32Array;
  /** The number of the transparent colour, the last one. */
  readonly transparent: number;
  readonly bits: number;
}

export function usePalette(palette: Palette): PaletteUse {
  const count = palette.length / 3;
  const packed = Int32Array.from({ length: count }, (_, index) => packColour(palette, index));
  // One more for transparent pixels.
  const bits = Math.max(1, Math.ceil(Math.log2(count + 1)));
  return { palette, match: createMatcher(palette), packed, transparent: count, bits };
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What is on display: red, green and blue of each pixel as a number; -1 is transparent. */
export type Shown = Int32Array;

const nothing = -1;
const opaqueFrom = 128;

/** A pixel as it will be displayed: GIF knows no half-transparent ones. */
const seen = (pixel: number): number => (pixel >>> 24 < opaqueFrom ? nothing : pixel & 0xffffff);

/** The smallest area with all pixels that are marked; a single pixel where none is. */
function findArea(marks: Uint8Array, width: number): Area {
  let left = width;
  let right = -1;
  let top = -1;
  let bottom = -1;
  for (let at = marks.indexOf(1); at >= 0; at = marks.indexOf(1, at + 1)) {
    const x = at % width;
    bottom = Math.floor(at / width);
    if (top < 0) top = bottom;
    if (x < left) left = x;
    if (x > right) right = x;
  }
  if (right < 0) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Copies an area of a picture that is `width` wide. */
function cutArea<T extends Uint8Array | Int32Array>(from: T, width: number, area: Area, to: T): T {
  for (let y = 0; y < area.height; y++) {
    const start = (area.top + y) * width + area.left;
    to.set(from.subarray(start, start + area.width), y * area.width);
  }
  return to;
}

export interface FrameWork {
  readonly width: number;
  readonly height: number;
  /** Red in the lowest byte, alpha in the highest. */
  readonly pixels: Uint32Array;
  readonly next: Uint32Array | undefined;
  readonly isFirst: boolean;
  readonly use: PaletteUse;
  readonly tolerance: Tolerance;
  readonly strings: Strings;
}

export interface DrawnFrame {
  readonly area: Area;
  /** Whether its area has to be cleared before the next frame. */
  readonly isCleared: boolean;
  /** The minimum code size and the sub-blocks. */
  readonly data: Uint8Array;
}

/** Marks pixels that are visible now and transparent in the next frame; undefined where there are none. */
function findVanishing({ pixels, next }: FrameWork): Uint8Array | undefined {
  if (!next) return undefined;
  const marks = new Uint8Array(pixels.length);
  let isAny = false;
  for (let at = 0; at < pixels.length; at++)
    if (seen(pixels[at]!) !== nothing && seen(next[at]!) === nothing) {
      marks[at] = 1;
      isAny = true;
    }
  return isAny ? marks : undefined;
}

/** The wanted colour of each pixel, its number in the palette, and whether what is shown has to be replaced. */
function matchPixels({ pixels, use, tolerance }: FrameWork, shown: Shown) {
  const { match, packed, transparent } = use;
  const still = tolerance.still ** 2;
  const wanted = new Int32Array(pixels.length);
  const nearest = new Uint8Array(pixels.length).fill(transparent);
  const changed = new Uint8Array(pixels.length);
  for (let at = 0; at < pixels.length; at++) {
    const colour = seen(pixels[at]!);
    const now = shown[at]!;
    wanted[at] = colour;
    if (colour === nothing) continue;
    const index = match(colour);
    nearest[at] = index;
    // What is on display may be as near as any colour of the palette.
    const distance = now === nothing ? Number.POSITIVE_INFINITY : distanceOf(colour, now);
    if (distance > still && distance > distanceOf(colour, packed[index]!)) changed[at] = 1;
  }
  return { wanted, nearest, changed };
}

/** Draws a frame over what is shown, and changes `shown` to what the next frame finds. */
export function drawFrame(work: FrameWork, shown: Shown): DrawnFrame {
  const { width, height, isFirst, use, tolerance, strings } = work;
  const { packed, transparent, bits } = use;
  const all = matchPixels(work, shown);
  const vanishing = findVanishing(work);
  const marks = vanishing ? all.changed.map((mark, at) => mark | vanishing[at]!) : all.changed;
  const area = isFirst ? { left: 0, top: 0, width, height } : findArea(marks, width);
  const count = area.width * area.height;
  const wanted = cutArea(all.wanted, width, area, new Int32Array(count));
  const other = cutArea(all.nearest, width, area, new Uint8Array(count));
  const changed = cutArea(all.changed, width, area, new Uint8Array(count));
  const usual = other.map((index, at) => (changed[at] ? index : transparent));
  const costOf = (at: number, pixel: number) =>
    pixel === transparent || !changed[at] ? Number.POSITIVE_INFINITY : distanceOf(wanted[at]!, packed[pixel]!);
  const data = compressIndices({ count, usual, other, costOf, maxCost: tolerance.lossy ** 2 }, bits, strings);
  for (let at = 0; at < count; at++) {
    const to = (area.top + Math.floor(at / area.width)) * width + area.left + (at % area.width);
    if (usual[at] !== transparent) shown[to] = packed[usual[at]!]!;
    if (vanishing) shown[to] = nothing;
  }
  return { area, isCleared: vanishing !== undefined, data };
}

// A window of a region at one size, as seen by the kernel for shifted pieces: the feature of each pixel, and the pixels that may be copied.
import { weights601 } from '../../pixels/luma.ts';
import type { Region } from '../region.ts';
import { type ShiftKernel, startShiftKernel } from './shift-kernel.ts';
import { smooth, strengthAt, type Textures } from './textures.ts';

/** In pixels of the full region; right and bottom are exclusive. */
export interface Window {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Shift {
  readonly dx: number;
  readonly dy: number;
}

/** The region at full size and at reduced sizes, with the facts that hold for all of it. */
export interface Scene {
  /** Each half the size of the one before. */
  readonly sizes: readonly Region[];
  readonly textures: Textures;
  /** For each pixel of the full region: the group of holes it belongs to, 0 outside holes. */
  readonly groups: Int32Array;
  /** Known parts of the full region from which no pixel is copied. */
  readonly barred: readonly Window[];
  /** For each pixel of the full region, one of `kind`; absent where everything may be copied everywhere. */
  readonly kinds?: Uint8Array | undefined;
}

/** Content of a pixel, or in a hole, its intended content. A body is copied only to places where a body continues; `apart` is never copied. */
export const kind = { ground: 0, body: 1, apart: 2 };

export interface Stage {
  readonly kernel: ShiftKernel;
  readonly width: number;
  readonly height: number;
  /** Width in pixels of the region of one pixel of the stage: 2 ** size. */
  readonly factor: number;
  /** Upper left corner of the window, in pixels of the stage. */
  readonly left: number;
  readonly top: number;
  /** Red, green, blue; black in holes. */
  readonly colours: Uint8Array;
  /** Features: 8 numbers per pixel. */
  readonly plane: Int16Array;
  /** 1 outside all holes. */
  readonly isKnown: Uint8Array;
  /** As in the scene, for each pixel of the stage. */
  readonly kinds: Uint8Array | undefined;
  /** 1 where a pixel may be copied: known, not barred, and not `apart`. */
  readonly isSource: Uint8Array;
  /** 1 in the holes of the group. */
  readonly isTarget: Uint8Array;
}

/** Factor on the numbers of a feature, against rounding errors. */
export const featureScale = 8;
/** Cap on the difference of features, in grey levels. */
export const featureCap = 70;

/** Weights of colour, of luma gradients, and of texture for each factor of two. */
const weights = { colour: 0.7, slope: 1.6, texture: 9 };
const numbers = 8;
const lumaShares = weights601;

/**
 * Opens the stage of one group. `passes`: number of smoothing passes over the colours. `scratchBytes`: bytes for other arrays in the kernel's memory.
 */
export function openStage(
  { sizes, textures, groups, barred, kinds: allKinds }: Scene,
  {
    group,
    window,
    size,
    passes,
    scratchBytes,
  }: {
    readonly group: number;
    readonly window: Window;
    readonly size: number;
    readonly passes: number;
    readonly scratchBytes: number;
  },
): Stage {
  const region = sizes[size]!;
  const factor = 2 ** size;
  const left = Math.floor(window.left / factor);
  const top = Math.floor(window.top / factor);
  const width = Math.min(region.width, Math.ceil(window.right / factor)) - left;
  const height = Math.min(region.height, Math.ceil(window.bottom / factor)) - top;
  const count = width * height;
  const kernel = startShiftKernel(count * (2 * numbers + 1) + scratchBytes + 65_536);
  const plane = kernel.shorts(count * numbers);
  const isKnown = new Uint8Array(count);
  const isTarget = new Uint8Array(count);
  const colours = new Uint8Array(count * 3);
  const full = sizes[0]!;
  for (let y = 0; y < height; y++) {
    const from = (top + y) * region.width + left;
    colours.set(region.colours.subarray(from * 3, (from + width) * 3), y * width * 3);
    for (let x = 0; x < width; x++) isKnown[y * width + x] = region.isHole[from + x] ? 0 : 1;
  }
  const isSource = kernel.bytes(count);
  isSource.set(isKnown);
  for (const box of barred) {
    const from = Math.max(0, Math.floor(box.left / factor) - left);
    const to = Math.min(width, Math.ceil(box.right / factor) - left);
    const end = Math.min(height, Math.ceil(box.bottom / factor) - top);
    if (from >= to) continue;
    for (let y = Math.max(0, Math.floor(box.top / factor) - top); y < end; y++)
      isSource.fill(0, y * width + from, y * width + to);
  }
  const kinds = allKinds && new Uint8Array(count);
  for (let y = window.top; y < window.bottom; y++)
    for (let x = window.left; x < window.right; x++) {
      const to = (Math.floor(y / factor) - top) * width + Math.floor(x / factor) - left;
      if (groups[y * full.width + x] === group) isTarget[to] = 1;
      if (kinds) kinds[to] = Math.max(kinds[to]!, allKinds[y * full.width + x]!);
    }
  kinds?.forEach((one, pixel) => {
    if (one === kind.apart) isSource[pixel] = 0;
  });
  const stage = { kernel, width, height, factor, left, top, colours, plane, isKnown, kinds, isSource, isTarget };
  drawFeatures(stage, textures, passes);
  return stage;
}

function drawFeatures(
  { plane, width, height, factor, left, top, isKnown, colours }: Stage,
  textures: Textures,
  passes: number,
): void {
  const count = width * height;
  const known = new Float32Array(isKnown);
  smooth(known, width, height, passes);
  const grey = new Float32Array(count);
  const values = new Float32Array(count);
  for (let channel = 0; channel < 3; channel++) {
    for (let pixel = 0; pixel < count; pixel++) values[pixel] = isKnown[pixel] ? colours[pixel * 3 + channel]! : 0;
    smooth(values, width, height, passes);
    for (let pixel = 0; pixel < count; pixel++) {
      const value = known[pixel]! > 0.02 ? values[pixel]! / known[pixel]! : 0;
      plane[pixel * numbers + channel] = value * weights.colour * featureScale;
      grey[pixel]! += lumaShares[channel]! * value;
    }
  }
  const slope = weights.slope * featureScale;
  const strength = weights.texture * featureScale;
  const isSure = (pixel: number) => known[pixel]! > 0.3;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      const before = x > 0 && isSure(pixel - 1) ? pixel - 1 : pixel;
      const after = x < width - 1 && isSure(pixel + 1) ? pixel + 1 : pixel;
      const above = y > 0 && isSure(pixel - width) ? pixel - width : pixel;
      const under = y < height - 1 && isSure(pixel + width) ? pixel + width : pixel;
      const at = pixel * numbers;
      if (after > before) plane[at + 3] = (slope * (grey[after]! - grey[before]!)) / (after - before);
      if (under > above) plane[at + 4] = (slope * (grey[under]! - grey[above]!) * width) / (under - above);
      const fullX = (left + x + 0.5) * factor;
      const fullY = (top + y + 0.5) * factor;
      plane[at + 5] = strength * strengthAt(textures[0]!, fullX, fullY);
      plane[at + 6] = strength * strengthAt(textures[1]!, fullX, fullY);
      const coarse = strengthAt(textures[2]!, fullX, fullY) + strengthAt(textures[3]!, fullX, fullY);
      plane[at + 7] = strength * Math.SQRT1_2 * coarse;
    }
  }
}

/** Returns log2 of the texture's root mean square in grey levels around a pixel: in details of 2 pixels, and of 4 and 8. */
export const texturesAt = (plane: Int16Array, pixel: number): { readonly fine: number; readonly broad: number } => {
  const unit = weights.texture * featureScale;
  return { fine: plane[pixel * numbers + 6]! / unit, broad: (plane[pixel * numbers + 7]! * Math.SQRT1_2) / unit };
};

/** Returns whether the pixel at x, y may be copied. */
export const isCopyable = ({ width, height, isSource }: Stage, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width && y < height && isSource[y * width + x] === 1;

/** Returns whether a shift may be used at `pixel`: its source may be copied, and is no body unless a body continues at `pixel`. */
export function isCopyableTo(stage: Stage, pixel: number, { dx, dy }: Shift): boolean {
  const { width, kinds } = stage;
  const row = Math.floor(pixel / width);
  const [x, y] = [pixel - row * width + dx, row + dy];
  return isCopyable(stage, x, y) && (!kinds || kinds[y * width + x]! <= kinds[pixel]!);
}

/** Writes the x and y of each pixel to the kernel's memory. */
export function listPoints(stage: Stage, pixels: readonly number[] | Int32Array): Int32Array {
  const points = stage.kernel.ints(Math.max(1, pixels.length) * 2);
  pixels.forEach((pixel, index) => {
    const y = Math.floor(pixel / stage.width);
    points[index * 2] = pixel - y * stage.width;
    points[index * 2 + 1] = y;
  });
  return points;
}

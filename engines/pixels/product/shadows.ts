// Shadows of a product on the ground: the cast shadow of the lamp, and the contact shadow.
import type { Plane } from '../plane.ts';
import type { SceneLight } from './scene-light.ts';

/** A plane and the offset of its top left corner from the product's, in pixels of the product. One pixel of the plane is `scale` of the product's. */
export interface Laid extends Plane {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

/** Applies a running mean along one axis three times, which approximates a Gaussian of `sigma`; values outside are zero. */
function blurLines(
  data: Float32Array,
  lines: number,
  length: number,
  [line, step]: readonly [number, number],
  sigma: number,
): void {
  const radius = Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2);
  if (radius < 1) return;
  const row = new Float64Array(length);
  const share = 1 / (2 * radius + 1);
  for (let i = 0; i < lines; i++) {
    const start = i * line;
    for (let pass = 0; pass < 3; pass++) {
      for (let at = 0; at < length; at++) row[at] = data[start + at * step]!;
      let sum = 0;
      for (let at = 0; at < Math.min(radius, length); at++) sum += row[at]!;
      for (let at = 0; at < length; at++) {
        if (at + radius < length) sum += row[at + radius]!;
        if (at > radius) sum -= row[at - radius - 1]!;
        data[start + at * step] = sum * share;
      }
    }
  }
}

/** Returns a copy, blurred by a different sigma along each axis. */
export function blurPlane({ data, width, height }: Plane, across: number, down: number): Float32Array {
  const copy = data.slice();
  blurLines(copy, height, width, [width, 1], across);
  blurLines(copy, width, height, [1, width], down);
  return copy;
}

/** Returns the product's alpha, 0..1, on a grid of at most `maxSide`, and `scale`, the product's pixels per grid cell. */
export function shrinkAlpha(
  rgba: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  maxSide: number,
): Plane & { scale: number } {
  const scale = Math.max(1, Math.max(width, height) / maxSide);
  const small = { width: Math.max(1, Math.round(width / scale)), height: Math.max(1, Math.round(height / scale)) };
  const data = new Float32Array(small.width * small.height);
  for (let row = 0; row < small.height; row++) {
    const top = Math.floor((row * height) / small.height);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / small.height));
    for (let column = 0; column < small.width; column++) {
      const left = Math.floor((column * width) / small.width);
      const right = Math.max(left + 1, Math.floor(((column + 1) * width) / small.width));
      let sum = 0;
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += rgba[(y * width + x) * 4 + 3]!;
      data[row * small.width + column] = sum / ((bottom - top) * (right - left) * 255);
    }
  }
  return { data, ...small, scale };
}

/** Returns the lowest row of the product in each column, or -1. */
export function findFoot({ data, width, height }: Plane): Int32Array {
  const foot = new Int32Array(width).fill(-1);
  for (let x = 0; x < width; x++) {
    let y = height - 1;
    while (y >= 0 && data[y * width + x]! < 0.5) y--;
    foot[x] = y;
  }
  return foot;
}

/** Scale of the falloff of contact with the height of a column's foot above the lowest one, as a share of the product's width. */
const touching = 0.1;
const touchOf = (gap: number, width: number): number => Math.exp(-((gap / (touching * width)) ** 2));

/**
 * Draws the contact shadow: dark and sharp where the product touches the ground, wide and soft further away. It follows the lower outline, so that
 * round bottoms and single legs have it only where they touch.
 */
export function drawContact(alpha: Plane & { scale: number }): Laid {
  const { width, height, scale } = alpha;
  const size = Math.max(8, Math.min(width, 1.4 * height));
  const border = Math.ceil(size * 0.5) + 2;
  const high = Math.ceil(size * 0.55);
  const plane = { width: width + 2 * border, height: high + border };
  const foot = findFoot(alpha);
  const lowest = foot.reduce((max, y) => Math.max(max, y), 0);
  const top = lowest + 1 - high;
  const source = new Float32Array(plane.width * plane.height);
  const thick = Math.max(1.5, size * 0.035);
  for (let x = 0; x < width; x++) {
    const y = foot[x]!;
    if (y < 0) continue;
    const touch = touchOf(lowest - y, width);
    for (let row = Math.max(0, Math.floor(y - thick)); row <= y; row++) {
      const at = row - top;
      if (at >= 0 && at < plane.height) source[at * plane.width + x + border] = touch;
    }
  }
  const base = { data: source, ...plane };
  const near = blurPlane(base, size * 0.012, size * 0.008);
  const middle = blurPlane(base, size * 0.045, size * 0.022);
  const far = blurPlane(base, size * 0.13, size * 0.06);
  const data = new Float32Array(source.length);
  for (let i = 0; i < data.length; i++)
    data[i] =
      1 -
      (1 - Math.min(0.9, 1.25 * near[i]!)) * (1 - Math.min(0.6, 1.1 * middle[i]!)) * (1 - Math.min(0.4, 1.1 * far[i]!));
  return { data, ...plane, left: -border * scale, top: top * scale, scale };
}

/** Depth of a product as a share of its width: without it, the shadow of a lamp at the side would be a line. */
const depthShare = 0.3;
/** Maximum length of a shadow, in shorter sides. */
const maxAway = 1.1;
const strips = 220;

/** Minimum slope of the light in depth, as a share of its height: a lamp exactly beside the product would cast a line. */
const minSlope = 0.36;

/**
 * Returns where the light that passes the product at a height meets the ground or wall, relative to its foot and in shorter sides: to the right and
 * up in the image, the scale there, and the distance from the product.
 */
function fallOf(height: number, light: SceneLight): { right: number; up: number; size: number; away: number } {
  const { toward, cameraHeight, cameraDistance, wall } = light;
  const [lx, ly] = toward;
  const lz = (toward[2] > 0 ? 1 : -1) * Math.max(Math.abs(toward[2]), minSlope * ly);
  const behind = (-height * lz) / ly;
  const depth = Math.max(-0.35 * cameraDistance, Math.min(maxAway, behind));
  const ground = (z: number) => cameraDistance / (cameraDistance + z);
  if (wall !== undefined && behind > wall) {
    const gone = wall / -lz;
    const size = ground(wall);
    const up = height - gone * ly;
    return { right: -gone * lx * size, up: cameraHeight * (1 - size) + up * size, size, away: gone };
  }
  const size = ground(depth);
  const sideways = ((height * lx) / ly) * (behind === 0 ? 1 : depth / behind);
  return {
    right: -sideways * size,
    up: cameraHeight * (1 - size),
    size,
    away: Math.hypot(sideways, depth),
  };
}

/**
 * Draws the cast shadow: each horizontal strip of the product falls along the light, onto the ground and up a wall, softer the higher it was. `side`
 * is the shorter side of the image in pixels of the product. Values 0..1.
 */
export function drawCast(alpha: Plane & { scale: number }, light: SceneLight, side: number): Laid {
  const { data, width, height, scale } = alpha;
  const unit = side / scale;
  const tallness = height / unit;
  const falls = Array.from({ length: strips + 1 }, (_, i) => fallOf((tallness * i) / strips, light));
  const last = falls[strips]!;
  const thick = Math.max(1, (depthShare * width * light.cameraHeight) / light.cameraDistance);
  const softest = light.softness * last.away * unit * 0.5 + 0.006 * width;
  const border = Math.ceil(softest * 2.5 + thick) + 3;
  const highest = Math.max(...falls.map(({ up }) => up)) * unit;
  const lowest = Math.min(...falls.map(({ up }) => up)) * unit;
  const rights = falls.map(({ right }) => right * unit);
  const leftmost = Math.min(...rights) - width * 0.1;
  const rightmost = Math.max(...rights) + width * 1.1;
  const plane = {
    width: Math.ceil(rightmost - leftmost) + 2 * border,
    height: Math.ceil(highest - lowest) + 2 * border,
  };
  const originX = border - leftmost;
  const originY = border + highest;
  const sharp = new Float32Array(plane.width * plane.height);
  const softness = new Float32Array(plane.height);
  const place = (row: number) => {
    // The strip whose shadow falls on this row; both ends are extended by the thickness of the product.
    const up = (originY - row) / unit;
    const isUpward = last.up >= 0;
    let [low, high] = [0, strips];
    if (isUpward ? up <= 0 : up >= 0) return 0;
    if (isUpward ? up >= last.up : up <= last.up) return strips;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const reached = falls[middle]!.up;
      if (isUpward ? reached < up : reached > up) low = middle;
      else high = middle;
    }
    const [a, b] = [falls[low]!.up, falls[high]!.up];
    return b === a ? low : low + (up - a) / (b - a);
  };
  for (let row = 0; row < plane.height; row++) {
    const strip = place(row);
    const beyond = Math.max(
      0,
      originY - row - Math.max(0, last.up) * unit,
      row - originY - Math.max(0, -last.up) * unit,
    );
    const fall = falls[Math.min(strips, Math.floor(strip))]!;
    softness[row] = light.softness * fall.away * unit * 0.5 + 0.006 * width;
    if (beyond > thick / 2) continue;
    const y = Math.min(height - 1, Math.max(0, height - 1 - Math.floor((strip / strips) * height)));
    const middle = originX + width / 2 + fall.right * unit;
    const from = Math.max(0, Math.floor(middle - (width / 2) * fall.size));
    const to = Math.min(plane.width, Math.ceil(middle + (width / 2) * fall.size));
    const fade = Math.exp(-fall.away * 0.55);
    for (let column = from; column < to; column++) {
      const x = Math.floor((column + 0.5 - middle) / fall.size + width / 2);
      if (x >= 0 && x < width) sharp[row * plane.width + column] = data[y * width + x]! * fade;
    }
  }
  const base = { data: sharp, ...plane };
  const flat = Math.max(0.22, light.cameraHeight / light.cameraDistance);
  const levels = [0.006 * width, softest * 0.4, softest].map(sigma => ({
    sigma,
    data: blurPlane(base, sigma, sigma * flat + thick * 0.3),
  }));
  const out = new Float32Array(sharp.length);
  for (let row = 0; row < plane.height; row++) {
    const sigma = softness[row]!;
    const index = sigma < levels[1]!.sigma ? 0 : 1;
    const [a, b] = [levels[index]!, levels[index + 1]!];
    const share = Math.min(1, Math.max(0, (sigma - a.sigma) / Math.max(1e-6, b.sigma - a.sigma)));
    for (let i = row * plane.width; i < (row + 1) * plane.width; i++)
      out[i] = a.data[i]! * (1 - share) + b.data[i]! * share;
  }
  return { data: out, ...plane, left: -originX * scale, top: (height - originY) * scale, scale };
}

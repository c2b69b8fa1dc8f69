// Cuts a line of text out of an image as a horizontal strip of the height that the reading network expects.
import type { Pixels } from '../pixels/plane.ts';
import type { Point, Quad } from './rectangle.ts';

/** Returns the weights of four neighbours, with `t` between the middle two. Source: Keys, "Cubic convolution interpolation", 1981, a = -1/2. */
function cubicWeights(t: number): readonly [number, number, number, number] {
  const [t2, t3] = [t * t, t * t * t];
  return [-0.5 * t + t2 - 0.5 * t3, 1 - 2.5 * t2 + 1.5 * t3, 0.5 * t + 2 * t2 - 1.5 * t3, -0.5 * t2 + 0.5 * t3];
}

/** Adds the colour at a position to `into`. */
type Sample = (x: number, y: number, into: Float64Array) => void;

const clamp = (value: number, max: number) => (value < 0 ? 0 : Math.min(value, max));

/** Samples colours at fractional positions, with the border repeated: linear when the image is reduced, cubic when it is enlarged. */
function makeSampler({ data, width, height }: Pixels, isCubic: boolean): Sample {
  const linear: Sample = (x, y, into) => {
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [x - x0, y - y0];
    for (let j = 0; j < 2; j++) {
      const row = clamp(y0 + j, height - 1) * width;
      const wy = j ? fy : 1 - fy;
      for (let i = 0; i < 2; i++) {
        const at = (row + clamp(x0 + i, width - 1)) * 3;
        const weight = wy * (i ? fx : 1 - fx);
        for (let c = 0; c < 3; c++) into[c]! += data[at + c]! * weight;
      }
    }
  };
  const cubic: Sample = (x, y, into) => {
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    const across = cubicWeights(x - x0);
    const down = cubicWeights(y - y0);
    for (let j = 0; j < 4; j++) {
      const row = clamp(y0 + j - 1, height - 1) * width;
      for (let i = 0; i < 4; i++) {
        const at = (row + clamp(x0 + i - 1, width - 1)) * 3;
        const weight = down[j]! * across[i]!;
        for (let c = 0; c < 3; c++) into[c]! += data[at + c]! * weight;
      }
    }
  };
  return isCubic ? cubic : linear;
}

/** Height of a strip in pixels; lines are scaled to it. */
export const stripHeight = 48;
const narrowest = 16;
/** Maximum length of a strip, about three hundred characters. Longer lines are rules or borders, and their strips would exhaust memory. */
const widest = 300 * stripHeight;
/** Maximum samples per pixel and direction; enough for letters 400 pixels tall. */
const maxSamples = 12;

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Returns the length along the text and the height across it, in image pixels. */
export const sidesOf = (quad: Quad): { length: number; height: number } => ({
  length: distance(quad[0], quad[1]),
  height: distance(quad[0], quad[3]),
});

/** Returns the same quad, starting at a later corner: its strip is rotated anticlockwise by `quarters` times 90 degrees. */
export function turnQuad(quad: Quad, quarters: number): Quad {
  const at = (i: number) => quad[(i + quarters + 4) % 4]!;
  return [at(0), at(1), at(2), at(3)];
}

/** Returns the strip of one line: `stripHeight` rows, and the width that the quad has at that height, `stretch` times. */
export function cutStrip(pixels: Pixels, quad: Quad, stretch = 1): Pixels {
  const [from, right, , below] = quad;
  const { length, height } = sidesOf(quad);
  const scale = Math.max(height, 1e-6) / stripHeight;
  const width = Math.min(widest, Math.max(narrowest, Math.round((length / scale) * stretch)));
  const samples = Math.min(maxSamples, Math.max(1, Math.ceil(scale)));
  const sample = makeSampler(pixels, scale < 1);
  const data = new Uint8Array(width * stripHeight * 3);
  const sum = new Float64Array(3);
  for (let y = 0, to = 0; y < stripHeight; y++) {
    for (let x = 0; x < width; x++, to += 3) {
      sum.fill(0);
      for (let sy = 0; sy < samples; sy++) {
        const v = (y + (sy + 0.5) / samples) / stripHeight;
        for (let sx = 0; sx < samples; sx++) {
          const u = (x + (sx + 0.5) / samples) / width;
          const px = from[0] + (right[0] - from[0]) * u + (below[0] - from[0]) * v - 0.5;
          const py = from[1] + (right[1] - from[1]) * u + (below[1] - from[1]) * v - 0.5;
          sample(px, py, sum);
        }
      }
      for (let c = 0; c < 3; c++) data[to + c] = Math.min(255, Math.max(0, Math.round(sum[c]! / samples ** 2)));
    }
  }
  return { data, width, height: stripHeight };
}

/** Room around a box, in its heights. */
export interface Room {
  readonly above: number;
  readonly below: number;
  /** On each of the two sides. */
  readonly aside: number;
}

/** Returns the quad with room around it. */
export function growQuad(quad: Quad, { above, below, aside }: Room): Quad {
  const [start, end, , under] = quad;
  const { length, height } = sidesOf(quad);
  const along = (i: 0 | 1) => ((end[i] - start[i]) / Math.max(length, 1e-6)) * height;
  const down = (i: 0 | 1) => under[i] - start[i];
  const move = (corner: Point, across: number, downwards: number): Point => [
    corner[0] + along(0) * across + down(0) * downwards,
    corner[1] + along(1) * across + down(1) * downwards,
  ];
  return [
    move(quad[0], -aside, -above),
    move(quad[1], aside, -above),
    move(quad[2], aside, below),
    move(quad[3], -aside, below),
  ];
}

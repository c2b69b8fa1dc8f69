// Fits, around each pixel of a matte's edge, the line that tells alpha from colour.
//
// Within a small window, alpha is close to linear in colour (Levin, Lischinski, Weiss, "A Closed-Form Solution to Natural Image
// Matting", 2008), which the guided filter makes cheap (He, Sun, Tang, ECCV 2010). Two changes make it fit a network's matte: pixels the
// network is sure of weigh most, since its soft edges are doubt and not transparency; and a line counts as much as it explains.
import type { CoarseMatte } from './network.ts';

/** Of the window, in grid pixels. */
export const windowRadius = 8;
/**
 * Differences of colour (of 0..1) whose variance is below these are taken for noise. JPEG keeps brightness well and colour in blocks of 16.
 */
const brightnessNoise = 4e-4;
const tintNoise = 2e-3;
/** The noise as a covariance of red, green and blue: this between two of them, and `tintNoise` more of each with itself. */
const sharedNoise = (brightnessNoise - tintNoise) / 3;
/** Weight of a pixel the network knows nothing about. */
const leastWeight = 0.02;
/** weight, w*colour(3), w*colour products(6), w*alpha, w*alpha*colour(3), w*alpha^2 */
const features = 15;
/** Line over red, green, blue, its constant, and how much of it counts: times the share of alpha that colour explains. */
export const lineSize = 5;

/** Adds a row's features, times `sign`, to the sums of its columns. */
function addRow(sums: Float64Array, matte: CoarseMatte, weights: Float32Array, y: number, sign: number): void {
  const { alpha, guide, width } = matte;
  for (let x = 0, i = y * width, c = i * 3, s = 0; x < width; x++, i++, c += 3, s += features) {
    const w = sign * weights[i]!;
    const r = guide[c]! / 255;
    const g = guide[c + 1]! / 255;
    const b = guide[c + 2]! / 255;
    const a = alpha[i]!;
    const wr = w * r;
    const wg = w * g;
    const wb = w * b;
    sums[s]! += w;
    sums[s + 1]! += wr;
    sums[s + 2]! += wg;
    sums[s + 3]! += wb;
    sums[s + 4]! += wr * r;
    sums[s + 5]! += wr * g;
    sums[s + 6]! += wr * b;
    sums[s + 7]! += wg * g;
    sums[s + 8]! += wg * b;
    sums[s + 9]! += wb * b;
    sums[s + 10]! += w * a;
    sums[s + 11]! += wr * a;
    sums[s + 12]! += wg * a;
    sums[s + 13]! += wb * a;
    sums[s + 14]! += w * a * a;
  }
}

/** Fits alpha = line . colour + constant to the sums `s` of one window and writes it to `to`. */
function fitLine(s: Float64Array, to: Float32Array, at: number): void {
  const n = s[0]!;
  const r = s[1]! / n;
  const g = s[2]! / n;
  const b = s[3]! / n;
  const rr = s[4]! / n - r * r + tintNoise + sharedNoise;
  const rg = s[5]! / n - r * g + sharedNoise;
  const rb = s[6]! / n - r * b + sharedNoise;
  const gg = s[7]! / n - g * g + tintNoise + sharedNoise;
  const gb = s[8]! / n - g * b + sharedNoise;
  const bb = s[9]! / n - b * b + tintNoise + sharedNoise;
  const mean = s[10]! / n;
  const ra = s[11]! / n - r * mean;
  const ga = s[12]! / n - g * mean;
  const ba = s[13]! / n - b * mean;
  const variance = s[14]! / n - mean * mean;
  // The symmetric 3 x 3 system by Cramer's rule; the noise keeps its determinant above zero.
  const i00 = gg * bb - gb * gb;
  const i01 = rb * gb - rg * bb;
  const i02 = rg * gb - rb * gg;
  const i11 = rr * bb - rb * rb;
  const i12 = rb * rg - rr * gb;
  const i22 = rr * gg - rg * rg;
  const determinant = rr * i00 + rg * i01 + rb * i02;
  const lineR = (i00 * ra + i01 * ga + i02 * ba) / determinant;
  const lineG = (i01 * ra + i11 * ga + i12 * ba) / determinant;
  const lineB = (i02 * ra + i12 * ga + i22 * ba) / determinant;
  const explained = variance > 1e-6 ? (lineR * ra + lineG * ga + lineB * ba) / variance : 0;
  const trust = Math.min(1, Math.max(0, explained)) ** 2;
  to[at] = trust * lineR;
  to[at + 1] = trust * lineG;
  to[at + 2] = trust * lineB;
  to[at + 3] = trust * (mean - lineR * r - lineG * g - lineB * b);
  to[at + 4] = trust;
}

/** The fitted line at each pixel of the band; zero elsewhere. */
export function fitLines(matte: CoarseMatte, band: Uint8Array): Float32Array {
  const { alpha, width, height } = matte;
  const weights = alpha.map(value => leastWeight + (1 - leastWeight) * (2 * value - 1) ** 4);
  const lines = new Float32Array(width * height * lineSize);
  const columns = new Float64Array(width * features);
  const window = new Float64Array(features);
  for (let y = 0; y < Math.min(windowRadius, height); y++) addRow(columns, matte, weights, y, 1);
  for (let y = 0; y < height; y++) {
    if (y + windowRadius < height) addRow(columns, matte, weights, y + windowRadius, 1);
    if (y > windowRadius) addRow(columns, matte, weights, y - windowRadius - 1, -1);
    window.fill(0);
    for (let x = 0; x < Math.min(windowRadius, width); x++) {
      for (let k = 0; k < features; k++) window[k]! += columns[x * features + k]!;
    }
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const entering = (x + windowRadius) * features;
      const leaving = (x - windowRadius - 1) * features;
      if (x + windowRadius < width) for (let k = 0; k < features; k++) window[k]! += columns[entering + k]!;
      if (leaving >= 0) for (let k = 0; k < features; k++) window[k]! -= columns[leaving + k]!;
      if (band[i]) fitLine(window, lines, i * lineSize);
    }
  }
  return lines;
}

/** Averages the lines of all windows around each pixel, as the guided filter does. */
export function smoothLines(lines: Float32Array, width: number, height: number): Float32Array {
  const across = new Float32Array(lines.length);
  for (let y = 0; y < height; y++) averageLine(lines, across, y * width, 1, width);
  for (let x = 0; x < width; x++) averageLine(across, lines, x, width, height);
  return lines;
}

function averageLine(from: Float32Array, to: Float32Array, start: number, step: number, length: number): void {
  const reach = windowRadius >> 1;
  const stride = step * lineSize;
  for (let k = 0, first = start * lineSize; k < lineSize; k++, first++) {
    let sum = 0;
    for (let at = 0; at < Math.min(reach, length); at++) sum += from[first + at * stride]!;
    for (let at = 0; at < length; at++) {
      if (at + reach < length) sum += from[first + (at + reach) * stride]!;
      if (at > reach) sum -= from[first + (at - reach - 1) * stride]!;
      const count = Math.min(length - 1, at + reach) - Math.max(0, at - reach) + 1;
      to[first + at * stride] = sum / count;
    }
  }
}

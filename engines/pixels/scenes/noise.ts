// Noise for procedural surfaces: gradient noise, fractal sums and cellular noise. Deterministic in every run and on every machine.

/** Returns a pseudo-random number 0..1 for integer coordinates; `salt` selects the series. */
export function hashAt(x: number, y: number, salt = 0): number {
  let hash = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(salt + 1, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const period = 256;
const order = new Uint8Array(period * 2);
const gradientX = new Float64Array(period);
const gradientY = new Float64Array(period);
for (let i = 0; i < period; i++) {
  order[i] = i;
  const angle = (2 * Math.PI * i) / period;
  gradientX[i] = Math.cos(angle);
  gradientY[i] = Math.sin(angle);
}
for (let i = period - 1; i > 0; i--) {
  const other = Math.floor(hashAt(i, 7, 11) * (i + 1));
  const kept = order[i]!;
  order[i] = order[other]!;
  order[other] = kept;
}
order.copyWithin(period, 0, period);

/** Returns gradient noise, about -1..1 with a mean of 0 (Perlin, "Improving Noise", 2002). It repeats after 256 units. */
export function noiseAt(x: number, y: number): number {
  const cellX = Math.floor(x);
  const cellY = Math.floor(y);
  const left = x - cellX;
  const top = y - cellY;
  const fromX = cellX & 255;
  const fromY = cellY & 255;
  const first = order[fromX]!;
  const second = order[(fromX + 1) & 255]!;
  const a = order[first + fromY]!;
  const b = order[second + fromY]!;
  const c = order[first + ((fromY + 1) & 255)]!;
  const d = order[second + ((fromY + 1) & 255)]!;
  const across = left * left * left * (left * (left * 6 - 15) + 10);
  const down = top * top * top * (top * (top * 6 - 15) + 10);
  const upperLeft = gradientX[a]! * left + gradientY[a]! * top;
  const upperRight = gradientX[b]! * (left - 1) + gradientY[b]! * top;
  const lowerLeft = gradientX[c]! * left + gradientY[c]! * (top - 1);
  const lowerRight = gradientX[d]! * (left - 1) + gradientY[d]! * (top - 1);
  const upper = upperLeft + (upperRight - upperLeft) * across;
  const lower = lowerLeft + (lowerRight - lowerLeft) * across;
  return 1.45 * (upper + (lower - upper) * down);
}

/** Returns the amplitude of a wave at this pixel size: it fades out between four and two pixels per period, to avoid moiré. */
const shownShare = (frequency: number, pixel: number): number => Math.min(1, Math.max(0, 2 - 4 * frequency * pixel));

/**
 * Returns fractal noise, about -1..1: a sum of octaves, each twice as fine as the previous one and `gain` times as strong. `pixel` is in the unit of
 * x and y.
 */
export function fractalAt(x: number, y: number, octaves: number, pixel: number, gain = 0.5): number {
  let sum = 0;
  let strength = 1;
  let max = 0;
  let frequency = 1;
  for (let octave = 0; octave < octaves; octave++) {
    max += strength;
    const share = shownShare(frequency, pixel);
    if (share > 0) sum += share * strength * noiseAt(x * frequency + octave * 17.31, y * frequency + octave * 9.77);
    strength *= gain;
    frequency *= 2.03;
  }
  return sum / max;
}

/** Returns gradient noise that fades out where pixels are too coarse for it. */
export function fineNoiseAt(x: number, y: number, pixel: number): number {
  const share = shownShare(1, pixel);
  return share > 0 ? share * noiseAt(x, y) : 0;
}

interface Cell {
  /** Distances to the nearest and the second nearest feature point. */
  nearest: number;
  second: number;
  /** Random number of the cell, 0..1; salted hashes of `x` and `y` give more. */
  id: number;
  x: number;
  y: number;
  /** Offset from the cell's feature point. */
  right: number;
  down: number;
}

export const makeCell = (): Cell => ({ nearest: 0, second: 0, id: 0, x: 0, y: 0, right: 0, down: 0 });

/** Finds the cell of scattered feature points that a position lies in (Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996). */
export function findCell(x: number, y: number, to: Cell): void {
  const cellX = Math.floor(x);
  const cellY = Math.floor(y);
  let [nearest, second] = [9, 9];
  for (let j = cellY - 1; j <= cellY + 1; j++) {
    for (let i = cellX - 1; i <= cellX + 1; i++) {
      const right = x - i - hashAt(i, j, 1);
      const down = y - j - hashAt(i, j, 2);
      const distance = right * right + down * down;
      if (distance < nearest) {
        second = nearest;
        nearest = distance;
        to.x = i;
        to.y = j;
        to.right = right;
        to.down = down;
      } else if (distance < second) second = distance;
    }
  }
  to.nearest = Math.sqrt(nearest);
  to.second = Math.sqrt(second);
  to.id = hashAt(to.x, to.y, 3);
}

/** Returns 0 up to `from`, 1 beyond `to`, and a smooth transition in between. */
export function smoothStep(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

export const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

/** Returns the length of a vector; `Math.hypot` guards against overflow and takes twenty times as long. */
export const lengthOf = (x: number, y: number, z = 0): number => Math.sqrt(x * x + y * y + z * z);

// Textures for drawings: noise, and the halftone dots of printed tones.
import { mapAxis } from '../axis.ts';

/** Returns a pseudo-random number 0..1 for a position and seed (integer hash after Wang). */
export function hash(x: number, y: number, seed: number): number {
  let n = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263) + Math.imul(seed, 1_442_695_041);
  n = Math.imul(n ^ (n >>> 13), 1_274_126_177);
  return ((n ^ (n >>> 16)) >>> 0) / 4_294_967_296;
}

/** Returns smooth value noise 0..1 with cells about `cell` pixels wide. */
export function makeClouds(width: number, height: number, cell: number, seed: number): Float32Array {
  const columns = Math.max(2, Math.ceil(width / cell) + 1);
  const rows = Math.max(2, Math.ceil(height / cell) + 1);
  const out = new Float32Array(width * height);
  const across = mapAxis(width, columns);
  const down = mapAxis(height, rows);
  const ease = (t: number) => t * t * (3 - 2 * t);
  for (let y = 0, i = 0; y < height; y++) {
    const upper = down.before[y]!;
    const lower = down.after[y]!;
    const fy = ease(down.share[y]!);
    for (let x = 0; x < width; x++, i++) {
      const left = across.before[x]!;
      const right = across.after[x]!;
      const fx = ease(across.share[x]!);
      const top = hash(left, upper, seed) * (1 - fx) + hash(right, upper, seed) * fx;
      const bottom = hash(left, lower, seed) * (1 - fx) + hash(right, lower, seed) * fx;
      out[i] = top * (1 - fy) + bottom * fy;
    }
  }
  return out;
}

/** Returns fractal noise (Perlin, 1985): octaves of noise, each with half the cell size and half the amplitude of the previous one. */
export function makeTurbulence(
  width: number,
  height: number,
  cell: number,
  octaves: number,
  seed: number,
): Float32Array {
  const out = new Float32Array(width * height);
  const total = 2 - 2 ** (1 - octaves);
  for (let octave = 0; octave < octaves; octave++) {
    const clouds = makeClouds(width, height, Math.max(1, cell / 2 ** octave), seed + octave * 101);
    const share = 1 / 2 ** octave / total;
    for (let i = 0; i < out.length; i++) out[i]! += clouds[i]! * share;
  }
  return out;
}

export const ramp = (from: number, to: number, value: number): number => {
  const t = (value - from) / (to - from);
  const inside = Math.min(1, Math.max(0, t));
  return inside * inside * (3 - 2 * inside);
};

/** Returns a pixel's coverage by a screen of round dots on a grid at 45 degrees. `ink` is roughly the share of paper that the dots cover, 0..1. */
export function dotAt(x: number, y: number, period: number, ink: number): number {
  const turn = (Math.PI * Math.SQRT2) / period;
  const height = 0.5 + 0.25 * (Math.cos((x + y) * turn) + Math.cos((x - y) * turn));
  // The area of the cosine surface above a level is roughly linear in that level.
  const level = 1 - ink;
  const soft = Math.min(0.3, 1.1 / period);
  return ramp(level - soft, level + soft, height);
}

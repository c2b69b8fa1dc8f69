// Basics of all backdrops: the canvas, its light, and lines that look hand-drawn.
import type { Random } from 'contract/random.ts';
import { type Layer, n, type Shape } from '../graph.ts';
import type { Light } from '../light.ts';
import { between, makeNoise } from '../random.ts';

export interface Stage {
  readonly width: number;
  readonly height: number;
  readonly random: Random;
  readonly light: Light;
  /** All scenes named in the prompt. */
  readonly scenes: readonly string[];
  /** Eye level as a share of the height. */
  readonly eye: number;
}

/** Rows between which things stand, float, swim or fly. */
interface Zone {
  readonly top: number;
  readonly bottom: number;
}

export interface Backdrop {
  readonly shapes: readonly Shape[];
  readonly horizon: number;
  readonly ground: Zone;
  readonly water?: Zone;
  readonly under?: Zone;
  readonly sky: Zone;
  /** Indoors there are no lights in the sky, and pictures hang on the wall. */
  readonly isIndoors?: boolean;
}

export const shape = (layer: Layer, depth: number, svg: string, shows?: string): Shape => ({
  layer,
  depth,
  svg,
  ...(shows && { shows }),
});

/** Returns a closed outline from a row of points down to `bottom`, by default the lower edge of the canvas. */
export function land(
  { width, height }: Stage,
  topAt: (share: number) => number,
  fill: string,
  bottom = height,
  steps = 28,
): string {
  const points = Array.from({ length: steps + 1 }, (_, i) => [(i / steps) * width, topAt(i / steps)] as const);
  return `<path d="${smooth(points)}L${n(width)} ${n(bottom)}L0 ${n(bottom)}z" fill="${fill}"/>`;
}

/** Returns a curve through points: a Catmull–Rom spline (1974) as Bézier segments. */
export function smooth(points: readonly (readonly [number, number])[]): string {
  const at = (i: number) => points[Math.min(points.length - 1, Math.max(0, i))]!;
  let path = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path += `C${n(b[0] + (c[0] - a[0]) / 6)} ${n(b[1] + (c[1] - a[1]) / 6)} ${n(c[0] - (d[0] - b[0]) / 6)} ${n(c[1] - (d[1] - b[1]) / 6)} ${n(c[0])} ${n(c[1])}`;
  }
  return path;
}

export const rollingLine = (random: Random, base: number, swell: number, bumps: number) => {
  const noise = makeNoise(Math.floor(random() * 1e9));
  return (share: number) => base + noise(share * bumps, 0.5) * swell + noise(share * bumps * 2.3, 7.5) * swell * 0.35;
};

let gradients = 0;

/** Returns a rectangle with a vertical gradient through the colours. */
export function gradient({ width }: Stage, from: number, to: number, colours: readonly string[]): string {
  const id = `g${++gradients}`;
  const stops = colours
    .map((colour, i) => `<stop offset="${n((i / Math.max(1, colours.length - 1)) * 100)}%" stop-color="${colour}"/>`)
    .join('');
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient></defs><rect x="0" y="${n(from)}" width="${n(width)}" height="${n(to - from)}" fill="url(#${id})"/>`;
}

/** Returns a cloud of round puffs on a flat base. */
export function cloud(random: Random, x: number, y: number, width: number, fill: string, opacity = 1): string {
  const puffs = 4 + Math.floor(random() * 3);
  const base = width * 0.17;
  let svg = `<rect x="${n(x)}" y="${n(y - base)}" width="${n(width)}" height="${n(base)}" rx="${n(base / 2)}" fill="${fill}"/>`;
  for (let i = 0; i < puffs; i++) {
    const at = (i + 0.6) / (puffs + 0.2);
    const radius = width * between(random, 0.1, 0.15) * (1.45 - Math.abs(at - 0.5) * 1.3);
    svg += `<circle cx="${n(x + at * width)}" cy="${n(y - base * 0.7 - radius * 0.45)}" r="${n(radius)}" fill="${fill}"/>`;
  }
  return `<g opacity="${opacity}">${svg}</g>`;
}

/** Returns a round, conical or slender tree with its foot at x, y. */
export function backTree(
  random: Random,
  kind: 'round' | 'cone' | 'palm',
  [x, y, height]: readonly [number, number, number],
  [leaf, trunk]: readonly [string, string],
): string {
  const w = height * between(random, 0.42, 0.56);
  if (kind === 'cone') {
    const tiers = [0, 1, 2].map(i => {
      const top = y - height + i * height * 0.24;
      const half = (w / 2) * (0.55 + i * 0.225);
      return `<path d="M${n(x)} ${n(top)}L${n(x + half)} ${n(top + height * 0.4)}L${n(x - half)} ${n(top + height * 0.4)}z" fill="${leaf}"/>`;
    });
    return `<rect x="${n(x - w * 0.06)}" y="${n(y - height * 0.2)}" width="${n(w * 0.12)}" height="${n(height * 0.2)}" fill="${trunk}"/>${tiers.reverse().join('')}`;
  }
  const crown = [
    [0, -0.72, 0.3],
    [-0.2, -0.58, 0.23],
    [0.21, -0.56, 0.22],
    [-0.08, -0.5, 0.25],
    [0.1, -0.82, 0.17],
  ]
    .map(
      ([dx = 0, dy = 0, r = 0]) =>
        `<circle cx="${n(x + dx * w * 1.6)}" cy="${n(y + dy * height)}" r="${n(r * height * between(random, 0.92, 1.08))}" fill="${leaf}"/>`,
    )
    .join('');
  return `<path d="M${n(x - w * 0.07)} ${n(y)}L${n(x - w * 0.04)} ${n(y - height * 0.5)}h${n(w * 0.08)}L${n(x + w * 0.07)} ${n(y)}z" fill="${trunk}"/>${crown}`;
}

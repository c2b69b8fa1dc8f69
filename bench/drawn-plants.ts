// Drawn plants with a known matte: bushes of shaded leaves through which the background shows.
import { sharp } from 'engines/sharp.ts';
import type { KnownMatte } from './known-mattes.ts';
import { startRandom } from './known-mattes.ts';

const size = 1000;
/** Standard deviation, in levels, of the mottling of leaves. */
const mottle = 9;

interface Look {
  /** Hue in degrees, and how far leaves differ from it. */
  readonly hue: number;
  readonly hueRange: number;
  /** Width of a leaf relative to its length: 0.06 a blade of grass, 0.5 a round leaf. */
  readonly breadth: number;
  readonly leaves: number;
}

/** Blades of a house plant, round leaves, ferns and autumn leaves. */
const looks = {
  blades: { hue: 75, hueRange: 18, breadth: 0.09, leaves: 170 },
  round: { hue: 110, hueRange: 20, breadth: 0.5, leaves: 70 },
  fern: { hue: 130, hueRange: 10, breadth: 0.16, leaves: 150 },
  autumn: { hue: 28, hueRange: 22, breadth: 0.4, leaves: 80 },
} as const satisfies Record<string, Look>;

/** One leaf from (x, y), of `length` in the direction of `angle` (radians), with its midrib. */
function drawLeaf(random: () => number, { hue, hueRange, breadth }: Look, depth: number, id: number): string {
  const angle = -Math.PI / 2 + (random() - 0.5) * 4.4;
  const start = 60 * random();
  const [x, y] = [size / 2 + start * Math.cos(angle), size * 0.56 + start * Math.sin(angle)];
  const length = size * (0.16 + 0.27 * random());
  const half = length * breadth * (0.35 + 0.3 * random());
  const droop = (random() - 0.3) * 0.25 * length;
  const tip = [length, droop];
  const turn = (angle * 180) / Math.PI;
  const tone = hue + (random() - 0.5) * 2 * hueRange;
  // Leaves in the depth are darker, as under a lamp.
  const light = 14 + 34 * depth * (0.6 + 0.4 * random());
  return `<linearGradient id="g${id}"><stop offset="0" stop-color="hsl(${tone},55%,${light * 0.55}%)"/><stop offset="1" stop-color="hsl(${tone - 6},60%,${light * 1.25}%)"/></linearGradient>
    <g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)})"><path d="M0 0Q${length / 2} ${-half} ${tip.join(' ')}Q${length / 2} ${half} 0 0" fill="url(#g${id})"/>
    <path d="M0 0Q${length / 2} 0 ${tip.join(' ')}" stroke="hsl(${tone},45%,${light * 1.5}%)" stroke-width="${Math.max(1, half / 9).toFixed(1)}" fill="none"/></g>`;
}

/** A plant of 1000 x 1000 pixels; the same for the same seed. */
export async function drawPlant(name: keyof typeof looks, seed: number): Promise<KnownMatte> {
  const look = looks[name];
  const random = startRandom(seed);
  const leaves = Array.from({ length: look.leaves }, (_, n) => drawLeaf(random, look, (n + 1) / look.leaves, n));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${leaves.join('')}</svg>`;
  const subject = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  for (let i = 0; i < subject.length; i += 4) {
    const shift = mottle * (random() + random() + random() - 1.5) * 2;
    for (let k = 0; k < 3; k++) subject[i + k] = Math.min(255, Math.max(0, subject[i + k]! + shift));
  }
  return { width: size, height: size, subject };
}

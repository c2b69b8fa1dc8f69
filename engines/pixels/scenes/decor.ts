// Rings, frames and discs on a wall, made of metal or of glowing tubes; and the arch of a niche.
import { lengthOf, mix, noiseAt, smoothStep } from './noise.ts';
import type { Decor, Niche } from './stage.ts';

/** A mutable colour of light. */
interface Light {
  red: number;
  green: number;
  blue: number;
}

/** Brightness of a glowing tube. */
const tubeLight = 3.2;

/** Returns the distance from a point on a wall to a ring, frame or disc on it. */
export function farFromDecor({ kind, x, y, radius }: Decor, px: number, py: number): number {
  if (kind === 'disc') return Math.max(0, lengthOf(px - x, py - y) - radius);
  if (kind === 'ring') return Math.abs(lengthOf(px - x, py - y) - radius);
  const corner = radius * 0.18;
  const a = Math.abs(px - x) - radius * 0.8 + corner;
  const b = Math.abs(py - y) - radius + corner;
  return Math.abs(lengthOf(Math.max(0, a), Math.max(0, b)) + Math.min(0, Math.max(a, b)) - corner);
}

/** Returns the signed distance from a point on the wall to an arched opening, negative inside. */
export function farFromArch({ x, halfWidth, spring }: Niche, px: number, py: number): number {
  const right = Math.abs(px - x);
  return py < spring ? right - halfWidth : lengthOf(right, py - spring) - halfWidth;
}

/** Draws the decor and its shadow over the wall at one point; `soft` is half the width of its antialiased edge. */
export function drawDecor(
  decor: Decor,
  x: number,
  y: number,
  [lx, ly]: readonly [number, number, number],
  soft: number,
  to: Light,
): void {
  const off = farFromDecor(decor, x, y) - decor.width / 2;
  if (!decor.glows) {
    const shadow = farFromDecor(decor, x + lx * 0.03, y + ly * 0.03) - decor.width / 2;
    const dim = 1 - 0.35 * smoothStep(0.012, -0.012, shadow);
    to.red *= dim;
    to.green *= dim;
    to.blue *= dim;
  }
  const cover = smoothStep(soft, -soft, off);
  if (cover === 0) return;
  const round = Math.min(1, Math.max(0, -off / (decor.width / 2)));
  const height = Math.sqrt(round * (2 - round));
  const angle = Math.atan2(y - decor.y, x - decor.x);
  const shine = decor.glows
    ? tubeLight * (0.4 + 0.6 * height)
    : 0.4 +
      0.55 * height * (0.6 + 0.4 * Math.cos(angle - Math.atan2(ly, lx))) +
      0.5 * Math.max(0, Math.cos(2 * angle - 1.1)) ** 12 +
      0.04 * noiseAt(x * 220, y * 220);
  const white = decor.glows ? 0.75 * height : 0;
  to.red = mix(to.red, mix(decor.colour[0], 1, white) * shine, cover);
  to.green = mix(to.green, mix(decor.colour[1], 1, white) * shine, cover);
  to.blue = mix(to.blue, mix(decor.colour[2], 1, white) * shine, cover);
}

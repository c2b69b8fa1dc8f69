// Relights a product to match its scene, gently: colour and brightness shift towards the scene's, one side becomes a little brighter, the foot a
// little darker. Each step is limited, because a product has to keep the colour in which it is sold.
import { luma709 } from '../luma.ts';
import type { SceneLight } from './scene-light.ts';
import { blurPlane, findFoot, shrinkAlpha } from './shadows.ts';

/** Limits at full strength: shift of the white balance, and darkest and brightest exposure. */
const maxTint = 0.13;
const exposureShare = 0.3;
const [darkest, brightest] = [0.76, 1.08];
/** Luminance of a white card in a scene of normal brightness. */
const usualCard = 0.86;
const sideShare = 0.07;
const upShare = 0.03;
const footShare = 0.2;
const footHeight = 0.07;
const rimShare = 0.2;
const tubeRimShare = 0.85;
const maxGrid = 360;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Returns the factors for red, green and blue at a strength of 0..1. */
export function gainsOf({ card }: SceneLight, strength: number): [number, number, number] {
  const brightness = luma709(card[0], card[1], card[2]);
  const exposure = clamp((brightness / usualCard) ** exposureShare, darkest, brightest);
  const of = (k: 0 | 1 | 2) =>
    1 + strength * (exposure * clamp((card[k] / brightness) ** 0.45, 1 - maxTint, 1 + maxTint) - 1);
  return [of(0), of(1), of(2)];
}

/** Returns a copy of the product as lit by the scene; `strength` is 0..100. Levels change by at most about a third. */
export function matchLight(
  rgba: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  light: SceneLight,
  strength: number,
): Uint8ClampedArray {
  const out = new Uint8ClampedArray(rgba);
  const share = strength / 100;
  if (share === 0) return out;
  const gains = gainsOf(light, share);
  const alpha = shrinkAlpha(rgba, width, height, maxGrid);
  const size = Math.max(alpha.width, alpha.height);
  const soft = blurPlane(alpha, 0.014 * size, 0.014 * size);
  const foot = findFoot(alpha);
  const lowest = foot.reduce((max, y) => Math.max(max, y), 0);
  const [lx, ly] = light.toward;
  const level = Math.hypot(lx, ly) || 1;
  const reach = 0.016 * size;
  const [offX, offY] = [(lx / level) * reach, (-ly / level) * reach];
  const tube = Math.max(...light.rim);
  const rimLight = [0, 1, 2].map(
    k => 255 * (tube > 0 ? light.rim[k]! / tube : Math.min(1.05, light.card[k]! / Math.max(...light.card))),
  );
  const rimStrength = share * (tube > 0 ? tubeRimShare : rimShare);
  const softAt = (x: number, y: number) =>
    soft[clamp(Math.round(y), 0, alpha.height - 1) * alpha.width + clamp(Math.round(x), 0, alpha.width - 1)]!;
  for (let y = 0, at = 0; y < height; y++) {
    const gridY = Math.min(alpha.height - 1, y / alpha.scale);
    for (let x = 0; x < width; x++, at += 4) {
      if (out[at + 3] === 0) continue;
      const gridX = Math.min(alpha.width - 1, x / alpha.scale);
      const column = Math.min(alpha.width - 1, Math.floor(gridX));
      const above = (Math.max(lowest - size * 0.12, foot[column]!) - gridY) / alpha.height;
      const lean = sideShare * lx * ((2 * x) / width - 1) + upShare * (1 - (2 * y) / height);
      const dim = footShare * Math.exp(-Math.max(0, above) / footHeight);
      const factor = 1 + share * (lean - dim);
      // The falloff of the blurred outline: towards the lamp, or in front of tubes in every direction.
      const edge = tube > 0 ? 1 - softAt(gridX, gridY) : softAt(gridX, gridY) - softAt(gridX + offX, gridY + offY);
      const rim = rimStrength * clamp(edge, 0, 0.6);
      for (let k = 0; k < 3; k++) {
        const lit = out[at + k]! * gains[k]! * factor;
        out[at + k] = lit + (rimLight[k]! - lit) * rim * (tube > 0 ? 1 : lit / 255);
      }
    }
  }
  return out;
}

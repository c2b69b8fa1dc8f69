// The anisotropic Kuwahara filter: each pixel becomes a mean over eight sectors of an ellipse aligned with the flow, weighted towards the least
// varied ones, which paints an image in dabs with clean edges (Kyprianidis, Kang and Döllner, "Image and Video Abstraction by Anisotropic Kuwahara
// Filtering", 2009).
import { type Lab, makeLab } from '../oklab.ts';
import type { Flow } from './flow.ts';

const sectors = 8;
/** Sample positions in each sector, as shares of the radius and of half the sector's angle; the sectors overlap a little. */
const places = [
  [0.3, 0],
  [0.58, -0.75],
  [0.58, 0.75],
  [0.72, 0],
  [0.95, -1.1],
  [0.98, -0.35],
  [0.98, 0.4],
  [0.95, 1.1],
] as const;

const offsets = Float32Array.from(
  Array.from({ length: sectors }, (_, sector) =>
    places.flatMap(([radius, turn]) => {
      const angle = ((sector + turn / 2) * 2 * Math.PI) / sectors;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
  ).flat(),
);

const count = places.length;
/** Standard deviation in OKLab at which a sector's weight drops to 1/16 of that of an even one. */
const calm = 0.035;

/**
 * Paints an image in dabs of about `radius` pixels, times `scale` at each pixel if given. Each sector is represented by a few fixed sample positions.
 * Returns a new image.
 */
export function paintDabs(lab: Lab, flow: Flow, radius: number, scale?: Float32Array): Lab {
  const { width, height, l, a, b } = lab;
  const { tx, ty, anisotropy } = flow;
  const out = makeLab(width, height);
  const even = 1 / (calm * calm);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const reach = scale ? radius * scale[i]! : radius;
      const stretch = 1 + anisotropy[i]!;
      const alongX = tx[i]! * reach * stretch;
      const alongY = ty[i]! * reach * stretch;
      const acrossX = (-ty[i]! * reach) / stretch;
      const acrossY = (tx[i]! * reach) / stretch;
      let weights = 0;
      let sumL = 0;
      let sumA = 0;
      let sumB = 0;
      for (let sector = 0, at = 0; sector < sectors; sector++) {
        let meanL = l[i]!;
        let meanA = a[i]!;
        let meanB = b[i]!;
        let squares = meanL * meanL + meanA * meanA + meanB * meanB;
        for (let place = 0; place < count; place++, at += 2) {
          const u = offsets[at]!;
          const v = offsets[at + 1]!;
          let px = (x + u * alongX + v * acrossX + 0.5) | 0;
          let py = (y + u * alongY + v * acrossY + 0.5) | 0;
          px = px < 0 ? 0 : px >= width ? width - 1 : px;
          py = py < 0 ? 0 : py >= height ? height - 1 : py;
          const from = py * width + px;
          const pl = l[from]!;
          const pa = a[from]!;
          const pb = b[from]!;
          meanL += pl;
          meanA += pa;
          meanB += pb;
          squares += pl * pl + pa * pa + pb * pb;
        }
        const share = 1 / (count + 1);
        meanL *= share;
        meanA *= share;
        meanB *= share;
        const spread = squares * share - meanL * meanL - meanA * meanA - meanB * meanB;
        const wildness = 1 + Math.max(0, spread) * even;
        const weight = 1 / (wildness * wildness * wildness * wildness);
        weights += weight;
        sumL += meanL * weight;
        sumA += meanA * weight;
        sumB += meanB * weight;
      }
      out.l[i] = sumL / weights;
      out.a[i] = sumA / weights;
      out.b[i] = sumB / weights;
    }
  return out;
}
